import { expect, test } from 'vitest'
import { type FaultRule, knownFaults } from '../../../world/docs-service/faults.ts'
import { servePageViews } from '../../../world/docs-service/page-views.ts'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { call, create, failure, jobsPath, readViews, threeRows, viewsPath } from './service-calls.ts'

test('a rule hits the matching requests only, after those to skip, as often as it says', async () => {
  await using world = await startDocsService()
  const answer = { kind: 'answer', status: 503, body: { error: 'later' } } as const
  world.faults.add({ method: 'GET', path: /job\/[^/]+$/, skip: 1, times: 2, respond: answer })
  const { id } = await create(world)
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await call(world, `${jobsPath}/${id}`)).status)
  expect(statuses).toEqual([200, 503, 503, 200])
  expect(world.requests.map((request) => request.fault)).toEqual([
    undefined,
    undefined,
    'answer',
    'answer',
    undefined,
  ])
})

test('rules are used up one after the other; clear takes them all away', async () => {
  await using world = await startDocsService()
  for (const status of [500, 502]) world.faults.add({ respond: { kind: 'answer', status } })
  world.faults.add({ times: Number.POSITIVE_INFINITY, respond: { kind: 'html' } })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await call(world, viewsPath)).status)
  expect(statuses).toEqual([500, 502, 502, 502])
  world.faults.clear()
  expect((await call(world, viewsPath)).status).toBe(200)
})

test('a rule can mean the requests of one run', async () => {
  await using world = await startDocsService({ longestPrompt: 20 })
  world.faults.add({
    matches: ({ bodyText }) => bodyText?.includes('webhooks') === true,
    times: Number.POSITIVE_INFINITY,
    respond: knownFaults.noCredits,
  })
  const statusOf = async (prompt: string) => (await call(world, jobsPath, { json: { prompt } })).status
  const prompts = ['Explain webhooks', 'Document retries', 'Document all of the retries']
  expect(await Promise.all(prompts.map(statusOf))).toEqual([402, 201, 413])
})

test.each([
  ['before handling', 0],
  ['after handling', 1],
] as const)('a fault cuts the connection %s: %i jobs are there', async (when, jobs) => {
  await using world = await startDocsService()
  world.faults.add({ when, respond: { kind: 'cut' } })
  expect(await failure(create(world))).toBe('ECONNRESET')
  expect(world.jobs).toHaveLength(jobs)
  expect(world.requests[0]).toMatchObject({ ended: 'not answered', fault: 'cut' })
  expect(world.requests[0]).not.toHaveProperty('status')
})

test('a fault can close the connection politely, too', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'cut', how: 'close' } })
  expect(await failure(create(world))).toBe('UND_ERR_SOCKET')
})

test.each<[string, FaultRule['respond']]>([
  ['hang', { kind: 'hang' }],
  ['stall-headers', { kind: 'stall-headers' }],
])('after the fault %s, no answer comes', async (_name, respond) => {
  await using world = await startDocsService()
  world.faults.add({ respond })
  const answer = call(world, viewsPath, { signal: AbortSignal.timeout(40) })
  expect(await failure(answer)).toContain('TimeoutError')
})

test('stall-body: the answer begins and never ends', async () => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  world.faults.add({ respond: { kind: 'stall-body' } })
  const hangUp = new AbortController()
  const answer = await call(world, viewsPath, { signal: hangUp.signal })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(new TextDecoder().decode(value)).toMatch(/^{"totals":{"human":4/)
  const next = reader?.read()
  setTimeout(() => hangUp.abort(), 20)
  expect(await failure(Promise.resolve(next))).toContain('AbortError')
})

test('cut-body: the job is created, the answer breaks off', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'cut-body' } })
  const answer = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(answer.status).toBe(201)
  expect(await failure(answer.text())).toBe('UND_ERR_SOCKET')
  expect(world.jobs).toHaveLength(1)
})

test("truncated-json: a whole answer that can't be read", async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'truncated-json', bytes: 7 } })
  const answer = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(answer.status).toBe(201)
  expect(await answer.text()).toBe('{"id":"')
  expect(world.jobs).toHaveLength(1)
})

test('html, redirect, latency and functions answer as they say', async () => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  world.faults.add(
    { respond: { kind: 'html', status: 504 } },
    { respond: { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' } },
    { respond: { kind: 'latency', latencyMs: 30 } },
    { respond: (_request, response) => void response.writeHead(418, { 'x-a': 'b' }).end('tea') },
    { respond: { kind: 'answer', status: 429, headers: { 'Retry-After': '7' }, body: 'slow down' } },
  )
  const html = await call(world, viewsPath)
  expect([html.status, html.headers.get('content-type')]).toEqual([504, 'text/html; charset=UTF-8'])
  expect(await html.text()).toContain('<!DOCTYPE html>')
  const redirect = await call(world, viewsPath)
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/'])
  const start = performance.now()
  expect((await readViews(world)).views).toEqual(threeRows)
  expect(performance.now() - start).toBeGreaterThan(25)
  expect(await (await call(world, viewsPath)).text()).toBe('tea')
  const limited = await call(world, viewsPath)
  expect([limited.status, limited.headers.get('retry-after'), await limited.text()]).toEqual([
    429,
    '7',
    'slow down',
  ])
})

test('a gzip bomb is small on the wire and huge behind', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'gzip-bomb' } })
  const answer = await call(world, viewsPath)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-length')).toBeNull()
  let size = 0
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) size += chunk.byteLength
  expect(size).toBe(65 * 1024 * 1024)
})

test('an oversized body is valid JSON of the size asked for', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'oversized', bytes: 2_000_000 } })
  const text = await (await call(world, viewsPath)).text()
  expect(text).toHaveLength(2_000_000)
  expect(JSON.parse(text)).toMatchObject({ views: [], hasMore: false, status: 'active' })
})
