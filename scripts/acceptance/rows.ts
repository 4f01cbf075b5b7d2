import type { Claim } from '../../src/agent-job/claim/claim.ts'
import { OUTCOME_RECORDS } from '../../src/agent-job/outcome.ts'
import { digest, writeBody } from '../../src/our-comments/marker.ts'
import type { Expectation, Played } from './check-row.ts'
import type { Follower } from './follow.ts'
import { SLOW_WORD } from './job-report.ts'
import type { Account, Comment, Sandbox, Thread } from './sandbox.ts'

/** What the rows are played with. */
export interface Stage {
  sandbox: Sandbox
  follower: Follower
  /** A second account, which may not write to the sandbox, with its fork. */
  stranger?: Account | undefined
}

/** A scenario: what happens on GitHub, and what must be seen there afterwards. */
export interface Row {
  name: string
  play: Play
  expected: Expectation
  needsStranger?: true
}

/** @param title of the threads that it opens */
type Play = (stage: Stage, title: string) => Promise<Played>
type Open = (stage: Stage, title: string) => Promise<Thread>

const COMMAND = '/docs Add a page about retries'
/** One job, one pull request, and one comment that tells of it. */
const ANSWERED = { conclusion: 'success', outcome: 'pull-request', jobs: 1, replies: 1, headline: 'is ready' } as const
const COMMAND_ANSWERED = { ...ANSWERED, reactions: 'eyes rocket' } as const
const SKIPPED = { conclusion: 'success', outcome: 'skipped', jobs: 0 } as const
const { headline } = OUTCOME_RECORDS.cancelled
const CANCELLED = { conclusion: 'cancelled', outcome: 'cancelled', jobs: 1, replies: 1, headline } as const
const DENIED = { conclusion: 'success', outcome: 'denied', jobs: 0, replies: 0, reactions: '-1' } as const
const REPORTED = { conclusion: 'success', outcome: '', jobs: 0, replies: 1, headline: 'views' } as const

const onIssue: Open = ({ sandbox }, title) => sandbox.openIssue(title)
const onPull: Open = ({ sandbox }, title) => sandbox.openPull(title)
const onFork: Open = ({ sandbox, stranger }, title) => sandbox.openPull(title, { from: stranger })

/** All scenarios, in the order in which they are played. Each has threads of its own. */
export const ROWS: readonly Row[] = [
  { name: 'comment on an issue', play: command(onIssue), expected: COMMAND_ANSWERED },
  { name: 're-run', play: playAgain, expected: { ...COMMAND_ANSWERED, jobs: 0 } },
  { name: 'cancelled run', play: playCancelled, expected: { ...CANCELLED, reactions: 'confused eyes' } },
  { name: 'forged marker', play: playForged, expected: { ...COMMAND_ANSWERED, unread: '/job/forged' } },
  { name: 'comment by a stranger', play: playStranger, expected: DENIED, needsStranger: true },
  { name: 'comment on a pull request', play: command(onPull), expected: COMMAND_ANSWERED },
  { name: 'comment on a fork', play: command(onFork), expected: COMMAND_ANSWERED, needsStranger: true },
  { name: 'comment on a line', play: playLine, expected: COMMAND_ANSWERED },
  { name: 'manual run', play: dispatches({}), expected: ANSWERED },
  { name: 'release', play: playRelease, expected: { ...ANSWERED, replies: undefined, headline: undefined } },
  { name: 'merge of a pull request', play: playMerge, expected: ANSWERED },
  { name: 'since the last run', play: playSince(1), expected: { ...ANSWERED, prompt: 'since the last run' } },
  { name: 'since, twice', play: playSince(2), expected: { ...SKIPPED, replies: 1 } },
  { name: 'closed pull request', play: playClosed, expected: { ...SKIPPED, replies: 0 } },
  { name: 'report comment, twice', play: dispatches({ report: 'true' }, 2), expected: REPORTED },
]

/** The only row of a supervised run, with the real service. Its thread stays. */
export function promptRow(prompt: string): Row {
  return {
    name: 'supervised run',
    async play(stage) {
      const thread = await stage.sandbox.openIssue(prompt, [])
      return answer(stage, thread, await stage.sandbox.comment(thread, `/docs ${prompt}`))
    },
    expected: { ...COMMAND_ANSWERED, jobs: 0 },
  }
}

function command(open: Open): Play {
  return async (stage, title) => {
    const thread = await open(stage, title)
    return answer(stage, thread, await stage.sandbox.comment(thread, COMMAND))
  }
}

async function answer({ follower }: Stage, thread: Thread, comment: Comment): Promise<Played> {
  return { url: comment.html_url, thread, comment, run: await follower.waitForRun(comment.id) }
}

async function playAgain(stage: Stage, title: string): Promise<Played> {
  const { run, ...played } = await command(onIssue)(stage, title)
  return { ...played, run: await stage.follower.tell(run, 'rerun', 2) }
}

/** Cancels the run once its comment shows the job. */
async function playCancelled({ sandbox, follower }: Stage, title: string): Promise<Played> {
  const thread = await sandbox.openIssue(title)
  const comment = await sandbox.comment(thread, `/docs Write ${SLOW_WORD} about retries`)
  const run = await follower.findRun(comment.id)
  await follower.waitFor('the comment with the job', async () =>
    (await sandbox.listReplies(thread)).find(({ body }) => /\bJob `/u.test(body)),
  )
  return { url: comment.html_url, thread, comment, run: await follower.tell(run, 'cancel', 1) }
}

/** A person's comment has a marker that names itself and a job. Nobody may be led to that job. */
async function playForged(stage: Stage, title: string): Promise<Played> {
  const { sandbox } = stage
  const thread = await sandbox.openIssue(title)
  const forged = await sandbox.comment(thread, 'Its marker follows.')
  const claim: Claim = {
    nonce: 'forged',
    commentId: forged.id,
    state: 'finished',
    outcome: 'pull-request',
    trigger: 'issue comment 1',
    project: digest('docs-project'),
    step: digest('docs'),
    claimant: { runId: '1', job: 'docs', step: 'docs', leg: '0', attempt: 1 },
    jobId: 'forged',
    earlierJobs: [],
  }
  await sandbox.editComment(forged, writeBody('job', 'Its marker follows.', claim))
  return answer(stage, thread, await sandbox.comment(thread, COMMAND))
}

async function playStranger(stage: Stage, title: string): Promise<Played> {
  const thread = await stage.sandbox.openIssue(title)
  return answer(stage, thread, await stage.sandbox.comment(thread, COMMAND, stage.stranger))
}

async function playLine(stage: Stage, title: string): Promise<Played> {
  const pull = await stage.sandbox.openPull(title)
  return answer(stage, pull, await stage.sandbox.commentOnLine(pull, COMMAND))
}

async function playRelease({ sandbox, follower }: Stage): Promise<Played> {
  const { id, html_url: url } = await sandbox.release()
  return { url, run: await follower.waitForRun(id) }
}

async function playMerge({ sandbox, follower }: Stage, title: string): Promise<Played> {
  const thread = await sandbox.openPull(title, { folder: 'src' })
  const commit = await follower.waitFor('the merge', () => sandbox.mergePull(thread))
  return { url: thread.html_url, thread, run: await follower.waitForRun(commit) }
}

async function playClosed({ sandbox, follower }: Stage, title: string): Promise<Played> {
  const thread = await sandbox.openPull(title)
  await sandbox.closePull(thread)
  return { url: thread.html_url, thread, run: await follower.waitForRun(thread.number) }
}

/** The second run begins where the first one ended. */
function playSince(times: number): Play {
  return async (stage, title) => {
    const pull = await stage.sandbox.openPull(title)
    await stage.follower.waitFor('the merge', () => stage.sandbox.mergePull(pull))
    return dispatches({ since: 'last-run' }, times)(stage, title)
  }
}

/** Starts the workflow manually, one run after the other, for a new issue. */
function dispatches(inputs: Record<string, string>, times = 1): Play {
  return async ({ sandbox, follower }, title) => {
    const thread = await sandbox.openIssue(title)
    const start = async (number: number) => {
      const row = `${thread.number}-${number}`
      await sandbox.dispatch({ ...inputs, row, issue: String(thread.number) })
      return follower.waitForRun(row)
    }
    let run = await start(1)
    for (let number = 2; number <= times; number += 1) run = await start(number)
    return { url: thread.html_url, thread, run }
  }
}
