import { expect, onTestFinished, test, vi } from 'vitest'
import { ActionError, type ActionErrorOptions } from '../../../src/runner/action-error.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { Patience, readLimitMs, type SendOptions } from '../../../src/runner/patience.ts'
import { createClock } from '../fake-clock.ts'

const limited = (limitMs: number) => new ActionError('Limited.', { status: 429, limitMs, said: 'Slow down.' })
const trouble = (options: ActionErrorOptions = {}) => new ActionError('Trouble.', { isTrouble: true, ...options })

/** A server whose every request takes its answer from `answers`; `sentAt` are the times of the requests. */
function createServer(
  answers: (Error | string)[],
  { deadlineMs = 1_800_000, signal = new AbortController().signal } = {},
) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const clock = createClock()
  const lifetime = { signal, deadline: deadlineMs }
  const patience = new Patience({ server: 'GitHub', clock, lifetime, pausesMs: [1_000, 3_000] })
  const sentAt: number[] = []
  const send = (options: Partial<SendOptions> = {}) =>
    patience.send(
      async () => {
        sentAt.push(clock.now())
        const answer = answers.shift() ?? 'done'
        if (answer instanceof Error) throw answer
        return answer
      },
      { isSafe: true, ...options },
    )
  return { send, clock, sentAt, lifetime, log: () => write.mock.calls.map(([text]) => text).join('') }
}

test.each<[string, (Error | string)[], Partial<SendOptions>, sentAt: number[], end: string]>([
  ['trouble is passed over by pauses', [trouble(), trouble()], {}, [0, 1_000, 4_000], 'done'],
  ['and ends it after the last pause', [trouble(), trouble(), trouble()], {}, [0, 1_000, 4_000], 'Trouble.'],
  ['where it may have been carried out, not', [trouble()], { isSafe: false }, [0], 'Trouble.'],
  ['where it was certainly not, it is', [trouble({ isRefused: true })], { isSafe: false }, [0, 1_000], 'done'],
  ['a refusal ends it', [new ActionError('No.', { status: 403, isRefused: true })], {}, [0], 'No.'],
  ['a limit is waited for as told', [limited(7_000)], {}, [0, 7_000], 'done'],
  ['also by what is not safe', [limited(7_000)], { isSafe: false }, [0, 7_000], 'done'],
  ['and does not count as a repeat', [trouble(), limited(9_000), trouble()], {}, [0, 1_000, 10_000, 13_000], 'done'],
  ['a limit without time left lasts a second', [limited(-5_000)], {}, [0, 1_000], 'done'],
  ['five minutes are waited', [limited(300_000)], {}, [0, 300_000], 'done'],
  ['and no second more', [limited(301_000)], {}, [0], 'Limited.'],
  ['nor in several limits', [limited(200_000), limited(101_000)], {}, [0, 200_000], 'Limited.'],
  ['nor without an end', [limited(Number.POSITIVE_INFINITY)], {}, [0], 'Limited.'],
  ['what is hasty waits for none', [limited(2_000)], { isHasty: true }, [0], 'Limited.'],
  ['and is repeated all the same', [trouble()], { isHasty: true }, [0, 1_000], 'done'],
])('%s', async (_name, answers, options, sentAt, end) => {
  const server = createServer(answers)
  expect(await server.send(options).catch((error: Error) => error.message)).toBe(end)
  expect(server.sentAt).toEqual(sentAt)
})

test('no limit is waited for beyond the deadline, and the error tells the time', async () => {
  const server = createServer([limited(90_000)], { deadlineMs: 89_000 })
  const error: ActionError = await server.send().catch((caught) => caught)
  const hint = 'Try again after 00:02 UTC.'
  expect(error).toMatchObject({ status: 429, said: 'Slow down.', limitMs: 90_000, isRefused: true, hint })
  // The deadline may move: the wait for a job is longer than the time before it.
  server.lifetime.deadline = 200_000
  expect(await server.send()).toBe('done')
  expect(server.sentAt).toEqual([0, 90_000])
})

test('nothing is sent while a limit lasts, by others neither', async () => {
  const server = createServer([limited(60_000)])
  const first = server.send()
  await vi.waitFor(() => expect(server.clock.pauses).toHaveLength(1))
  const [one, other] = await Promise.all([first, server.send()])
  expect([one, other, ...server.sentAt]).toEqual(['done', 'done', 0, 60_000, 60_000])
  expect(server.log()).toContain('GitHub asks to wait. The run continues at 00:01 UTC.')
})

test('what is hasty, and what would wait too long, is not sent to a server with a limit', async () => {
  const server = createServer([limited(400_000)])
  await expect(server.send()).rejects.toThrow('Limited.')
  await expect(server.send({ isHasty: true })).rejects.toThrow('GitHub asked to wait')
  await expect(server.send()).rejects.toThrow("GitHub asked to wait, so a request wasn't sent.")
  expect(server.sentAt).toEqual([0])
  server.clock.pass(400_000)
  expect(await server.send({ isHasty: true })).toBe('done')
})

test.each([
  ['of a limit', limited(60_000)],
  ['before a repeat', trouble()],
])("a signal ends the pause %s with the signal's reason", async (_name, answer) => {
  const controller = new AbortController()
  const server = createServer([answer], { signal: controller.signal })
  const reason = new CancelledError('The run was canceled.')
  controller.abort(reason)
  await expect(server.send()).rejects.toBe(reason)
  expect(server.sentAt).toHaveLength(1)
})

const NOW = Date.UTC(2026, 10, 16, 12)
const reset = (seconds: number, remaining = '0') => ({
  'x-ratelimit-reset': String(NOW / 1_000 + seconds),
  'x-ratelimit-remaining': remaining,
})

test.each<[string, Record<string, string>, ms: number | undefined]>([
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['a date', { 'retry-after': 'Mon, 16 Nov 2026 12:00:30 GMT' }, 30_000],
  [
    "a date by the server's clock",
    { 'retry-after': 'Mon, 16 Nov 2026 13:00:30 GMT', date: 'Mon, 16 Nov 2026 13:00:00 GMT' },
    30_000,
  ],
  ['the reset of a used-up limit', reset(60), 61_000],
  ["the reset by the server's clock", { ...reset(60), date: 'Mon, 16 Nov 2026 11:59:00 GMT' }, 121_000],
  ['seconds before a reset', { ...reset(60), 'retry-after': '7' }, 7_000],
  ['the reset of a limit that is left', reset(60, '1'), undefined],
  ['no header', {}, undefined],
  ['a negative number', { 'retry-after': '-1' }, undefined],
])('a limit is read from %s', (_name, headers, ms) => {
  expect(readLimitMs(new Headers(headers), NOW)).toBe(ms)
})
