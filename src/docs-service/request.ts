import { ConnectError, type Fetch, type FetchRequest, type FetchResponse } from '../network/fetch.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { findDetail, findDetailIn } from './detail.ts'
import { findErrorCode } from './error-code.ts'
import {
  type Certainty,
  DocsServiceError,
  type Failure,
  type Operation,
  RequestLimitError,
} from './errors.ts'
import { readRetryAfter } from './retry-after.ts'
import { ShapeError } from './schema.ts'

/** What every request shares. */
export interface Connection {
  fetch: Fetch
  apiKey: string
  userAgent: string
  /** Takes the key out of a text. */
  redact: (text: string) => string
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** Milliseconds since 1970. */
  wallClock: () => number
  /** Longest time for one request in milliseconds, body included. */
  requestTimeLimitMs: number
}

export interface ServiceRequest {
  operation: Operation
  method: 'GET' | 'POST'
  url: URL
  /** JSON, already written out. */
  body?: string
  /** Largest body of a success, counted after decompression. */
  maximumBytes: number
}

/** How long an operation may take. */
export interface Limits {
  signal: AbortSignal
  /** On the clock of `now`; `Infinity` when there is none. */
  deadline: number
  /** Asked before each request, repeats included; on `false` the operation ends with `RequestLimitError`. */
  allowRequest?: () => boolean
  /** How long a request in flight may still be answered once `signal` is aborted, in milliseconds. Default 0. */
  graceMs?: number
}

/** Error bodies are read for a sentence or two. */
const MAXIMUM_ERROR_BYTES = 16 * 1024

/**
 * Sends one request, once, and receives its answer. Redirects are not followed. The time limit
 * (`requestTimeLimitMs`, never past the deadline) covers the body too.
 * @throws DocsServiceError for everything else than a success
 */
export async function sendRequest(
  connection: Connection,
  request: ServiceRequest,
  limits: Limits,
): Promise<Reply> {
  const timer = startTimer(connection, limits)
  try {
    if (timer.stopped()) throw describeStop(request, timer, 'not-accepted')
    if (limits.allowRequest?.() === false) throw new RequestLimitError(describeTarget(request))
    const response = await receiveHeaders(connection, request, timer)
    if (response.status < 200 || response.status >= 300)
      throw await describeStatus(connection, request, response, timer)
    return { status: response.status, bytes: await receiveBody(request, response, timer) }
  } finally {
    timer.clear()
  }
}

/** A success. Its body stays bytes until it is needed, because bytes do not burden the garbage collector. */
export interface Reply {
  status: number
  bytes: Uint8Array
}

/**
 * Reads the JSON of a success.
 * @param read turns the JSON into what the operation promises, or throws a ShapeError
 * @throws DocsServiceError, with the service's own words if it sent any, when it is no JSON or has another shape
 */
export function parseReply<Value>(
  connection: Connection,
  request: ServiceRequest,
  { status, bytes }: Reply,
  read: (value: unknown) => Value,
): Value {
  const refuse = (what: string, detail: UntrustedText | undefined) => {
    const failure: Failure = { ...basics(request), kind: 'unreadable', certainty: 'unknown', status }
    const cameBack = `was answered with status ${status} and ${what}`
    return new DocsServiceError(withDetail(failure, detail), describeTarget(request), cameBack)
  }
  const body = decoder.decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // The parser's own error quotes the body, so it is not kept as the cause.
    const detail = findDetail(body.slice(0, MAXIMUM_ERROR_BYTES), connection.redact)
    throw refuse(body === '' ? 'an empty body' : 'a body that is no JSON', detail)
  }
  try {
    return read(value)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw refuse(error.message, findDetailIn(value, connection.redact))
  }
}

/** Method and address without the query, which is long and says nothing new. */
export function describeTarget({ method, url }: Pick<ServiceRequest, 'method' | 'url'>): string {
  return `${method} ${url.origin}${url.pathname}`
}

async function receiveHeaders(
  { fetch, apiKey, userAgent }: Connection,
  request: ServiceRequest,
  timer: Timer,
): Promise<FetchResponse> {
  const { method, url, body } = request
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    'user-agent': userAgent,
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init: FetchRequest = { method, headers, redirect: 'manual', signal: timer.signal }
  try {
    return await timer.race(fetch(url, body === undefined ? init : { ...init, body }))
  } catch (error) {
    if (timer.stopped()) throw describeStop(request, timer, 'unknown', error)
    throw describeNetworkError(request, error)
  }
}

async function receiveBody(
  request: ServiceRequest,
  response: FetchResponse,
  timer: Timer,
): Promise<Uint8Array> {
  const { status } = response
  try {
    const { bytes, isWhole } = await timer.race(readBytes(response, request.maximumBytes))
    if (isWhole) return bytes
  } catch (error) {
    if (timer.stopped()) throw describeStop(request, timer, 'unknown', error, status)
    const failure: Failure = { ...basics(request), kind: 'no-answer', certainty: 'unknown', status }
    const cameBack = `was answered with status ${status}, but the answer broke off${describeCode(error)}`
    throw new DocsServiceError(failure, describeTarget(request), cameBack, { cause: error })
  }
  const failure: Failure = { ...basics(request), kind: 'unreadable', certainty: 'unknown', status }
  const cameBack = `was answered with more than ${request.maximumBytes / 1024 / 1024} MiB`
  throw new DocsServiceError(failure, describeTarget(request), cameBack)
}

/** Statuses by which a server says that it has not done what was asked. All others leave it open. */
const REFUSALS = new Set([
  400, 401, 402, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431,
  451,
])

async function describeStatus(
  connection: Connection,
  request: ServiceRequest,
  response: FetchResponse,
  timer: Timer,
): Promise<DocsServiceError> {
  const { status } = response
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const failure: Failure = {
    ...basics(request),
    kind: 'status',
    certainty: REFUSALS.has(status) ? 'not-accepted' : 'unknown',
    status,
  }
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after') ?? null, connection.wallClock())
  if (retryAfterMs !== undefined) failure.retryAfterMs = retryAfterMs
  const detail = isRedirect ? undefined : await readDetail(connection, response, timer)
  // Nobody reads what it says.
  if (isRedirect) timer.abandon()
  const wait = retryAfterMs ? ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : ''
  const cameBack = isRedirect
    ? `was answered with a redirect (status ${status}), which is not followed`
    : `was answered with status ${status}${wait}`
  return new DocsServiceError(withDetail(failure, detail), describeTarget(request), cameBack)
}

async function readDetail(
  { redact, apiKey }: Connection,
  response: FetchResponse,
  timer: Timer,
): Promise<UntrustedText | undefined> {
  try {
    const { bytes, isWhole } = await timer.race(readBytes(response, MAXIMUM_ERROR_BYTES))
    const text = decoder.decode(bytes)
    // Half a key at the end would not be recognized.
    return findDetail(isWhole ? text : text.slice(0, -apiKey.length), redact)
  } catch {
    // The status says enough.
    return undefined
  }
}

function describeNetworkError(request: ServiceRequest, error: unknown): DocsServiceError {
  const neverConnected = error instanceof ConnectError
  const failure: Failure = neverConnected
    ? { ...basics(request), kind: 'not-connected', certainty: 'not-accepted' }
    : { ...basics(request), kind: 'no-answer', certainty: 'unknown' }
  const cameBack = neverConnected ? 'could not be reached' : 'got no answer, the connection broke'
  return new DocsServiceError(failure, describeTarget(request), cameBack + describeCode(error), {
    cause: error,
  })
}

function describeStop(
  request: ServiceRequest,
  timer: Timer,
  certainty: Certainty,
  cause?: unknown,
  status?: number,
): DocsServiceError {
  const stop = timer.stopped() ?? 'cancelled'
  const kind = stop === 'time limit' ? 'no-answer' : stop
  const failure: Failure = { ...basics(request), kind, certainty }
  if (status !== undefined) failure.status = status
  const cameBack = {
    cancelled: 'was cancelled',
    deadline: 'was not answered before the time was up',
    'time limit': `was not answered in full within ${timer.lengthMs / 1000} s`,
  }[stop]
  return new DocsServiceError(failure, describeTarget(request), cameBack, { cause })
}

function basics({ operation }: ServiceRequest): Pick<Failure, 'operation'> {
  return { operation }
}

function withDetail(failure: Failure, detail: UntrustedText | undefined): Failure {
  return detail === undefined ? failure : { ...failure, detail }
}

function describeCode(error: unknown): string {
  const code = findErrorCode(error)
  return code === undefined ? '' : ` (${code})`
}

/** Reads a body up to `maximumBytes`; of a longer one, what came until then. */
async function readBytes(
  response: FetchResponse,
  maximumBytes: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    chunks.push(chunk)
    if (length > maximumBytes) return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false }
  }
  const [only] = chunks
  return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true }
}

const decoder = new TextDecoder()

type Stop = 'cancelled' | 'deadline' | 'time limit'

interface Timer {
  signal: AbortSignal
  /** Its length in milliseconds. */
  lengthMs: number
  /** Why it stopped, when it has. */
  stopped(): Stop | undefined
  /** Rejects as soon as it stops, also when what it waits for does not listen to the signal. */
  race<Value>(promise: Promise<Value>): Promise<Value>
  /** Breaks the request off. */
  abandon(): void
  clear(): void
}

function startTimer({ now, requestTimeLimitMs }: Connection, limits: Limits): Timer {
  const { signal, deadline, graceMs = 0 } = limits
  const timeLeftMs = deadline - now()
  const lengthMs = Math.max(0, Math.min(requestTimeLimitMs, timeLeftMs))
  const controller = new AbortController()
  let reason: Stop | undefined
  const stop = (why: Stop) => {
    reason ??= why
    controller.abort()
  }
  const atEnd: Stop = timeLeftMs <= requestTimeLimitMs ? 'deadline' : 'time limit'
  const timeout = setTimeout(() => stop(atEnd), lengthMs)
  let grace: NodeJS.Timeout | undefined
  const cancel = () => {
    if (graceMs > 0) grace = setTimeout(() => stop('cancelled'), graceMs)
    else stop('cancelled')
  }
  signal.addEventListener('abort', cancel, { once: true })
  // What has not been sent yet has no claim to an answer.
  if (signal.aborted) stop('cancelled')
  if (lengthMs === 0) stop(atEnd)
  const { promise: stopping, reject } = Promise.withResolvers<never>()
  stopping.catch(() => undefined)
  controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  return {
    signal: controller.signal,
    lengthMs,
    stopped: () => reason,
    race: (promise) => Promise.race([promise, stopping]),
    abandon: () => controller.abort(),
    clear: () => {
      clearTimeout(timeout)
      clearTimeout(grace)
      signal.removeEventListener('abort', cancel)
    },
  }
}
