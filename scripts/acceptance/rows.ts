import { digest } from '../../src/github/signed-marker.ts'
import { createClaimMarker } from '../../src/job-marker/claim.ts'
import type { Expectation, Played } from './check-row.ts'
import type { Client } from './client.ts'
import type { Follower } from './follow.ts'
import { SLOW_WORD } from './job-report.ts'
import type { Comment, Sandbox, Thread } from './sandbox.ts'

/** What the rows are played with. */
export interface Stage {
  sandbox: Sandbox
  follower: Follower
  /** An account that may not write to the sandbox, and its fork. */
  stranger?: { client: Client; fork: string } | undefined
}

/** A scenario: what happens on GitHub, and what must be seen there afterwards. */
export interface Row {
  name: string
  needsStranger?: true
  play: (stage: Stage) => Promise<Played>
  expected: Expectation
}

const COMMAND = '/docs Add a page about retries'
/** An answered command: its own comment, 👀 and 🚀, one job, one pull request. */
const ANSWERED = { conclusion: 'success', outcome: 'pull-request', jobs: 1, replies: 1, headline: 'is ready' } as const
const COMMAND_ANSWERED = { ...ANSWERED, reactions: ['eyes', 'rocket'] } as const
const SKIPPED = { conclusion: 'success', outcome: 'skipped', jobs: 0 } as const

/** All scenarios, in the order in which they are played. Each has threads of its own. */
export const ROWS: readonly Row[] = [
  {
    name: 'comment on an issue',
    play: (stage) => playCommand(stage, openIssue(stage, 'comment on an issue')),
    expected: COMMAND_ANSWERED,
  },
  {
    name: 're-run',
    async play(stage) {
      const { run, ...played } = await playCommand(stage, openIssue(stage, 're-run'))
      return { ...played, run: await stage.follower.rerun(run) }
    },
    expected: { ...COMMAND_ANSWERED, jobs: 0 },
  },
  {
    name: 'cancelled run',
    play: playCancelled,
    expected: {
      ...{ conclusion: 'cancelled', outcome: 'cancelled', jobs: 1, replies: 1, headline: 'was cancelled' },
      reactions: ['confused', 'eyes'],
    },
  },
  {
    name: 'comment with a forged marker',
    play: playForged,
    expected: { ...COMMAND_ANSWERED, unread: '/job/forged' },
  },
  {
    name: 'comment by a stranger',
    needsStranger: true,
    async play(stage) {
      const thread = await openIssue(stage, 'comment by a stranger')
      return playComment(stage, thread, await stage.sandbox.comment(thread, COMMAND, stage.stranger?.client))
    },
    expected: { conclusion: 'success', outcome: 'denied', jobs: 0, replies: 0, reactions: ['-1'] },
  },
  {
    name: 'comment on a pull request',
    play: (stage) => playCommand(stage, openPull(stage, 'comment on a pull request')),
    expected: COMMAND_ANSWERED,
  },
  {
    name: 'comment on the pull request of a fork',
    needsStranger: true,
    async play(stage) {
      const { client, fork: repository } = stage.stranger ?? { client: stage.sandbox.client, fork: '' }
      const title = titleOf('comment on the pull request of a fork')
      return playCommand(stage, stage.sandbox.openPull({ title, branch: 'fork', fork: { client, repository } }))
    },
    expected: COMMAND_ANSWERED,
  },
  {
    name: 'comment on a line of a pull request',
    async play(stage) {
      const pull = await openPull(stage, 'comment on a line of a pull request')
      return playComment(stage, pull, await stage.sandbox.commentOnLine(pull, COMMAND))
    },
    expected: COMMAND_ANSWERED,
  },
  {
    name: 'manual run',
    async play(stage) {
      const thread = await openIssue(stage, 'manual run')
      return { url: thread.html_url, thread, run: await dispatch(stage, 'manual', { issue: String(thread.number) }) }
    },
    expected: ANSWERED,
  },
  {
    name: 'release',
    async play({ sandbox, follower }) {
      const { id, html_url } = await sandbox.release()
      return { url: html_url, run: await follower.waitForRun(id) }
    },
    expected: { conclusion: 'success', outcome: 'pull-request', jobs: 1 },
  },
  {
    name: 'merge of a pull request',
    async play(stage) {
      const title = titleOf('merge of a pull request')
      const pull = await stage.sandbox.openPull({ title, branch: 'merge', folder: 'src' })
      const commit = await stage.sandbox.mergePull(pull)
      return { url: pull.html_url, thread: pull, run: await stage.follower.waitForRun(commit) }
    },
    expected: ANSWERED,
  },
  {
    name: 'since the last run',
    play: (stage) => playSince(stage, 1),
    expected: { ...ANSWERED, prompt: 'a merged one' },
  },
  { name: 'since the last run, again', play: (stage) => playSince(stage, 2), expected: { ...SKIPPED, replies: 1 } },
  {
    name: 'closed pull request',
    async play(stage) {
      const title = titleOf('closed pull request')
      const pull = await stage.sandbox.openPull({ title, branch: 'closed' })
      await stage.sandbox.closePull(pull)
      return { url: pull.html_url, thread: pull, run: await stage.follower.waitForRun(pull.number) }
    },
    expected: { ...SKIPPED, replies: 0 },
  },
  {
    name: 'report comment, twice',
    async play(stage) {
      const thread = await openIssue(stage, 'report comment, twice')
      const inputs = { issue: String(thread.number), report: 'true' }
      await dispatch(stage, 'report', inputs)
      return { url: thread.html_url, thread, run: await dispatch(stage, 'report', inputs) }
    },
    expected: { conclusion: 'success', outcome: '', jobs: 0, replies: 1, headline: 'views' },
  },
]

const titleOf = (row: string) => `Acceptance: ${row}`
const openIssue = ({ sandbox }: Stage, row: string) => sandbox.openIssue(titleOf(row))
const openPull = ({ sandbox }: Stage, row: string) =>
  sandbox.openPull({ title: titleOf(row), branch: row.replaceAll(' ', '-') })

async function playCommand(stage: Stage, opened: Promise<Thread>): Promise<Played> {
  const thread = await opened
  return playComment(stage, thread, await stage.sandbox.comment(thread, COMMAND))
}

async function playComment({ follower }: Stage, thread: Thread, comment: Comment): Promise<Played> {
  return { url: comment.html_url, thread, comment, run: await follower.waitForRun(comment.id) }
}

/** Cancels the run once its comment shows the job. */
async function playCancelled(stage: Stage): Promise<Played> {
  const { sandbox, follower } = stage
  const thread = await openIssue(stage, 'cancelled run')
  const comment = await sandbox.comment(thread, `/docs Write ${SLOW_WORD} about retries`)
  const run = await follower.findRun(comment.id)
  await follower.waitFor('the comment with the job', async () =>
    (await sandbox.listReplies(thread)).find(({ body }) => /\bJob `/u.test(body)),
  )
  return { url: comment.html_url, thread, comment, run: await follower.cancel(run) }
}

/** A comment has a marker as of another key, which names a job: nobody may be led to it. */
async function playForged(stage: Stage): Promise<Played> {
  const { sandbox } = stage
  const thread = await openIssue(stage, 'comment with a forged marker')
  const { id } = await sandbox.client.get<{ id: number }>(`/repos/${sandbox.repository}`)
  const forged = await sandbox.comment(thread, 'Its marker follows.')
  const marker = createClaimMarker('another key', String(id), thread.number)
  const claim = marker.write({
    ...{ state: 'finished', outcome: 'pull-request', trigger: 'issue comment 1', event: 'issue_comment' },
    ...{ project: digest('docs-project'), nonce: 'forged', commentId: forged.id },
    claimant: { runId: '1', job: 'docs', step: 'docs', attempt: 1 },
    job: { jobId: 'forged', isFollowUp: false, status: 'completed', prLink: new URL(thread.html_url) },
  })
  await sandbox.editComment(forged, `Its marker follows.\n\n${claim}`)
  return playComment(stage, thread, await sandbox.comment(thread, COMMAND))
}

/** One thread for both rows: the second run begins where the first one ended. */
async function playSince(stage: Stage, runs: 1 | 2): Promise<Played> {
  const { sandbox } = stage
  const thread = await openIssue(stage, 'since the last run')
  await sandbox.mergePull(await sandbox.openPull({ title: titleOf('a merged one'), branch: 'since' }))
  const inputs = { issue: String(thread.number), since: 'last-run' }
  const first = await dispatch(stage, 'since', inputs)
  return { url: thread.html_url, thread, run: runs === 1 ? first : await dispatch(stage, 'since', inputs) }
}

/** Starts the workflow; the name is new for each run. */
let dispatches = 0
async function dispatch({ sandbox, follower }: Stage, row: string, inputs: Record<string, string>) {
  dispatches += 1
  const cause = `${row} ${Date.now().toString(36)} ${dispatches}`
  await sandbox.dispatch({ ...inputs, row: cause })
  return follower.waitForRun(cause)
}
