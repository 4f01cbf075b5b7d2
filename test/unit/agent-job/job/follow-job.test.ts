import { expect, test } from 'vitest'
import { endByJob } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import type { FollowedJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import { createProgressLog, followJob } from '../../../../src/agent-job/job/follow-job.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, giveInTurn, LINK, NOON } from './job-for-tests.ts'

const COMPLETED: AgentJob = { status: 'completed' }
const CREATED: FollowedJob = { job: { jobId: 'job-1', isFollowUp: false }, answer: ACTIVE, end: 'submitted' }
const MESSAGE = { jobId: 'job-1', isFollowUp: true }
const MESSAGE_SENT: FollowedJob = { job: MESSAGE, answer: ACTIVE, end: 'submitted' }
const KNOWN_ONLY_BY_ID: FollowedJob = { job: { jobId: 'job-1' }, end: 'submitted' }

/** Of a minute's wait. What the service says after `answers` is `DONE`. */
interface Circumstances extends Partial<Inputs> {
  answers?: (AgentJob | Error)[]
  parts?: Partial<Parameters<typeof createDependencies>[0]>
}

/** Follows a job. Gives how it ended, and seconds from the start to each poll and to the end. */
async function follow(current: FollowedJob, { answers = [], parts, ...inputs }: Circumstances = {}) {
  const passedSeconds = () => Math.floor(clock.now() / 1_000)
  const polls: number[] = []
  const give = giveInTurn([...answers, DONE])
  const getAgentJob = () => {
    polls.push(passedSeconds())
    return give()
  }
  const told: string[] = []
  const comment = {
    tell: async (_text: unknown, change: object) => void told.push(Object.values(change).join(' ')),
  }
  const { dependencies, clock, warnings } = createDependencies({ service: { getAgentJob }, comment, ...parts })
  const usual = { wait: true, timeoutMs: 600_000, pollIntervalMs: 1_000 }
  const followed = await followJob(current, { ...usual, ...inputs } as Inputs, 0, dependencies)
  const titles = warnings.map((warning) => warning.split(':')[0])
  const { outcome, job } = endByJob(followed, 600_000)
  return { outcome, status: job.status, prLink: job.prLink?.href, polls, seconds: passedSeconds(), titles, told }
}

test('the comment tells the ID of the job, once, and that the service asks to wait; a poll is one request', async () => {
  const limit = failure(429, { retryAfterMs: 60_000, retryAt: NOON + 61_000 })
  const { told, polls } = await follow(CREATED, { answers: [ACTIVE, limit, ACTIVE, ACTIVE] })
  expect(polls).toEqual([1, 2, 62, 63, 64])
  expect(told).toEqual(['job job-1 ', '', ''])
})

const previous = { url: new URL('https://a.example/0'), state: 'open' } as const
const continued = { ...MESSAGE_SENT, job: { ...MESSAGE, previous } }
const created = { ...CREATED, job: { ...CREATED.job, previous } }
const named = { ...CREATED, job: { jobId: 'job-1', prLink: LINK } }
const refused: AgentJob = { ...COMPLETED, isPrLinkRefused: true }
const readAgain = (job: AgentJob) => ({ answers: [ACTIVE, job, job, job] })
const sentBefore = (ms: number) => ({ ...KNOWN_ONLY_BY_ID, job: { ...MESSAGE, messageAt: NOON - ms } })
const [UPDATED, KNOWN, NONE] = [previous, { url: LINK }, { url: undefined }]
const READY = 'pull-request'

test.each<[string, FollowedJob, Circumstances, outcome: string, { url: URL | undefined }]>([
  ['is the one that it names', continued, readAgain(DONE), READY, KNOWN],
  ['is the one that it continued, without a name', continued, readAgain(COMPLETED), READY, UPDATED],
  ['is none of an earlier job, for a new one', created, readAgain(COMPLETED), 'no-pull-request', NONE],
  ['is none where it no longer names one', named, readAgain(COMPLETED), 'no-pull-request', NONE],
  ['is none where it failed', continued, readAgain({ status: 'failed' }), 'failed', NONE],
  ['is none where its link is not safe', continued, readAgain(refused), 'no-pull-request', NONE],
])('the pull request of a job that has ended %s', async (_name, current, circumstances, outcome, { url }) => {
  expect(await follow(current, circumstances)).toMatchObject({ outcome, prLink: url?.href })
})

test.each([
  ['a minute later', 0, 60],
  ['in a re-run, as long after the message', 50_000, 10],
  ['at once, where the message is old', 60_000, 0],
])('after a message, `completed` is believed %s', async (_name, ageMs, seconds) => {
  expect(await follow(sentBefore(ageMs))).toMatchObject({ outcome: READY, seconds })
})

const STRANGE = { id: 'job-1', unknownStatus: untrustedText('queued') }
const refusal = failure(401)

test.each<[string, Circumstances, object]>([
  ['an answer', { answers: [ACTIVE, refusal] }, { outcome: 'error', status: 'active' }],
  ['one without a status after it', { answers: [ACTIVE, { id: 'job-1' }, refusal] }, { status: 'active' }],
  ['one whose status is new', { answers: [ACTIVE, STRANGE, refusal] }, { status: 'queued' }],
  ['the last poll', { answers: Array(60).fill(ACTIVE), timeoutMs: 60_000 }, { outcome: 'timed-out', status: 'active' }],
])('when the wait ends before the job, its last status is known: %s', async (_name, circumstances, expected) => {
  expect(await follow(CREATED, circumstances)).toMatchObject(expected)
})

test('a status that is new is warned of once', async () => {
  const { titles } = await follow(CREATED, { answers: [STRANGE, ACTIVE, { unknownStatus: untrustedText('paused') }] })
  expect(titles).toEqual(['Unknown job status'])
})

const READ = { outcome: 'pull-request', prLink: LINK.href, status: 'completed', polls: [0] }
const UNREAD = { status: undefined, titles: ["Couldn't read the job's status"] }

test.each<[string, FollowedJob, (AgentJob | Error)[], object]>([
  ['was just created is not read', CREATED, [], { status: 'active', polls: [] }],
  ['is known by its ID is read once', KNOWN_ONLY_BY_ID, [], READ],
  ['is completed at once has its pull request', { ...CREATED, answer: DONE }, [], { ...READ, polls: [] }],
  ['has taken a message may be as before it', { ...MESSAGE_SENT, answer: DONE }, [], { prLink: undefined }],
  ['is answered with 400 is an error', KNOWN_ONLY_BY_ID, [failure(400)], { outcome: 'error', polls: [0] }],
  ['is answered with 401 is an error', KNOWN_ONLY_BY_ID, [failure(401)], { outcome: 'error', polls: [0] }],
  ["can't be read now is submitted, with a warning", KNOWN_ONLY_BY_ID, [failure(503)], UNREAD],
])('without a wait, a job that %s', async (_name, current, answers, expected) => {
  expect(await follow(current, { wait: false, answers })).toMatchObject({ outcome: 'submitted', ...expected })
})

test('a comment whose edit is never taken holds up no poll', async () => {
  const parts = { comment: { tell: () => new Promise<void>(() => {}) } }
  expect(await follow(CREATED, { parts })).toMatchObject({ outcome: READY, polls: [1] })
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
