import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/network/fetch.ts'
import { catchFailure, createServiceForTests, json, noLimits, PAGE } from './service-for-tests.ts'

const OFFSETS = Array.from({ length: 16 }, (_, index) => index * 250)

/** A service whose quota is used up for a number of answers, and which counts what it is asked. */
function limitQuota(refusals: number) {
  const asked: number[] = []
  const fetch: Fetch = async (url) => {
    asked.push(Number(new URL(url).searchParams.get('offset')))
    const isRefused = asked.length <= refusals
    // All requests are on their way before the first answer is there.
    await new Promise(setImmediate)
    return (isRefused ? json({}, 429, { 'retry-after': '5' }) : json(PAGE))()
  }
  return { fetch, asked }
}

test('sixteen requests wait for a quota together, and are told of once', async () => {
  const { fetch, asked } = limitQuota(16)
  const { service, pauses, retries } = createServiceForTests({ fetch })
  await Promise.all(OFFSETS.map((offset) => service.getPageViews({ limit: 250, offset }, noLimits())))
  expect(pauses).toEqual([5000])
  expect(retries).toMatchObject([{ offset: 0, attempt: 1, delayMs: 5000, failure: { status: 429 } }])
  expect(asked.slice(16)).toEqual(OFFSETS)
})

test('one request tries whether the quota is free again, and all give up with it', async () => {
  const { fetch, asked } = limitQuota(Number.POSITIVE_INFINITY)
  const { service, pauses, retries } = createServiceForTests({ fetch })
  const pages = OFFSETS.map((offset) =>
    catchFailure(service.getPageViews({ limit: 250, offset }, noLimits())),
  )
  const failures = await Promise.all(pages)
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([429]))
  expect(pauses).toEqual([5000, 5000, 5000])
  expect(retries.map(({ attempt, offset }) => [attempt, offset])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  expect(asked).toHaveLength(16 + 3)
})

test('a request that comes during the wait is not sent before it is over', async () => {
  const { fetch, asked } = limitQuota(1)
  const waiting = Promise.withResolvers<void>()
  const { service } = createServiceForTests({ fetch, sleep: () => waiting.promise })
  const first = service.getPageViews({ limit: 250, offset: 0 }, noLimits())
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const second = service.getPageViews({ limit: 250, offset: 250 }, noLimits())
  await new Promise(setImmediate)
  expect(asked).toEqual([0])
  waiting.resolve()
  await Promise.all([first, second])
  expect(asked).toEqual([0, 0, 250])
})

test('a request that waits for another one can be cancelled', async () => {
  const { fetch, asked } = limitQuota(2)
  const { service } = createServiceForTests({ fetch, sleep: () => new Promise(() => undefined) })
  const controller = new AbortController()
  const limits = { ...noLimits(), signal: controller.signal }
  void service.getPageViews({ limit: 250, offset: 0 }, noLimits())
  const second = service.getPageViews({ limit: 250, offset: 250 }, limits)
  await new Promise(setImmediate)
  controller.abort()
  expect(await catchFailure(second)).toMatchObject({ kind: 'cancelled' })
  expect(asked).toHaveLength(2)
})

test('reading a job does not wait for the quota of page views', async () => {
  const { fetch } = limitQuota(1)
  const { service } = createServiceForTests({ fetch, sleep: () => new Promise(() => undefined) })
  void service.getPageViews({ limit: 250, offset: 0 }, noLimits())
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(await service.getAgentJob('job-1', noLimits())).toEqual({})
})
