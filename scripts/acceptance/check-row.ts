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
  /** How many comments bots have in the thread. */
  replies?: number
  /** Text in the last one's first line. */
  headline?: string
  /** Of bots, in alphabetical order. */
  reactions?: readonly string[]
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
export async function checkRow(
  { run, thread, comment }: Played,
  expected: Expectation,
  sandbox: Sandbox,
): Promise<string[]> {
  const { report, conclusion } = run
  if (report === undefined) return [`The run ended as ${conclusion}, and its log has no report.`]
  const created = report.requests.filter(({ operation }) => operation === 'create-job')
  const problems = [
    compare('conclusion of the run', conclusion, expected.conclusion),
    compare('outcome', report.outputs['outcome'] ?? '', expected.outcome),
    compare('number of jobs', created.length, expected.jobs),
  ]
  const { unread, prompt } = expected
  const read = report.requests.find(({ target }) => unread !== undefined && target.includes(unread))
  if (read !== undefined) problems.push(`The service was asked for ${read.target}.`)
  if (prompt !== undefined && !JSON.stringify(created).includes(prompt))
    problems.push(`The prompt doesn't contain "${prompt}".`)
  if (thread !== undefined) problems.push(...(await checkThread(thread, expected, report.outputs, sandbox)))
  if (comment !== undefined && expected.reactions !== undefined) {
    const reactions = await sandbox.listReactions(comment)
    problems.push(compare('reactions', reactions.join(' '), expected.reactions.join(' ')))
  }
  return problems.filter((problem) => problem !== undefined)
}

async function checkThread(
  thread: Thread,
  { replies: count, headline }: Expectation,
  { prLink }: Record<string, string>,
  sandbox: Sandbox,
): Promise<(string | undefined)[]> {
  const replies = await sandbox.listReplies(thread)
  const { body = '' } = replies.at(-1) ?? {}
  const [first = ''] = body.split('\n')
  const isOther = headline !== undefined && !first.includes(headline)
  const isUnlinked = prLink !== undefined && prLink !== '' && !body.includes(prLink)
  return [
    count === undefined ? undefined : compare('number of replies', replies.length, count),
    isOther ? `The reply begins with "${first}", which doesn't contain "${headline}".` : undefined,
    isUnlinked ? `The reply doesn't link ${prLink}.` : undefined,
  ]
}

function compare(what: string, given: string | number, expected: string | number): string | undefined {
  return given === expected ? undefined : `${what}: ${given || 'none'} instead of ${expected || 'none'}`
}
