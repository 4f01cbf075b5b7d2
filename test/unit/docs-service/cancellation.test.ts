import { expect, test } from 'vitest'
import {
  connectError,
  createAnsweredService,
  createServiceForTests,
  failToCreate,
  fakeFetch,
  json,
  neverAnswer,
  noLimits,
} from './service-for-tests.ts'

test.each([
  ['cancelled', { signal: AbortSignal.abort(), graceMs: 10_000 }],
  ['deadline', { deadline: 0 }],
])('a prompt without time to be sent was certainly not accepted: %s', async (kind, limits) => {
  const { service, calls } = createAnsweredService(json({ id: 'job-1' }))
  expect(await failToCreate(service, limits)).toMatchObject({ kind, certainty: 'not-accepted' })
  expect(calls).toHaveLength(0)
})

/** A client whose run is cancelled during a request, and its signal. */
function cancelOnTheWay(answer: (signal: AbortSignal) => Promise<Response>) {
  const controller = new AbortController()
  const { service } = createServiceForTests({
    fetch(_url, request) {
      controller.abort()
      return answer(request.signal)
    },
  })
  return { service, signal: controller.signal }
}

test.each([
  ['on the way', 0, neverAnswer, 'unknown'],
  ['while connecting', 0, () => Promise.reject(connectError('ETIMEDOUT')), 'not-accepted'],
  ['without an answer within the grace period', 20, neverAnswer, 'unknown'],
])('the certainty of a prompt cancelled %s', async (_name, graceMs, answer, certainty) => {
  const { service, signal } = cancelOnTheWay(answer)
  expect(await failToCreate(service, { signal, graceMs })).toMatchObject({ kind: 'cancelled', certainty })
})

test('after a cancellation, an answer within the grace period counts', async () => {
  const { service, signal } = cancelOnTheWay(async (request) => {
    request.throwIfAborted()
    return Response.json({ id: 'job-1' })
  })
  expect(await service.createAgentJob('x', noLimits({ signal, graceMs: 10_000 }))).toEqual({ id: 'job-1' })
})

test.each([0, 10_000])(
  "a prompt cancelled before it is repeated isn't sent, with a grace period of %i ms",
  async (graceMs) => {
    const controller = new AbortController()
    const { fetch, calls } = fakeFetch(connectError('ECONNREFUSED'), json({ id: 'job-1' }, 201))
    const sleep = async () => {
      controller.abort()
      throw new Error('aborted')
    }
    const { service } = createServiceForTests({ fetch, sleep })
    const failure = await failToCreate(service, { signal: controller.signal, graceMs })
    expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'not-accepted' })
    expect(calls).toHaveLength(1)
  },
)
