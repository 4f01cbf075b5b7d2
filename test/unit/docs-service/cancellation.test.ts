import { expect, test } from 'vitest'
import type { Limits } from '../../../src/docs-service/request.ts'
import { ConnectError } from '../../../src/network/fetch.ts'
import {
  catchFailure,
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  neverAnswer,
  noLimits,
} from './service-for-tests.ts'

test.each<[string, Partial<Limits>]>([
  ['cancelled', { signal: AbortSignal.abort(), graceMs: 10_000 }],
  ['deadline', { deadline: 0 }],
])('a prompt that has no time before it is sent was certainly not accepted: %s', async (kind, limits) => {
  const { fetch, calls } = fakeFetch(json({ id: 'job-1' }))
  const { service } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', { ...noLimits(), ...limits }))
  expect(failure).toMatchObject({ kind, certainty: 'not-accepted' })
  expect(calls).toHaveLength(0)
})

test.each([
  ['on the way', (reason: unknown) => reason, 'unknown'],
  ['while connecting', (reason: unknown) => new ConnectError(reason), 'not-accepted'],
])('a prompt cancelled %s says whether it may have been received', async (_name, toError, certainty) => {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    async fetch(_url, { signal }) {
      controller.abort()
      throw toError(signal.reason)
    },
  })
  const created = service.createAgentJob('x', { ...noLimits(), signal: controller.signal })
  expect(await catchFailure(created)).toMatchObject({ kind: 'cancelled', certainty })
})

test.each([0, 10_000])(
  'a prompt cancelled between two tries is not sent again, with %i ms of grace',
  async (graceMs) => {
    const controller = new AbortController()
    const { fetch, calls } = fakeFetch(connectError('ECONNREFUSED'), json({ id: 'job-1' }, 201))
    const sleep = async () => {
      controller.abort()
      throw new Error('aborted')
    }
    const { service } = createServiceForTests({ fetch, sleep })
    const limits = { ...noLimits(), signal: controller.signal, graceMs }
    const failure = await catchFailure(service.createAgentJob('x', limits))
    expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'not-accepted' })
    expect(calls).toHaveLength(1)
  },
)

test('a prompt cancelled on the way: an answer within the grace period still counts', async () => {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    async fetch(_url, { signal }) {
      controller.abort()
      signal.throwIfAborted()
      return Response.json({ id: 'job-1' })
    },
  })
  const limits = { ...noLimits(), signal: controller.signal, graceMs: 10_000 }
  expect(await service.createAgentJob('x', limits)).toEqual({ id: 'job-1' })
})

test('a prompt cancelled on the way, without an answer within the grace period, may have been received', async () => {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    fetch(_url, { signal }) {
      controller.abort()
      return neverAnswer(signal)
    },
  })
  const limits = { ...noLimits(), signal: controller.signal, graceMs: 20 }
  const failure = await catchFailure(service.createAgentJob('x', limits))
  expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'unknown' })
})
