import { formatTime } from '../formatting/times.ts'
import type { RetryDecision } from '../network/patience.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { findStatus } from './statuses.ts'

export type Operation = 'create agent job' | 'send follow-up message' | 'get agent job' | 'get page views'

export function sendsPrompt(operation: Operation): boolean {
  return operation === 'create agent job' || operation === 'send follow-up message'
}

export type FailureKind =
  /** The connection was never made: name not found, refused, connect timeout, TLS, unreachable proxy. */
  | 'not-connected'
  /** A connection was or may have been made, but no whole answer came: reset, time limit, stalled body. */
  | 'no-answer'
  /** The service answered with a status other than a success, such as a redirect. */
  | 'status'
  /** A success whose body is too large, isn't JSON, or has a different form than documented. */
  | 'unreadable'
  /** `limits.signal` was aborted. */
  | 'cancelled'
  /** `limits.deadline` was reached. */
  | 'deadline'

export interface RequestTarget {
  operation: Operation
  method: 'GET' | 'POST'
  url: URL
}

/** Method and URL, without the long query. */
export function describeTarget({ method, url }: Omit<RequestTarget, 'operation'>): string {
  return `${method} ${url.origin}${url.pathname}`
}

/** The facts of a failure. Causes depend on them, and never on the words of a text. */
export interface Failure {
  operation: Operation
  kind: FailureKind
  /** Whether the request may have had an effect. */
  certainty: 'not-accepted' | 'unknown'
  status?: number | undefined
  /** Node's code of a broken connection, such as `ECONNREFUSED`. */
  code?: string | undefined
  /** Whether the body is JSON, and no web page; absent if none was read, or it is empty. */
  isJson?: boolean | undefined
  /** Whether there were too many requests. */
  isLimit?: boolean | undefined
  /** The wait that the service asks for, in milliseconds. */
  retryAfterMs?: number | undefined
  /** The end of that wait, in milliseconds since 1970. */
  retryAt?: number | undefined
  /** The service's own message: redacted, at most 500 code points. */
  serviceMessage?: UntrustedText | undefined
}

/** A request to the documentation service failed. The message contains no text from outside. */
export class DocsServiceError extends Error implements Failure {
  override readonly name = 'DocsServiceError'
  readonly operation: Operation
  readonly kind: FailureKind
  readonly certainty: Failure['certainty']
  readonly status: number | undefined
  readonly code: string | undefined
  readonly isJson: boolean | undefined
  readonly isLimit: boolean
  readonly serviceMessage: UntrustedText | undefined
  /** Both are set later if the wait for a limit is too long. */
  retryAfterMs: number | undefined
  retryAt: number | undefined
  /** Without the query. */
  readonly url: string

  constructor(failure: Failure, target: string, cameBack: string, options?: ErrorOptions) {
    super(`Couldn't ${failure.operation}: ${target} ${cameBack}.`, options)
    this.operation = failure.operation
    this.kind = failure.kind
    this.certainty = failure.certainty
    this.status = failure.status
    this.code = failure.code
    this.isJson = failure.isJson
    this.isLimit = failure.isLimit === true
    this.serviceMessage = failure.serviceMessage
    this.retryAfterMs = failure.retryAfterMs
    this.retryAt = failure.retryAt
    this.url = target.slice(target.indexOf(' ') + 1)
  }

  /** How to fix a failed read; empty after a prompt, since that depends on other facts of the run. */
  get hint(): string {
    return findHint(this)
  }

  /**
   * Whether a prompt was certainly not received, and can be sent later: after a limit, or without a connection in time.
   */
  get isUnavailable(): boolean {
    const { operation, certainty, kind, isLimit } = this
    if (!sendsPrompt(operation) || certainty !== 'not-accepted') return false
    return kind === 'not-connected' || kind === 'deadline' || isLimit
  }
}

/** `limits.allowRequest` returned false. The cause is the failure that the request would have repeated. */
export class MaximumRequestsError extends Error {
  override readonly name = 'MaximumRequestsError'
  constructor(target: string) {
    super(`Did not send ${target}: the request limit is reached.`)
  }
}

/** Whether the next poll of a job may work. */
export function mayPassUntilNextPoll(failure: Pick<Failure, 'kind' | 'status' | 'isJson' | 'isLimit'>): boolean {
  const { kind, status, isJson, isLimit } = failure
  if (kind === 'cancelled' || kind === 'deadline') return false
  // A web page comes from a server in front of the service.
  return kind !== 'status' || isLimit === true || isJson === false || !findStatus(status).endsPolling
}

/**
 * What the rule of patience has to know. A prompt that may have been received isn't repeated: there is no idempotency
 * key, and no list of jobs.
 */
export function judgeFailure({ operation, kind, certainty, status, isLimit, retryAfterMs }: Failure): RetryDecision {
  if (isLimit) return { kind: 'limit', retryAfterMs }
  if (kind === 'cancelled' || kind === 'deadline' || kind === 'unreadable') return { kind: 'final' }
  if (sendsPrompt(operation) && certainty === 'unknown') return { kind: 'final' }
  if (kind === 'status' && !findStatus(status).mayPass) return { kind: 'final' }
  return retryAfterMs ? { kind: 'limit', retryAfterMs } : { kind: 'trouble' }
}

function findHint({ operation, kind, status, isJson, isLimit, retryAt, retryAfterMs = 0 }: Failure): string {
  if (sendsPrompt(operation)) return ''
  if (kind === 'unreadable' && isJson === true)
    return "The service's JSON doesn't match its documentation. Try again later, or contact the service's support."
  if (kind !== 'status') return KIND_HINTS[kind]
  const { hint, ofPage } = findStatus(isLimit ? 429 : status)
  if (isJson === false && status !== undefined && status >= 400 && !ofPage) return KIND_HINTS.unreadable
  if (!isLimit) return hint
  const limit = operation === 'get agent job' ? 'The service asks for fewer requests.' : hint
  return `${limit} Try again ${retryAt ? `after ${formatTime(retryAt, retryAt - retryAfterMs)}` : 'later'}.`
}

/** Hints for all other failures. */
const KIND_HINTS: Readonly<Record<Exclude<FailureKind, 'status'>, string>> = {
  'not-connected':
    "Check `base-url`, the proxy variables HTTPS_PROXY and NO_PROXY, the firewall, and the host's certificate.",
  'no-answer': "The connection or the service failed. Check the service's status page.",
  unreadable: 'Check that `base-url` leads to the service, and not to a proxy, login page or error page.',
  cancelled: 'The run was canceled.',
  deadline: 'The time limit was reached. Try again later.',
}
