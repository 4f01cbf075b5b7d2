import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { createFailureBudget } from '../../../src/github/failure-budget.ts'
import { createRequest, networkError, READ } from './fake-github.ts'

const { signal } = new AbortController()

/** A clock that only its own sleeps and `pass` move. */
function createClock() {
  let nowMs = 5_000
  return {
    now: () => nowMs,
    wallClock: () => nowMs,
    async sleep(ms: number) {
      nowMs += ms
    },
    pass(ms: number) {
      nowMs += ms
    },
  }
}

test('pauses after failures grow to 4 s, and the last one takes what time is left', async () => {
  const clock = createClock()
  const budget = createFailureBudget({ clock, random: () => 0, failuresMs: 10_000 })
  const pauses: number[] = []
  for (let attempt = 1; ; attempt += 1) {
    const from = clock.now()
    if (!(await budget.pause(attempt, signal))) break
    pauses.push(clock.now() - from)
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 2_500])
  expect(budget.leftMs()).toBe(0)
})

test('requests that fail side by side lose their time once', () => {
  const clock = createClock()
  const budget = createFailureBudget({ clock, random: () => 0 })
  const sentAt = clock.now()
  clock.pass(4_000)
  budget.spend(sentAt)
  budget.spend(sentAt)
  clock.pass(1_000)
  budget.spend(sentAt + 3_000)
  expect(budget.leftMs()).toBe(25_000)
})

test('a wait that GitHub asks for counts, and is not begun when less is left', async () => {
  const clock = createClock()
  const budget = createFailureBudget({ clock, random: () => 0 })
  expect(await budget.pause(1, signal, 20_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 10_001)]).toEqual([10_000, false])
  expect(await budget.pause(1, signal, 10_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal)]).toEqual([0, false])
})

test('where no wait may be long, one that GitHub asks for is cut', async () => {
  const clock = createClock()
  const budget = createFailureBudget({ clock, random: () => 0, failuresMs: 5_000, longestWaitMs: 3_000 })
  expect(await budget.pause(1, signal, 120_000)).toBe(true)
  expect([budget.leftMs(), await budget.pause(1, signal, 120_000)]).toEqual([2_000, false])
})

test('the requests of a run share one budget; once it is used up, each gets one try', async () => {
  const { request, sent, elapsedMs } = createRequest([{ status: 502, body: '<html>Unicorn!</html>' }])
  await expect(request(READ, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
  expect(elapsedMs()).toBe(30_000)
  const before = sent.length
  await expect(request(READ, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
  expect([sent.length - before, elapsedMs()]).toEqual([1, 30_000])
})

test('reactions have time of their own', async () => {
  const { request, elapsedMs } = createRequest([{ status: 502 }])
  await expect(request({ ...READ, isReaction: true }, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
  expect(elapsedMs()).toBe(10_000)
  await expect(request(READ, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
  expect(elapsedMs()).toBe(40_000)
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
