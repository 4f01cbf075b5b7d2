import { expect, test } from 'vitest'
import {
  API_KEY,
  catchFailure,
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  neverAnswer,
} from './service-for-tests.ts'

test('a prompt cancelled on the way: an answer within the grace period still counts', async () => {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    async fetch() {
      controller.abort()
      return Response.json({ id: 'job-1', status: 'active' })
    },
  })
  const created = service.createAgentJob('x', limits(controller.signal, 10_000))
  expect(await created).toMatchObject({ id: 'job-1' })
})

test('a prompt cancelled on the way, without an answer within the grace period, may have been received', async () => {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    fetch(_url, { signal }) {
      controller.abort()
      return neverAnswer(signal)
    },
  })
  const created = service.createAgentJob('x', limits(controller.signal, 20))
  expect(await catchFailure(created)).toMatchObject({ kind: 'cancelled', certainty: 'unknown' })
})

test('a prompt cancelled between two tries is not sent again within the grace period', async () => {
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
