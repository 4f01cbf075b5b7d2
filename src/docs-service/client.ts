import type { Fetch } from '../network/fetch.ts'
import { encodePathSegment } from '../untrusted/safe-url.ts'
import type { Operation } from './errors.ts'
import { parseReply } from './reply.ts'
import { type Limits, type ServiceRequest, sendRequest, type Transport } from './request.ts'
import { createQuota, type RepeatOptions, repeat } from './retry.ts'
import { type AgentJob, parseJob, parseViewsPage, type Redact, ShapeError, type ViewsPage } from './schema.ts'

export type { RetryEvent } from './retry.ts'

/** Everything the client needs from outside. */
export interface DocsServiceOptions extends RepeatOptions {
  /** Address of the service; a path in it is kept as a prefix. */
  baseUrl: URL
  apiKey: string
  projectId: string
  fetch: Fetch
  /** Milliseconds since 1970, for `Retry-After` dates. */
  wallClock: () => number
  /** Longest time for any request in milliseconds, body included; by operation if it is left out. */
  requestTimeLimitMs?: number
  /** Takes more out of what the service says than the key as it stands: other forms of it, other secrets. */
  redact: Redact
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
   * Creates a job. Sent once, and repeated only when it certainly was not accepted: `certainty` of the error says
   * whether there may be a job all the same. https://www.mintlify.com/docs/api/agent/v2/create-agent-job
   */
  createAgentJob(prompt: string, limits: Limits): Promise<AgentJob & { id: string }>
  /**
   * Sends a further prompt to a job, by the same rules as `createAgentJob`. Services without this operation answer with
   * 404 or 405. https://www.mintlify.com/docs/api/agent/v2/send-message
   */
  sendMessage(id: string, prompt: string, limits: Limits): Promise<AgentJob>
  /**
   * Reads a job with one request, which is not repeated. An answer about another job counts as unreadable.
   * https://www.mintlify.com/docs/api/agent/v2/get-agent-job
   */
  getAgentJob(id: string, limits: Limits): Promise<AgentJob>
  /**
   * Fetches one page of page views, in up to four tries. After 429, the calls in flight wait together, and `onRetry`
   * is called once. https://www.mintlify.com/docs/api/analytics/views
   */
  getPageViews(query: ViewsQuery, limits: Limits): Promise<UnreadViewsPage>
}

/** A page that was received. Many of them may wait for their turn, and wait as bytes. */
export interface UnreadViewsPage {
  /** @throws DocsServiceError when it is no page */
  read(): ViewsPage
}

const REQUEST_TIME_LIMIT_MS = 30_000
/** Only the answer to a prompt has the job's id, so it is worth waiting for. */
const PROMPT_TIME_LIMIT_MS = 120_000
const MAXIMUM_JOB_BYTES = 1024 * 1024
const MAXIMUM_PAGE_BYTES = 16 * 1024 * 1024

/**
 * A client of the service at `baseUrl`, for one project.
 * @throws RangeError when `projectId` can't be one segment of a path
 */
export function createDocsService(options: DocsServiceOptions): DocsService {
  const transport = createTransport(options)
  const timeLimitMs = options.requestTimeLimitMs ?? REQUEST_TIME_LIMIT_MS
  const describeRead = (operation: Operation, url: URL, maximumBytes: number) =>
    ({ operation, method: 'GET', url, maximumBytes, timeLimitMs }) as const
  const project = encodePathSegment(options.projectId)
  const jobsPath = `/v2/agent/${project}/job`
  const viewsUrl = resolveUrl(options.baseUrl, `/v1/analytics/${project}/views`)
  const viewsQuota = createQuota()
  const jobPath = (id: string) => `${jobsPath}/${encodePathSegment(id)}`

  return {
    createAgentJob: (prompt, limits) => postPrompt('create agent job', jobsPath, prompt, limits, parseNewJob),

    sendMessage: (id, prompt, limits) =>
      postPrompt('send follow-up message', `${jobPath(id)}/message`, prompt, limits, (value, redact) =>
        parseJobOf(id, value, redact),
      ),

    async getAgentJob(id, limits) {
      const url = resolveUrl(options.baseUrl, jobPath(id))
      const request = describeRead('get agent job', url, MAXIMUM_JOB_BYTES)
      const reply = await sendRequest(transport, request, limits)
      return parseReply(transport.redact, request, reply, (value, redact) => parseJobOf(id, value, redact))
    },

    async getPageViews(query, limits) {
      const url = new URL(viewsUrl)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      const request = describeRead('get page views', url, MAXIMUM_PAGE_BYTES)
      const send = () => sendRequest(transport, request, limits)
      const reply = await repeat(options, limits, viewsQuota, send, query.offset)
      const parse = (value: unknown, redact: Redact) => parseViewsPage(value, query.offset, redact)
      return { read: () => parseReply(transport.redact, request, reply, parse) }
    },
  }

  /** Sends a prompt once; again only when it certainly was not accepted. */
  async function postPrompt<Job>(
    operation: Operation,
    path: string,
    prompt: string,
    limits: Limits,
    parse: (value: unknown, redact: Redact) => Job,
  ): Promise<Job> {
    const request: ServiceRequest = {
      operation,
      method: 'POST',
      url: resolveUrl(options.baseUrl, path),
      body: JSON.stringify({ prompt }),
      maximumBytes: MAXIMUM_JOB_BYTES,
      timeLimitMs: options.requestTimeLimitMs ?? PROMPT_TIME_LIMIT_MS,
    }
    const reply = await repeat(options, limits, createQuota(), () => sendRequest(transport, request, limits))
    return parseReply(transport.redact, request, reply, parse)
  }
}

function createTransport(options: DocsServiceOptions): Transport {
  const { fetch, apiKey, now, wallClock } = options
  return { fetch, apiKey, now, wallClock, redact: createRedaction(options) }
}

/** Any answer with a usable id is a new job, whatever else it says. */
function parseNewJob(value: unknown, redact: Redact): AgentJob & { id: string } {
  const { id, ...job } = parseJob(value, redact)
  if (id === undefined) throw new ShapeError('something that is no job with an id')
  // An id that held the key is not the job's id any more.
  if (id.includes(REDACTED)) throw new ShapeError("a job whose id can't be used")
  return { id, ...job }
}

function parseJobOf(id: string, value: unknown, redact: Redact): AgentJob {
  const job = parseJob(value, redact)
  if (job.id !== undefined && job.id !== id)
    throw new ShapeError('another job than the one that was asked for')
  return job
}

/** The path of the base address, without slashes at its end, is kept as a prefix. Query and login are not. */
function resolveUrl(baseUrl: URL, path: string): URL {
  return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path)
}

const REDACTED = '***'

function createRedaction({ apiKey, redact }: DocsServiceOptions): Redact {
  return apiKey === ''
    ? redact
    : (text) => redact(text.includes(apiKey) ? text.replaceAll(apiKey, REDACTED) : text)
}

/** Kinds of keys that begin like an admin key, and don't work here. https://www.mintlify.com/docs/api/introduction */
const OTHER_KINDS = [
  { prefix: 'mint_dsc_', kind: 'assistant' },
  { prefix: 'mint_us_', kind: 'index' },
] as const

/** Says what kind of key this looks like, unless it may be an admin key. A reason to warn, not to refuse. */
export function findOtherKeyKind(apiKey: string): 'assistant' | 'index' | undefined {
  return OTHER_KINDS.find(({ prefix }) => apiKey.startsWith(prefix))?.kind
}
