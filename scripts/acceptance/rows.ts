import type { Client } from './client.ts'
import { type Comment, type Run, type Sandbox, type Thread, TITLE } from './sandbox.ts'
import { SLOW_WORD } from './service.ts'

/** A scenario: what happens on GitHub, and what must be seen there afterwards. */
export interface Row {
  name: string
  /** @param stranger an account that may not write to the sandbox */
  play: (sandbox: Sandbox, title: string, stranger: Client) => Promise<Played>
  /** Of the text that `playRow` makes of what is seen. */
  expected: RegExp
  /** Whether it merges a pull request into `main`. */
  merges?: true
}

/** A scenario that was played to its end. */
interface Played {
  thread: Thread
  /** The comment with the command. */
  comment?: Comment
  run: Run
}

const COMMAND = '/docs Add a page about retries'
const COMMAND_ANSWERED = /^success, jobs: 1, reactions: eyes rocket, replies: [^|]*is ready[^|]*$/u
const ANSWERED = /^success, jobs: 1, reactions: , replies: [^|]*is ready[^|]*$/u
const DENIED = /^success, jobs: 0, reactions: -1 eyes, replies: $/u
const CANCELLED = /^cancelled, jobs: \d, reactions: confused eyes, replies: [^|]*was canceled[^|]*$/u

/** All scenarios, in the order in which they are played. Each has a conversation of its own. */
export const ROWS: readonly Row[] = [
  { name: 'comment', play: playIssue, expected: COMMAND_ANSWERED },
  { name: 're-run', play: playAgain, expected: COMMAND_ANSWERED },
  { name: 'stranger', play: playStranger, expected: DENIED },
  { name: 'pull request', play: playPull, expected: COMMAND_ANSWERED },
  { name: 'merge', play: playMerge, expected: ANSWERED, merges: true },
  { name: 'since', play: playSince, expected: ANSWERED, merges: true },
  { name: 'cancelled', play: playCancelled, expected: CANCELLED },
]

/** @returns what differs from the expectation after a row, if anything, with the places where people look */
export async function playRow({ name, play, expected }: Row, sandbox: Sandbox, stranger: Client) {
  const { thread, comment, run } = await play(sandbox, TITLE + name, stranger)
  const jobs = await sandbox.listJobs(thread)
  const reactions = comment ? await sandbox.listReactions(comment) : ''
  const replies = (await sandbox.listReplies(thread)).map(({ body }) => /^(?!<!--).+$/mu.exec(body)?.[0])
  const seen = `${run.conclusion}, jobs: ${jobs.length}, reactions: ${reactions}, replies: ${replies.join(' | ')}`
  return {
    url: (comment ?? thread).html_url,
    runUrl: run.html_url,
    problem: expected.test(seen) ? undefined : `Seen: "${seen}". Expected: ${expected.source}`,
  }
}

async function playIssue(sandbox: Sandbox, title: string): Promise<Played> {
  return ask(sandbox, await sandbox.openIssue(title))
}

async function playStranger(sandbox: Sandbox, title: string, stranger: Client): Promise<Played> {
  return ask(sandbox, await sandbox.openIssue(title), stranger)
}

async function playPull(sandbox: Sandbox, title: string): Promise<Played> {
  return ask(sandbox, await sandbox.openPull(title))
}

async function ask(sandbox: Sandbox, thread: Thread, commenter?: Client): Promise<Played> {
  const comment = await sandbox.comment(thread, COMMAND, commenter)
  return { thread, comment, run: await sandbox.waitForEnd(await sandbox.findRun(comment.id)) }
}

async function playAgain(sandbox: Sandbox, title: string): Promise<Played> {
  const played = await playIssue(sandbox, title)
  await sandbox.tell(played.run, 'rerun')
  return { ...played, run: await sandbox.waitForEnd(played.run, 2) }
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
