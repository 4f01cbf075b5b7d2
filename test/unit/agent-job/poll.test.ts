import { beforeEach, expect, test, vi } from 'vitest'
import { pollJob, type WaitOptions } from '../../../src/agent-job/poll.ts'
import { RunResult } from '../../../src/agent-job/run-result.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { type AgentJob, parseJob } from '../../../src/service/job.ts'
import { createContext } from './context-for-tests.ts'

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

beforeEach(() => {
  write.mockClear()
})

const job = (status: string, prLink = ''): AgentJob => parseJob({ id: 'job-1', status, prLink }) as AgentJob
const DONE = job('completed', 'https://github.com/acme/docs/pull/1')
const [ACTIVE, EMPTY, FAILED, ARCHIVED] = ['active', 'completed', 'failed', 'archived'].map((status) => job(status))
const REFUSED = job('completed', 'javascript:x')
const failure = (status?: number, limitMs?: number) => new ActionError(`Failed ${status}.`, { status, limitMs })

interface Circumstances extends Partial<WaitOptions> {
  known?: AgentJob | undefined
  timeoutMs?: number
  pollIntervalMs?: number
  signal?: AbortSignal
}
type Answers = (AgentJob | Error | undefined)[]

/** Polls a job that gives `answers` in turn, the last one for ever. `polls`: when each was sent. */
async function poll(answers: Answers, { known, ...options }: Circumstances = {}) {
  const polls: number[] = []
  const getJob = async () => {
    polls.push(clock.now())
    const answer = answers[Math.min(polls.length, answers.length) - 1]
    if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError('No answer.')
    return answer
  }
  const { timeoutMs = 60_000, pollIntervalMs = 1_000, signal, isNew = true, staleUntil = 0 } = options
  const context = createContext({ service: { getJob }, inputs: { pollIntervalMs } })
  const { clock } = context
  context.lifetime.deadline = timeoutMs
  const result = Object.assign(new RunResult(0), { jobId: 'job-1', job: known })
  const ended = await pollJob({ ...context, ...(signal && { signal }) }, result, { isNew, staleUntil }).catch(
    (error: unknown) => ({ end: 'failure', failure: error }),
  )
  return { ...ended, polls, job: result.job }
}

const late = { timeoutMs: 10_000, pollIntervalMs: 4_000 }
const [missing, old] = [failure(404), { isNew: false }]
const message = { isNew: false, staleUntil: 3_500 }
const every = (intervalMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index + 1) * intervalMs)

test.each<[string, Answers, Circumstances, hasEnded: boolean | undefined, AgentJob | undefined, polls: number[]]>([
  ['completed ends it', [ACTIVE, DONE], {}, true, DONE, [1_000, 2_000]],
  ['failed and archived do, too', [FAILED], {}, true, FAILED, [1_000]],
  ['archived needs no second look', [ARCHIVED], {}, true, ARCHIVED, [1_000]],
  ['a new word as status is waited on', [job('queued'), job(''), DONE], {}, true, DONE, every(1_000, 3)],
  ['what is known to have ended needs no look', [], { known: DONE }, true, DONE, []],
  [
    'the last look is at the end of the time, and counts',
    [ACTIVE, ACTIVE, DONE],
    late,
    true,
    DONE,
    [4_000, 8_000, 10_000],
  ],
  ['still active then', [ACTIVE], late, false, ACTIVE, [4_000, 8_000, 10_000]],
  ['a job that exists is looked at at once', [ACTIVE], { ...late, ...old }, false, ACTIVE, [0, 4_000, 8_000, 10_000]],
  ['one that was just read, after a pause', [DONE], { known: ACTIVE as AgentJob, ...old }, true, DONE, [1_000]],
  ['without time, there is no look', [ACTIVE], { timeoutMs: 0 }, false, undefined, []],
  [
    'failures are looked past',
    [failure(), failure(500), failure(302), failure(429), DONE],
    {},
    true,
    DONE,
    every(1_000, 5),
  ],
  ['a limit is waited for', [failure(429, 7_000), DONE], {}, true, DONE, [1_000, 8_000]],
  ['one beyond the end, until the end', [failure(429, 90_000), ACTIVE], {}, false, ACTIVE, [1_000, 60_000]],
  ['a short one makes no more looks', [failure(429, 10), DONE], {}, true, DONE, [1_000, 2_000]],
  ['a new job may be missing for five seconds', [missing, missing, missing, DONE], {}, true, DONE, every(1_000, 4)],
  ['and no longer', [missing], {}, undefined, undefined, every(1_000, 5)],
  ['an old one for one look', [missing, ACTIVE, missing, DONE], old, true, DONE, [0, 1_000, 2_000, 3_000]],
  ['and not for two', [missing], old, undefined, undefined, [0, 1_000]],
  ['after a message, `active` has to be seen', [DONE, ACTIVE, DONE], message, true, DONE, [0, 1_000, 2_000]],
  ['or time has to pass', [DONE], message, true, DONE, [0, 1_000, 2_000, 3_000, 4_000]],
  ['and no end counts before', [DONE], { ...message, timeoutMs: 1_000 }, false, DONE, [0, 1_000]],
  ['`completed` without a link is read once more', [EMPTY], {}, true, EMPTY, [1_000, 2_000]],
  ['a link may have appeared', [EMPTY, DONE], {}, true, DONE, [1_000, 2_000]],
  ['also since the answer to the prompt', [DONE], { known: EMPTY }, true, DONE, [1_000]],
  ['it is not read beyond the end', [EMPTY], { timeoutMs: 1_000 }, true, EMPTY, [1_000]],
  ['it is not read again with a link that is not safe', [REFUSED], {}, true, REFUSED, [1_000]],
  ['it may be archived meanwhile', [EMPTY, ARCHIVED], {}, true, ARCHIVED, [1_000, 2_000]],
  ['it stays ended, whatever a later look says', [EMPTY, ACTIVE, DONE], {}, true, EMPTY, [1_000, 2_000]],
  ['a look that fails confirms nothing', [EMPTY, failure(500), DONE], {}, true, DONE, every(1_000, 3)],
  ['but at the end of the time it is believed', [EMPTY, failure(500)], late, true, EMPTY, [4_000, 8_000, 10_000]],
])('%s', async (_name, answers, circumstances, ...expected) => {
  const { end, job: last, polls } = await poll(answers, circumstances)
  const hasEnded = end === 'failure' ? undefined : end !== undefined
  expect([hasEnded, last, polls]).toEqual(expected)
  if (hasEnded) expect(end).toBe(last?.status)
})

test.each([400, 401, 403])('%i ends it at once', async (status) => {
  const error = failure(status)
  expect(await poll([ACTIVE, error, DONE])).toMatchObject({ failure: error, polls: [1_000, 2_000] })
})

test('why the last look failed is told, and an earlier failure is not', async () => {
  const error = failure(503)
  expect(await poll([ACTIVE, error], late)).toMatchObject({ end: undefined, failure: error })
  expect(await poll([error, ACTIVE], late)).toMatchObject({ end: undefined, failure: undefined })
})

test("an error that nobody expected, and the signal's reason, end it", async () => {
  const error = new TypeError('x')
  expect(await poll([ACTIVE, error])).toMatchObject({ failure: error })
  const reason = new CancelledError('The run was canceled.')
  expect(await poll([ACTIVE], { signal: AbortSignal.abort(reason) })).toMatchObject({ failure: reason, polls: [] })
})

test('each new status is logged once', async () => {
  await poll([ACTIVE, ACTIVE, job(''), DONE], { known: ACTIVE as AgentJob })
  expect(write.mock.calls.map(([text]) => String(text).trim())).toEqual(['Status: unknown', 'Status: completed'])
})
