import { expect, test } from 'vitest'
import { type PollOptions, pollJob } from '../../../../src/agent-job/job/poll-job.ts'
import type { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, giveInTurn } from './job-for-tests.ts'

const EMPTY: AgentJob = { id: 'job-1', status: 'completed' }
const STRANGE: AgentJob = { id: 'job-1', unknownStatus: untrustedText('queued') }
const REFUSED: AgentJob = { ...EMPTY, isPrLinkRefused: true }
const ARCHIVED: AgentJob = { id: 'job-1', status: 'archived' }

interface Circumstances extends Partial<PollOptions> {
  known?: AgentJob
  /** How long a poll takes. */
  pollMs?: number
  timeoutMs?: number
}

type Answers = (AgentJob | Error)[]

/** A monotonic clock begins anywhere. */
const STARTED_AT = 7_000_000

/** Polls a job that gives `answers` in turn, the last one for ever. `polls`: when each was sent. */
async function poll(
  answers: Answers,
  { known, pollMs = 0, timeoutMs = 60_000, staleUntil = 0, ...others }: Circumstances = {},
) {
  const polls: number[] = []
  const give = giveInTurn(answers)
  async function getAgentJob(_id: string, { deadline }: Limits) {
    polls.push(clock.now() - STARTED_AT)
    await clock.sleep(Math.min(pollMs, deadline - clock.now()))
    if (pollMs > 0 && clock.now() >= deadline) throw failure(undefined, { kind: 'deadline' })
    return await give()
  }
  const { asked, clock, dependencies } = createDependencies({ service: { getAgentJob } })
  await clock.sleep(STARTED_AT)
  const seen: AgentJob[] = []
  const passedOver: DocsServiceError[] = []
  const result = await pollJob('job-1', known, {
    ...dependencies,
    pollIntervalMs: 1_000,
    deadline: STARTED_AT + timeoutMs,
    staleUntil: STARTED_AT + staleUntil,
    isNew: true,
    onAnswer: (answer) => seen.push(answer),
    onFailure: (failed) => passedOver.push(failed),
    ...others,
  }).catch((error: unknown) => ({ end: 'thrown', job: undefined, unread: undefined, error }))
  expect(new Set(asked).size).toBeLessThanOrEqual(1)
  return { ...result, asked, polls, seen, passedOver, elapsedMs: clock.now() - STARTED_AT }
}

test('each poll is one request for the job, and each answer is passed on', async () => {
  const { asked, seen } = await poll([ACTIVE, STRANGE, DONE])
  expect(asked).toEqual(['getAgentJob job-1', 'getAgentJob job-1', 'getAgentJob job-1'])
  expect(seen).toEqual([ACTIVE, STRANGE, DONE])
})

const late = { timeoutMs: 10_000, pollIntervalMs: 4_000 }
const thirds = { timeoutMs: 10_000, pollIntervalMs: 3_000 }
const slow = { ...late, pollMs: 4_000 }
const long = { pollIntervalMs: 30_000, timeoutMs: 600_000 }
const limit = (retryAfterMs: number) => [failure(429, { retryAfterMs }), DONE]
const [missing, aside] = [failure(404), { isNew: false }]
const found = [missing, missing, missing, ACTIVE, missing, missing, missing, DONE]
const message = { isNew: false, staleUntil: 3_500 }
const every = (intervalMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index + 1) * intervalMs)

test.each<[string, Answers, Circumstances, end: string, AgentJob | undefined, polls: number[]]>([
  ['completed ends polling', [ACTIVE, DONE], {}, 'over', DONE, [1_000, 2_000]],
  ['active, unknown or missing ends nothing', [ACTIVE, STRANGE, {}, DONE], {}, 'over', DONE, every(1_000, 4)],
  ['known to be terminal needs no poll', [], { known: DONE }, 'over', DONE, []],
  ['terminal on the last poll counts', [ACTIVE, ACTIVE, DONE], late, 'over', DONE, [4_000, 8_000, 9_000]],
  ['active on the last poll is told', [ACTIVE], late, 'deadline', ACTIVE, [4_000, 8_000, 9_000]],
  ['active where a poll takes until the end, too', [ACTIVE], slow, 'deadline', ACTIVE, [4_000, 9_000]],

  [
    'a job that exists is polled at once',
    [ACTIVE],
    { ...late, ...aside },
    'deadline',
    ACTIVE,
    [0, 4_000, 8_000, 9_000],
  ],
  ['the last poll has no room for the interval', [ACTIVE], { timeoutMs: 1_000 }, 'deadline', ACTIVE, [900]],
  ['5 s before the end of a longer time', [ACTIVE], { pollIntervalMs: 30_000 }, 'deadline', ACTIVE, [30_000, 55_000]],
  ['it is one where the interval ends there', [ACTIVE], thirds, 'deadline', ACTIVE, every(3_000, 3)],
  ['there is one without time left', [ACTIVE], { timeoutMs: 0 }, 'deadline', ACTIVE, [0]],

  ['Retry-After is waited for', limit(7_000), {}, 'over', DONE, [1_000, 8_000]],
  ['Retry-After that is short makes polls no more frequent', limit(10), {}, 'over', DONE, [1_000, 2_000]],
  ['Retry-After beyond the timeout ends it at once', limit(59_000), {}, 'deadline', undefined, [1_000]],

  ['a new job may not be found for a moment', [missing, missing, missing, DONE], {}, 'over', DONE, every(1_000, 4)],
  ['with long intervals, that is a number of polls', [missing], long, 'thrown', undefined, every(30_000, 4)],
  ['with short ones, it is a time', [missing], { pollIntervalMs: 500 }, 'thrown', undefined, every(500, 10)],
  ['a job that was found is new again', found, { pollIntervalMs: 5_000 }, 'over', DONE, every(5_000, 8)],
  ['a 404 on the last poll may pass', [ACTIVE, missing], { ...aside, timeoutMs: 1_000 }, 'deadline', ACTIVE, [0, 900]],
  ['a 404 of a job from job-id is an error where it stays', [missing], aside, 'thrown', undefined, [0, 1_000]],

  ['after a message, `active` has to be seen first', [DONE, ACTIVE, DONE], message, 'over', DONE, [0, 1_000, 2_000]],
  ['or some time has to pass', [DONE], message, 'over', DONE, [0, ...every(1_000, 4)]],
  ['and no end counts before', [DONE], { ...message, timeoutMs: 1_000 }, 'deadline', DONE, [0, 900]],

  ['`completed` without a link is read once more', [EMPTY], {}, 'over', EMPTY, every(1_000, 2)],
  ['a link may have appeared', [EMPTY, DONE], {}, 'over', DONE, every(1_000, 2)],
  ['also since the answer to create', [DONE], { known: EMPTY }, 'over', DONE, [1_000]],
  ['it is not read beyond the deadline', [EMPTY], { timeoutMs: 2_000 }, 'over', EMPTY, [1_000]],
  ['it is not read again with a link that is not safe', [REFUSED], {}, 'over', REFUSED, [1_000]],
  ['it may be archived meanwhile', [EMPTY, ARCHIVED], {}, 'over', ARCHIVED, [1_000, 2_000]],
  ['it is read when the service allows it', [EMPTY, ...limit(7_000)], {}, 'over', DONE, [1_000, 2_000, 9_000]],
  ['a read of it may fail', [EMPTY, failure(500), DONE], {}, 'over', DONE, every(1_000, 3)],
])('%s', async (_name, answers, circumstances, ...expected) => {
  const { end, job, polls } = await poll(answers, circumstances)
  expect([end, job, polls]).toEqual(expected)
})

test('a poll that is cut by the deadline leaves what is known: an earlier failure, or that no poll was answered', async () => {
  expect((await poll([ACTIVE], { known: ACTIVE, pollMs: 120_000 })).unread).toMatchObject({ kind: 'deadline' })
  // The last poll is cut five seconds after it was sent.
  const cut = { known: ACTIVE, pollMs: 7_000, timeoutMs: 20_000 }
  expect((await poll([ACTIVE], cut)).unread).toBeUndefined()
  expect((await poll([failure(503)], cut)).unread).toMatchObject({ status: 503 })
})

test('a poll tolerates failures that may pass until the deadline, and reports them', async () => {
  const page = failure(404, { isJson: false })
  const passing = [failure(undefined, { kind: 'not-connected' }), failure(302), failure(500), page, page, page, page]
  const { end, passedOver } = await poll([...passing, DONE])
  expect([end, passedOver]).toEqual(['over', passing])
  expect(await poll([failure(500)], { known: ACTIVE })).toMatchObject({ end: 'deadline', job: ACTIVE })
})

test.each([failure(401), new TypeError('x')])('polling ends at once on %o', async (error) => {
  expect(await poll([ACTIVE, error, DONE])).toMatchObject({
    end: 'thrown',
    error,
    passedOver: [],
    polls: { length: 2 },
  })
})

test("a cancelled poll or wait rejects with the signal's reason", async () => {
  const error = new CancelledError('The run was canceled.')
  expect(await poll([ACTIVE], { signal: AbortSignal.abort(error) })).toMatchObject({ error, asked: [] })

  const controller = new AbortController()
  const getAgentJob = async () => {
    controller.abort(error)
    throw failure(undefined, { kind: 'cancelled' })
  }
  expect(await poll([], { signal: controller.signal, service: { getAgentJob } })).toMatchObject({ error })
})

test('a poll that says otherwise, or that nothing can be read any more, takes nothing away', async () => {
  for (const answer of [failure(401), failure(404), ACTIVE, STRANGE, {}])
    expect((await poll([EMPTY, answer])).job).toEqual(EMPTY)
  expect(await poll([EMPTY, new TypeError('x')])).toMatchObject({ end: 'thrown' })
})
