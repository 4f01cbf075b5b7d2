import { expect } from 'vitest'
import type { ViewRow } from '../../../world/docs-service/page-views.ts'
import type { DocsServiceWorld } from '../../../world/docs-service/server.ts'

/** One request with the service's key and a JSON body, if there is one. */
export function call(
  world: DocsServiceWorld,
  path: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<Response> {
  const { json, headers, ...rest } = init
  return fetch(`${world.url}${path}`, {
    redirect: 'manual',
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    ...rest,
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}

export const jobsPath = '/v2/agent/docs-project/job'
export const viewsPath = '/v1/analytics/docs-project/views'

export interface JobBody {
  id: string
  status: string
  prLink: string | null
  archivedAt: string | null
  createdAt: string
  source: { repository: string; ref: string }
  model: string
}

export interface ViewsBody {
  totals: { human: number; ai: number; total: number }
  views: ViewRow[]
  hasMore: boolean
}

export async function create(world: DocsServiceWorld, prompt = 'Document rate limits'): Promise<JobBody> {
  return (await call(world, jobsPath, { json: { prompt } })).json() as Promise<JobBody>
}

export async function readViews(world: DocsServiceWorld, query = ''): Promise<ViewsBody> {
  const response = await call(world, `${viewsPath}${query}`)
  expect(response.status).toBe(200)
  return response.json() as Promise<ViewsBody>
}

export const threeRows: ViewRow[] = [
  { path: '/a', human: 3, ai: 2, total: 5 },
  { path: '/b', human: 1, ai: 2, total: 3 },
  { path: '/c', human: 0, ai: 1, total: 1 },
]

/** The code or the text of what a request fails with. */
export async function failure(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'no failure'
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
    return cause?.code ?? String(error)
  }
}
