import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createFetch } from '../../../src/network/fetch.ts'
import { startProxy } from '../../world/proxy.ts'
import { answerJson, findClosedAddress, startServer } from '../docs-service/loopback-server.ts'
import { catchFailure, createServiceForTests, noLimits } from '../docs-service/service-for-tests.ts'

test('without a proxy it is the built-in fetch', () => {
  expect(createFetch({ NO_PROXY: '*' })).toBe(globalThis.fetch)
})

test('goes through a proxy that opens tunnels', async () => {
  await using server = await startServer((response) => answerJson(response, 201, { id: 'job-1' }))
  await using proxy = await startProxy({ tunnels: true, forwards: false })
  const fetch = createFetch({ http_proxy: proxy.url.replace('//', '//me:p%40w%@') })
  const { service } = createServiceForTests({ fetch, baseUrl: server.url })
  expect(await service.createAgentJob('x', noLimits())).toEqual({ id: 'job-1' })
  const login = `Basic ${Buffer.from('me:p@w%').toString('base64')}`
  expect(proxy.seen).toEqual([{ method: 'CONNECT', target: server.url.host, login }])
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v2/agent/project-1/job',
    body: '{"prompt":"x"}',
  })
  expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined()
})

test.each([undefined, 403, 405])(
  'goes through a proxy that only hands on requests, refusing tunnels with %s',
  async (refusal) => {
    await using server = await startServer((response) => answerJson(response, 201, { id: 'job-1' }))
    await using proxy = await startProxy({ tunnels: false, forwards: true, ...(refusal ? { refusal } : {}) })
    const fetch = createFetch({ HTTP_PROXY: proxy.url.replace('//', '//me:pw@') })
    const { service } = createServiceForTests({ fetch, baseUrl: server.url })
    await service.createAgentJob('x', noLimits())
    await service.getAgentJob('job-1', noLimits())
    // Asked for a tunnel once, and never again.
    expect(proxy.seen.filter(({ method }) => method === 'CONNECT')).toHaveLength(
      refusal === undefined ? 0 : 1,
    )
    const login = `Basic ${Buffer.from('me:pw').toString('base64')}`
    const origin = server.url.origin
    expect(proxy.seen.filter(({ method }) => method !== 'CONNECT')).toEqual([
      { method: 'POST', target: `${origin}/v2/agent/project-1/job`, login },
      { method: 'GET', target: `${origin}/v2/agent/project-1/job/job-1`, login },
    ])
    expect(server.requests.map(({ method, headers }) => [method, headers.host])).toEqual([
      ['POST', server.url.host],
      ['GET', server.url.host],
    ])
  },
)

test.each([
  ['*', false],
  ['127.0.0.1', false],
  ['localhost, 127.0.0.1', false],
  ['127.0.0.1:1', true],
  ['', true],
])('NO_PROXY=%s: through the proxy %s', async (exceptions, isProxied) => {
  await using server = await startServer((response) => answerJson(response, 201, { id: 'job-1' }))
  await using proxy = await startProxy({ tunnels: true, forwards: true })
  const fetch = createFetch({ HTTP_PROXY: proxy.url, no_proxy: exceptions })
  await createServiceForTests({ fetch, baseUrl: server.url }).service.createAgentJob('x', noLimits())
  expect([proxy.seen.length > 0, server.requests.length]).toEqual([isProxied, 1])
})

test('a proxy for https is none for http', async () => {
  await using server = await startServer((response) => answerJson(response, 201, { id: 'job-1' }))
  await using proxy = await startProxy({ tunnels: true, forwards: true })
  const fetch = createFetch({ HTTPS_PROXY: proxy.url })
  await createServiceForTests({ fetch, baseUrl: server.url }).service.createAgentJob('x', noLimits())
  expect([proxy.seen.length, server.requests.length]).toEqual([0, 1])
})

test('a proxy that refuses the way to an https server: certainly not accepted', async () => {
  await using proxy = await startProxy({ tunnels: false, forwards: true, refusal: 403 })
  const fetch = createFetch({ HTTPS_PROXY: proxy.url })
  const { service, pauses } = createServiceForTests({ fetch, baseUrl: new URL('https://docs.example') })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'not-connected', certainty: 'not-accepted' })
  expect(failure.message).toContain('(UND_ERR_ABORTED)')
  expect(proxy.seen.map(({ method, target }) => `${method} ${target}`)).toEqual(
    Array(4).fill('CONNECT docs.example:443'),
  )
  expect(pauses).toHaveLength(3)
})

test('a proxy that closes the connection instead of answering is asked once a try', async () => {
  let connections = 0
  const proxy = createServer().on('connection', () => {
    connections += 1
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const fetch = createFetch({ HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const { service } = createServiceForTests({ fetch, baseUrl: new URL('https://docs.example') })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  proxy.close()
  expect([failure.kind, connections]).toEqual(['not-connected', 4])
})

test('a proxy out of reach: certainly not accepted', async () => {
  const fetch = createFetch({ HTTP_PROXY: (await findClosedAddress()).href })
  const { service } = createServiceForTests({ fetch, baseUrl: new URL('http://docs.example') })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'not-connected', certainty: 'not-accepted' })
})

test('a server that is out of reach behind the proxy: certainly not accepted', async () => {
  await using proxy = await startProxy({ tunnels: false, forwards: true, refusal: 502 })
  const fetch = createFetch({ HTTPS_PROXY: proxy.url })
  const { service } = createServiceForTests({ fetch, baseUrl: await findClosedAddress('https') })
  expect((await catchFailure(service.createAgentJob('x', noLimits()))).certainty).toBe('not-accepted')
})

test('a reset behind the tunnel: unknown, sent once', async () => {
  await using server = await startServer((response) => response.socket?.resetAndDestroy())
  await using proxy = await startProxy({ tunnels: true, forwards: true })
  const { service } = createServiceForTests({
    fetch: createFetch({ HTTP_PROXY: proxy.url }),
    baseUrl: server.url,
  })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect([failure.certainty, server.requests.length]).toEqual(['unknown', 1])
})
