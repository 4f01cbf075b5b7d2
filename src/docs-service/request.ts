import { delayAbort } from '../network/cancelled-requests.ts'
import {
  ConnectError,
  type Fetch,
  type FetchResponse,
  findErrorCode,
  receiveBytes,
  USER_AGENT,
} from '../network/fetch.ts'
import type { Clock } from '../network/gate.ts'
import type { WaitEvent } from '../network/patience.ts'
import { isRateLimit, parseLimitWait } from '../network/retry-after.ts'
import { quoteInOneLine } from '../untrusted/escape.ts'
import { DocsServiceError, describeTarget, type Failure, MaximumRequestsError, type RequestTarget } from './errors.ts'
import { type Reply, receiveErrorAnswer } from './reply.ts'
import type { Redact } from './schema.ts'
import { findStatus } from './statuses.ts'

export interface Transport extends Pick<Clock, 'now' | 'wallClock'> {
  fetch: Fetch
  apiKey: string
  /** Redacts the key, and other secrets. */
  redact: Redact
}

export interface ServiceRequest extends RequestTarget {
  body?: string
}

export interface Limits {
  signal: AbortSignal
  /** On the clock of `now`; `Infinity` if there is none. */
  deadline: number
  /** Called before each request, repeats included. On `false` the operation throws `MaximumRequestsError`. */
  allowRequest?: () => boolean
  /** How often a request is sent. By default: a job once, a page up to four times, a prompt without limit. */
  tries?: number
  /** When waits end, on the clock of `now`. The default is the deadline. */
  waitUntil?: number
  /** Awaited before each wait. */
  onWait?: (event: WaitEvent) => void | Promise<void>
  /** Awaited right before each request. If it rejects, nothing is sent, and the operation rejects with its error. */
  beforeSend?: () => Promise<void>
  /** Time for the answer to a request in flight after `signal` aborts, in milliseconds. The default is 0. */
  graceMs?: number
}

/** The body included. Longer for a prompt, because only its answer has the job's ID. */
const TIME_LIMITS_MS = { GET: 30_000, POST: 120_000 }
/** After decompression. A page of 250 rows has much less. */
const MAXIMUM_BYTES = 16 * 1024 * 1024

/** A number of requests, repeats included. */
export interface RequestCount {
  /** Counts one more request for `Limits.allowRequest`. @returns false, without counting, if none is left */
  take(): boolean
  sent(): number
}

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
 * Sends a request once, and receives its answer within the time limit and the deadline. Redirects aren't followed.
 * @throws DocsServiceError unless the answer is a success
 */
export async function sendRequest(transport: Transport, request: ServiceRequest, limits: Limits): Promise<Reply> {
  const { operation, method, url, body } = request
  const target = describeTarget(request)
  const fail = ([facts, cameBack]: Described, cause?: unknown) =>
    new DocsServiceError({ operation, ...facts }, target, cameBack, { cause })
  const timeLimit = startTimeLimit(limits, transport.now(), TIME_LIMITS_MS[method])
  if (timeLimit.findStop()) throw fail(describeBreak(timeLimit, { certainty: 'not-accepted' }))
  if (limits.allowRequest?.() === false) throw new MaximumRequestsError(target)

  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${transport.apiKey}`,
    'user-agent': USER_AGENT,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const { signal } = timeLimit
  let response: FetchResponse
  let status: number | undefined
  try {
    response = await transport.fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    status = response.status
    const bytes = isSuccess(status) ? await receiveBytes(response, MAXIMUM_BYTES) : undefined
    if (bytes !== undefined) return { status, bytes }
  } catch (cause) {
    const certainty = cause instanceof ConnectError ? 'not-accepted' : 'unknown'
    throw fail(describeBreak(timeLimit, { certainty, status, code: findErrorCode(cause) }), cause)
  }
  if (!isSuccess(status)) throw fail(await describeStatus(response, transport))
  throw fail([{ kind: 'unreadable', certainty: 'unknown', status }, 'returned more than 16 MiB'])
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** The facts of a failure, and what came back. */
type Described = [facts: Omit<Failure, 'operation'>, cameBack: string]

/** A request without a whole answer. With a status, the answer broke off. */
function describeBreak({ findStop, lengthMs }: TimeLimit, facts: Omit<Failure, 'operation' | 'kind'>): Described {
  const { certainty, status, code } = facts
  const stop = findStop()
  if (stop === 'cancelled') return [{ ...facts, kind: stop }, 'got no complete response']
  if (stop === 'deadline') return [{ ...facts, kind: stop }, 'got no response before the time was up']
  const why = code === undefined ? '' : ` (${code})`
  if (certainty === 'not-accepted') return [{ ...facts, kind: 'not-connected' }, `is unreachable${why}`]
  if (stop) return [{ ...facts, kind: 'no-answer' }, `got no complete response within ${lengthMs / 1000} s`]
  const cameBack =
    status === undefined
      ? 'got no response, because the connection broke'
      : `returned ${status}, but the connection broke in the middle of the response`
  return [{ ...facts, kind: 'no-answer' }, cameBack + why]
}

async function describeStatus(response: FetchResponse, { wallClock, redact }: Transport): Promise<Described> {
  const { status, headers } = response
  const now = wallClock()
  const answer = await receiveErrorAnswer(response, redact)
  const isLimit = isRateLimit(status, headers, quoteInOneLine(answer.serviceMessage))
  const retryAfterMs = parseLimitWait(headers, now)
  const retryAt = retryAfterMs ? now + retryAfterMs : undefined
  const certainty = findStatus(status).isRefusal ? 'not-accepted' : 'unknown'
  const cameBack = status < 400 ? `a redirect (${status})` : `${status}`
  return [{ kind: 'status', certainty, status, isLimit, retryAfterMs, retryAt, ...answer }, `returned ${cameBack}`]
}

type TimeLimit = ReturnType<typeof startTimeLimit>

/** Starts the time limit of a request, which ends at the deadline at the latest. `now` is by the same clock. */
function startTimeLimit({ signal, deadline, graceMs = 0 }: Limits, now: number, timeLimitMs: number) {
  const timeLeftMs = deadline - now
  const lengthMs = Math.max(0, Math.min(timeLimitMs, timeLeftMs))
  const timeout = AbortSignal.timeout(Math.ceil(lengthMs))
  // There is no grace period for a request that wasn't sent yet.
  const cancelled = signal.aborted || graceMs === 0 ? signal : delayAbort(signal, graceMs)
  return {
    lengthMs,
    /** Aborts when the time is up, or the run is cancelled. */
    signal: AbortSignal.any([timeout, cancelled]),
    findStop(): 'cancelled' | 'deadline' | 'time limit' | undefined {
      if (cancelled.aborted) return 'cancelled'
      if (lengthMs > 0 && !timeout.aborted) return undefined
      return timeLeftMs <= timeLimitMs ? 'deadline' : 'time limit'
    },
  }
}
