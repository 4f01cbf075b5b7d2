import { expect, test } from 'vitest'
import {
  API_KEY,
  catchFailure,
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
} from './service-for-tests.ts'

test('cancelled on the way: an answer within the grace still counts', async () => {
  const controller = new AbortController()
  const answer = Promise.withResolvers<Response>()
  const { service } = createServiceForTests({ fetch: () => answer.promise })
  const created = service.createAgentJob('x', limits(controller.signal, 10_000))
  controller.abort()
  answer.resolve(Response.json({ id: 'job-1', status: 'active' }))
  expect(await created).toMatchObject({ id: 'job-1' })
})

test('cancelled on the way, and no answer within the grace: may have been received', async () => {
  const controller = new AbortController()
  const { service } = createServiceForTests({ fetch: () => new Promise(() => undefined) })
  const created = service.createAgentJob('x', limits(controller.signal, 20))
  controller.abort()
  expect(await catchFailure(created)).toMatchObject({ kind: 'cancelled', certainty: 'unknown' })
})

test('cancelled between two tries: the grace is for answers, not for another request', async () => {
  const controller = new AbortController()
  const { fetch, calls } = fakeFetch(connectError('ECONNREFUSED'), json({ id: 'job-1' }, 201))
  const { service } = createServiceForTests({ fetch, sleep: async () => controller.abort() })
  const failure = await catchFailure(service.createAgentJob('x', limits(controller.signal, 10_000)))
  expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'not-accepted' })
  expect(calls).toHaveLength(1)
  expect(failure.message).not.toContain(API_KEY)
})

function limits(signal: AbortSignal, graceMs: number) {
  return { signal, deadline: Number.POSITIVE_INFINITY, graceMs }
}
