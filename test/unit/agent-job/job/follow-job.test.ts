import { describe, expect, test } from 'vitest'
import { endByJob } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import type { FollowedJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import { followJob } from '../../../../src/agent-job/job/follow-job.ts'
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
    { startedAt, deadline: startedAt + 600_000 },
    dependencies,
  )
  const titles = warnings.map((warning) => warning.split(':')[0])
  const { outcome, job } = endByJob(followed, 600_000)
  const said = { outcome, status: job.status, prLink: job.prLink?.href }
  return { ...said, polls, seconds: passedSeconds(), titles }
}

test.each([
  ['is never taken holds up the first poll for ten seconds', () => new Promise<void>(() => {}), 11],
  ['is taken after three seconds is waited for, and no longer', (clock: WorldClock) => clock.sleep(3_000), 4],
] as const)('a comment that %s', async (_name, edit, firstPoll) => {
  const clock = new WorldClock()
  const parts = { comment: { edit: () => edit(clock) } }
  const { outcome, polls } = await follow(CREATED, { clock, parts })
  expect([outcome, polls]).toEqual(['pull-request', [firstPoll]])
})

describe('after a message', () => {
  test.each([1_000, 10_000])('with an interval of %d ms, `completed` is believed after a minute', async (interval) => {
    const clock = new WorldClock()
    const current = { ...MESSAGE_SENT, job: { ...MESSAGE, messageAt: clock.wallClock() } }
    const { outcome, seconds } = await follow(current, { clock, inputs: { pollIntervalMs: interval } })
    expect([outcome, seconds]).toEqual(['pull-request', 60])
  })

  test('a re-run counts from the message, whose answer came in an earlier run', async () => {
    const clock = new WorldClock()
    const resumed = { ...MESSAGE_SENT, answer: undefined, job: { ...MESSAGE, messageAt: clock.wallClock() - 60_000 } }
    expect(await follow(resumed, { clock })).toMatchObject({ polls: [0], seconds: 0 })
  })
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

test.each([true, false])('what is odd about the answer to the prompt is warned of once: wait %s', async (wait) => {
  const odd = { unknownStatus: untrustedText('queued') }
  const current = { ...CREATED, answer: { id: 'job-1', ...odd } }
  const { titles } = await follow(current, { inputs: { wait }, answers: [odd] })
  expect(titles).toEqual(['Unknown job status'])
})

describe('without a wait', () => {
  const inputs = { wait: false }
  const READY = { outcome: 'pull-request', prLink: LINK.href }

  test.each<[string, FollowedJob, object]>([
    ['was just created is not read', CREATED, { status: 'active', polls: [] }],
    ['is known by its ID is read once', KNOWN_ONLY_BY_ID, { ...READY, status: 'completed', polls: [0] }],
    ['is completed at once has its pull request', { ...CREATED, answer: DONE }, READY],
    ['has taken a message may be as before it', { ...MESSAGE_SENT, answer: DONE }, { prLink: undefined }],
  ])('a job that %s', async (_name, current, expected) => {
    expect(await follow(current, { inputs })).toMatchObject({ outcome: 'submitted', ...expected })
  })

  test.each([400, 401])('a job that is answered with %d is an error', async (status) => {
    const { outcome, polls } = await follow(KNOWN_ONLY_BY_ID, { inputs, answers: [failure(status)] })
    expect([outcome, polls]).toEqual(['error', [0]])
  })

  test("a job that can't be read now is still submitted, with a warning", async () => {
    const answers = Array.from({ length: 4 }, () => failure(503))
    const warned = { outcome: 'submitted', status: undefined, titles: ["Couldn't read the job's status"] }
    expect(await follow(KNOWN_ONLY_BY_ID, { inputs, answers })).toMatchObject(warned)
  })
})
