import { formatTime } from '../formatting/times.ts'
import type { Fetch } from '../network/fetch.ts'
import { type Clock, createGate } from '../network/gate.ts'
import {
  type AllowanceOptions,
  createAllowance,
  describeWait,
  REPORT_PATIENCE,
  sendPatiently,
  type WaitEvent,
} from '../network/patience.ts'
import { encodePathSegment } from '../untrusted/safe-url.ts'
import { DocsServiceError, describeTarget, judgeFailure, MaximumRequestsError, type Operation } from './errors.ts'
import { type Parse, parseReply, type Reply } from './reply.ts'
import { type Limits, type ServiceRequest, sendRequest, type Transport } from './request.ts'
import { type AgentJob, parseJob, parseViewsPage, type Redact, ShapeError, type ViewsPage } from './schema.ts'

export interface DocsServiceOptions extends Clock, Transport {
  /** The URL of the service; its path is a prefix of all paths. */
  baseUrl: URL
  projectId: string
  /** At least 0, less than 1. */
  random: () => number
  /** Called before each wait; once for all requests that wait for the same limit. */
  onWait?: (event: WaitEvent) => void
  /** What is left for waits of reports, if they share it with GitHub. */
  waiting?: AllowanceOptions['waiting']
}

export interface ViewsQuery {
  /** `YYYY-MM-DD` or an ISO 8601 timestamp. */
  dateFrom?: string
  /** The same; exclusive. */
  dateTo?: string
  /** Rows, 1 to 250. */
  limit: number
  offset: number
}

/** The documentation service, for one project and key. Every operation throws `DocsServiceError`. */
export interface DocsService {
  /**
   * Creates a job. The request is repeated only if it certainly was not accepted: see `certainty` of the error.
   * https://www.mintlify.com/docs/api/agent/v2/create-agent-job
   */
  createAgentJob(prompt: string, limits: Limits): Promise<AgentJob & { id: string }>
  /**
   * Sends another prompt to a job, by the same rules. Services without this operation answer with 404 or 405.
   * https://www.mintlify.com/docs/api/agent/v2/send-message
   */
  sendMessage(id: string, prompt: string, limits: Limits): Promise<AgentJob>
  /**
   * Fetches a job, by default with one request. A different job in the answer counts as unreadable.
   * https://www.mintlify.com/docs/api/agent/v2/get-agent-job
   */
  getAgentJob(id: string, limits: Limits): Promise<AgentJob>
  /** Fetches one page of page views, in up to four tries. https://www.mintlify.com/docs/api/analytics/views */
  getPageViews(query: ViewsQuery, limits: Limits): Promise<ViewsPage>
}

/** What a run has to connect to the service with, besides its inputs. */
interface Connection {
  fetch: Fetch
  clock: Clock
  log: { info(text: string): void }
  secrets: { redact: Redact }
  /** As in `DocsServiceOptions`. */
  waiting?: AllowanceOptions['waiting']
}

/** Connects to the service, for the project and the key of the inputs. No request is sent. Waits are logged. */
export function connectService(
  { baseUrl, apiKey, projectId }: { baseUrl: URL; apiKey: string; projectId: string },
  { fetch, clock, log, secrets, waiting }: Connection,
): DocsService {
  return createDocsService({
    ...clock,
    fetch,
    baseUrl,
    apiKey,
    projectId,
    waiting,
    random: Math.random,
    redact: secrets.redact,
    onWait: (event) => log.info(describeWait(event, 'The service', clock.wallClock())),
  })
}

/** @throws RangeError if `projectId` can't be a segment of a path */
export function createDocsService(options: DocsServiceOptions): DocsService {
  const { baseUrl, redact } = options
  const project = encodePathSegment(options.projectId)
  const jobsPath = `/v2/agent/${project}/job`
  const jobPath = (id: string) => `${jobsPath}/${encodePathSegment(id)}`
  // The path of `baseUrl` is a prefix, without slashes at its end. Its query and login are dropped.
  const resolveUrl = (path: string) => new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path)
  const send = createSender(options)
  /** Of all reads of page views together. */
  const { waiting } = createAllowance(options, { ...REPORT_PATIENCE, waiting: options.waiting })
  const ask = async <Value>(
    request: ServiceRequest,
    limits: Limits & Pick<AllowanceOptions, 'waiting'>,
    parse: Parse<Value>,
  ): Promise<Value> => parseReply(redact, request, await send(request, limits), parse)
  const post = <Job>(operation: Operation, path: string, prompt: string, limits: Limits, parse: Parse<Job>) =>
    ask({ operation, method: 'POST', url: resolveUrl(path), body: JSON.stringify({ prompt }) }, limits, parse)

  return {
    createAgentJob: (prompt, limits) => post('create agent job', jobsPath, prompt, limits, parseNewJob),

    sendMessage: (id, prompt, limits) =>
      post('send follow-up message', `${jobPath(id)}/message`, prompt, limits, parseJobOf(id)),

    async getAgentJob(id, limits) {
      const request = { operation: 'get agent job', method: 'GET', url: resolveUrl(jobPath(id)) } as const
      return await ask(request, { tries: 1, ...limits }, parseJobOf(id))
    },

    async getPageViews(query, limits) {
      const url = resolveUrl(`/v1/analytics/${project}/views`)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      const request = { operation: 'get page views', method: 'GET', url } as const
      const parse: Parse<ViewsPage> = (value, redactText) => parseViewsPage(value, query.offset, redactText)
      return await ask(request, { tries: REPORT_PATIENCE.tries, waiting, ...limits }, parse)
    },
  }
}

/** Sends requests, and repeats them by the rule of patience. All of them wait for the same limit. */
function createSender(options: DocsServiceOptions) {
  const { random } = options
  const gate = createGate(options)

  return async (request: ServiceRequest, limits: Limits & Pick<AllowanceOptions, 'waiting'>): Promise<Reply> => {
    const { signal, deadline, waitUntil = deadline, tries, waiting } = limits
    const allowance = createAllowance(options, { deadline: () => waitUntil, tries, waiting })
    const onWait = async (event: WaitEvent) => {
      options.onWait?.(event)
      await limits.onWait?.(event)
    }
    let previous: unknown
    return await sendPatiently(
      {
        async send() {
          await limits.beforeSend?.()
          return await sendRequest(options, request, limits)
        },
        judge(error) {
          if (error instanceof MaximumRequestsError) error.cause = previous
          previous = error
          return error instanceof DocsServiceError ? judgeFailure(error) : undefined
        },
        refuse: (at, error) => refuse(request, at, options.wallClock(), error),
      },
      { gate, allowance, clock: options, random, signals: [signal, signal], onWait },
    )
  }
}

/** The error of a request that would have to wait for longer than it can. */
function refuse(request: ServiceRequest, retryAt: number, now: number, error: unknown): DocsServiceError {
  const retryAfterMs = retryAt - now
  if (error instanceof DocsServiceError) {
    error.retryAt = retryAt
    error.retryAfterMs = retryAfterMs
    return error
  }
  const limit = {
    kind: 'status',
    status: 429,
    certainty: 'not-accepted',
    isLimit: true,
    retryAt,
    retryAfterMs,
  } as const
  const why = `was not sent, because the service asks to wait until ${formatTime(retryAt, now)}`
  return new DocsServiceError({ operation: request.operation, ...limit }, describeTarget(request), why)
}

/** An answer with a valid ID is a new job, whatever its other fields are. */
function parseNewJob(value: unknown, redact: Redact): AgentJob & { id: string } {
  const { id, ...job } = parseJob(value, redact)
  if (id === undefined) throw new ShapeError('something other than a job with an ID')
  // An ID that contained the key was changed by the redaction.
  if (id.includes('***')) throw new ShapeError('a job whose ID contains the key')
  return { id, ...job }
}

function parseJobOf(id: string): Parse<AgentJob> {
  return (value, redact) => {
    const job = parseJob(value, redact)
    if (job.id !== undefined && job.id !== id) throw new ShapeError('a different job')
    return job
  }
}
