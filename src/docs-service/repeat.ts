import { DocsServiceError, RequestLimitError } from './errors.ts'
import type { EndWait, Quota } from './quota.ts'
import { decideRetryDelay } from './retry.ts'
import type { Limits } from './send-request.ts'

/** A failure that is about to be repeated. */
export interface RetryEvent {
  failure: DocsServiceError
  /** The attempt that failed, from 1. */
  attempt: number
  delayMs: number
  /** For page views: the rows before the page. */
  offset: number | undefined
}

/** What repeating needs from outside. */
export interface RepeatOptions {
  /** Waits; ends early, by throwing or not, when `signal` is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** At least 0, less than 1. */
  random: () => number
  /** Called before each pause that precedes a repeat, once for all requests that wait for the same quota. */
  onRetry?: (event: RetryEvent) => void
}

/**
 * Calls `send` until it works or `decideRetryDelay` says that it is over. After 429, all requests of the same quota
 * wait for the first one, and go on when that has worked.
 * @param offset for `onRetry`
 * @throws the last failure
 */
export async function repeat<Value>(
  { sleep, now, random, onRetry }: RepeatOptions,
  limits: Limits,
  quota: Quota,
  send: () => Promise<Value>,
  offset?: number,
): Promise<Value> {
  let endWait: EndWait | undefined
  let failure: DocsServiceError | undefined
  let attempt = 1
  try {
    for (;;) {
      if (endWait === undefined) await quota.join(limits.signal)
      const outcome = await attemptOnce(send, failure)
      failure = outcome.failure
      if (outcome.failure === undefined) return outcome.value
      if (isQuotaUsedUp(outcome.failure)) endWait ??= quota.beginWait()
      // Another request waits for the quota already, and this one goes on with it.
      if (isQuotaUsedUp(outcome.failure) && endWait === undefined) continue
      const situation = { attempt, timeLeftMs: limits.deadline - now(), random }
      const delayMs = decideRetryDelay(outcome.failure, situation)
      if (delayMs === undefined) throw outcome.failure
      onRetry?.({ failure: outcome.failure, attempt, delayMs, offset })
      attempt += 1
      // After a cancellation, the next attempt throws without sending anything.
      await sleep(delayMs, limits.signal).catch((error) => {
        if (!limits.signal.aborted) throw error
      })
    }
  } finally {
    endWait?.(failure !== undefined && isQuotaUsedUp(failure) ? failure : undefined)
  }
}

type AttemptResult<Value> = { failure: undefined; value: Value } | { failure: DocsServiceError }

async function attemptOnce<Value>(
  send: () => Promise<Value>,
  lastFailure: DocsServiceError | undefined,
): Promise<AttemptResult<Value>> {
  try {
    return { failure: undefined, value: await send() }
  } catch (failure) {
    if (failure instanceof RequestLimitError) failure.cause = lastFailure
    if (!(failure instanceof DocsServiceError)) throw failure
    return { failure }
  }
}

function isQuotaUsedUp({ kind, status }: DocsServiceError): boolean {
  return kind === 'status' && status === 429
}
