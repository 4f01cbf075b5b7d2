import { describe, expect, test, vi } from 'vitest'
import type { DocsService } from '../../../src/docs-service/client.ts'
import { createRequestCount } from '../../../src/docs-service/request.ts'
import { USER_AGENT } from '../../../src/network/fetch.ts'
import {
  API_KEY,
  catchFailure,
  connectError,
  createAnsweredService,
  createServiceForTests,
  failToCreate,
  fakeFetch,
  json,
  NOON,
  networkError,
  noLimits,
} from './service-for-tests.ts'

test('the client creates a job with key, user agent and prompt, without following redirects', async () => {
  const { fetch, calls } = fakeFetch(json({ id: 'job-1', status: 'active' }, 201))
  const { service } = createServiceForTests({ fetch, baseUrl: new URL('https://docs.example/prefix/') })
  expect(await service.createAgentJob('Say "hi"\r\n', noLimits())).toEqual({ id: 'job-1', status: 'active' })
  const type = 'application/json'
  const headers = { accept: type, authorization: `Bearer ${API_KEY}`, 'content-type': type, 'user-agent': USER_AGENT }
  const init = { method: 'POST', body: '{"prompt":"Say \\"hi\\"\\r\\n"}', headers }
  expect(calls).toMatchObject([{ url: 'https://docs.example/prefix/v2/agent/project-1/job', init }])
})

test('the client fetches a job with exactly one request', async () => {
  const { service, calls, pauses } = createAnsweredService(json({}, 503, { 'retry-after': '2' }))
  const failure = await catchFailure(service.getAgentJob('a:b', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status: 503, retryAfterMs: 2000 })
  expect(calls.map(({ url }) => url)).toEqual(['https://docs.example/v2/agent/project-1/job/a%3Ab'])
  expect(calls[0]?.init.headers).not.toHaveProperty('content-type')
  expect(pauses).toEqual([])
})

test('the time limit is two minutes for a prompt and 30 s for a read, and ends at the deadline', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  const { service } = createAnsweredService(json({ id: 'job-1' }))
  await service.createAgentJob('x', noLimits())
  await service.sendMessage('job-1', 'x', noLimits())
  await service.getAgentJob('job-1', noLimits())
  await service.createAgentJob('x', noLimits({ deadline: 7_000 }))
  expect(timeouts.mock.calls.flat()).toEqual([120_000, 120_000, 30_000, 7_000])
  timeouts.mockRestore()
})

test.each([
  ['nothing', () => new Response(null, { status: 204 })],
  ['half an object', () => new Response('{"id": "job-1", "sta', { status: 201 })],
  ['a list', json([{ id: 'job-1' }])],
  ['no id', json({ status: 'active' })],
  ['an id that names the parent folder', json({ id: '..' })],
  ['an id with the key in it', json({ id: `job-${API_KEY}` })],
])('after a success with %s, a job may have been created', async (_name, answer) => {
  const { service, calls } = createAnsweredService(answer)
  expect(await failToCreate(service)).toMatchObject({ kind: 'unreadable', certainty: 'unknown' })
  expect(calls).toHaveLength(1)
})

test.each<[string, (service: DocsService) => Promise<unknown>]>([
  ['to a message', (service) => service.sendMessage('job-1', 'x', noLimits())],
  ['to a poll', (service) => service.getAgentJob('job-1', noLimits())],
])('in the answer %s, a different job counts as unreadable, a job without an ID is accepted', async (_name, ask) => {
  const { service } = createAnsweredService(json({ id: 'job-2' }), json({ status: 'active' }))
  const message = expect.stringMatching(/returned 200 and a different job\.$/)
  expect(await catchFailure(ask(service))).toMatchObject({ kind: 'unreadable', certainty: 'unknown', message })
  expect(await ask(service)).toEqual({ status: 'active' })
})

describe.each<[string, string, (service: DocsService) => Promise<unknown>]>([
  ['create agent job', 'job', (service) => service.createAgentJob('x', noLimits())],
  ['send follow-up message', 'job/1/message', (service) => service.sendMessage('1', 'x', noLimits())],
])('to %s', (operation, path, send) => {
  test.each([
    ["a body that isn't valid JSON", 'unreadable', () => new Response('<html>Welcome</html>')],
    ['a redirect (300)', 'status', json({}, 300, { location: '/elsewhere' })],
    ['returned 408', 'status', json({}, 408)],
    ['returned 503', 'status', json({}, 503, { 'retry-after': '1' })],
    ['got no response, because the connection broke (ECONNRESET)', 'no-answer', networkError('ECONNRESET')],
  ])('a prompt is sent exactly once, and may have been received: %s, %s', async (words, kind, answer) => {
    const { service, calls, pauses } = createAnsweredService(answer)
    const failure = await catchFailure(send(service))
    // The result has the instructions.
    expect(failure).toMatchObject({ operation, kind, certainty: 'unknown', hint: '' })
    expect(failure.message).toContain(`${words}.`)
    expect([calls.length, pauses.length]).toEqual([1, 0])
  })

  test('a rejected prompt was certainly not accepted', async () => {
    const { service, calls } = createAnsweredService(json({ error: 'No.' }, 422))
    expect(await catchFailure(send(service))).toMatchObject({
      kind: 'status',
      certainty: 'not-accepted',
      status: 422,
      isJson: true,
      serviceMessage: 'No.',
      message: `Couldn't ${operation}: POST https://docs.example/v2/agent/project-1/${path} returned 422.`,
    })
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['never connected', connectError('ENOTFOUND'), [500, 1_000]],
    ['limit', json({ error: 'Slow down' }, 429), [60_000, 120_000]],
  ])("a prompt is repeated if it certainly wasn't accepted: %s", async (_name, answer, expected) => {
    const accepted = json({ id: '1' }, 201)
    const { service, calls, pauses, waits } = createAnsweredService(answer, answer, accepted)
    expect(await send(service)).toEqual({ id: '1' })
    expect([calls.length, pauses]).toEqual([3, expected])
    expect(waits.map(({ attempt }) => attempt)).toEqual([1, 2])
  })
})

test('the client waits for the time or date in Retry-After, unless it is after the deadline', async () => {
  const waits = [new Date(NOON + 12_000).toUTCString(), '3600']
  const { service, pauses } = createAnsweredService(...waits.map((value) => json({}, 429, { 'retry-after': value })))
  const failure = await failToCreate(service, { deadline: 60_000 })
  const retryAt = NOON + 12_000 + 3_600_000
  expect(failure).toMatchObject({ certainty: 'not-accepted', status: 429, retryAfterMs: 3_600_000, retryAt })
  expect(pauses).toEqual([12_000])
})

test("a request over the limit isn't sent, and its cause is the previous failure", async () => {
  const { service, calls } = createAnsweredService(json({}, 500))
  const { take, sent } = createRequestCount(2)
  const views = service.getPageViews({ limit: 250, offset: 0 }, noLimits({ allowRequest: take }))
  const failure = await catchFailure(views)
  expect(failure).toMatchObject({ name: 'MaximumRequestsError', cause: { status: 500 } })
  expect(failure.message).toContain('Did not send GET https://docs.example/v1/analytics/project-1/views:')
  expect([calls.length, sent()]).toEqual([2, 2])
})
