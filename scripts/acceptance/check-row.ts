import type { EndedRun } from './follow.ts'
import type { Comment, Sandbox, Thread } from './sandbox.ts'

/** What GitHub must show after a scenario. What is absent isn't looked at. */
export interface Expectation {
  /** Of the run. */
  conclusion: string
  /** The output `outcome` of the step. */
  outcome: string
  /** How many jobs the service was asked for, by this attempt of the run. */
  jobs: number
  /** How many comments bots have in the thread, and a text in the first line of the last one. */
  replies?: number | undefined
  headline?: string | undefined
  /** Of bots to the command, in alphabetical order. */
  reactions?: string
  /** Text that the prompt has. */
  prompt?: string
  /** Part of a path that the service must not be asked for. */
  unread?: string
}

/** A scenario that was played to its end. */
export interface Played {
  run: EndedRun
  /** The page that the table links. */
  url: string
  thread?: Thread
  /** The comment with the command. */
  comment?: Comment
}

/** What differs from the expectation, a sentence each. */
export async function checkRow(played: Played, expected: Expectation, sandbox: Sandbox): Promise<string[]> {
  const { report, conclusion } = played.run
  if (report === undefined) return [`The run ended as ${conclusion}, and its log has no report.`]
  const created = report.requests.filter(({ operation }) => operation === 'create-job')
  const targets = report.requests.map(({ target }) => target)
  const replies = played.thread === undefined ? [] : await sandbox.listReplies(played.thread)
  const reply = replies.at(-1)?.body ?? ''
  const { prLink = '', outcome = '' } = report.outputs
  const { unread, prompt = '', headline = '' } = expected
  const reactions = played.comment && (await sandbox.listReactions(played.comment))
  return [
    ...compare('conclusion of the run', conclusion, expected.conclusion),
    ...compare('outcome', outcome, expected.outcome),
    ...compare('number of jobs', created.length, expected.jobs),
    ...compare('number of replies', replies.length, expected.replies),
    ...compare('reactions', reactions, expected.reactions),
    ...contain('first line of the reply', /^(?!<!--).+$/mu.exec(reply)?.[0] ?? '', headline),
    ...contain('reply', reply, played.thread === undefined ? '' : prLink),
    ...contain('prompt', JSON.stringify(created), prompt),
    ...targets.filter((target) => unread && target.includes(unread)).map((target) => `The service got ${target}.`),
  ]
}

function compare(what: string, given: string | number | undefined, expected: string | number | undefined): string[] {
  return expected === undefined || given === expected ? [] : [`The ${what}: "${given}" instead of "${expected}".`]
}

function contain(what: string, text: string, part: string): string[] {
  return text.includes(part) ? [] : [`The ${what} doesn't contain "${part}": "${text.split('\n')[0]?.slice(0, 200)}".`]
}
