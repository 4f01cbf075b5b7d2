import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createLeanFetch } from '../../../src/network/lean-fetch.ts'
import { answerJson, findClosedAddress, startServer } from '../docs-service/loopback-server.ts'
import {
  catchFailure,
  createServiceForTests,
  noLimits,
  readPageViews,
} from '../docs-service/service-for-tests.ts'

const PAGE = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false }
const VIEWS = { limit: 250, offset: 0 }

function connectTo(baseUrl: URL, requestTimeLimitMs = 5000) {
  return createServiceForTests({ baseUrl, requestTimeLimitMs, fetch: createLeanFetch({}) })
}

test('sends what fetch would, and reads headers and body', async () => {
  await using server = await startServer((response) => answerJson(response, 200, PAGE))
  expect(await readPageViews(connectTo(server.url).service, VIEWS, noLimits())).toEqual(PAGE)
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/v1/analytics/project-1/views?limit=250&offset=0',
    headers: { accept: 'application/json', 'user-agent': 'docs-agent-action/test', host: server.url.host },
  })
})

test('sends a body', async () => {
  await using server = await startServer((response) => answerJson(response, 201, { id: 'job-1' }))
  await connectTo(server.url).service.createAgentJob('Grüße', noLimits())
  expect(server.requests[0]).toMatchObject({ method: 'POST', body: '{"prompt":"Grüße"}' })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (body: string) => body],
])('decompresses %s', async (encoding, compress) => {
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(JSON.stringify(PAGE))),
  )
  expect(await readPageViews(connectTo(server.url).service, VIEWS, noLimits())).toEqual(PAGE)
  expect(server.requests[0]?.headers['accept-encoding']).toContain('gzip')
})

test('uses a connection again', async () => {
  const ports = new Set<number | undefined>()
  await using server = await startServer((response, request) => {
    ports.add(request.socket.remotePort)
    answerJson(response, 200, PAGE)
  })
  const { service } = connectTo(server.url)
  for (let count = 0; count < 5; count += 1) await readPageViews(service, VIEWS, noLimits())
  expect(ports.size).toBe(1)
})

test('does not follow a redirect, and does not wait for its body', async () => {
  await using server = await startServer((response) =>
    response.writeHead(302, { location: '/x' }).write('wait'),
  )
  const failure = await catchFailure(readPageViews(connectTo(server.url).service, VIEWS, noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status: 302 })
  expect(server.requests).toHaveLength(1)
  // What the broken-off answer does afterwards must not end the process.
  await new Promise((resolve) => setTimeout(resolve, 50))
})

test.each([
  ['cut in the middle', undefined, 'no-answer'],
  ['compressed and cut in the middle', 'gzip', 'no-answer'],
])('an answer that is %s', async (_name, encoding, kind) => {
  const body =
    encoding === 'gzip' ? gzipSync(JSON.stringify({ ...PAGE, pad: Math.random() })) : JSON.stringify(PAGE)
  await using server = await startServer((response) => {
    response.writeHead(200, {
      'content-length': body.length,
      ...(encoding && { 'content-encoding': encoding }),
    })
    response.write(body.slice(0, 20))
    setTimeout(() => response.destroy(), 20)
  })
  const failure = await catchFailure(readPageViews(connectTo(server.url).service, VIEWS, noLimits()))
  expect(failure.kind).toBe(kind)
  expect(server.requests).toHaveLength(4)
})

test('the time limit covers a stalled body', async () => {
  await using server = await startServer((response) => response.writeHead(200).write('{'))
  const failure = await catchFailure(connectTo(server.url, 100).service.getAgentJob('job-1', noLimits()))
  expect(failure).toMatchObject({ kind: 'no-answer', message: expect.stringContaining('within 0.1 s') })
})

test('a gzip bomb is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage().rss
  const failure = await catchFailure(readPageViews(connectTo(server.url).service, VIEWS, noLimits()))
  expect(failure).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('16 MiB') })
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
})

test('a closed port counts as never connected', async () => {
  const failure = await catchFailure(
    readPageViews(connectTo(await findClosedAddress()).service, VIEWS, noLimits()),
  )
  expect(failure).toMatchObject({ kind: 'not-connected', message: expect.stringContaining('ECONNREFUSED') })
})

test('goes through a proxy where one is set', async () => {
  await using proxy = await startServer((response) => answerJson(response, 200, PAGE))
  const fetch = createLeanFetch({ HTTP_PROXY: proxy.url.href })
  const { service } = createServiceForTests({ fetch, baseUrl: new URL('http://docs.example') })
  await readPageViews(service, VIEWS, noLimits())
  expect(proxy.requests.map(({ path }) => path)).toEqual([
    'http://docs.example/v1/analytics/project-1/views?limit=250&offset=0',
  ])
})
