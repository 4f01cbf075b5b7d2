import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PollOptions, pollJob } from '../../../../src/agent-job/job/poll-job.ts'
import type { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, giveInTurn } from './job-for-tests.ts'

const EMPTY: AgentJob = { id: 'job-1', status: 'completed' }
const STRANGE: AgentJob = { id: 'job-1', unknownStatus: untrustedText('queued') }
const ARCHIVED: AgentJob = { id: 'job-1', status: 'archived' }

interface Circumstances extends Partial<PollOptions> {
  known?: AgentJob
  /** How long a poll takes. */
  pollMs?: number
  timeoutMs?: number
}

const STARTED_AT = 7_000_000

/** Polls a job that gives `answers` in turn, the last one for ever. `polls`: when each was sent. */
async function poll(
  answers: (AgentJob | Error)[],
  { known, pollMs = 0, timeoutMs = 60_000, staleUntil = 0, ...others }: Circumstances = {},
) {
  const { clock, dependencies } = createDependencies({})
  // A monotonic clock begins anywhere.
  await clock.sleep(STARTED_AT)
  const give = giveInTurn(answers)
  let inFlight = 0
  const polls: number[] = []
  const seen: AgentJob[] = []
  const passedOver: DocsServiceError[] = []
  const result = await pollJob('job-1', known, {
    service: {
      async getAgentJob(id, { deadline }) {
        expect([id, inFlight]).toEqual(['job-1', 0])
        inFlight += 1
        polls.push(clock.now() - STARTED_AT)
        await clock.sleep(Math.min(pollMs, deadline - clock.now()))
        inFlight -= 1
        if (pollMs > 0 && clock.now() >= deadline) throw failure(undefined, { kind: 'deadline' })
        return await give()
      },
    },
    clock,
    signal: dependencies.signal,
    pollIntervalMs: 1_000,
    deadline: STARTED_AT + timeoutMs,
    staleUntil: STARTED_AT + staleUntil,
    isNew: true,
    onAnswer: (answer) => seen.push(answer),
    onFailure: (failed) => passedOver.push(failed),
    ...others,
  }).catch((error: unknown) => ({ end: 'thrown', job: undefined, unread: undefined, error }))
  return { ...result, polls, seen, passedOver, elapsedMs: clock.now() - STARTED_AT }
}

const late = { timeoutMs: 10_000, pollIntervalMs: 4_000 }
const slow = { ...late, pollMs: 4_000 }

test.each<[string, (AgentJob | Error)[], Circumstances, string, AgentJob, number]>([
  ['completed ends polling', [ACTIVE, DONE], {}, 'over', DONE, 2],
  ['active, unknown or missing ends nothing', [ACTIVE, STRANGE, {}, DONE], {}, 'over', DONE, 4],
  ['known to be terminal needs no poll', [], { known: DONE }, 'over', DONE, 0],
  ['terminal on the last poll counts', [ACTIVE, ACTIVE, DONE], late, 'over', DONE, 3],
  ['active on the last poll is told', [ACTIVE, ACTIVE, ACTIVE], late, 'deadline', ACTIVE, 3],
  ['active where a poll takes until the end, too', [ACTIVE, ACTIVE], slow, 'deadline', ACTIVE, 2],
])('a status that is %s', async (_name, answers, circumstances, expected, last, count) => {
  const { end, job, polls, seen, elapsedMs } = await poll(answers, circumstances)
  expect([end, job, polls.length]).toEqual([expected, last, count])
  expect(seen).toEqual(answers.slice(0, seen.length))
  expect(elapsedMs).toBeLessThanOrEqual(circumstances.timeoutMs ?? 60_000)
})

test.each<[string, Circumstances, number[]]>([
  ['every interval, and near the end', { pollIntervalMs: 240 }, [240, 480, 720, 900]],
  ['at once, for a job that is picked up', { pollIntervalMs: 600, isNew: false }, [0, 600, 900]],
  ['near the end, without room for the interval', { pollIntervalMs: 3_000 }, [900]],
  ['5 s before the end of a longer time', { timeoutMs: 60_000, pollIntervalMs: 20_000 }, [20_000, 40_000, 55_000]],
  ['once, without time left', { timeoutMs: 0 }, [0]],
])('in a second, polls are sent %s', async (_name, circumstances, expected) => {
  expect((await poll([ACTIVE], { timeoutMs: 1_000, ...circumstances })).polls).toEqual(expected)
})

test.each([
  ['is waited for', 7_000, 'over', [1_000, 8_000]],
  ['that is short makes polls no more frequent', 10, 'over', [1_000, 2_000]],
  ['beyond the timeout ends it at once', 59_000, 'deadline', [1_000]],
])('Retry-After %s', async (_name, retryAfterMs, expected, times) => {
  const { end, polls } = await poll([failure(429, { retryAfterMs }), DONE])
  expect([end, polls]).toEqual([expected, times])
})

test('whatever is answered, only the last poll comes faster than the interval, and none after the time', async () => {
  const answer = fc.constantFrom<AgentJob | Error>(
    ...[ACTIVE, STRANGE, DONE, EMPTY, {}],
    ...[404, 408, 500].map((status) => failure(status)),
    failure(429, { retryAfterMs: 5_000 }),
    ...(['no-answer', 'not-connected', 'unreadable'] as const).map((kind) => failure(undefined, { kind })),
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
        for (const [index, at] of polls.slice(1, -1).entries())
          expect(at - (polls[index] ?? 0)).toBeGreaterThanOrEqual(pollIntervalMs - 0.001)
      },
    ),
    { numRuns: 500 },
  )
})

test('a poll that is cut by the deadline leaves what is known: an earlier failure, or that no poll was answered', async () => {
  const stalled = { known: ACTIVE, pollMs: 120_000 }
  expect((await poll([ACTIVE], stalled)).unread).toMatchObject({ kind: 'deadline' })
  // The last poll is cut five seconds after it was sent.
  expect((await poll([ACTIVE], { known: ACTIVE, pollMs: 7_000, timeoutMs: 20_000 })).unread).toBeUndefined()
  const failing = await poll([failure(503)], { known: ACTIVE, pollMs: 7_000, timeoutMs: 20_000 })
  expect(failing.unread).toMatchObject({ status: 503 })
})

test('a poll tolerates failures that may pass until the deadline, and reports them', async () => {
  const passing = [failure(undefined, { kind: 'not-connected' }), failure(302), failure(500)]
  const { end, passedOver } = await poll([...passing, DONE])
  expect([end, passedOver]).toEqual(['over', passing])
  const always = await poll([failure(500)], { known: ACTIVE })
  expect([always.end, always.job]).toEqual(['deadline', ACTIVE])
})

test.each([failure(401), new TypeError('x')])('polling ends at once on %o', async (error) => {
  const result = await poll([ACTIVE, error, DONE])
  expect(result).toMatchObject({ end: 'thrown', error, passedOver: [], polls: { length: 2 } })
})

test("a cancelled poll or wait rejects with the signal's reason", async () => {
  const reason = new CancelledError('The run was canceled.')
  expect(await poll([ACTIVE], { signal: AbortSignal.abort(reason) })).toMatchObject({ error: reason })

  const controller = new AbortController()
  const service = {
    async getAgentJob(): Promise<AgentJob> {
      controller.abort(reason)
      throw failure(undefined, { kind: 'cancelled' })
    },
  }
  expect(await poll([], { signal: controller.signal, service })).toMatchObject({ error: reason })
})

const missing = failure(404)
const long = { pollIntervalMs: 30_000, timeoutMs: 600_000 }
const found = [missing, missing, missing, ACTIVE, missing, missing, missing, DONE]

test.each<[string, (AgentJob | Error)[], Circumstances, string, number]>([
  ['a new job may not be found for a moment', [missing, missing, missing, DONE], {}, 'over', 4],
  ['with long intervals, that is a number of polls', [missing], long, 'thrown', 4],
  ['with short ones, it is a time', [missing], { pollIntervalMs: 500 }, 'thrown', 10],
  ['a job that was found starts the count again', found, { pollIntervalMs: 5_000 }, 'over', 8],
  ['a 404 on the last poll may pass', [ACTIVE, ACTIVE, missing], { timeoutMs: 2_000, isNew: false }, 'deadline', 3],
  ['a 404 of a job from job-id is an error where it stays', [missing], { isNew: false }, 'thrown', 2],
  ['a web page says nothing of the job', [failure(404, { isJson: false })], { timeoutMs: 5_000 }, 'deadline', 5],
])('%s', async (_name, answers, circumstances, end, count) => {
  const result = await poll(answers, circumstances)
  expect([result.end, result.polls.length]).toEqual([end, count])
})

const refused: AgentJob = { ...EMPTY, isPrLinkRefused: true }

test.each<[string, (AgentJob | Error)[], Circumstances, AgentJob, number[]]>([
  ['is read twice more, an interval apart', [EMPTY], {}, EMPTY, [1_000, 2_000, 3_000]],
  ['gets a link that appears, which ends the polling', [EMPTY, DONE], {}, DONE, [1_000, 2_000]],
  ['in the answer to create, the same', [EMPTY, DONE], { known: EMPTY }, DONE, [1_000, 2_000]],
  ['is not read beyond the deadline', [EMPTY], { timeoutMs: 2_500 }, EMPTY, [1_000, 2_000]],
  ['is not read again where the link is not safe', [refused], {}, refused, [1_000]],
  ['may be archived meanwhile', [EMPTY, ARCHIVED], {}, ARCHIVED, [1_000, 2_000]],
  ['is read as told', [EMPTY, failure(429, { retryAfterMs: 7_000 }), DONE], {}, DONE, [1_000, 2_000, 9_000]],
  ['stands a poll that fails', [EMPTY, failure(500), DONE], {}, DONE, [1_000, 2_000, 3_000]],
])('a job that is completed without a pull request %s', async (_name, answers, circumstances, expected, times) => {
  const { polls, job } = await poll(answers, circumstances)
  expect([polls, job]).toEqual([times, expected])
})

test('a poll that says otherwise, or that nothing can be read any more, takes nothing away', async () => {
  for (const answer of [failure(401), failure(404), ACTIVE, STRANGE, {}])
    expect((await poll([EMPTY, answer])).job).toEqual(EMPTY)
  expect(await poll([EMPTY, new TypeError('x')])).toMatchObject({ end: 'thrown' })
})

test.each<[string, (AgentJob | Error)[], timeoutMs: number, end: string, lastMs: number]>([
  ['counts once the job was seen active', [EMPTY, EMPTY, ACTIVE, DONE], 60_000, 'over', 3_000],
  ['counts after a time', [DONE], 60_000, 'over', 20_000],
  ['does not count before', [DONE], 10_000, 'deadline', 9_000],
])('after a follow-up message, a terminal status %s', async (_name, answers, timeoutMs, expected, lastMs) => {
  const { polls, job, end } = await poll(answers, { isNew: false, staleUntil: 20_000, timeoutMs })
  expect([end, job, polls.at(-1)]).toEqual([expected, DONE, lastMs])
})
