import type { Client } from './client.ts'
import { type Comment, type Sandbox, type Thread, TITLE } from './sandbox.ts'
import { SLOW_WORD } from './service.ts'

/** A scenario: what happens on GitHub, and what must be seen there afterwards. */
export interface Row {
  name: string
  /** @param commenter another account than the sandbox's own */
  play: (sandbox: Sandbox, title: string, commenter?: Client) => Promise<Played>
  expected: Expectation
  /** Whether the commenter must be an account that may not write to the sandbox. */
  needsStranger?: true
  /** Whether it merges a pull request into `main`. */
  merges?: true
}

/** A scenario that was played to its end. */
interface Played {
  thread: Thread
  /** The comment with the command. */
  comment?: Comment
  run: { html_url: string; conclusion: string }
}

/** What is absent isn't looked at. */
interface Expectation {
  conclusion: string
  /** How many jobs the service was asked for: each opens a pull request in the sandbox. */
  jobs?: number
  /** How many comments bots have in the conversation, and a text in the first line of the last one. */
  replies: number
  headline?: string
  /** Of bots to the command, in alphabetical order. */
  reactions?: string
}

const COMMAND = '/docs Add a page about retries'
const ANSWERED: Expectation = { conclusion: 'success', jobs: 1, replies: 1, headline: 'is ready' }
const COMMAND_ANSWERED: Expectation = { ...ANSWERED, reactions: 'eyes rocket' }
const DENIED: Expectation = { conclusion: 'success', jobs: 0, replies: 0, reactions: '-1' }
const CANCELLED: Expectation = {
  conclusion: 'cancelled',
  replies: 1,
  headline: 'was canceled',
  reactions: 'confused eyes',
}

/** All scenarios, in the order in which they are played. Each has a conversation of its own. */
export const ROWS: readonly Row[] = [
  { name: 'comment', play: playIssue, expected: COMMAND_ANSWERED },
  { name: 're-run', play: playAgain, expected: COMMAND_ANSWERED },
  { name: 'stranger', play: playIssue, expected: DENIED, needsStranger: true },
  { name: 'pull request', play: playPull, expected: COMMAND_ANSWERED },
  { name: 'merge', play: playMerge, expected: ANSWERED, merges: true },
  { name: 'since', play: playSince, expected: ANSWERED, merges: true },
  { name: 'cancelled', play: playCancelled, expected: CANCELLED },
]

/** The only row of a supervised run: one prompt to the real service. Its pull request is elsewhere. */
export function promptRow(prompt: string): Row {
  const { jobs: _, ...expected } = COMMAND_ANSWERED
  return {
    name: 'supervised run',
    play: async (sandbox, title) => ask(sandbox, await sandbox.openIssue(title), `/docs ${prompt}`),
    expected,
  }
}

/** What differs from the expectation after a row, a sentence each. */
export async function playRow(
  { name, play, expected, needsStranger }: Row,
  sandbox: Sandbox,
  stranger?: Client,
): Promise<{ url: string; runUrl: string; problems: string[] }> {
  const { thread, comment, run } = await play(sandbox, TITLE + name, needsStranger && stranger)
  const replies = await sandbox.listReplies(thread)
  const [firstLine = ''] = /^(?!<!--).+$/mu.exec(replies.at(-1)?.body ?? '') ?? []
  const { conclusion, jobs, reactions, headline = '' } = expected
  const facts: [string, string | number, string | number | undefined][] = [
    ['conclusion of the run', run.conclusion, conclusion],
    ['number of jobs', (await sandbox.listJobs(thread)).length, jobs],
    ['number of replies', replies.length, expected.replies],
    ['reactions', comment ? await sandbox.listReactions(comment) : '', reactions],
    ['first line of the reply', firstLine, firstLine.includes(headline) ? undefined : `…${headline}…`],
  ]
  const wrong = facts.filter(([, given, wanted]) => wanted !== undefined && given !== wanted)
  const problems = wrong.map(([what, given, wanted]) => `The ${what}: "${given}" instead of "${wanted}".`)
  return { url: (comment ?? thread).html_url, runUrl: run.html_url, problems }
}

async function playIssue(sandbox: Sandbox, title: string, commenter?: Client): Promise<Played> {
  return ask(sandbox, await sandbox.openIssue(title), COMMAND, commenter)
}

async function playPull(sandbox: Sandbox, title: string): Promise<Played> {
  return ask(sandbox, await sandbox.openPull(title))
}

async function ask(sandbox: Sandbox, thread: Thread, command = COMMAND, commenter?: Client): Promise<Played> {
  const comment = await sandbox.comment(thread, command, commenter)
  return { thread, comment, run: await sandbox.waitForEnd(await sandbox.findRun(comment.id)) }
}

async function playAgain(sandbox: Sandbox, title: string): Promise<Played> {
  const thread = await sandbox.openIssue(title)
  const comment = await sandbox.comment(thread, COMMAND)
  const run = await sandbox.findRun(comment.id)
  await sandbox.waitForEnd(run)
  await sandbox.tell(run, 'rerun')
  return { thread, comment, run: await sandbox.waitForEnd(run, 2) }
}

async function playMerge(sandbox: Sandbox, title: string): Promise<Played> {
  const thread = await sandbox.openPull(title)
  const run = await sandbox.findRun(await sandbox.merge(thread))
  return { thread, run: await sandbox.waitForEnd(run) }
}

/** The second run begins where the first one ended, and finds nothing. */
async function playSince(sandbox: Sandbox, title: string): Promise<Played> {
  await sandbox.merge(await sandbox.openPull(title))
  const thread = await sandbox.openIssue(title)
  const start = async (row: string) => {
    await sandbox.dispatch({ row, issue: String(thread.number) })
    return sandbox.waitForEnd(await sandbox.findRun(row))
  }
  await start(`${thread.number}-1`)
  return { thread, run: await start(`${thread.number}-2`) }
}

/** Cancels the run once its comment shows the job. */
async function playCancelled(sandbox: Sandbox, title: string): Promise<Played> {
  const thread = await sandbox.openIssue(title)
  const comment = await sandbox.comment(thread, `/docs Write ${SLOW_WORD} about retries`)
  const run = await sandbox.findRun(comment.id)
  const look = async () => (await sandbox.listReplies(thread)).find(({ body }) => /\bJob `/u.test(body))
  await sandbox.waitFor('the comment with the job', look)
  await sandbox.tell(run, 'cancel')
  return { thread, comment, run: await sandbox.waitForEnd(run) }
}
