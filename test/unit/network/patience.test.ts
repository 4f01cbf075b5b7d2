import { expect, test } from 'vitest'
import { judgeFailure, mayPassUntilNextPoll } from '../../../src/docs-service/errors.ts'
import { createGate } from '../../../src/network/gate.ts'
import {
  type AllowanceOptions,
  createAllowance,
  decidePause,
  type Failure,
  sendPatiently,
} from '../../../src/network/patience.ts'
import { formatTime } from '../../../src/network/retry-after.ts'
import { createClock } from '../fake-clock.ts'

const LIMIT = { kind: 'limit' } as const
const TROUBLE = { kind: 'trouble' } as const
const told = (seconds: number) => ({ ...LIMIT, retryAfterMs: seconds * 1_000 })

test.each<
  [string, Failure, { attempt?: number; tries?: number; troubleLeftMs?: number; timeLeftMs?: number }, unknown]
>([
  ['trouble', TROUBLE, {}, 500],
  ['trouble again', TROUBLE, { attempt: 3 }, 2_000],
  ['trouble for long', TROUBLE, { attempt: 9 }, 8_000],
  ['the last of the time for trouble', TROUBLE, { attempt: 9, troubleLeftMs: 700 }, 700],
  ['no time left for trouble', TROUBLE, { troubleLeftMs: 0 }, undefined],
  ['trouble at the end of the time', TROUBLE, { timeLeftMs: 500 }, undefined],
  ['a told wait', told(3_600), { timeLeftMs: 3_600_001 }, 3_600_000],
  ['a told wait, whatever is left for trouble', told(60), { troubleLeftMs: 0 }, 60_000],
  ['a told wait that is longer than what is left', told(60), { timeLeftMs: 60_000 }, undefined],
  ['the last of four tries', TROUBLE, { attempt: 4, tries: 4 }, undefined],
  ['a limit in the last of four tries', told(1), { attempt: 4, tries: 4 }, undefined],
  ['anything else', { kind: 'final' }, {}, undefined],
])('after %s', (_name, failure, change, pauseMs) => {
  const forever = Number.POSITIVE_INFINITY
  const situation = { attempt: 1, tries: forever, troubleLeftMs: 30_000, timeLeftMs: forever, random: () => 0 }
  expect(decidePause(failure, { ...situation, ...change })).toBe(pauseMs)
})

/** A server that fails in these ways, one after the other, and then answers. */
function createServer(failures: Failure[], options: AllowanceOptions = {}) {
  const clock = createClock()
  // Sleeps side by side end side by side.
  clock.sleep = async (ms) => {
    const end = clock.now() + ms
    await Promise.resolve()
    clock.pass(Math.max(0, end - clock.now()))
  }
  const gate = createGate(clock)
  const allowance = createAllowance(clock, options)
  const controller = new AbortController()
  const late = new AbortController()
  const sentAt: number[] = []
  const waits: [boolean, number][] = []
  const ask = (isHasty = false) =>
    sendPatiently(
      {
        async send() {
          sentAt.push(clock.now())
          const failure = failures[sentAt.length - 1]
          // Others are sent before the answer.
          await Promise.resolve()
          if (failure !== undefined) throw failure
          return 'done'
        },
        judge: (error) => error as Failure,
        refuse: (at) => `limited until ${at - 1_000_000}`,
        isHasty,
      },
      {
        ...{ gate, allowance, clock, random: () => 0, signals: [controller.signal, late.signal] },
        onWait: ({ isLimit, delayMs }) => waits.push([isLimit, delayMs]),
      },
    ).catch((error: unknown) => error)
  return { ask, clock, gate, sentAt, waits, controller, late }
}

test('a limit without a time: a minute, then twice as long, and anew after an answer', async () => {
  const { ask, sentAt, waits } = createServer([LIMIT, LIMIT, LIMIT])
  expect([await ask(), sentAt]).toEqual(['done', [0, 60_000, 180_000, 420_000]])
  expect(waits.map(([isLimit]) => isLimit)).toEqual([true, true, true])
})

test('requests that meet a limit side by side wait once, and one of them asks first', async () => {
  const { ask, sentAt } = createServer([LIMIT, LIMIT, LIMIT, LIMIT])
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['done', 'done', 'done'])
  expect(sentAt).toEqual([0, 0, 0, 60_000, 180_000, 180_000, 180_000])
})

test.each<[string, AllowanceOptions, Failure[], unknown, number]>([
  ['a wait longer than the time', { deadline: () => 50_000 }, [told(60)], 'limited until 60000', 1],
  ['the second of two waits', { deadline: () => 100_000 }, [told(60), told(60)], 'limited until 120000', 2],
  ['ten minutes in all', { waitingMs: 600_000 }, [told(400), told(400)], 'limited until 800000', 2],
  ['four tries', { tries: 4 }, [TROUBLE, TROUBLE, TROUBLE, TROUBLE], TROUBLE, 4],
  ['half a minute of trouble', {}, Array(9).fill(TROUBLE), TROUBLE, 8],
])('no request is repeated after %s', async (_name, options, failures, end, count) => {
  const { ask, sentAt } = createServer(failures, options)
  expect([await ask(), sentAt.length]).toEqual([end, count])
})

test('nothing is sent to a server that asked to wait: what is not worth a wait ends at once', async () => {
  const { ask, clock, gate, sentAt } = createServer([])
  gate.close(60_000, 0)
  expect([await ask(true), sentAt]).toEqual(['limited until 60000', []])
  clock.pass(60_000)
  expect([await ask(true), sentAt]).toEqual(['done', [60_000]])
})

test('a signal ends a wait at once', async () => {
  let isCancelled = false
  const deadline = () => (isCancelled ? 5_000 : Number.POSITIVE_INFINITY)
  const { ask, clock, sentAt, controller } = createServer([told(60)], { deadline })
  clock.sleep = async (_ms, signal) => {
    isCancelled = true
    controller.abort()
    signal?.throwIfAborted()
  }
  expect([await ask(), sentAt, clock.now()]).toEqual(['limited until 60000', [0], 0])
})

test('a time is rounded up to the next minute, and has its date on another day', () => {
  const noon = Date.UTC(2026, 7, 1, 12)
  const times = [noon, noon + 1, noon + 86_400_000, Number.MAX_SAFE_INTEGER].map((each) => formatTime(each, noon))
  expect(times).toEqual(['12:00 UTC', '12:01 UTC', '2026-08-02 12:00 UTC', 'the year 9999'])
})

const STATUSES = [200, 302, 400, 401, 403, 404, 405, 408, 409, 410, 422, 425, 429, 499, 500, 599]

test.each([
  ['not-connected', 'not-accepted', undefined, 'trouble', 'trouble'],
  ['no-answer', 'unknown', undefined, 'final', 'trouble'],
  ['unreadable', 'unknown', 201, 'final', 'final'],
  ['cancelled', 'not-accepted', undefined, 'final', 'final'],
  ['deadline', 'not-accepted', undefined, 'final', 'final'],
  ['status', 'unknown', 302, 'final', 'final'],
  ['status', 'not-accepted', 404, 'final', 'final'],
  ['status', 'unknown', 408, 'final', 'trouble'],
  ['status', 'not-accepted', 429, 'limit', 'limit'],
  ['status', 'unknown', 500, 'final', 'trouble'],
] as const)('of the service, %s, %s, status %s is for a prompt %s, for a read %s', (...row) => {
  const [kind, certainty, status, prompt, read] = row
  const operations = ['create agent job', 'send follow-up message', 'get page views'] as const
  const kinds = operations.map(
    (operation) => judgeFailure({ operation, kind, certainty, status, isLimit: status === 429 }).kind,
  )
  expect(kinds).toEqual([prompt, prompt, read])
})

test('the next poll may work, unless the service itself says what is wrong', () => {
  const isFinal = (more: object) => (status: number) => !mayPassUntilNextPoll({ kind: 'status', status, ...more })
  expect(STATUSES.filter(isFinal({}))).toEqual([400, 401, 403, 404])
  expect(STATUSES.filter(isFinal({ isJson: false }))).toEqual([])
  expect(STATUSES.filter(isFinal({ isLimit: true }))).toEqual([])
  const kinds = ['not-connected', 'no-answer', 'unreadable', 'cancelled', 'deadline'] as const
  expect(kinds.filter((kind) => mayPassUntilNextPoll({ kind }))).toEqual(['not-connected', 'no-answer', 'unreadable'])
})
