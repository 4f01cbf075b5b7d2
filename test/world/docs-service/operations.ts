import { unescape as decode } from 'node:querystring'
import { type ApiAnswer, json } from '../github/api-message.ts'
import type { WorldJob } from './jobs.ts'
import type { RequestRecord } from './request-log.ts'
import type { DocsServiceWorld } from './server.ts'

/** The service's operations, as the request log names them. */
export type OperationName = 'create-job' | 'get-job' | 'send-message' | 'get-page-views'

/** What a key may. */
export type Scope = 'read' | 'write'

interface Operation {
  name: OperationName
  /** What posts needs a key that may write. */
  method: 'GET' | 'POST'
  path: string
  handle: (call: Call) => Promise<ApiAnswer>
}

interface Call {
  service: DocsServiceWorld
  request: RequestRecord
  projectId: string
  jobId: string
}

const operations: Operation[] = [
  { name: 'create-job', method: 'POST', path: '/v2/agent/:project/job', handle: createJob },
  { name: 'get-job', method: 'GET', path: '/v2/agent/:project/job/:job', handle: getJob },
  { name: 'send-message', method: 'POST', path: '/v2/agent/:project/job/:job/message', handle: sendMessage },
  { name: 'get-page-views', method: 'GET', path: '/v1/analytics/:project/views', handle: getPageViews },
]

/** The operation that a path leads to, whatever the request's method is. */
export function findOperation(path: string): Operation | undefined {
  return operations.find((operation) => patternOf(operation).test(path))
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
}

/** Carries out one request, from the routing to the answer (https://www.mintlify.com/docs/api/introduction). */
export async function handleRequest(service: DocsServiceWorld, request: RequestRecord): Promise<ApiAnswer> {
  try {
    const operation = findOperation(request.path)
    if (operation === undefined) throw new Refusal(404, 'Not found')
    if (request.method !== operation.method) throw new Refusal(405, 'Method not allowed')
    checkKey(service, request, operation.method === 'POST' ? 'write' : 'read')
    const [, projectId = '', jobId = ''] = patternOf(operation).exec(request.path) ?? []
    const call = { service, request, projectId: decode(projectId), jobId: decode(jobId) }
    if (!service.projects.includes(call.projectId)) throw new Refusal(404, 'Project not found')
    return await operation.handle(call)
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, { error: error.message, ...error.more })
    throw error
  }
}

/** What is thrown in place of an answer. */
class Refusal extends Error {
  readonly status: number
  readonly more: object

  constructor(status: number, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

function checkKey({ keys }: DocsServiceWorld, { headers }: RequestRecord, scope: Scope): void {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (key === undefined) throw new Refusal(401, 'Missing API key')
  const known = keys.find((each) => each.key === key)
  if (known === undefined) throw new Refusal(401, 'Invalid or expired API key')
  if (!known.scopes.includes(scope)) throw new Refusal(403, `This API key lacks the scope "${scope}"`)
}

async function createJob({ service, request, projectId }: Call): Promise<ApiAnswer> {
  return json(201, await service.createJob(projectId, readPrompt(request)).read('create'))
}

async function getJob(call: Call): Promise<ApiAnswer> {
  return json(200, await findJob(call).read('get'))
}

/** Gives a job more to do. What the service does with an archived job is not documented; here it refuses. */
async function sendMessage(call: Call): Promise<ApiAnswer> {
  const prompt = readPrompt(call.request)
  const job = findJob(call)
  if (job.status === 'archived') throw new Refusal(400, 'The job is archived')
  await call.service.sendMessage(job, prompt)
  return json(200, await job.read('message'))
}

/** The newest job of that id, as scenarios may give an id twice. */
function findJob({ service, projectId, jobId }: Call): WorldJob {
  const job = service.jobs.findLast((each) => each.projectId === projectId && each.id === jobId)
  if (job === undefined) throw new Refusal(404, 'Job not found')
  return job
}

function readPrompt({ headers, body }: RequestRecord): string {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal(400, 'Content-Type must be application/json')
  const { prompt } = (body ?? {}) as { prompt?: unknown }
  if (typeof prompt === 'string' && prompt !== '') return prompt
  throw new Refusal(400, 'prompt is required and must be a string that is not empty')
}

async function getPageViews({ service, request: { query } }: Call): Promise<ApiAnswer> {
  const range = { from: readTime(query, 'dateFrom'), to: readTime(query, 'dateTo') }
  const limit = readInteger(query, 'limit', 50, [1, 250])
  const offset = readInteger(query, 'offset', 0, [0, Number.MAX_SAFE_INTEGER])
  const { totals, rows } = service.pageViews.select(range)
  return json(200, {
    totals,
    views: rows.slice(offset, offset + limit),
    hasMore: offset + limit < rows.length,
  })
}

type Query = RequestRecord['query']

/** Milliseconds since 1970; days begin in UTC (https://www.mintlify.com/docs/api/analytics/views). */
function readTime(query: Query, name: string): number | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
  const time = isoDate.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) refuseQuery(`${name}: must be an ISO 8601 timestamp or YYYY-MM-DD`)
  return time
}

function readInteger(query: Query, name: string, fallback: number, bounds: [number, number]): number {
  const [least, most] = bounds
  const text = query[name] ?? String(fallback)
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  return refuseQuery(`${name}: must be an integer from ${least} to ${most}`)
}

function refuseQuery(message: string): never {
  throw new Refusal(400, 'Invalid query parameters', { details: [{ message }] })
}
