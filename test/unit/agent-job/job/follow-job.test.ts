import { describe, expect, test } from 'vitest'
import type { ClaimComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import type { CurrentJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import { followJob } from '../../../../src/agent-job/job/follow-job.ts'
import { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { WorldClock } from '../../../world/world-clock.ts'

const ACTIVE: AgentJob = { id: 'job-1', status: 'active' }
const DONE: AgentJob = { id: 'job-1', status: 'completed', pullRequest: new URL('https://a.example/1') }
const CREATED: CurrentJob = { jobId: 'job-1', job: ACTIVE, isNew: true }
const MESSAGE_SENT: CurrentJob = { ...CREATED, isNew: false, isFollowUp: true }

interface Circumstances {
  clock?: WorldClock
  pollIntervalMs?: number
  edit?: () => Promise<void>
  /** What the polls are answered; `DONE` after that. */
  answers?: (AgentJob | DocsServiceError)[]
  /** Whether the run waits for the end of the job. */
  wait?: boolean
}

/** Follows a job. Gives how it ended, and seconds from the start to each poll and to the end. */
async function follow(current: CurrentJob, circumstances: Circumstances = {}) {
  const { clock = new WorldClock(), pollIntervalMs = 1_000, edit, answers = [], wait = true } = circumstances
  const startedAt = clock.now()
  const passedSeconds = () => Math.floor((clock.now() - startedAt) / 1_000)
  const inputs = { wait, timeoutMs: 600_000, pollIntervalMs } as Inputs
  const polls: number[] = []
  const warnings: string[] = []
  const { ending, job, pullRequest } = await followJob(
    current,
    inputs,
    { startedAt, deadline: startedAt + 600_000 },
    {
      run: { serverUrl: new URL('https://github.test') } as never,
      github: undefined,
      service: {
        async getAgentJob() {
          polls.push(passedSeconds())
          const answer = answers.shift() ?? DONE
          if (answer instanceof Error) throw answer
          return answer
        },
      } as never,
      comment: edit && ({ edit } as unknown as ClaimComment),
      clock,
      signal: new AbortController().signal,
      log: { info() {}, warning: (title: string) => warnings.push(title) } as unknown as Log,
      renderProgress: () => markdown`working`,
    },
  )
  const { outcome } = ending
  return { outcome, status: job?.status, pullRequest, polls, seconds: passedSeconds(), warnings }
}

test("a comment that is never taken holds up a job's first poll for ten seconds", async () => {
  const { outcome, polls } = await follow(CREATED, { edit: () => new Promise(() => {}) })
  expect([outcome, polls]).toEqual(['pull-request', [11]])
})

test('a comment that is taken after three seconds is waited for, and no longer', async () => {
  const clock = new WorldClock()
  const { outcome, polls } = await follow(CREATED, { clock, edit: () => clock.sleep(3_000) })
  expect([outcome, polls]).toEqual(['pull-request', [4]])
})

test.each([
  [1_000, 20],
  [10_000, 60],
])(
  'with a poll interval of %d ms, `completed` just after a message is believed after %d s',
  async (pollIntervalMs, longestSeconds) => {
    const clock = new WorldClock()
    const messageAt = clock.wallClock()
    const { outcome, seconds } = await follow({ ...MESSAGE_SENT, messageAt }, { clock, pollIntervalMs })
    expect(outcome).toBe('pull-request')
    expect(seconds).toBeGreaterThanOrEqual(longestSeconds)
    // The poll after that moment.
    expect(seconds).toBeLessThan(longestSeconds * 1.5)
  },
)

test('a re-run counts from the message, whose answer came in an earlier run', async () => {
  const clock = new WorldClock()
  const { job: _unknown, ...resumed } = { ...MESSAGE_SENT, messageAt: clock.wallClock() - 30_000 }
  expect(await follow(resumed, { clock })).toMatchObject({ polls: [0], seconds: 0 })
})

function refusal(status: number): DocsServiceError {
  return new DocsServiceError(
    { operation: 'get agent job', kind: 'status', certainty: 'not-accepted', status },
    'GET https://docs.example',
    `it answered ${status}`,
  )
}

describe('a job that ends without a link', () => {
  const url = new URL('https://a.example/0')
  const continued = { ...MESSAGE_SENT, previous: { url, state: 'open' } } as const
  const ended = (job: AgentJob) => [ACTIVE, job, job, job]

  test('has the pull request that it continued', async () => {
    const answers = ended({ status: 'completed' })
    expect(await follow(continued, { answers })).toMatchObject({ outcome: 'pull-request', pullRequest: url })
    expect((await follow(continued, { answers: ended(DONE) })).pullRequest).toEqual(DONE.pullRequest)
  })

  test.each<[string, CurrentJob, AgentJob, string]>([
    [
      'it is a new one',
      { ...CREATED, previous: continued.previous },
      { status: 'completed' },
      'no-pull-request',
    ],
    ['it failed', continued, { status: 'failed' }, 'failed'],
    ['its link is not safe', continued, { status: 'completed', isPrLinkRefused: true }, 'no-pull-request'],
  ])('has none where %s', async (_name, current, job, outcome) => {
    expect(await follow(current, { answers: ended(job) })).toMatchObject({ outcome, pullRequest: undefined })
  })
})

test('when a failure ends the wait, the last status of the job is known', async () => {
  const { outcome, status } = await follow(CREATED, { answers: [ACTIVE, refusal(401)] })
  expect([outcome, status]).toEqual(['error', 'active'])
})

test('an answer without a status takes nothing away from what is known of the job', async () => {
  const { status } = await follow(CREATED, { answers: [ACTIVE, { id: 'job-1' }, refusal(403)] })
  expect(status).toBe('active')
})

test.each([true, false])(
  'what is odd about the answer to the prompt is warned of once, also where it is the last: wait %s',
  async (wait) => {
    const odd = { wrongFields: ['model'], unknownStatus: untrustedText('queued') }
    const { warnings } = await follow({ ...CREATED, job: { id: 'job-1', ...odd } }, { wait, answers: [odd] })
    expect(warnings).toEqual(['Unknown job status', 'Unreadable fields of the job'])
  },
)

describe('without a wait', () => {
  const KNOWN_ONLY_BY_ID: CurrentJob = { jobId: 'job-1', isNew: false }

  test('a job that was just created is not read', async () => {
    expect(await follow(CREATED, { wait: false })).toMatchObject({
      outcome: 'submitted',
      status: 'active',
      polls: [],
    })
  })

  test('a job that this run has not created is read once, so that its status is known', async () => {
    expect(await follow(KNOWN_ONLY_BY_ID, { wait: false, answers: [ACTIVE] })).toMatchObject({
      outcome: 'submitted',
      status: 'active',
      polls: [0],
    })
  })

  test.each<[string, CurrentJob, string | undefined]>([
    ['that this run has not created', KNOWN_ONLY_BY_ID, 'https://a.example/1'],
    ['that was just created', { ...CREATED, job: DONE }, 'https://a.example/1'],
    ['that has taken a message, and may be as before it', { ...MESSAGE_SENT, job: DONE }, undefined],
  ])(
    'a completed job %s is told with its pull request only where that is sure',
    async (_name, current, url) => {
      const { outcome, pullRequest } = await follow(current, { wait: false })
      expect([outcome, pullRequest?.href]).toEqual(['submitted', url])
    },
  )

  test.each([400, 401, 403, 404])('a job that is answered with %d is an error', async (status) => {
    const { outcome, polls } = await follow(KNOWN_ONLY_BY_ID, { wait: false, answers: [refusal(status)] })
    expect([outcome, polls]).toEqual(['error', [0]])
  })

  test("a job that can't be read now is submitted all the same, with a warning", async () => {
    const answers = Array.from({ length: 4 }, () => refusal(503))
    expect(await follow(KNOWN_ONLY_BY_ID, { wait: false, answers })).toMatchObject({
      outcome: 'submitted',
      status: undefined,
      warnings: ["The job's status is not known"],
    })
  })
})

test('a run that is cancelled while it reads the pull request knows what the job has come to', async () => {
  const clock = new WorldClock()
  const startedAt = clock.now()
  const controller = new AbortController()
  const listChangedFiles = async () => {
    controller.abort(new CancelledError('The run was cancelled (SIGINT).'))
    throw controller.signal.reason
  }
  const done: AgentJob = { ...DONE, pullRequest: new URL('https://github.test/acme/docs/pull/7') }
  const inputs = { wait: true, timeoutMs: 600_000, pollIntervalMs: 1_000, trafficDays: 30 } as Inputs
  const { ending, job, pullRequest } = await followJob(
    CREATED,
    inputs,
    { startedAt, deadline: startedAt + 600_000 },
    {
      run: { serverUrl: new URL('https://github.test') } as never,
      github: { listChangedFiles, readPullRequest: () => new Promise(() => {}) } as never,
      service: { getAgentJob: async () => done } as never,
      comment: undefined,
      clock,
      signal: controller.signal,
      log: { info() {}, warning() {} } as unknown as Log,
      renderProgress: () => markdown`working`,
    },
  )
  expect([ending.outcome, job?.status, pullRequest]).toEqual(['cancelled', 'completed', done.pullRequest])
})
