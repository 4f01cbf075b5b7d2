import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextPauseMs, type PollOptions, pollJob } from '../../../../src/agent-job/job/poll-job.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const ACTIVE: AgentJob = { id: 'job-1', status: 'active' }
const DONE: AgentJob = { id: 'job-1', status: 'completed', pullRequest: new URL('https://a.example/1') }
const EMPTY: AgentJob = { id: 'job-1', status: 'completed' }
const STRANGE: AgentJob = { id: 'job-1', unknownStatus: untrustedText('queued') }

function failure(facts: Partial<Failure>): DocsServiceError {
  const basics: Failure = { operation: 'get agent job', kind: 'status', certainty: 'unknown', ...facts }
  return new DocsServiceError(basics, 'GET https://docs.example', 'went wrong')
}

const status = (code: number, retryAfterMs?: number) =>
  failure({ status: code, ...(retryAfterMs !== undefined && { retryAfterMs }) })

type Answer = AgentJob | Error | ((nowMs: number) => AgentJob)

/** Polls a job that gives `answers` in turn, the last one for ever, on a clock that only sleeping moves. */
async function poll(
  answers: Answer[],
  options: Partial<PollOptions> & { known?: AgentJob; pollMs?: number; timeoutMs?: number } = {},
) {
  let nowMs = 1_000
  let inFlight = 0
  const polls: number[] = []
  const seen: AgentJob[] = []
  const passedOver: DocsServiceError[] = []
  const { known, pollMs = 0, timeoutMs = 60_000, ...others } = options
  const polling = pollJob('job-1', known, {
    service: {
      async getAgentJob(id, { deadline }) {
        expect(id).toBe('job-1')
        inFlight += 1
        expect(inFlight).toBe(1)
        polls.push(nowMs - 1_000)
        const answer = answers[Math.min(polls.length, answers.length) - 1] ?? ACTIVE
        await Promise.resolve()
        inFlight -= 1
        if (nowMs + pollMs >= deadline && pollMs > 0) {
          nowMs = deadline
          throw failure({ kind: 'deadline' })
        }
        nowMs += pollMs
        if (answer instanceof Error) throw answer
        return typeof answer === 'function' ? answer(nowMs - 1_000) : answer
      },
    },
    clock: {
      now: () => nowMs,
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        nowMs += Math.max(0, ms)
      },
    },
    signal: new AbortController().signal,
    pollIntervalMs: 1_000,
    deadline: nowMs + timeoutMs,
    isNew: true,
    onAnswer: (job) => seen.push(job),
    onFailure: (error) => passedOver.push(error),
    ...others,
  })
  const result = await polling.catch((error: unknown) => ({ end: 'thrown' as const, error, job: undefined }))
  return { ...result, polls, seen, passedOver, elapsedMs: nowMs - 1_000 }
}

describe('the end', () => {
  test.each([
    ['completed', DONE],
    ['failed', { id: 'job-1', status: 'failed' }],
    ['archived', { id: 'job-1', status: 'archived' }],
  ] as const)('the status %s ends polling, with the last answer', async (_name, job) => {
    const { end, job: last, polls, seen } = await poll([ACTIVE, job])
    expect([end, last, polls.length, seen.length]).toEqual(['terminal', job, 2, 2])
  })

  test('a job that is known to be terminal is not polled', async () => {
    expect((await poll([], { known: DONE })).polls).toEqual([])
  })

  test('an active, unknown or missing status ends nothing', async () => {
    const { end, job, polls } = await poll([ACTIVE, STRANGE, {}, DONE])
    expect([end, job, polls.length]).toEqual(['terminal', DONE, 4])
  })

  test('a job that never ends is timed out, with what is known', async () => {
    const { end, job, elapsedMs, polls } = await poll([ACTIVE], { timeoutMs: 60_000 })
    expect([end, job]).toEqual(['timed-out', ACTIVE])
    expect(elapsedMs).toBeLessThanOrEqual(60_000)
    expect(polls.at(-1)).toBe(55_000)
  })

  test('a job that turns terminal on the last poll counts', async () => {
    const late: Answer = (nowMs) => (nowMs >= 55_000 ? DONE : ACTIVE)
    expect((await poll([late])).end).toBe('terminal')
  })

  test('the last poll keeps the interval too: where there is no room for two polls, it is the one that is kept', async () => {
    const { polls } = await poll([ACTIVE], { timeoutMs: 1_000, pollIntervalMs: 240 })
    expect(polls).toEqual([240, 480, 900])
  })

  test('no pause is longer than half a minute, or than a longer interval', async () => {
    for (const [timeoutMs, pollIntervalMs, longestMs] of [
      [3_600_000, 1_000, 30_000],
      [1_800_000, 3_000, 30_000],
      [1_800_000, 600_000, 600_000],
    ] as const) {
      const { polls } = await poll([ACTIVE], { timeoutMs, pollIntervalMs })
      const pauses = polls.map((at, index) => at - (polls[index - 1] ?? 0))
      expect(Math.max(...pauses)).toBeLessThanOrEqual(longestMs + 0.001)
      expect(polls.at(-1)).toBe(timeoutMs - 5_000)
    }
  })

  test('a job that is picked up is polled once, however short the time is', async () => {
    const { polls } = await poll([ACTIVE], { timeoutMs: 1_000, pollIntervalMs: 3_000, isNew: false })
    expect(polls).toEqual([0, 900])
  })

  test('a timeout shorter than the interval still has one poll, near its end', async () => {
    const { polls, end } = await poll([DONE], { timeoutMs: 500, pollIntervalMs: 600_000 })
    expect([end, polls]).toEqual(['terminal', [450]])
  })

  test('without time left, one poll is sent', async () => {
    const { polls, end } = await poll([ACTIVE], { timeoutMs: 0 })
    expect([end, polls.length]).toEqual(['timed-out', 1])
  })

  test('a poll that takes until the deadline was the last', async () => {
    const { end, polls, job } = await poll([ACTIVE], { timeoutMs: 10_000, pollMs: 4_000 })
    expect([end, job]).toEqual(['timed-out', ACTIVE])
    expect(polls.length).toBeLessThanOrEqual(3)
  })

  test('a timeout beyond what timers can take does not spin', async () => {
    const { polls } = await poll([ACTIVE], { timeoutMs: 86_400_000, pollIntervalMs: 600_000 })
    expect(polls.length).toBeLessThan(150)
  })
})

describe('pauses', () => {
  test('a job that was just created is polled after one interval, another one at once', async () => {
    expect((await poll([DONE], { isNew: true })).polls).toEqual([1_000])
    expect((await poll([DONE], { isNew: false })).polls).toEqual([0])
  })

  test('pauses grow with the age, up to half a minute', async () => {
    const { polls } = await poll([ACTIVE], { timeoutMs: 3_600_000 })
    const pauses = polls.slice(1).map((at, index) => at - (polls[index] ?? 0))
    expect(pauses[0]).toBe(1_000)
    expect(Math.max(...pauses)).toBeCloseTo(30_000)
    expect(polls.length).toBeLessThan(200)
  })

  test('a pause is never shorter than the poll interval or the one before, nor longer than 30 s or the interval', () => {
    const age = fc.integer({ min: 0, max: 24 * 60 * 60 * 1000 })
    fc.assert(
      fc.property(age, age, fc.integer({ min: 50, max: 600_000 }), (one, other, pollIntervalMs) => {
        const younger = nextPauseMs(Math.min(one, other), pollIntervalMs)
        const older = nextPauseMs(Math.max(one, other), pollIntervalMs)
        expect(younger).toBeGreaterThanOrEqual(pollIntervalMs)
        expect(older).toBeGreaterThanOrEqual(younger)
        expect(older).toBeLessThanOrEqual(Math.max(30_000, pollIntervalMs))
      }),
    )
  })

  test('jobs of 20 to 40 minutes are polled at most half as often as every ten seconds', () => {
    const minutes = Array.from({ length: 21 }, (_, index) => 20 + index)
    const countPolls = (durationMs: number) => {
      let polls = 1
      for (let ageMs = 3_000; ageMs < durationMs; polls += 1) ageMs += nextPauseMs(ageMs, 3_000)
      return polls
    }
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const polls = sum(minutes.map((length) => countPolls(length * 60_000)))
    expect(polls).toBeLessThanOrEqual(sum(minutes) * 3)
  })

  test('Retry-After is waited for', async () => {
    expect((await poll([status(429, 7_000), DONE])).polls).toEqual([1_000, 8_000])
  })

  test('a short Retry-After does not make polls more frequent', async () => {
    expect((await poll([status(503, 10), DONE])).polls).toEqual([1_000, 2_000])
  })

  test.each([59_000, 3_600_000, 90_000_000, Number.MAX_SAFE_INTEGER])(
    'Retry-After of %d ms ends in the last poll',
    async (retryAfterMs) => {
      const { end, polls } = await poll([status(429, retryAfterMs), DONE])
      expect([end, polls]).toEqual(['terminal', [1_000, 55_000]])
    },
  )

  test('whatever is answered, polls never come faster than the interval and never after the time', async () => {
    const answer = fc.constantFrom<Answer>(
      ACTIVE,
      STRANGE,
      DONE,
      EMPTY,
      {},
      status(404),
      status(408),
      status(429, 5_000),
      status(500),
      failure({ kind: 'no-answer' }),
      failure({ kind: 'not-connected' }),
      failure({ kind: 'unreadable' }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 50, max: 10_000 }),
        fc.integer({ min: 1, max: 600_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        async (answers, pollIntervalMs, timeoutMs, pollMs) => {
          const { polls, elapsedMs } = await poll(answers, { pollIntervalMs, timeoutMs, pollMs })
          expect(elapsedMs).toBeLessThanOrEqual(timeoutMs)
          for (const [index, at] of polls.entries()) {
            const before = polls[index - 1]
            if (before === undefined) continue
            expect(at - before).toBeGreaterThanOrEqual(pollIntervalMs - 0.001)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('failures', () => {
  const passing = [
    failure({ kind: 'not-connected' }),
    failure({ kind: 'no-answer' }),
    failure({ kind: 'unreadable', status: 200 }),
    ...[301, 302, 303, 307, 308, 408, 409, 425, 429, 500, 502, 599].map((code) => status(code)),
  ]
  test('a poll tolerates temporary failures, and reports them', async () => {
    const { end, passedOver } = await poll([...passing, DONE])
    expect([end, passedOver]).toEqual(['terminal', passing])
  })

  test('polling tolerates failures until the deadline', async () => {
    for (const error of passing) {
      const { end, job } = await poll([error], { known: ACTIVE })
      expect([end, job]).toEqual(['timed-out', ACTIVE])
    }
  })

  test.each([400, 401, 402, 403, 405, 410, 421, 422])(
    'an answer with status %d ends polling at once',
    async (code) => {
      const error = status(code)
      const result = await poll([ACTIVE, error, DONE])
      expect(result).toMatchObject({ end: 'thrown', error, passedOver: [] })
      expect(result.polls).toHaveLength(2)
    },
  )

  test('polling does not tolerate an error of the code', async () => {
    const error = new TypeError('x is not a function')
    expect(await poll([error])).toMatchObject({ end: 'thrown', error })
  })

  test("a cancelled poll or wait rejects with the signal's reason", async () => {
    const reason = new CancelledError('The run was cancelled.')
    const aborted = AbortSignal.abort(reason)
    expect(await poll([ACTIVE], { signal: aborted })).toMatchObject({ error: reason })

    const controller = new AbortController()
    const service = {
      async getAgentJob(): Promise<AgentJob> {
        controller.abort(reason)
        throw failure({ kind: 'cancelled' })
      },
    }
    expect(await poll([], { signal: controller.signal, service })).toMatchObject({ error: reason })
  })
})

describe('404', () => {
  test('a new job may not be found for a moment', async () => {
    expect((await poll([status(404), status(404), status(404), DONE])).end).toBe('terminal')
  })

  test('with short intervals, a 404 of a new job is tolerated for a time', async () => {
    const { elapsedMs, end } = await poll([status(404)], { pollIntervalMs: 50 })
    expect(end).toBe('thrown')
    expect(elapsedMs).toBeGreaterThanOrEqual(5_000)
    expect(elapsedMs).toBeLessThan(7_000)
  })

  test('with long intervals, a 404 of a new job is tolerated for a number of polls', async () => {
    const { polls, end } = await poll([status(404)], { pollIntervalMs: 30_000, timeoutMs: 600_000 })
    expect([end, polls.length]).toEqual(['thrown', 4])
  })

  test('a job that was found starts the count of 404s again', async () => {
    const missing = status(404)
    const answers = [missing, missing, missing, ACTIVE, missing, missing, missing, DONE]
    expect((await poll(answers, { pollIntervalMs: 5_000 })).end).toBe('terminal')
  })

  test('a 404 on the last poll is an error', async () => {
    expect((await poll([status(404)], { timeoutMs: 1_000 })).end).toBe('thrown')
  })

  test('a 404 of a job from job-id is an error', async () => {
    const result = await poll([status(404)], { isNew: false })
    expect([result.end, result.polls.length]).toEqual(['thrown', 1])
  })
})

describe('completed without a pull request', () => {
  test('a job completed without a pull request is read twice more, an interval apart', async () => {
    const { polls, job } = await poll([EMPTY])
    expect([polls, job]).toEqual([[1_000, 2_000, 3_000], EMPTY])
  })

  test('a link that appears counts, and ends the polling', async () => {
    const { polls, job } = await poll([EMPTY, DONE])
    expect([polls, job]).toEqual([[1_000, 2_000], DONE])
  })

  test('a job completed in the answer to create is read twice more', async () => {
    const { polls, job } = await poll([EMPTY, DONE], { known: EMPTY })
    expect([polls, job]).toEqual([[1_000, 2_000], DONE])
  })

  test('a job completed without a pull request is not read beyond the deadline', async () => {
    const { polls } = await poll([EMPTY], { timeoutMs: 2_500 })
    expect(polls).toEqual([1_000, 2_000])
  })

  test('a poll that fails, or says otherwise, takes nothing away', async () => {
    const odd = [status(500), status(401), status(404), ACTIVE, STRANGE, {}]
    for (const answer of odd) expect((await poll([EMPTY, answer])).job).toEqual(EMPTY)
    expect((await poll([EMPTY, status(500), DONE])).job).toEqual(DONE)
  })

  test('a completed job that is archived meanwhile is archived', async () => {
    const archived: AgentJob = { id: 'job-1', status: 'archived' }
    expect(await poll([EMPTY, archived])).toMatchObject({ job: archived })
  })
})

describe('after a follow-up message', () => {
  const staleUntil = 1_000 + 20_000

  test('a terminal status counts once the job was seen active', async () => {
    const { polls, job } = await poll([EMPTY, EMPTY, ACTIVE, DONE], { isNew: false, staleUntil })
    expect(job).toEqual(DONE)
    expect(polls).toHaveLength(4)
  })

  test('a terminal status from before is believed when enough time has passed', async () => {
    const { polls, job, end } = await poll([DONE], { isNew: false, staleUntil })
    expect([end, job]).toEqual(['terminal', DONE])
    expect(polls.at(-1)).toBeGreaterThanOrEqual(20_000)
    expect(polls.at(-2)).toBeLessThan(20_000)
  })

  test('a terminal status from before is believed at the deadline', async () => {
    const { polls, job, end } = await poll([DONE], { isNew: false, staleUntil, timeoutMs: 10_000 })
    expect([end, job, polls.at(-1)]).toEqual(['terminal', DONE, 9_000])
  })

  test('after a message, polling tolerates a server error, and ends when the key is refused', async () => {
    const { end } = await poll([DONE, status(500), status(401)], { isNew: false, staleUntil })
    expect(end).toBe('thrown')
  })
})
