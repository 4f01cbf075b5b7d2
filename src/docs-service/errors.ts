import type { UntrustedText } from '../untrusted/text.ts'
import { findHint } from './hints.ts'

/** What was tried. The words open every error message. */
export type Operation =
  | 'create agent job'
  | 'send follow-up message'
  | 'get agent job'
  | 'check the key'
  | 'get page views'

/** How a request failed. */
export type FailureKind =
  /** The connection was never made: name not found, refused, connect timeout, TLS, proxy out of reach. */
  | 'not-connected'
  /** A connection was made or may have been, but no whole answer came: reset, time limit, stalled body. */
  | 'no-answer'
  /** The service answered with a status that is no success; redirects count. */
  | 'status'
  /** A success whose body is too large, is no JSON, or has another shape than it should. */
  | 'unreadable'
  /** `limits.signal` was aborted. */
  | 'cancelled'
  /** `limits.deadline` was reached. */
  | 'deadline'

/** Whether a request may have had an effect. */
export type Certainty = 'not-accepted' | 'unknown'

export interface Failure {
  operation: Operation
  kind: FailureKind
  certainty: Certainty
  /** HTTP status, when there was an answer. */
  status?: number | undefined
  /** What `Retry-After` asked for, in milliseconds from the moment the answer came. */
  retryAfterMs?: number | undefined
  /** The service's own words: the key redacted, at most 500 code points. */
  detail?: UntrustedText | undefined
}

/** A request to the documentation service failed. The message holds no text from outside. */
export class DocsServiceError extends Error implements Failure {
  override readonly name = 'DocsServiceError'
  readonly operation: Operation
  readonly kind: FailureKind
  readonly certainty: Certainty
  readonly status?: number
  readonly retryAfterMs?: number
  readonly detail?: UntrustedText
  /** What to do about it, in a sentence or two. */
  readonly hint: string

  /**
   * @param failure what happened
   * @param target method and address that the request went to
   * @param cameBack what came back, without text from outside
   */
  constructor(failure: Failure, target: string, cameBack: string, options?: ErrorOptions) {
    super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options)
    this.operation = failure.operation
    this.kind = failure.kind
    this.certainty = failure.certainty
    if (failure.status !== undefined) this.status = failure.status
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs
    if (failure.detail !== undefined) this.detail = failure.detail
    this.hint = findHint(failure)
  }
}

/** `limits.allowRequest` refused one more request. The cause is the failure that made it necessary, if there was one. */
export class RequestLimitError extends Error {
  override readonly name = 'RequestLimitError'

  constructor(target: string) {
    super(`Did not send ${target}: the number of requests is used up.`)
  }
}
