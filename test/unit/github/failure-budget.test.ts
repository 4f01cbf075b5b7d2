import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { createFailureBudget } from '../../../src/github/failure-budget.ts'
import { createClock, createRequest, networkError, READ } from './fake-github.ts'

const { signal } = new AbortController()

function createBudget(options: { failuresMs?: number; longestWaitMs?: number } = {}) {
  const clock = createClock()
  return { clock, budget: createFailureBudget({ clock, random: () => 0, ...options }) }
}

test('pauses after failures grow to 4 s, and the last one takes what time is left', async () => {
  const { clock, budget } = createBudget({ failuresMs: 10_000 })
  for (let attempt = 1; await budget.pause(attempt, signal); ) attempt += 1
  expect(clock.pauses).toEqual([500, 1_000, 2_000, 4_000, 2_500])
  expect(budget.leftMs()).toBe(0)
})

test('requests that fail side by side lose their time once', () => {
  const { clock, budget } = createBudget()
  clock.pass(4_000)
  budget.spend(0)
  budget.spend(0)
  clock.pass(1_000)
  budget.spend(3_000)
  expect(budget.leftMs()).toBe(25_000)
})

test('a wait that GitHub asks for counts, and is not begun when less is left', async () => {
  const { budget } = createBudget()
  expect(await budget.pause(1, signal, 20_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 10_001)]).toEqual([10_000, false])
  expect(await budget.pause(1, signal, 10_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal)]).toEqual([0, false])
})

test('where no wait may be long, one that GitHub asks for is cut', async () => {
  const { budget } = createBudget({ failuresMs: 5_000, longestWaitMs: 3_000 })
  expect(await budget.pause(1, signal, 120_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 120_000)]).toEqual([2_000, false])
})

test('the requests of a run share one budget, and reactions have time of their own', async () => {
  const { request, sent, elapsedMs } = createRequest([{ status: 502, body: '<html>Unicorn!</html>' }])
  const fail = (facts = READ) => expect(request(facts, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
  await fail({ ...READ, isReaction: true })
  expect(elapsedMs()).toBe(10_000)
  await fail()
  expect(elapsedMs()).toBe(40_000)
  const before = sent.length
  // Once it is used up, each gets one try.
  await fail()
  expect([sent.length - before, elapsedMs()]).toEqual([1, 40_000])
})

test('the time that failed requests take is lost as well', async () => {
  const clock = createClock()
  let sent = 0
  const fetch = async () => {
    sent += 1
    clock.pass(10_000)
    throw networkError('ECONNRESET')
  }
  await expect(createRequest([], { clock, fetch }).request(READ, 'GET /x', {})).rejects.toThrow('ECONNRESET')
  expect(sent).toBe(3)
})
