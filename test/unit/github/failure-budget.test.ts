import { expect, test } from 'vitest'
import { createFailureBudget } from '../../../src/github/failure-budget.ts'
import { createClock, createRequest, networkError, READ, send } from './fake-github.ts'

const { signal } = new AbortController()

function createBudget(options: { failuresMs?: number; longestWaitMs?: number } = {}) {
  const clock = createClock()
  return { clock, budget: createFailureBudget({ clock, random: () => 0, ...options }) }
}

test('pauses grow to 4 s, and the last pause takes the time that is left', async () => {
  const { clock, budget } = createBudget({ failuresMs: 10_000 })
  for (let attempt = 1; await budget.pause(attempt, signal); ) attempt += 1
  expect(clock.pauses).toEqual([500, 1_000, 2_000, 4_000, 2_500])
  expect(budget.leftMs()).toBe(0)
})

test('the time of requests that fail side by side counts once', () => {
  const { clock, budget } = createBudget()
  clock.pass(4_000)
  budget.spend(0)
  budget.spend(0)
  clock.pass(1_000)
  budget.spend(3_000)
  expect(budget.leftMs()).toBe(25_000)
})

test("a wait that GitHub asks for counts, and doesn't begin if less time is left", async () => {
  const { budget } = createBudget()
  expect(await budget.pause(1, signal, 20_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 10_001)]).toEqual([10_000, false])
  expect(await budget.pause(1, signal, 10_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal)]).toEqual([0, false])
})

test('a wait that GitHub asks for is cut to the longest wait', async () => {
  const { budget } = createBudget({ failuresMs: 5_000, longestWaitMs: 3_000 })
  expect(await budget.pause(1, signal, 120_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 120_000)]).toEqual([2_000, false])
})

test('the requests of a run share one budget, and reactions have their own', async () => {
  const { request, sent, elapsedMs } = createRequest([{ status: 502 }])
  const seen: number[][] = []
  for (const query of [{ ...READ, isReaction: true } as const, READ, READ]) {
    await expect(request(query)).rejects.toMatchObject({ status: 502 })
    seen.push([sent.length, elapsedMs()])
  }
  // Once it is spent, each request gets one try.
  expect(seen).toEqual([
    [6, 10_000],
    [17, 40_000],
    [18, 40_000],
  ])
})

test('the time of failed requests counts too', async () => {
  const clock = createClock()
  const fetch = async () => {
    clock.pass(10_000)
    throw networkError('ECONNRESET')
  }
  const { error } = await send([], READ, { clock, fetch })
  expect(error).toMatchObject({ message: expect.stringContaining('ECONNRESET') })
  // Requests of 10 s, with pauses of 0.5 s and 1 s
  expect(clock.now()).toBe(31_500)
})
