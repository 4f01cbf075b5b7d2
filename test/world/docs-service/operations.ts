import { type Answer, answerError, answerJson } from './answer.ts'
import type { WorldJob } from './jobs.ts'
import type { PageViews } from './page-views.ts'
import { findRoute, type OperationName, type RequestRecord, type Route } from './request-log.ts'

export type Scope = 'read' | 'write'

/** What the operations work on. */
export interface DocsServiceState {
  keys: ReadonlyMap<string, readonly Scope[]>
  projects: readonly string[]
  /** Oldest first. */
  jobs: readonly WorldJob[]
  createJob: (projectId: string, prompt: string) => WorldJob
  sendMessage: (job: WorldJob, prompt: string) => void
  pageViews: () => PageViews
}

/** Carries out one request, from the routing to the answer (https://www.mintlify.com/docs/api/introduction). */
export function handleRequest(state: DocsServiceState, request: RequestRecord): Answer | Promise<Answer> {
  const route = findRoute(request.path)
  if (route === undefined) return answerError(404, 'Not found')
  if (request.method !== route.method) return answerError(405, 'Method not allowed', { allow: route.method })
  const { scope, handle } = operations[route.operation]
  const refused = refuseKey(state, request, scope)
  if (refused !== undefined) return refused
  if (!state.projects.includes(route.projectId)) return answerError(404, 'Project not found')
  return handle(state, request, route)
}

type Operation = (state: DocsServiceState, request: RequestRecord, route: Route) => Answer | Promise<Answer>

const operations: Record<OperationName, { scope: Scope; handle: Operation }> = {
  'create-job': { scope: 'write', handle: createJob },
  'get-job': { scope: 'read', handle: getJob },
  'send-message': { scope: 'write', handle: sendMessage },
  'get-page-views': { scope: 'read', handle: getPageViews },
}

function refuseKey({ keys }: DocsServiceState, { headers }: RequestRecord, scope: Scope): Answer | undefined {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (key === undefined) return answerError(401, 'Missing API key', { 'www-authenticate': 'Bearer' })
  const scopes = keys.get(key)
  if (scopes === undefined)
    return answerError(401, 'Invalid or expired API key', { 'www-authenticate': 'Bearer' })
  return scopes.includes(scope) ? undefined : answerError(403, `This API key lacks the scope "${scope}"`)
}

async function createJob(state: DocsServiceState, request: RequestRecord, route: Route): Promise<Answer> {
  const prompt = readPrompt(request)
  if (typeof prompt !== 'string') return answerError(400, prompt.problem)
  return answerJson(201, await state.createJob(route.projectId, prompt).read('create'))
}

async function getJob(state: DocsServiceState, _: RequestRecord, route: Route): Promise<Answer> {
  const job = findJob(state, route)
  return job === undefined ? answerError(404, 'Job not found') : answerJson(200, await job.read('get'))
}

/** Gives a job more to do. What the service does with an archived job is not documented; here it refuses. */
async function sendMessage(state: DocsServiceState, request: RequestRecord, route: Route): Promise<Answer> {
  const prompt = readPrompt(request)
  if (typeof prompt !== 'string') return answerError(400, prompt.problem)
  const job = findJob(state, route)
  if (job === undefined) return answerError(404, 'Job not found')
  if (job.status === 'archived') return answerError(400, 'The job is archived')
  state.sendMessage(job, prompt)
  return answerJson(200, await job.read('message'))
}

/** The newest job of that id, as scenarios may give an id twice. */
function findJob({ jobs }: DocsServiceState, { projectId, jobId }: Route): WorldJob | undefined {
  return jobs.findLast((job) => job.projectId === projectId && job.id === jobId)
}

function getPageViews(state: DocsServiceState, { query }: RequestRecord): Answer {
  const problems: string[] = []
  const [from, to] = ['dateFrom', 'dateTo'].map((name) => readTime(query, name, problems))
  const limit = readInteger(query, { name: 'limit', fallback: 50, least: 1, most: 250 }, problems)
  const offset = readInteger(query, { name: 'offset', fallback: 0, least: 0 }, problems)
  if (problems.length > 0) {
    const details = problems.map((message) => ({ message }))
    return answerJson(400, { error: 'Invalid query parameters', details })
  }
  const { totals, count, rows } = state.pageViews().select({ from, to })
  const views = rows(offset, limit)
  return answerJson(200, { totals, views, hasMore: offset + views.length < count && views.length > 0 })
}

function readPrompt({ headers, body }: RequestRecord): string | { problem: string } {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return { problem: 'Content-Type must be application/json' }
  const prompt: unknown = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : null
  if (typeof prompt !== 'string') return { problem: 'prompt is required and must be a string' }
  return prompt === '' ? { problem: 'prompt must not be empty' } : prompt
}

type Query = Readonly<Record<string, string>>

/** Milliseconds since 1970; days begin in UTC (https://www.mintlify.com/docs/api/analytics/views). */
function readTime(query: Query, name: string, problems: string[]): number | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const [, day] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00Z`)
  // `Date` turns 30 February into 2 March: only what comes out as it went in is a day.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === day
  const time = isDay ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  problems.push(`${name}: must be an ISO 8601 timestamp or YYYY-MM-DD`)
  return undefined
}

function readInteger(
  query: Query,
  bounds: { name: string; fallback: number; least: number; most?: number },
  problems: string[],
): number {
  const { name, fallback, least, most = Number.MAX_SAFE_INTEGER } = bounds
  const text = query[name]
  if (text === undefined) return fallback
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  problems.push(`${name}: must be an integer from ${least} to ${most}`)
  return fallback
}
