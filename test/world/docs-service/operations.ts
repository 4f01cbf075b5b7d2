import type { RateLimiter } from './answer.ts'
import { type Answer, answerError, answerJson } from './answer.ts'
import type { JobStore } from './jobs.ts'
import type { PageViews, ViewRange } from './page-views.ts'
import type { RequestRecord } from './request-log.ts'
import { findRoute, type OperationName, type Route } from './request-log.ts'
import type { JobScenario, MessageScenario } from './scenarios.ts'

export type Scope = 'read' | 'write'

/** What the operations work on. */
export interface DocsServiceState {
  /** In characters. */
  longestPrompt: number
  /** What page views answer for a project that isn't there. */
  unknownProjectStatus: 400 | 404
  keys: ReadonlyMap<string, ReadonlySet<Scope>>
  projects: ReadonlySet<string>
  jobs: JobStore
  takeScenario: () => JobScenario
  takeMessageScenario: () => MessageScenario
  pageViews: PageViews
  createLimiter: RateLimiter
  messageLimiter: RateLimiter
  analyticsLimiter: RateLimiter
}

/** Carries out one request, from the routing to the answer (https://www.mintlify.com/docs/api/introduction). */
export function handleRequest(state: DocsServiceState, request: RequestRecord): Answer | Promise<Answer> {
  const route = findRoute(request.path)
  if (route === undefined) return answerError(404, 'Not found')
  if (request.method !== route.method) return answerError(405, 'Method not allowed', { allow: route.method })
  const { scope, handle } = operations[route.operation]
  return refuseKey(state, request, scope) ?? refuseProject(state, route) ?? handle(state, request, route)
}

type Operation = (state: DocsServiceState, request: RequestRecord, route: Route) => Answer | Promise<Answer>

const operations: Record<OperationName, { scope: Scope; handle: Operation }> = {
  'create-job': { scope: 'write', handle: createAgentJob },
  'get-job': { scope: 'read', handle: getAgentJob },
  'send-message': { scope: 'write', handle: sendMessage },
  'get-page-views': { scope: 'read', handle: getPageViews },
}

async function createAgentJob(
  state: DocsServiceState,
  request: RequestRecord,
  { projectId }: Route,
): Promise<Answer> {
  const limited = state.createLimiter.refuse(projectId, request.at)
  if (limited !== undefined) return limited
  const prompt = readPrompt(request)
  if (typeof prompt !== 'string') return answerError(400, prompt.problem)
  if (prompt.length > state.longestPrompt) return answerError(413, 'The prompt is too large')
  const job = state.jobs.create(projectId, prompt, state.takeScenario())
  return answerJson(201, await job.read('create'))
}

async function getAgentJob(
  state: DocsServiceState,
  _request: RequestRecord,
  { projectId, jobId }: Route,
): Promise<Answer> {
  const job = state.jobs.find(projectId, jobId)
  return job === undefined ? answerError(404, 'Job not found') : answerJson(200, await job.read('get'))
}

/** Gives a job more to do. What the service does with an archived job is not documented; here it refuses. */
async function sendMessage(
  state: DocsServiceState,
  request: RequestRecord,
  { projectId, jobId }: Route,
): Promise<Answer> {
  const limited = state.messageLimiter.refuse(projectId, request.at)
  if (limited !== undefined) return limited
  const prompt = readPrompt(request)
  if (typeof prompt !== 'string') return answerError(400, prompt.problem)
  if (prompt.length > state.longestPrompt) return answerError(413, 'The prompt is too large')
  const job = state.jobs.find(projectId, jobId)
  if (job === undefined) return answerError(404, 'Job not found')
  if (job.status === 'archived') return answerError(400, 'The job is archived')
  job.receiveMessage(prompt, state.takeMessageScenario())
  return answerJson(200, await job.read('message'))
}

function getPageViews(state: DocsServiceState, request: RequestRecord): Answer {
  // One organization owns all projects here, and the limit is one for the organization.
  const limited = state.analyticsLimiter.refuse('organization', request.at)
  if (limited !== undefined) return limited
  const query = readViewsQuery(request.query)
  if ('problems' in query) {
    const details = query.problems.map((message) => ({ message }))
    return answerJson(400, { error: 'Invalid query parameters', details })
  }
  const selection = state.pageViews.select(query.range)
  const views = selection.rows(query.offset, query.limit)
  const hasMore = query.offset + views.length < selection.count && views.length > 0
  return answerJson(200, { totals: selection.totals, views, hasMore })
}

function refuseKey(state: DocsServiceState, request: RequestRecord, scope: Scope): Answer | undefined {
  const header = request.headers['authorization']
  const key = typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header)?.[1] : undefined
  if (key === undefined) return answerError(401, 'Missing API key', { 'www-authenticate': 'Bearer' })
  const scopes = state.keys.get(key)
  if (scopes === undefined) {
    return answerError(401, 'Invalid or expired API key', { 'www-authenticate': 'Bearer' })
  }
  return scopes.has(scope) ? undefined : answerError(403, `This API key lacks the scope "${scope}"`)
}

function refuseProject(state: DocsServiceState, { projectId, operation }: Route): Answer | undefined {
  if (state.projects.has(projectId)) return undefined
  return answerError(operation === 'get-page-views' ? state.unknownProjectStatus : 404, 'Project not found')
}

function readPrompt(request: RequestRecord): string | { problem: string } {
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { problem: 'Content-Type must be application/json' }
  if (request.body === undefined) return { problem: 'The request body is not valid JSON' }
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { problem: 'The request body must be a JSON object' }
  }
  const prompt: unknown = 'prompt' in body ? body.prompt : undefined
  if (typeof prompt !== 'string') return { problem: 'prompt is required and must be a string' }
  return prompt === '' ? { problem: 'prompt must not be empty' } : prompt
}

/** The query of a page views request, checked (https://www.mintlify.com/docs/api/analytics/views). */
export interface ViewsQuery {
  range: ViewRange
  limit: number
  offset: number
}

/** Reads the query parameters; gives all that is wrong with them, if something is. */
export function readViewsQuery(query: Readonly<Record<string, string>>): ViewsQuery | { problems: string[] } {
  const problems: string[] = []
  const readTime = (name: string): number | undefined => {
    const text = query[name]
    if (text === undefined) return undefined
    const time = parseTime(text)
    if (time === undefined) problems.push(`${name}: must be an ISO 8601 timestamp or YYYY-MM-DD`)
    return time
  }
  const readInteger = (name: string, fallback: number, least: number, most: number): number => {
    const text = query[name]
    if (text === undefined) return fallback
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    problems.push(
      most === Number.MAX_SAFE_INTEGER
        ? `${name}: must be an integer of at least ${least}`
        : `${name}: must be an integer from ${least} to ${most}`,
    )
    return fallback
  }
  const from = readTime('dateFrom')
  const to = readTime('dateTo')
  const limit = readInteger('limit', 50, 1, 250)
  const offset = readInteger('offset', 0, 0, Number.MAX_SAFE_INTEGER)
  if (problems.length > 0) return { problems }
  return { range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, limit, offset }
}

const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** Milliseconds since 1970; days begin in UTC, and so is a timestamp that names no zone. */
function parseTime(text: string): number | undefined {
  const match = timePattern.exec(text)
  const [, day = '', time, zone = 'Z'] = match ?? []
  const midnight = new Date(`${day}T00:00Z`)
  // `Date` turns 30 February into 2 March: only what comes out as it went in is a day.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
  if (time === undefined) return midnight.getTime()
  const moment = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(moment) ? undefined : moment
}
