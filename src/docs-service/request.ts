import {
  ConnectError,
  delayAbort,
  type Fetch,
  type FetchRequest,
  type FetchResponse,
  USER_AGENT,
} from '../network/fetch.ts'
import { parseRetryAfter } from '../network/retry-after.ts'
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

/** What every request shares. */
export interface Transport {
  fetch: Fetch
  apiKey: string
  /** Takes the key out of a text. */
  redact: Redact
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** Milliseconds since 1970. */
  wallClock: () => number
}

export interface ServiceRequest extends RequestTarget {
  /** JSON, already written out. */
  body?: string
  /** Largest body of a success, counted after decompression. */
  maximumBytes: number
  /** Longest time for the whole answer, in milliseconds. */
  timeLimitMs: number
}

/** How long an operation may take. */
export interface Limits {
  signal: AbortSignal
  /** On the clock of `now`; `Infinity` when there is none. */
  deadline: number
  /** Asked before each request, repeats included; on `false` the operation ends with `RequestLimitError`. */
  allowRequest?: () => boolean
  /** Whether 429 is waited for; true if it is left out. */
  waitForQuota?: boolean
  /** How long a request in flight may still be answered once `signal` is aborted, in milliseconds. Default 0. */
  graceMs?: number
}

/** Counts the requests of an operation, as `Limits.allowRequest` wants it. */
export interface RequestCount {
  /** Counts one more, unless that would be too many. */
  take: () => boolean
  sent: () => number
}

/** Allows `maximum` requests, repeats included. */
export function createRequestCount(maximum: number): RequestCount {
  let sent = 0
  return {
    take() {
      if (sent >= maximum) return false
      sent += 1
      return true
    },
    sent: () => sent,
  }
}

/**
 * Sends one request, once, and receives its answer. Redirects are not followed. The time limit
 * (`timeLimitMs`, never past the deadline) covers the body too.
 * @throws DocsServiceError for everything else than a success
 */
export async function sendRequest(
  transport: Transport,
  request: ServiceRequest,
  limits: Limits,
): Promise<Reply> {
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
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    'user-agent': USER_AGENT,
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init: FetchRequest = { method, headers, redirect: 'manual', signal: timeLimit.signal }
  try {
    return await fetch(url, body === undefined ? init : { ...init, body })
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
    const cameBack = `was answered with status ${response.status}, ${broken}`
    throw createError(request, { ...received, kind: 'no-answer', code }, cameBack, cause)
  }
  const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`
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
    // Its body is not needed.
    timeLimit.abandon()
    const cameBack = `was answered with a redirect (status ${status}), which is not followed`
    return createError(request, { kind: 'status', certainty, status }, cameBack)
  }
  const now = transport.wallClock()
  const retryAfterMs = parseRetryAfter(response.headers, now)
  const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : ''
  const retryAt = retryAfterMs ? now + retryAfterMs : undefined
  const answer = await receiveErrorAnswer(response, transport)
  const facts = { kind: 'status', certainty, status, retryAfterMs, retryAt, ...answer } as const
  return createError(request, facts, `was answered with status ${status}${wait}`)
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
    cancelled: 'was cancelled',
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

/** Why a request was stopped. */
type Stop = 'cancelled' | 'deadline' | 'time limit'

/** The time that one request has, its answer included. */
interface TimeLimit {
  /** In milliseconds, from the start. */
  lengthMs: number
  /** Aborts when the time is up, the run is cancelled, or the request is abandoned. */
  signal: AbortSignal
  /** Why it was stopped, if it was. */
  findStop(): Stop | undefined
  /** Breaks the request off. */
  abandon(): void
}

/**
 * Starts the time of one request: `timeLimitMs`, but never past the deadline.
 * @param now milliseconds on the clock of the deadline
 */
function startTimeLimit(
  { signal, deadline, graceMs = 0 }: Limits,
  now: number,
  timeLimitMs: number,
): TimeLimit {
  const timeLeftMs = deadline - now
  const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs))
  const timeout = AbortSignal.timeout(Math.ceil(lengthMs))
  // What has not been sent yet gets no grace.
  const cancelled = signal.aborted || graceMs === 0 ? signal : delayAbort(signal, graceMs)
  const abandoned = new AbortController()
  return {
    lengthMs,
    signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
    findStop() {
      if (cancelled.aborted) return 'cancelled'
      if (lengthMs > 0 && !timeout.aborted) return undefined
      return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit'
    },
    abandon: () => abandoned.abort(),
  }
}

/** The code of an error of `fetch`, such as `ECONNREFUSED`; nothing when it has none that is safe to show. */
function findErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).map((cause) => (cause as NodeJS.ErrnoException).code)
  return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code))
}

/** The error and what is below it. */
function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  for (let next = error; next instanceof Error && causes.length < 10; next = next.cause) causes.push(next)
  return causes
}
