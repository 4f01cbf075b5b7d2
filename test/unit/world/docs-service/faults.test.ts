import { expect, test } from 'vitest'
import type { FaultResponse } from '../../../world/docs-service/faults.ts'
import { servePageViews } from '../../../world/docs-service/page-views.ts'
import { type DocsServiceWorld, startDocsService } from '../../../world/docs-service/server.ts'

const ALWAYS = Number.POSITIVE_INFINITY
const views = [{ path: '/a', human: 3, ai: 2, total: 5 }]

/** Asks for page views. */
function read({ url, apiKey }: DocsServiceWorld, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/analytics/docs-project/views`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${apiKey}` },
    ...(signal && { signal }),
  })
}

/** Creates a job. */
function create({ url, apiKey }: DocsServiceWorld, prompt = 'x'): Promise<Response> {
  return fetch(`${url}/v2/agent/docs-project/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
  })
}

/** The code, or the name, of what a request fails with. */
async function failureOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'no failure',
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
  )
}

test('a rule hits the matching requests only, after those to skip, as often as it says; clear takes all away', async () => {
  await using world = await startDocsService()
  world.faults.add(
    { method: 'GET', path: /views$/, skip: 1, times: 2, respond: { kind: 'answer', status: 503 } },
    { operation: 'get-page-views', skip: 1, times: ALWAYS, respond: { kind: 'html' } },
    {
      matches: ({ bodyText }) => bodyText?.includes('webhooks') === true,
      respond: { kind: 'answer', status: 402 },
    },
  )
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push((await read(world)).status)
  expect(statuses).toEqual([200, 503, 503, 502, 502])
  expect(world.requests.map(({ fault }) => fault)).toEqual([undefined, 'answer', 'answer', 'html', 'html'])
  expect((await create(world, 'Document retries')).status).toBe(201)
  expect((await create(world, 'Explain webhooks')).status).toBe(402)
  world.faults.clear()
  expect((await read(world)).status).toBe(200)
})

test.each([
  ['before handling', 0],
  ['after handling', 1],
] as const)('a fault cuts the connection %s: %i jobs are there', async (when, jobs) => {
  await using world = await startDocsService()
  world.faults.add({ when, respond: { kind: 'cut' } })
  expect(await failureOf(create(world))).toBe('ECONNRESET')
  expect(world.jobs).toHaveLength(jobs)
  expect(world.requests).toMatchObject([{ ended: 'not answered' }])
  expect(world.requests[0]?.status).toBeUndefined()
})

test('a connection can be closed politely, or when half of the answer is out', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'cut', how: 'close' } }, { respond: { kind: 'cut-body' } })
  expect(await failureOf(create(world))).toBe('UND_ERR_SOCKET')
  const answer = await create(world)
  expect(answer.status).toBe(201)
  expect(await failureOf(answer.text())).toBe('UND_ERR_SOCKET')
  expect(world.jobs).toHaveLength(1)
})

test.each<FaultResponse>([{ kind: 'hang' }, { kind: 'stall-headers' }, { kind: 'stall-body' }])(
  'after the fault %j the answer never ends',
  async (respond) => {
    await using world = await startDocsService()
    world.faults.add({ respond })
    const answer = read(world, AbortSignal.timeout(100)).then((begun) => begun.text())
    expect(await failureOf(answer)).toBe('TimeoutError')
  },
)

test.each<[FaultResponse, number, RegExp]>([
  [{ kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: 'slow' }, 429, /^slow$/],
  [{ kind: 'answer', status: 500, body: { error: 'x' }, latencyMs: 1 }, 500, /^{"error":"x"}$/],
  [{ kind: 'latency', latencyMs: 1 }, 200, /"path":"\/a".*}$/],
  [{ kind: 'truncated-json' }, 200, /^{"totals":{"human":3.*[^}]$/],
  [{ kind: 'html', status: 504 }, 504, /^<!DOCTYPE html>/],
  [{ kind: 'redirect', location: '/x' }, 307, /^$/],
  [(_, response) => void response.writeHead(418).end('tea'), 418, /^tea$/],
])('the fault %j is answered %i', async (respond, status, body) => {
  await using world = await startDocsService({ pageViews: servePageViews(views) })
  world.faults.add({ respond })
  const answer = await read(world)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toMatch(body)
})

test.each<[FaultResponse, number, string | null]>([
  [{ kind: 'oversized', bytes: 2_000_000 }, 2_000_000, null],
  [{ kind: 'gzip-bomb' }, 65 * 2 ** 20, 'gzip'],
])('the fault %j is answered by valid JSON of at least %i bytes', async (respond, bytes, encoding) => {
  await using world = await startDocsService()
  world.faults.add({ respond })
  const answer = await read(world)
  const text = await answer.text()
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(text.length).toBeGreaterThan(bytes)
  expect(JSON.parse(text)).toMatchObject({ views: [], hasMore: false, status: 'active' })
})
