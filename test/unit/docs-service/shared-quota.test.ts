import { expect, test } from 'vitest'
import type { DocsServiceOptions } from '../../../src/docs-service/client.ts'
import { catchFailure, createServiceForTests, json, noLimits, PAGE } from './service-for-tests.ts'

const OFFSETS = Array.from({ length: 16 }, (_, index) => index * 250)
const nextTurn = () => new Promise(setImmediate)
const never = new Promise<never>(() => undefined)

/** A service whose quota is used up for a number of answers, and its requests. */
function limitQuota(refusals: number, options: Pick<Partial<DocsServiceOptions>, 'sleep'> = {}) {
  const asked: number[] = []
  const client = createServiceForTests({
    ...options,
    async fetch(url) {
      asked.push(Number(new URL(url).searchParams.get('offset')))
      const isRefused = asked.length <= refusals
      // All requests are sent before the first answer.
      await nextTurn()
      return (isRefused ? json({}, 429, { 'retry-after': '5' }) : json(PAGE))()
    },
  })
  const ask = (offset: number, { signal } = new AbortController()) =>
    client.service.getPageViews({ limit: 250, offset }, noLimits({ signal }))
  return { ...client, asked, ask }
}

test('sixteen requests wait for a quota together, and report it once', async () => {
  const { asked, ask, pauses, retries } = limitQuota(16)
  await Promise.all(OFFSETS.map((offset) => ask(offset)))
  expect(pauses).toEqual([5000])
  expect(retries).toMatchObject([{ offset: 0, attempt: 1, delayMs: 5000, failure: { status: 429 } }])
  expect(asked.slice(16)).toEqual(OFFSETS)
})

test('one request tries the quota again, and all others give up with it', async () => {
  const { asked, ask, pauses, retries } = limitQuota(Number.POSITIVE_INFINITY)
  const failures = await Promise.all(OFFSETS.map((offset) => catchFailure(ask(offset))))
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([429]))
  expect(pauses).toEqual([5000, 5000, 5000])
  expect(retries.map(({ offset }) => offset)).toEqual([0, 0, 0])
  expect(asked).toHaveLength(16 + 3)
})

test('a new request waits too', async () => {
  const waiting = Promise.withResolvers<void>()
  const { asked, ask } = limitQuota(1, { sleep: () => waiting.promise })
  const first = ask(0)
  await nextTurn()
  await nextTurn()
  const second = ask(250)
  await nextTurn()
  expect(asked).toEqual([0])
  waiting.resolve()
  await Promise.all([first, second])
  expect(asked).toEqual([0, 0, 250])
})

test('a request that waits for another request can be cancelled', async () => {
  const { asked, ask } = limitQuota(2, { sleep: () => never })
  const controller = new AbortController()
  void ask(0)
  const second = ask(250, controller)
  await nextTurn()
  await nextTurn()
  controller.abort()
  expect(await catchFailure(second)).toMatchObject({ kind: 'cancelled' })
  expect(asked).toHaveLength(2)
})

test("fetching a job doesn't wait for the quota of page views", async () => {
  const { service, ask } = limitQuota(1, { sleep: () => never })
  void ask(0)
  await nextTurn()
  await nextTurn()
  expect(await service.getAgentJob('job-1', noLimits())).toEqual({})
})
