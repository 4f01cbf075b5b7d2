import { describe, expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import type { CurrentJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import { followJob } from '../../../../src/agent-job/job/follow-job.ts'
import type { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { WorldClock } from '../../../world/world-clock.ts'
import { ACTIVE, createDependencies, DONE, failure, LINK } from './job-for-tests.ts'

const COMPLETED: AgentJob = { status: 'completed' }
const CREATED: CurrentJob = { jobId: 'job-1', job: ACTIVE, isNew: true }
const MESSAGE_SENT: CurrentJob = { ...CREATED, isNew: false, isFollowUp: true }
const KNOWN_ONLY_BY_ID: CurrentJob = { jobId: 'job-1', isNew: false }

interface Circumstances {
  clock?: WorldClock
  pollIntervalMs?: number
  edit?: () => Promise<void>
  /** What the polls are answered; `DONE` after that. */
  answers?: (AgentJob | DocsServiceError)[]
  /** Whether the run waits for the end of the job. */
  wait?: boolean
  /** What GitHub says of the files that the pull request changes. */
  listChangedFiles?: () => Promise<never>
  signal?: AbortSignal
}

/** Follows a job. Gives how it ended, and seconds from the start to each poll and to the end. */
async function follow(current: CurrentJob, circumstances: Circumstances = {}) {
  const { clock = new WorldClock(), edit, answers = [], listChangedFiles, signal } = circumstances
  const { pollIntervalMs = 1_000, wait = true } = circumstances
  const startedAt = clock.now()
  const passedSeconds = () => Math.floor((clock.now() - startedAt) / 1_000)
  const polls: number[] = []
  const { dependencies, warnings } = createDependencies({
    github: listChangedFiles && { listChangedFiles, readPullRequest: () => new Promise(() => {}) },
    service: {
      async getAgentJob() {
        polls.push(passedSeconds())
        const answer = answers.shift() ?? DONE
        if (answer instanceof Error) throw answer
        return answer
      },
    },
    comment: edit && { edit },
    clock,
    ...(signal && { signal }),
  })
  const inputs = { wait, timeoutMs: 600_000, pollIntervalMs } as Inputs
  const span = { startedAt, deadline: startedAt + 600_000 }
  const { ending, job, pullRequest } = await followJob(current, inputs, span, dependencies)
  const titles = warnings.map((warning) => warning.split(':')[0])
  return {
    outcome: ending.outcome,
    status: job?.status,
    pullRequest: pullRequest?.href,
    polls,
    seconds: passedSeconds(),
    titles,
  }
}

test.each([
  ['is never taken holds up the first poll for ten seconds', () => new Promise<void>(() => {}), 11],
  ['is taken after three seconds is waited for, and no longer', (clock: WorldClock) => clock.sleep(3_000), 4],
] as const)('a comment that %s', async (_name, edit, firstPoll) => {
  const clock = new WorldClock()
  const { outcome, polls } = await follow(CREATED, { clock, edit: () => edit(clock) })
  expect([outcome, polls]).toEqual(['pull-request', [firstPoll]])
})

describe('after a message', () => {
  test.each([
    [1_000, 20],
    [10_000, 60],
  ])(
    'with a poll interval of %d ms, `completed` is believed after %d s',
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
})

describe('the pull request of a job that has ended', () => {
  const previous = { url: new URL('https://a.example/0'), state: 'open' } as const
  const continued = { ...MESSAGE_SENT, previous }
  const refused: AgentJob = { ...COMPLETED, isPrLinkRefused: true }

  test.each<[string, CurrentJob, AgentJob, string, string | undefined]>([
    ['is the one that it names', continued, DONE, 'pull-request', LINK.href],
    [
      'is the one that it continued, where it names none',
      continued,
      COMPLETED,
      'pull-request',
      previous.url.href,
    ],
    [
      'is none of an earlier job, where it is a new one',
      { ...CREATED, previous },
      COMPLETED,
      'no-pull-request',
      undefined,
    ],
    ['is none where it failed', continued, { status: 'failed' }, 'failed', undefined],
    ['is none where its link is not safe', continued, refused, 'no-pull-request', undefined],
  ])('%s', async (_name, current, job, outcome, pullRequest) => {
    const answers = [ACTIVE, job, job, job]
    expect(await follow(current, { answers })).toMatchObject({ outcome, pullRequest })
  })

  test('is known also where the run is cancelled while it reads what that changes', async () => {
    const controller = new AbortController()
    const listChangedFiles = async () => {
      controller.abort(new CancelledError('The run was cancelled (SIGINT).'))
      throw controller.signal.reason
    }
    const result = await follow(CREATED, { listChangedFiles, signal: controller.signal })
    expect(result).toMatchObject({ outcome: 'cancelled', status: 'completed', pullRequest: LINK.href })
  })
})

test.each([
  ['an answer', [ACTIVE]],
  ['one without a status after it', [ACTIVE, { id: 'job-1' }]],
])('when a failure ends the wait, the last status of the job is known: %s', async (_name, answers) => {
  const { outcome, status } = await follow(CREATED, { answers: [...answers, failure(401)] })
  expect([outcome, status]).toEqual(['error', 'active'])
})

test.each([true, false])(
  'what is odd about the answer to the prompt is warned of once, also where it is the last: wait %s',
  async (wait) => {
    const odd = { wrongFields: ['model'], unknownStatus: untrustedText('queued') }
    const { titles } = await follow({ ...CREATED, job: { id: 'job-1', ...odd } }, { wait, answers: [odd] })
    expect(titles).toEqual(['Unknown job status', 'Unreadable fields of the job'])
  },
)

describe('without a wait', () => {
  test.each<[string, CurrentJob, object]>([
    ['was just created is not read', CREATED, { status: 'active', polls: [] }],
    [
      'is known by its ID is read once',
      KNOWN_ONLY_BY_ID,
      { status: 'completed', polls: [0], pullRequest: LINK.href },
    ],
    ['is completed at once has its pull request', { ...CREATED, job: DONE }, { pullRequest: LINK.href }],
    [
      'has taken a message may be as before it, so it has none',
      { ...MESSAGE_SENT, job: DONE },
      { pullRequest: undefined },
    ],
  ])('a job that %s', async (_name, current, expected) => {
    expect(await follow(current, { wait: false })).toMatchObject({ outcome: 'submitted', ...expected })
  })

  test.each([400, 401])('a job that is answered with %d is an error', async (status) => {
    const { outcome, polls } = await follow(KNOWN_ONLY_BY_ID, { wait: false, answers: [failure(status)] })
    expect([outcome, polls]).toEqual(['error', [0]])
  })

  test("a job that can't be read now is submitted all the same, with a warning", async () => {
    const answers = Array.from({ length: 4 }, () => failure(503))
    expect(await follow(KNOWN_ONLY_BY_ID, { wait: false, answers })).toMatchObject({
      outcome: 'submitted',
      status: undefined,
      titles: ["The job's status is not known"],
    })
  })
})
