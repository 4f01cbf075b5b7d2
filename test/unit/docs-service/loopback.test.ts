import { once } from 'node:events'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  answerJson,
  findClosedAddress,
  type LoopbackServer,
  startServer,
} from '../network/loopback-server.ts'
import { catchFailure, createServiceForTests, noLimits, readPageViews } from './service-for-tests.ts'

// What only a real network shows.

const VIEWS = { limit: 250, offset: 0 }
const PAGE = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false }

function connectTo(server: LoopbackServer | URL, requestTimeLimitMs = 5000) {
  const baseUrl = server instanceof URL ? server : server.url
  return createServiceForTests({ baseUrl, requestTimeLimitMs })
}

test('the client creates a job and reads it', async () => {
  await using server = await startServer((response, request) =>
    answerJson(response, request.method === 'POST' ? 201 : 200, { id: 'job-1', status: 'active' }),
  )
  const { service } = connectTo(server)
  const job = await service.createAgentJob('Grüße 😀', noLimits())
  await service.getAgentJob(job.id, noLimits())
  expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/v2/agent/project-1/job', '{"prompt":"Grüße 😀"}'],
    ['GET', '/v2/agent/project-1/job/job-1', ''],
  ])
  expect(server.requests[0]?.headers).toMatchObject({
    accept: 'application/json',
    'user-agent': 'docs-agent-action/test',
  })
})

test.each([301, 302, 303, 307, 308])('the client does not follow a redirect: %i', async (status) => {
  await using other = await startServer((response) => answerJson(response, 200, { id: 'job-1' }))
  await using server = await startServer((response) =>
    response.writeHead(status, { location: other.url.href }).end(),
  )
  const failure = await catchFailure(connectTo(server).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status, certainty: 'unknown' })
  expect(failure.message).toContain('redirect')
  expect([server.requests.length, other.requests.length]).toEqual([1, 0])
})

test.each<[string, (response: import('node:http').ServerResponse) => void]>([
  ['a reset', (response) => response.socket?.resetAndDestroy()],
  ['a connection that is closed', (response) => response.socket?.end()],
  ['headers only, then a cut', (response) => cutAfterHeaders(response)],
])('a create request that gets %s is sent once, and may have been received', async (_name, answer) => {
  await using server = await startServer((response) => answer(response))
  const failure = await catchFailure(connectTo(server).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'no-answer', certainty: 'unknown' })
  expect(server.requests).toHaveLength(1)
})

function cutAfterHeaders(response: import('node:http').ServerResponse): void {
  response.writeHead(201, { 'content-length': '1000' }).flushHeaders()
  setTimeout(() => response.destroy(), 20)
}

test('a create request whose answer is cut in the middle may have been received', async () => {
  await using server = await startServer((response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"totals":')
    setTimeout(() => response.destroy(), 20)
  })
  const failure = await catchFailure(connectTo(server).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'no-answer', certainty: 'unknown', status: 200 })
})

test.each([
  ['no headers', () => undefined],
  [
    'a stalled body',
    (response: import('node:http').ServerResponse) => void response.writeHead(200).write('{"id":'),
  ],
])('the time limit covers %s', async (_name, answer) => {
  await using server = await startServer(answer)
  const startedAt = performance.now()
  const failure = await catchFailure(connectTo(server, 100).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'no-answer', certainty: 'unknown' })
  expect(failure.message).toContain('within 0.1 s')
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('reading page views ends at the deadline when the body stalls', async () => {
  await using server = await startServer((response) => response.writeHead(200).write('{"id":'))
  const failure = await catchFailure(
    readPageViews(connectTo(server).service, VIEWS, { ...noLimits(), deadline: 500 }),
  )
  expect(failure.kind).toBe('deadline')
  expect(server.requests).toHaveLength(1)
})

test('a create request that is cancelled while the body of its answer stalls may have been received', async () => {
  const controller = new AbortController()
  await using server = await startServer((response) => {
    response.writeHead(200).write('{"id":')
    setTimeout(() => controller.abort(), 20)
  })
  const limits = { ...noLimits(), signal: controller.signal }
  expect(await catchFailure(connectTo(server).service.createAgentJob('x', limits))).toMatchObject({
    kind: 'cancelled',
    certainty: 'unknown',
  })
})

test('an error with a body that stalls still tells its status', async () => {
  await using server = await startServer((response) => response.writeHead(401).write('{"error":'))
  const failure = await catchFailure(connectTo(server, 500).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status: 401, certainty: 'not-accepted' })
})

test.each([
  ['a job', 1],
  ['a page', 16],
])('an answer with %s is read up to its cap, counted after decompression', async (what, mebibytes) => {
  const pad = (bytes: number) => JSON.stringify({ id: 'job-1', ...PAGE, pad: 'x'.repeat(bytes) })
  const cap = mebibytes * 1024 * 1024
  const sizes = [cap - pad(0).length, cap - pad(0).length + 1]
  await using server = await startServer((response, _request, count) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(pad(sizes[count - 1] ?? 0))),
  )
  const { service } = connectTo(server, 30_000)
  const request = () =>
    what === 'a job' ? service.createAgentJob('x', noLimits()) : readPageViews(service, VIEWS, noLimits())
  await request()
  const failure = await catchFailure(request())
  expect(failure).toMatchObject({ kind: 'unreadable', certainty: 'unknown' })
  expect(failure.message).toContain(`more than ${mebibytes} MiB`)
})

test('a gzip bomb is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage().rss
  const failure = await catchFailure(connectTo(server).service.createAgentJob('x', noLimits()))
  expect(failure.kind).toBe('unreadable')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('a large error page is read for its beginning only', async () => {
  await using server = await startServer((response) =>
    response.writeHead(502).end(`<h1>Bad</h1>${'x'.repeat(2 ** 24)}`),
  )
  const failure = await catchFailure(connectTo(server).service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({
    kind: 'status',
    status: 502,
    serviceMessage: expect.stringMatching(/^Bad x{400}/),
  })
})

test('a request to a closed port is repeated, and then the job is created', async () => {
  const baseUrl = await findClosedAddress()
  const server = createServer((socket) =>
    socket.once('data', () =>
      socket.end('HTTP/1.1 201 Created\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"id":"job-1"}'),
    ),
  )
  const { service } = createServiceForTests({
    baseUrl,
    sleep: async () => {
      if (!server.listening) await once(server.listen(Number(baseUrl.port), '127.0.0.1'), 'listening')
    },
  })
  expect(await service.createAgentJob('x', noLimits())).toEqual({ id: 'job-1' })
  server.close()
})

test('sixteen requests under one signal give no warning', async () => {
  const warnings: Error[] = []
  process.on('warning', (warning) => warnings.push(warning))
  await using server = await startServer((response) => answerJson(response, 200, PAGE))
  const { service } = connectTo(server)
  const limits = noLimits()
  await Promise.all(Array.from({ length: 32 }, () => readPageViews(service, VIEWS, limits)))
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})
