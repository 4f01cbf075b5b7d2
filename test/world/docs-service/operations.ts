import { unescape as decode } from 'node:querystring'
import { type ApiAnswer, isObject, json } from '../github/api-message.ts'
import type { WorldJob } from './jobs.ts'
import type { RequestRecord } from './request-log.ts'
import type { DocsServiceWorld } from './server.ts'

export type Scope = 'read' | 'write'

interface Call {
  service: DocsServiceWorld
  request: RequestRecord
  projectId: string
  jobId: string
}

type Operation = (typeof operations)[number]

/** What posts needs a key that may write. */
const operations = [
  { name: 'create-job', method: 'POST', path: '/v2/agent/:project/job', handle: createJob },
  { name: 'get-job', method: 'GET', path: '/v2/agent/:project/job/:job', handle: getJob },
  { name: 'send-message', method: 'POST', path: '/v2/agent/:project/job/:job/message', handle: sendMessage },
  { name: 'get-page-views', method: 'GET', path: '/v1/analytics/:project/views', handle: getPageViews },
] as const

/** As the request log names them. */
export type OperationName = Operation['name']

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
    demand(operation, 404, 'Not found')
    demand(request.method === operation.method, 405, 'Method not allowed')
    checkKey(service, request, operation.method === 'POST' ? 'write' : 'read')
    const [, projectId = '', jobId = ''] = patternOf(operation).exec(request.path) ?? []
    const call = { service, request, projectId: decode(projectId), jobId: decode(jobId) }
    demand(service.projects.includes(call.projectId), 404, 'Project not found')
    return json(operation.name === 'create-job' ? 201 : 200, await operation.handle(call))
  } catch (error) {
    if (error instanceof Refusal) return json(Number(error.cause), { error: error.message })
    throw error
  }
}

/** What is thrown in place of an answer. Its cause is the status. */
class Refusal extends Error {}

function demand(condition: unknown, status: number, message: string): asserts condition {
  if (condition === undefined || condition === false) throw new Refusal(message, { cause: status })
}

function checkKey({ keys }: DocsServiceWorld, { headers }: RequestRecord, scope: Scope): void {
  const [, key] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const known = keys.find((each) => each.key === key)
  demand(known, 401, 'Invalid or expired API key')
  demand(known.scopes.includes(scope), 403, `This API key lacks the scope "${scope}"`)
}

function createJob({ service, request, projectId }: Call): Promise<object> {
  return service.createJob(projectId, readPrompt(request)).read('create')
}

function getJob(call: Call): Promise<object> {
  return findJob(call).read('get')
}

/** Gives a job more to do. What the service does with an archived job is not documented; here it refuses. */
async function sendMessage(call: Call): Promise<object> {
  const prompt = readPrompt(call.request)
  const job = findJob(call)
  demand(job.status !== 'archived', 400, 'The job is archived')
  await call.service.sendMessage(job, prompt)
  return await job.read('message')
}

/** The newest job of that id, as scenarios may give an id twice. */
function findJob({ service, projectId, jobId }: Call): WorldJob {
  const job = service.jobs.findLast((each) => each.projectId === projectId && each.id === jobId)
  demand(job, 404, 'Job not found')
  return job
}

function readPrompt({ headers, body }: RequestRecord): string {
  const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
  demand(isJson && isObject(body), 400, 'The body must be JSON, with the matching Content-Type')
  const { prompt } = body
  demand(typeof prompt === 'string' && prompt !== '', 400, 'prompt must be a string that is not empty')
  return prompt
}

async function getPageViews({ service, request: { query } }: Call): Promise<object> {
  const { limit = '50', offset = '0', dateFrom, dateTo } = query
  const isPage = /^\d+$/.test(offset) && /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 250
  demand(isPage, 400, 'Invalid query parameters: limit must be from 1 to 250')
  const { totals, rows } = service.pageViews.select({ from: readTime(dateFrom), to: readTime(dateTo) })
  const end = Number(offset) + Number(limit)
  return { totals, views: rows.slice(Number(offset), end), hasMore: end < rows.length }
}

/** Milliseconds since 1970; days begin in UTC (https://www.mintlify.com/docs/api/analytics/views). */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text))
  demand(isDate, 400, 'Invalid query parameters: dates must be ISO 8601 timestamps or YYYY-MM-DD')
  return Date.parse(text)
}
