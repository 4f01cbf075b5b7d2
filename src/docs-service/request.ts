import { ConnectError, delayAbort, type Fetch, type FetchResponse, USER_AGENT } from '../network/fetch.ts'
import type { WaitEvent } from '../network/patience.ts'
import { isRateLimit, parseLimitWait } from '../network/retry-after.ts'
import { quoteInOneLine } from '../untrusted/escape.ts'
import {
  DocsServiceError,
  decideCertainty,
  describeTarget,
  type Failure,
  RequestLimitError,
  type RequestTarget,
} from './errors.ts'
import { type Reply, receiveBytes, receiveErrorAnswer } from './reply.ts'
import type { Redact } from './schema.ts'

export interface Transport {
  fetch: Fetch
  apiKey: string
  redact: Redact
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** Milliseconds since 1970. */
  wallClock: () => number
}

export interface ServiceRequest extends RequestTarget {
  body?: string
  /** The largest body of a success, after decompression. */
  maximumBytes: number
  timeLimitMs: number
}

export interface Limits {
  signal: AbortSignal
  /** On the clock of `now`; `Infinity` if there is none. */
  deadline: number
  /** Called before each request, repeats included. On `false` the operation throws `RequestLimitError`. */
  allowRequest?: () => boolean
  /** Whether to wait after 429. The default is true. */
  waitForQuota?: boolean
  /** How often a request is sent. By default: a job once, a page up to four times, a prompt without limit. */
  tries?: number
  /** When waits end, on the clock of `now`. The default is the deadline. */
  waitUntil?: number
  /** Called before each wait. */
  onWait?: (event: WaitEvent) => void
  /** Time for the answer to a request in flight after `signal` aborts, in milliseconds. The default is 0. */
  graceMs?: number
}

/** Allows `maximum` requests, repeats included. */
export function createRequestCount(maximum: number) {
  let sent = 0
  return {
    /** Counts one more request for `Limits.allowRequest`. */
    take(): boolean {
      if (sent >= maximum) return false
      sent += 1
      return true
    },
    sent: () => sent,
  }
}

/**
 * Sends a request once, and receives its answer within the time limit and the deadline. Redirects aren't followed.
 * @throws DocsServiceError unless the answer is a success
 */
export async function sendRequest(transport: Transport, request: ServiceRequest, limits: Limits): Promise<Reply> {
  const timeLimit = startTimeLimit(limits, transport.now(), request.timeLimitMs)
  if (timeLimit.findStop()) throw describeStop(request, timeLimit, { certainty: 'not-accepted' })
  if (limits.allowRequest?.() === false) throw new RequestLimitError(describeTarget(request))
  const response = await receiveHeaders(transport, request, timeLimit)
  const { status } = response
  if (status < 200 || status >= 300) throw await describeStatus(transport, request, response, timeLimit)
  return { status, bytes: await receiveBody(request, response, timeLimit) }
}

async function receiveHeaders(
  { fetch, apiKey }: Transport,
  request: ServiceRequest,
  timeLimit: TimeLimit,
): Promise<FetchResponse> {
  const { method, url, body } = request
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    'user-agent': USER_AGENT,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const { signal } = timeLimit
  try {
    return await fetch(url, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    })
  } catch (cause) {
    const wasNotSent = cause instanceof ConnectError
    const certainty = wasNotSent ? 'not-accepted' : 'unknown'
    if (timeLimit.findStop()) throw describeStop(request, timeLimit, { certainty }, cause)
    const kind = wasNotSent ? 'not-connected' : 'no-answer'
    const cameBack = wasNotSent ? 'could not be reached' : 'got no answer, the connection broke'
    const code = findErrorCode(cause)
    throw createError(request, { kind, certainty, code }, cameBack + describeCode(code), cause)
  }
}

async function receiveBody(
  request: ServiceRequest,
  response: FetchResponse,
  timeLimit: TimeLimit,
): Promise<Uint8Array> {
  const received = { certainty: 'unknown', status: response.status } as const
  try {
    const { bytes, isWhole } = await receiveBytes(response, request.maximumBytes)
    if (isWhole) return bytes
  } catch (cause) {
    if (timeLimit.findStop()) throw describeStop(request, timeLimit, received, cause)
    const code = findErrorCode(cause)
    const broken = `but the connection broke in the middle of the answer${describeCode(code)}`
    const cameBack = `returned ${response.status}, ${broken}`
    throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause)
  }
  const cameBack = `returned more than ${request.maximumBytes / 1024 / 1024} MiB`
  throw createError(request, { ...received, kind: 'unreadable' }, cameBack)
}

async function describeStatus(
  transport: Transport,
  request: ServiceRequest,
  response: FetchResponse,
  timeLimit: TimeLimit,
): Promise<DocsServiceError> {
  const { status } = response
  const certainty = decideCertainty(status)
  if (status < 400) {
    // Its body isn't needed.
    timeLimit.abandon()
    const cameBack = `returned a redirect (${status}), which isn't followed`
    return createError(request, { kind: 'status', certainty, status }, cameBack)
  }
  const { headers } = response
  const now = transport.wallClock()
  const answer = await receiveErrorAnswer(response, transport)
  const isLimit = isRateLimit(status, headers, quoteInOneLine(answer.serviceMessage))
  const retryAfterMs = parseLimitWait(headers, now)
  const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : ''
  const retryAt = retryAfterMs ? now + retryAfterMs : undefined
  const facts = { kind: 'status', certainty, status, isLimit, retryAfterMs, retryAt, ...answer } as const
  return createError(request, facts, `returned ${status}${wait}`)
}

function describeStop(
  request: ServiceRequest,
  { findStop, lengthMs }: TimeLimit,
  facts: Pick<Failure, 'certainty' | 'status'>,
  cause?: unknown,
): DocsServiceError {
  const stop = findStop() ?? 'cancelled'
  const kind = stop === 'time limit' ? 'no-answer' : stop
  const cameBack = {
    cancelled: 'was canceled',
    deadline: 'was not answered before the time was up',
    'time limit': `was not answered in full within ${lengthMs / 1000} s`,
  }[stop]
  return createError(request, { ...facts, kind }, cameBack, cause)
}

function createError(
  request: ServiceRequest,
  facts: Omit<Failure, 'operation'>,
  cameBack: string,
  cause?: unknown,
): DocsServiceError {
  const failure: Failure = { operation: request.operation, ...facts }
  return new DocsServiceError(failure, describeTarget(request), cameBack, { cause })
}

function describeCode(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`
}

type TimeLimit = ReturnType<typeof startTimeLimit>

/**
 * Starts the time limit of a request, which ends at the deadline at the latest.
 * @param now milliseconds on the clock of the deadline
 */
function startTimeLimit({ signal, deadline, graceMs = 0 }: Limits, now: number, timeLimitMs: number) {
  const timeLeftMs = deadline - now
  const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs))
  const timeout = AbortSignal.timeout(Math.ceil(lengthMs))
  // There is no grace period for a request that wasn't sent yet.
  const cancelled = signal.aborted || graceMs === 0 ? signal : delayAbort(signal, graceMs)
  const abandoned = new AbortController()
  return {
    lengthMs,
    /** Aborts when the time is up, the run is cancelled, or the request is abandoned. */
    signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
    findStop(): 'cancelled' | 'deadline' | 'time limit' | undefined {
      if (cancelled.aborted) return 'cancelled'
      if (lengthMs > 0 && !timeout.aborted) return undefined
      return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit'
    },
    abandon: () => abandoned.abort(),
  }
}

/** The code of an error of `fetch`, such as `ECONNREFUSED`, if it is safe to show. */
function findErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).map((cause) => (cause as NodeJS.ErrnoException).code)
  return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code))
}

/** The error, its cause, and so on. */
function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  for (let next = error; next instanceof Error && causes.length < 10; next = next.cause) causes.push(next)
  return causes
}
