import { expect, test } from 'vitest'
import type { FaultResponse } from '../../../world/docs-service/faults.ts'
import { servePageViews } from '../../../world/docs-service/page-views.ts'
import { type DocsServiceWorld, startDocsService } from '../../../world/docs-service/server.ts'

/** Requests page views. */
function read({ url, apiKey }: DocsServiceWorld, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${apiKey}` }
  return fetch(`${url}/v1/analytics/docs-project/views`, { redirect: 'manual', headers, ...init })
}

/** Creates a job, and returns the code of the request's error. */
function failToCreate({ url, apiKey }: DocsServiceWorld): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ prompt: 'Document retries' })
  return fetch(`${url}/v2/agent/docs-project/job`, { method: 'POST', headers, body })
    .then((answer) => answer.text())
    .then(
      () => undefined,
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
    )
}

test('a rule hits the matching requests only, as often as it says', async () => {
  await using world = await startDocsService({ pageViews: servePageViews([]) })
  world.faults.add(
    { method: 'POST', respond: { kind: 'hang' } },
    { method: 'GET', path: /views$/, times: 2, respond: { kind: 'answer', status: 503 } },
    { operation: 'get-page-views', times: Number.POSITIVE_INFINITY, respond: { kind: 'html' } },
  )
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await read(world)).status)
  expect(statuses).toEqual([503, 503, 502, 502])
  world.faults.clear()
  expect((await read(world)).status).toBe(200)
})

test.each([
  ['before handling', { kind: 'cut' }, 'ECONNRESET', 0],
  ['after handling', { kind: 'cut' }, 'ECONNRESET', 1],
  ['after handling', { kind: 'cut-body' }, 'UND_ERR_SOCKET', 1],
] as const)('%s, the fault %j ends the connection', async (when, respond, failure, jobs) => {
  await using world = await startDocsService()
  world.faults.add({ when, respond })
  expect(await failToCreate(world)).toBe(failure)
  expect(world.jobs).toHaveLength(jobs)
  expect(world.requests).toMatchObject([{ ended: 'not answered' }])
})

test.each<FaultResponse>([{ kind: 'hang' }, { kind: 'stall-body' }])(
  'after the fault %j the answer never ends',
  async (respond) => {
    await using world = await startDocsService()
    world.faults.add({ respond })
    const answer = read(world, { signal: AbortSignal.timeout(100) })
    await expect(answer.then((begun) => begun.text())).rejects.toThrow('timeout')
  },
)
