import { expect, test, vi } from 'vitest'
import type { Fetch } from '../../../src/network/fetch.ts'
import {
  API_KEY,
  catchFailure,
  connectError,
  createAnsweredService,
  createServiceForTests,
  failToCreate,
  fakeFetch,
  json,
  networkError,
  neverAnswer,
  noLimits,
} from './service-for-tests.ts'

/** An answer whose body consists of `text` and `rest`. */
function answer(status: number, text: string, rest: (signal: AbortSignal) => Promise<never>): Fetch {
  return async (_url, { signal }) => {
    async function* body() {
      yield Buffer.from(text)
      await rest(signal)
    }
    return { status, headers: new Headers(), body: body(), text: () => rest(signal) }
  }
}

/** All time limits end after 20 ms. */
const shortenTimeLimit = () => vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(20))

const breaks = async () => {
  throw networkError('ECONNRESET')
}

test('after half an answer, a job may have been created', async () => {
  const { service } = createServiceForTests({ fetch: answer(201, '{"id":', breaks) })
  const failure = await failToCreate(service)
  expect(failure).toMatchObject({ kind: 'no-answer', certainty: 'unknown', status: 201, code: 'ECONNRESET' })
  expect(failure.message).toContain('broke in the middle of the response (ECONNRESET)')
})

test.each([
  ['no-answer', 'got no complete response within 120 s', () => ({})],
  ['deadline', 'got no response before the time was up', () => ({ deadline: 10 })],
  ['cancelled', 'got no complete response', () => ({ signal: AbortSignal.timeout(10) })],
])('%s covers headers and body, and the prompt may have been received', async (kind, words, readLimits) => {
  const stalled: Fetch = (_url, { signal }) => neverAnswer(signal)
  for (const fetch of [stalled, answer(200, '{"id":', neverAnswer)]) {
    const { service } = createServiceForTests({ fetch })
    using _short = kind === 'no-answer' ? shortenTimeLimit() : undefined
    const failure = await failToCreate(service, readLimits())
    expect(failure).toMatchObject({ kind, certainty: 'unknown' })
    expect(failure.message).toContain(words)
  }
})

test('an error with a stalled body has its status', async () => {
  const fetch = answer(401, '{"error":', neverAnswer)
  const { service } = createServiceForTests({ fetch })
  using _short = shortenTimeLimit()
  expect(await failToCreate(service)).toMatchObject({ kind: 'status', status: 401, certainty: 'not-accepted' })
})

test('an answer without an end is read up to 16 MiB', async () => {
  async function* body() {
    for (;;) yield Buffer.alloc(2 ** 20)
  }
  const fetch: Fetch = async () => ({ status: 200, headers: new Headers(), body: body(), text: async () => '' })
  const message = expect.stringContaining('returned more than 16 MiB')
  const { service } = createServiceForTests({ fetch })
  expect(await failToCreate(service)).toMatchObject({ kind: 'unreadable', certainty: 'unknown', message })
})

test("an error shows neither the key nor the service's text", async () => {
  const { service } = createAnsweredService(json({ error: `::error::${API_KEY} @everyone` }, 400))
  const failure = await failToCreate(service)
  expect(failure.message + failure.hint).not.toMatch(/mint_|@|::/)
  expect(failure).toMatchObject({ serviceMessage: '::error::*** @everyone' })
  expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(API_KEY)
})

test("a success with an error in its body has the service's message", async () => {
  const { service } = createAnsweredService(json({ error: 'No such organization.', rows: [] }))
  const failure = await catchFailure(service.getPageViews({ limit: 250, offset: 0 }, noLimits()))
  expect(failure).toMatchObject({ kind: 'unreadable', serviceMessage: 'No such organization.' })
  expect(failure.cause).toBeUndefined()
  expect(failure.message).toMatch(/returned 200 and page views without `totals`\.$/)
})

test('no part of a key stays where a page is cut', async () => {
  const body = `${'Oops'.padEnd(64 * 1024 - 8)}${API_KEY}`
  const { service } = createAnsweredService(() => new Response(body))
  expect((await failToCreate(service)).serviceMessage).toMatch(/^Oops[* ]*$/)
})

test.each([
  ['cancelled', { signal: AbortSignal.abort(), graceMs: 10_000 }],
  ['deadline', { deadline: 0 }],
])('a prompt without time to be sent was certainly not accepted: %s', async (kind, limits) => {
  const { service, calls } = createAnsweredService(json({ id: 'job-1' }))
  expect(await failToCreate(service, limits)).toMatchObject({ kind, certainty: 'not-accepted' })
  expect(calls).toHaveLength(0)
})

test.each<[string, number, (signal: AbortSignal) => Promise<Response>, object]>([
  ['on the way', 0, neverAnswer, { kind: 'cancelled', certainty: 'unknown' }],
  ['while connecting', 0, () => Promise.reject(connectError('ETIMEDOUT')), { certainty: 'not-accepted' }],
  ['without an answer within the grace period', 20, neverAnswer, { kind: 'cancelled', certainty: 'unknown' }],
  ['with an answer within the grace period', 10_000, async () => Response.json({ id: 'job-1' }), { id: 'job-1' }],
])('a prompt that is cancelled %s', async (_name, graceMs, answer, expected) => {
  const controller = new AbortController()
  const fetch: Fetch = async (_url, { signal }) => {
    controller.abort()
    if (graceMs > 0) signal.throwIfAborted()
    return await answer(signal)
  }
  const { service } = createServiceForTests({ fetch })
  const sending = service.createAgentJob('x', noLimits({ signal: controller.signal, graceMs }))
  expect(await sending.catch((error: unknown) => error)).toMatchObject(expected)
})

test.each([0, 10_000])("a prompt cancelled before it is repeated isn't sent, with %i ms of grace", async (graceMs) => {
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
})
