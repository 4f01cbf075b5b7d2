import { expect, test } from 'vitest'
import { endByJob } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import type { FollowedJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Progress } from '../../../../src/agent-job/job/dependencies.ts'
import { createProgressLog, followJob } from '../../../../src/agent-job/job/follow-job.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, giveInTurn, LINK, NOON, OPEN } from './job-for-tests.ts'

const COMPLETED: AgentJob = { status: 'completed' }
const STRANGE: AgentJob = { id: 'job-1', unknownStatus: untrustedText('queued') }
const CREATED: FollowedJob = { job: { jobId: 'job-1', isFollowUp: false }, answer: ACTIVE, end: 'submitted' }
const MESSAGE = { jobId: 'job-1', isFollowUp: true }
const MESSAGE_SENT: FollowedJob = { job: MESSAGE, answer: ACTIVE, end: 'submitted' }
const KNOWN_ONLY_BY_ID: FollowedJob = { job: { jobId: 'job-1' }, end: 'submitted' }

/** After `answers`, the service says `DONE`. */
interface Circumstances extends Partial<Inputs> {
  answers?: (AgentJob | Error)[]
  parts?: Partial<Parameters<typeof createDependencies>[0]>
}

/** A monotonic clock begins anywhere. */
const STARTED_AT = 7_000_000

/** Follows a job. Gives how it ended, its requests to GitHub, and seconds from the start to each poll and to the end. */
async function follow(current: FollowedJob, { answers = [], parts, ...inputs }: Circumstances = {}) {
  const passedSeconds = () => Math.floor((clock.now() - STARTED_AT) / 1_000)
  const polls: number[] = []
  const give = giveInTurn([...answers, DONE])
  const { timeoutMs = 600_000 } = inputs
  const getAgentJob = (_id: string, { deadline }: Limits) => {
    expect(deadline).toBe(STARTED_AT + timeoutMs)
    polls.push(passedSeconds())
    return give()
  }
  const told: string[] = []
  const comment = {
    tell: async (progress: Progress, change: object = {}) =>
      void told.push([progress.state, progress.job?.jobId, progress.waitingUntil, ...Object.values(change)].join(' ')),
  }
  const github = { fetchPullRequest: OPEN, fetchChangedFiles: { files: [], isWhole: true } }
  const made = createDependencies({ service: { getAgentJob }, github, comment, ...parts })
  const { dependencies, clock, infos, warnings } = made
  await clock.sleep(STARTED_AT)
  const usual = { wait: true, timeoutMs, pollIntervalMs: 1_000 }
  const followed = await followJob(current, { ...usual, ...inputs } as Inputs, STARTED_AT, dependencies)
  const titles = warnings.map((warning) => warning.split(':')[0])
  const { outcome, job } = endByJob(followed, 600_000)
  const facts = { outcome, status: job.status, prLink: job.prLink?.href, reads: made.asked.length - polls.length }
  return { ...facts, polls, seconds: passedSeconds(), infos, titles, told }
}

test('the comment tells the ID of the job, once, and that the service asks to wait; a poll is one request', async () => {
  const limit = failure(429, { retryAfterMs: 60_000, retryAt: NOON + 63_000 })
  const { told, polls, infos } = await follow(CREATED, { answers: [ACTIVE, failure(500), limit, STRANGE, ACTIVE] })
  expect(polls).toEqual([1, 2, 3, 63, 64, 65])
  expect(told).toEqual(['job job-1  job job-1 ', `job job-1 ${limit.retryAt}`, 'job job-1 '])
  expect(infos).toEqual([
    'Waiting for job job-1, up to 10m.',
    '1s: active',
    expect.stringMatching(/^2s: .* answered 500\. Retrying\.$/),
    expect.stringMatching(/^3s: .* answered 429\. Retrying\.$/),
    '1m 3s: unknown status',
    '1m 4s: active',
    '1m 5s: completed',
  ])
})

const previous = { url: new URL('https://a.example/0'), state: 'open' } as const
const continued = { ...MESSAGE_SENT, job: { ...MESSAGE, previous } }
const created = { ...CREATED, job: { ...CREATED.job, previous } }
const named = { ...CREATED, job: { jobId: 'job-1', prLink: LINK } }
const sentBefore = (ms: number) => ({ ...KNOWN_ONLY_BY_ID, job: { ...MESSAGE, messageAt: NOON + STARTED_AT - ms } })
const REFUSED: AgentJob = { ...COMPLETED, isPrLinkRefused: true }
const OTHER: AgentJob = { unknownStatus: untrustedText('humming') }
const noKey = failure(401)
const always = (job: AgentJob): AgentJob[] => [ACTIVE, ...Array(60).fill(job)]
const READY = { outcome: 'pull-request', prLink: LINK.href, reads: 2, titles: [] as string[] }
const NONE = { outcome: 'no-pull-request', prLink: undefined, reads: 0 }
const UNDECIDED = { outcome: 'timed-out', status: 'active', reads: 0 }
const NEVER = { tell: () => new Promise<void>(() => {}) }
const BUG = { fetchPullRequest: new TypeError('x'), fetchChangedFiles: { files: [] } }
const UNLISTED = ["The changed pages aren't listed"]

test.each<[string, FollowedJob, (AgentJob | Error)[], object, Circumstances?]>([
  ['a job has the pull request that it names', continued, [ACTIVE, DONE], READY],
  ['a job has the one that it continued, without a name', continued, always(COMPLETED), { prLink: previous.url.href }],
  ['a new job has none of an earlier job', created, always(COMPLETED), NONE],
  ['a job has none that it no longer names', named, always(COMPLETED), NONE],
  ['a job that failed has none', continued, always({ status: 'failed' }), { outcome: 'failed', prLink: undefined }],
  ['a job whose link is not safe has none', continued, always(REFUSED), NONE],
  ['after a message, an end is believed a minute later', sentBefore(0), [], { ...READY, seconds: 60 }],
  ['in a re-run, as long after the message', sentBefore(50_000), [], { ...READY, seconds: 10 }],
  ['at once, where the message is old', sentBefore(60_000), [], { ...READY, seconds: 0 }],
  ['in a re-run, the link may not be known', sentBefore(60_000), always(COMPLETED), NONE],
  ['a failure leaves the last status', CREATED, [ACTIVE, noKey], { outcome: 'error', status: 'active' }],
  ['so does an answer without one', CREATED, [ACTIVE, { id: 'job-1' }, noKey], { outcome: 'error', status: 'active' }],
  ['a status that is new is kept', CREATED, [ACTIVE, STRANGE, noKey], { outcome: 'error', status: 'queued' }],
  ['it is warned of once', CREATED, [STRANGE, ACTIVE, OTHER], { titles: ['Unknown job status'] }],
  ['the status at the deadline is known', named, always(ACTIVE), UNDECIDED, { timeoutMs: 60_000 }],
  [
    'an edit that is never taken holds up no poll',
    CREATED,
    [],
    { ...READY, polls: [1] },
    { parts: { comment: NEVER } },
  ],
  ['a bug while pages are read is a warning', CREATED, [], { ...READY, titles: UNLISTED }, { parts: { github: BUG } }],
])('%s', async (_name, current, answers, expected, circumstances = {}) => {
  expect(await follow(current, { answers, ...circumstances })).toMatchObject(expected)
})

const READ = { ...READY, status: 'completed', polls: [0] }
const ERROR = { outcome: 'error', polls: [0] }
const UNREAD = { status: undefined, titles: ["Couldn't read the job's status"] }

test.each<[string, FollowedJob, (AgentJob | Error)[], object]>([
  ['was just created is not read', CREATED, [], { status: 'active', polls: [] }],
  ['is known by its ID is read once', KNOWN_ONLY_BY_ID, [], READ],
  ['is completed at once has its pull request', { ...CREATED, answer: DONE }, [], { ...READ, polls: [] }],
  ['has taken a message may be as before it', { ...MESSAGE_SENT, answer: DONE }, [], { prLink: undefined }],
  ['is answered with 400 is an error', KNOWN_ONLY_BY_ID, [failure(400)], ERROR],
  ['is answered with 401 is an error', KNOWN_ONLY_BY_ID, [noKey], ERROR],
  ["can't be read now is submitted, with a warning", KNOWN_ONLY_BY_ID, [failure(503)], UNREAD],
])('without a wait, a job that %s', async (_name, current, answers, expected) => {
  expect(await follow(current, { wait: false, answers })).toMatchObject({ outcome: 'submitted', ...expected })
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

test('the log has a line for each new status, and then one a minute', () => {
  const { dependencies, infos } = createDependencies({})
  let elapsedMs = 0
  const write = createProgressLog(dependencies.log, () => elapsedMs)
  for (; elapsedMs < 123_000; elapsedMs += 3_000) write('active')
  write('completed')
  expect(infos).toEqual(['less than 1s: active', '1m: active', '2m: active', '2m 3s: completed'])
})
