import type { Fetch } from '../network/fetch.ts'
import { DocsServiceError, type Operation, RequestLimitError } from './errors.ts'
import { encodePathSegment, isPathSegment } from './path-segment.ts'
import { type Connection, type Limits, parseReply, type ServiceRequest, sendRequest } from './request.ts'
import { decideRetry } from './retry.ts'
import { type AgentJob, readJob, readViewsPage, ShapeError, type ViewsPage } from './schema.ts'

/** Everything the client needs from outside. */
export interface DocsServiceOptions {
  /** Address of the service; a path in it is kept as a prefix. */
  baseUrl: URL
  apiKey: string
  projectId: string
  userAgent: string
  /** The built-in `fetch` will do. */
  fetch: Fetch
  /** Waits; ends early, by throwing or not, when `signal` is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** At least 0, less than 1. */
  random: () => number
  /** Milliseconds since 1970, for `Retry-After` dates. */
  wallClock?: () => number
  /** Longest time for one request in milliseconds, body included. */
  requestTimeLimitMs?: number
  /** Takes more out of what the service says than the key as it stands: other forms of it, other secrets. */
  redact?: (text: string) => string
  /** Told before each pause that precedes a repeat. */
  onRetry?: (event: RetryEvent) => void
}

/** A failure that is about to be repeated. */
export interface RetryEvent {
  operation: Operation
  failure: DocsServiceError
  /** The attempt that failed, from 1. */
  attempt: number
  delayMs: number
}

export interface ViewsQuery {
  /** `YYYY-MM-DD` or an ISO 8601 timestamp. */
  dateFrom?: string
  /** The same; exclusive. */
  dateTo?: string
  /** Rows, 1 to 250. */
  limit: number
  /** Rows to skip. */
  offset: number
}

/** The documentation service, for one project and key. Every operation throws `DocsServiceError`. */
export interface DocsService {
  /**
   * Creates a job (interface section 4.1). Sent once, and repeated only when it certainly was not accepted:
   * `certainty` of the error says whether there may be a job all the same.
   */
  createAgentJob(prompt: string, limits: Limits): Promise<AgentJob & { id: string }>
  /**
   * Reads a job (interface section 4.2) with one request, which is not repeated. An answer about another job counts as
   * unreadable.
   */
  getAgentJob(id: string, limits: Limits): Promise<AgentJob>
  /** Receives one page of page views (interface section 4.3), in up to four tries. */
  getPageViews(query: ViewsQuery, limits: Limits): Promise<UnreadViewsPage>
}

/** A page that was received. Many of them may wait for their turn, and wait as bytes. */
export interface UnreadViewsPage {
  /** @throws DocsServiceError when it is no page */
  read(): ViewsPage
}

const REQUEST_TIME_LIMIT_MS = 30_000
const MAXIMUM_JOB_BYTES = 1024 * 1024
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024

/**
 * @throws RangeError when `projectId` can't be one segment of a path
 */
export function createDocsService(options: DocsServiceOptions): DocsService {
  const redact = createRedaction(options)
  const connection: Connection = {
    fetch: options.fetch,
    apiKey: options.apiKey,
    userAgent: options.userAgent,
    redact,
    now: options.now,
    wallClock: options.wallClock ?? Date.now,
    requestTimeLimitMs: options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS,
  }
  const project = encodePathSegment(options.projectId)
  const jobsPath = `/v2/agent/${project}/job`
  const viewsPath = `/v1/analytics/${project}/views`
  const readJobOf = (id: string, value: unknown) => {
    const job = readJob(value, redact)
    if (job.id !== undefined && job.id !== id)
      throw new ShapeError('another job than the one that was asked for')
    return job
  }

  return {
    async createAgentJob(prompt, limits) {
      const request: ServiceRequest = {
        operation: 'create agent job',
        method: 'POST',
        url: resolveUrl(options.baseUrl, jobsPath),
        body: JSON.stringify({ prompt }),
        maximumBytes: MAXIMUM_JOB_BYTES,
      }
      const reply = await repeat(options, request, limits, () => sendRequest(connection, request, limits))
      return parseReply(connection, request, reply, (value) => {
        const { id, ...job } = readJob(value, redact)
        if (id === undefined) throw new ShapeError('something that is no job with an id')
        if (!isUsableId(id)) throw new ShapeError("a job whose id can't be used")
        return { id, ...job }
      })
    },

    async getAgentJob(id, limits) {
      const request: ServiceRequest = {
        operation: 'get agent job',
        method: 'GET',
        url: resolveUrl(options.baseUrl, `${jobsPath}/${encodePathSegment(id)}`),
        maximumBytes: MAXIMUM_JOB_BYTES,
      }
      const reply = await sendRequest(connection, request, limits)
      return parseReply(connection, request, reply, (value) => readJobOf(id, value))
    },

    async getPageViews(query, limits) {
      const request: ServiceRequest = {
        operation: 'get page views',
        method: 'GET',
        url: resolveUrl(options.baseUrl, viewsPath),
        maximumBytes: MAXIMUM_PAGE_BYTES,
      }
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) request.url.searchParams.set(name, String(value))
      }
      const reply = await repeat(options, request, limits, () => sendRequest(connection, request, limits))
      return {
        read() {
          return parseReply(connection, request, reply, (value) => readViewsPage(value, query.offset, redact))
        },
      }
    },
  }
}

/** Sends until it works or `decideRetry` says that it is over. */
async function repeat<Value>(
  { sleep, now, random, onRetry }: DocsServiceOptions,
  request: ServiceRequest,
  limits: Limits,
  send: () => Promise<Value>,
): Promise<Value> {
  let lastFailure: DocsServiceError | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (failure) {
      if (failure instanceof RequestLimitError) failure.cause = lastFailure
      if (!(failure instanceof DocsServiceError)) throw failure
      lastFailure = failure
      const { operation } = request
      const timeLeftMs = limits.deadline - now()
      const decision = decideRetry(operation, failure, { attempt, timeLeftMs, random })
      if (decision.action === 'end') throw failure
      onRetry?.({ operation, failure, attempt, delayMs: decision.delayMs })
      // Cancelled: the next request says so itself, without being sent.
      await sleep(decision.delayMs, limits.signal).catch((error) => {
        if (!limits.signal.aborted) throw error
      })
    }
  }
}

/** The path of the base address, without slashes at its end, is kept as a prefix. Query and login are not. */
function resolveUrl(baseUrl: URL, path: string): URL {
  return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path)
}

const REDACTED = '***'

/** An id that held the key is not the job's id any more. */
function isUsableId(id: string): boolean {
  return isPathSegment(id) && !id.includes(REDACTED)
}

function createRedaction({ apiKey, redact = (text) => text }: DocsServiceOptions): (text: string) => string {
  return apiKey === ''
    ? redact
    : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text)
}
