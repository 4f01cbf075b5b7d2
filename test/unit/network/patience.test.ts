import { expect, test } from 'vitest'
import { createGate } from '../../../src/network/gate.ts'
import {
  type AllowanceOptions,
  createAllowance,
  type RetryDecision,
  sendPatiently,
} from '../../../src/network/patience.ts'
import { createClock } from '../fake-clock.ts'

const LIMIT = { kind: 'limit' } as const
const TROUBLE = { kind: 'trouble' } as const
const told = (seconds: number) => ({ ...LIMIT, retryAfterMs: seconds * 1_000 })

/** A server that fails in these ways, one after the other, and then answers. */
function createServer(failures: (RetryDecision | undefined)[], options: AllowanceOptions = {}, answerMs = 0) {
  const clock = createClock()
  // Sleeps side by side end side by side.
  clock.sleep = async (ms, signal) => {
    signal?.throwIfAborted()
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
          clock.pass(answerMs)
          if (failure !== undefined) throw failure
          return 'done'
        },
        judge: (error) => error as RetryDecision,
        refuse: (at) => `limited until ${at - 1_000_000}`,
        isHasty,
      },
      {
        gate,
        allowance,
        clock,
        random: () => 0,
        signals: [controller.signal, late.signal],
        onWait: ({ isLimit, delayMs }) => void waits.push([isLimit, delayMs]),
      },
    ).catch((error: unknown) => error)
  return { ask, clock, gate, sentAt, waits, controller, late }
}

test('a limit without a time: a minute, then twice as long, and anew after an answer', async () => {
  const { ask, sentAt, waits } = createServer([LIMIT, told(1), LIMIT, undefined, LIMIT])
  expect([await ask(), await ask()]).toEqual(['done', 'done'])
  expect(sentAt).toEqual([0, 60_000, 61_000, 181_000, 181_000, 241_000])
  expect(waits.map(([isLimit]) => isLimit)).toEqual([true, true, true, true])
})

test('requests that meet a limit side by side wait once, and it counts once', async () => {
  const { ask, sentAt } = createServer([LIMIT, LIMIT, LIMIT, LIMIT], { waitingMs: 200_000 })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['done', 'done', 'done'])
  expect(sentAt).toEqual([0, 0, 0, 60_000, 60_000, 60_000, 180_000])
})

test.each<[string, AllowanceOptions, RetryDecision[], unknown, number]>([
  ['a wait longer than the time', { deadline: () => 50_000 }, [told(60)], 'limited until 60000', 1],
  ['the second of two waits', { deadline: () => 100_000 }, [told(60), told(60)], 'limited until 120000', 2],
  ['ten minutes in all', { waitingMs: 600_000 }, [told(400), told(400)], 'limited until 800000', 2],
  ['the time for trouble', { deadline: () => 500 }, [TROUBLE], TROUBLE, 1],
  ['the last try, over a limit', { tries: 1 }, [told(1)], 'limited until 1000', 1],
  ['four tries', { tries: 4 }, [TROUBLE, TROUBLE, TROUBLE, TROUBLE], TROUBLE, 4],
])('no request is repeated after %s', async (_name, options, failures, end, count) => {
  const { ask, sentAt } = createServer(failures, options)
  expect([await ask(), sentAt.length]).toEqual([end, count])
})

test('pauses after trouble grow up to eight seconds, and have 30 s in all', async () => {
  const { ask, sentAt, waits } = createServer(Array(9).fill(TROUBLE))
  await ask()
  expect(sentAt).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 23_500, 30_000])
  expect(waits).toContainEqual([false, 8_000])
})

test('the time of failed requests counts, too', async () => {
  const { ask, sentAt } = createServer(Array(9).fill(TROUBLE), {}, 14_000)
  await ask()
  expect(sentAt).toEqual([0, 14_500, 29_500])
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

test('a cancelled run still waits as long as it is allowed to, and waits for nothing after that', async () => {
  const { ask, clock, gate, sentAt, controller, late } = createServer([told(2)], { deadline: () => 5_000 })
  controller.abort()
  expect([await ask(), sentAt]).toEqual(['done', [0, 2_000]])
  gate.close(2_000, clock.now())
  late.abort()
  expect([await ask(), sentAt.length]).toEqual(['done', 3])
})
