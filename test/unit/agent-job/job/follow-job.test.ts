import { expect, test } from 'vitest'
import { endByJob } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import type { FollowedJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import { createProgressLog, followJob } from '../../../../src/agent-job/job/follow-job.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { WorldClock } from '../../../world/world-clock.ts'
import { ACTIVE, createDependencies, DONE, failure, giveInTurn, LINK } from './job-for-tests.ts'

const COMPLETED: AgentJob = { status: 'completed' }
const CREATED: FollowedJob = { job: { jobId: 'job-1', isFollowUp: false }, answer: ACTIVE, end: 'submitted' }
const MESSAGE = { jobId: 'job-1', isFollowUp: true }
const MESSAGE_SENT: FollowedJob = { job: MESSAGE, answer: ACTIVE, end: 'submitted' }
const KNOWN_ONLY_BY_ID: FollowedJob = { job: { jobId: 'job-1' }, end: 'submitted' }

interface Circumstances {
  clock?: WorldClock
  /** What the polls are answered; `DONE` after that. */
  answers?: (AgentJob | Error)[]
  inputs?: Partial<Inputs>
  parts?: Parameters<typeof createDependencies>[0]
}

/** Follows a job. Gives how it ended, and seconds from the start to each poll and to the end. */
async function follow(
  current: FollowedJob,
  { clock = new WorldClock(), answers = [], inputs, parts }: Circumstances = {},
) {
  const startedAt = clock.now()
  const passedSeconds = () => Math.floor((clock.now() - startedAt) / 1_000)
  const polls: number[] = []
  const give = giveInTurn([...answers, DONE])
  const service = {
    getAgentJob() {
      polls.push(passedSeconds())
      return give()
    },
  }
  const { dependencies, warnings } = createDependencies({ service, clock, ...parts })
  const followed = await followJob(
    current,
    { wait: true, timeoutMs: 600_000, pollIntervalMs: 1_000, ...inputs } as Inputs,
    startedAt,
    dependencies,
  )
  const titles = warnings.map((warning) => warning.split(':')[0])
  const { outcome, job } = endByJob(followed, 600_000)
  const said = { outcome, status: job.status, prLink: job.prLink?.href }
  return { ...said, polls, seconds: passedSeconds(), titles }
}

test('a comment whose edit is never taken holds up no poll', async () => {
  const parts = { comment: { tell: () => new Promise<void>(() => {}) } }
  expect(await follow(CREATED, { parts })).toMatchObject({ outcome: 'pull-request', polls: [1] })
})

test.each([
  ['a minute later', 0, 60],
  ['in a re-run, as long after the message', 50_000, 10],
  ['at once, where the message is old', 60_000, 0],
])('after a message, `completed` is believed %s', async (_name, ageMs, expected) => {
  const clock = new WorldClock()
  const resumed = { ...MESSAGE_SENT, answer: undefined, job: { ...MESSAGE, messageAt: clock.wallClock() - ageMs } }
  const { outcome, seconds } = await follow(resumed, { clock })
  expect([outcome, seconds]).toEqual(['pull-request', expected])
})

const previous = { url: new URL('https://a.example/0'), state: 'open' } as const
const continued = { ...MESSAGE_SENT, job: { ...MESSAGE, previous } }
const created = { ...CREATED, job: { ...CREATED.job, previous } }
const named = { ...CREATED, job: { jobId: 'job-1', prLink: LINK } }
const refused: AgentJob = { ...COMPLETED, isPrLinkRefused: true }

test.each<[string, FollowedJob, AgentJob, string, string | undefined]>([
  ['is the one that it names', continued, DONE, 'pull-request', LINK.href],
  ['is the one that it continued, without a name', continued, COMPLETED, 'pull-request', previous.url.href],
  ['is none of an earlier job, for a new one', created, COMPLETED, 'no-pull-request', undefined],
  ['is none where it no longer names one', named, COMPLETED, 'no-pull-request', undefined],
  ['is none where it failed', continued, { status: 'failed' }, 'failed', undefined],
  ['is none where its link is not safe', continued, refused, 'no-pull-request', undefined],
])('the pull request of a job that has ended %s', async (_name, current, job, outcome, prLink) => {
  const answers = [ACTIVE, job, job, job]
  expect(await follow(current, { answers })).toMatchObject({ outcome, prLink })
})

test('the pull request of a job is known also where the run is cancelled while it reads what that changes', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const github = {
    fetchPullRequest: () => new Promise(() => {}),
    async fetchChangedFiles() {
      controller.abort(new CancelledError('The run was canceled (SIGINT).'))
      signal.throwIfAborted()
    },
  }
  const result = await follow(CREATED, { parts: { github, signal } })
  expect(result).toMatchObject({ outcome: 'cancelled', status: 'completed', prLink: LINK.href })
})

test.each([
  ['an answer', [ACTIVE]],
  ['one without a status after it', [ACTIVE, { id: 'job-1' }]],
  ['one whose status is new', [ACTIVE, { id: 'job-1', unknownStatus: untrustedText('queued') }], 'queued'],
])('when a failure ends the wait, the last status of the job is known: %s', async (_name, answers, last = 'active') => {
  const { outcome, status } = await follow(CREATED, { answers: [...answers, failure(401)] })
  expect([outcome, status]).toEqual(['error', last])
})

test('a job that is active at the deadline is known to be', async () => {
  const answers = Array.from({ length: 600 }, () => ACTIVE)
  expect(await follow(CREATED, { answers })).toMatchObject({ outcome: 'timed-out', status: 'active' })
})

test('a status that is new is warned of once', async () => {
  const [odd, other] = [{ unknownStatus: untrustedText('queued') }, { unknownStatus: untrustedText('paused') }]
  const { titles } = await follow(CREATED, { answers: [odd, ACTIVE, other] })
  expect(titles).toEqual(['Unknown job status'])
})

const inputs = { wait: false }
const READY = { outcome: 'pull-request', prLink: LINK.href }
const UNREAD = { status: undefined, titles: ["Couldn't read the job's status"] }

test.each<[string, FollowedJob, (AgentJob | Error)[], object]>([
  ['was just created is not read', CREATED, [], { status: 'active', polls: [] }],
  ['is known by its ID is read once', KNOWN_ONLY_BY_ID, [], { ...READY, status: 'completed', polls: [0] }],
  ['is completed at once has its pull request', { ...CREATED, answer: DONE }, [], READY],
  ['has taken a message may be as before it', { ...MESSAGE_SENT, answer: DONE }, [], { prLink: undefined }],
  ['is answered with 400 is an error', KNOWN_ONLY_BY_ID, [failure(400)], { outcome: 'error', polls: [0] }],
  ['is answered with 401 is an error', KNOWN_ONLY_BY_ID, [failure(401)], { outcome: 'error', polls: [0] }],
  ["can't be read now is submitted, with a warning", KNOWN_ONLY_BY_ID, [failure(503)], UNREAD],
])('without a wait, a job that %s', async (_name, current, answers, expected) => {
  expect(await follow(current, { inputs, answers })).toMatchObject({ outcome: 'submitted', ...expected })
})

test('the log has a line for each new status, and then one a minute', () => {
  const { dependencies, infos } = createDependencies({})
  let elapsedMs = 0
  const write = createProgressLog(dependencies.log, () => elapsedMs)
  for (; elapsedMs < 123_000; elapsedMs += 3_000) write('active')
  write('completed')
  expect(infos).toEqual(['less than 1s: active', '1m: active', '2m: active', '2m 3s: completed'])
})
