import { once } from 'node:events'
import { backOff } from '../network/retry-after.ts'
import { DocsServiceError, type Failure, RequestLimitError, sendsPrompt } from './errors.ts'
import type { Limits } from './request.ts'

/** What a decision needs to know besides the failure. */
export interface RetrySituation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** Milliseconds since the first attempt began, or since the last wait that the service asked for. */
  elapsedMs: number
  /** When the attempt began, in the same way. */
  beganMs: number
  /** Milliseconds until the deadline; `Infinity` when there is none. */
  timeLeftMs: number
  /** The same when the first attempt began. */
  totalMs: number
  /** Whether 429 is waited for; true if it is left out. */
  waitForQuota?: boolean | undefined
  /** At least 0, less than 1. */
  random: () => number
}

type FailedRequest = Pick<Failure, 'operation' | 'kind' | 'certainty' | 'status' | 'retryAfterMs'>

const MAXIMUM_ATTEMPTS = 4
/** While no connection is made, or the service doesn't say how long to wait, the last attempt begins between these. */
const LAST_ATTEMPT_MS = { earliest: 50_000, planned: 55_000, latest: 60_000 }
/** With less time left than this, or a tenth of all, the answer to a prompt might come too late to be known. */
const LEAST_TIME_MS = 30_000
/** Pauses between attempts grow up to this. */
const LONGEST_BACK_OFF_MS = 8_000
/** A longer pause costs more runner time than the rows are worth that an export could still read. */
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000
/** Also keeps pauses below what `setTimeout` can do. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/**
 * Decides whether a request is sent again. Rules are tried in order, the first that fits decides.
 * @returns the pause before it is sent again, in milliseconds; nothing when it is not
 */
export function decideRetryDelay(failure: FailedRequest, situation: RetrySituation): number | undefined {
  const { attempt, elapsedMs, beganMs, timeLeftMs, totalMs, waitForQuota = true } = situation
  const { operation, kind, certainty, retryAfterMs } = failure
  const isRead = !sendsPrompt(operation)
  // As the service asks, if it asks to wait at all.
  const pauseMs = backOff(attempt, situation.random, LONGEST_BACK_OFF_MS)
  const isPatient = !isRead && retryAfterMs === undefined
  const untilLastMs = isPatient ? Math.max(0, LAST_ATTEMPT_MS.planned - elapsedMs) : pauseMs
  const delayMs = retryAfterMs || Math.min(pauseMs, untilLastMs)
  const wasLast = beganMs >= LAST_ATTEMPT_MS.earliest || elapsedMs >= LAST_ATTEMPT_MS.latest
  const leastTimeMs = isRead ? 0 : Math.min(LEAST_TIME_MS, totalMs / 10)
  const reasonsToEnd = [
    // A prompt that may have been received is not sent again: there is no idempotency key, and no list of jobs.
    !isRead && certainty === 'unknown',
    // Nobody waits for it any more.
    kind === 'cancelled' || kind === 'deadline',
    // The same request would get the same answer.
    kind === 'status' && !isTemporary(failure.status),
    kind === 'unreadable',
    // The caller can do without.
    kind === 'status' && failure.status === 429 && !waitForQuota,
    isRead && attempt >= MAXIMUM_ATTEMPTS,
    isPatient && wasLast,
    delayMs + leastTimeMs >= timeLeftMs,
    delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
  ]
  return reasonsToEnd.includes(true) ? undefined : delayMs
}

/** Too many requests, too slow, or broken for now. */
function isTemporary(status = 0): boolean {
  return status === 408 || status === 429 || status >= 500
}

/**
 * Says whether a job that could not be read may be readable at the next poll. 404 is left to the caller, who knows how
 * old the job is.
 */
export function mayPassUntilNextPoll({ kind, status = 0 }: Pick<Failure, 'kind' | 'status'>): boolean {
  if (kind === 'cancelled' || kind === 'deadline') return false
  if (kind !== 'status') return true
  // Redirects, conflicts and "too early" come from what stands between here and the service, and go away.
  return status < 400 || status === 409 || status === 425 || isTemporary(status)
}

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
  const { deadline, waitForQuota } = limits
  let waitedUntil = now()
  const totalMs = deadline - waitedUntil
  const describe = (attemptAt: number): RetrySituation => ({
    attempt,
    elapsedMs: now() - waitedUntil,
    beganMs: attemptAt - waitedUntil,
    timeLeftMs: deadline - now(),
    totalMs,
    waitForQuota,
    random,
  })
  try {
    for (;;) {
      if (endWait === undefined) await quota.join(limits.signal)
      const attemptAt = now()
      const outcome = await attemptOnce(send, failure)
      failure = outcome.failure
      if (outcome.failure === undefined) return outcome.value
      if (isQuotaUsedUp(outcome.failure)) {
        endWait ??= quota.beginWait()
        // Another request waits for the quota already, and this one goes on with it.
        if (endWait === undefined) continue
      }
      const delayMs = decideRetryDelay(outcome.failure, describe(attemptAt))
      if (delayMs === undefined) throw outcome.failure
      onRetry?.({ failure: outcome.failure, attempt, delayMs, offset })
      attempt += 1
      await sleepOrAbort(sleep(delayMs, limits.signal), limits.signal)
      if (outcome.failure.retryAfterMs !== undefined) waitedUntil = now()
    }
  } finally {
    endWait?.(failure)
  }
}

/** After a cancellation, the next attempt throws without sending anything. */
async function sleepOrAbort(sleeping: Promise<void>, signal: AbortSignal): Promise<void> {
  await sleeping.catch((error) => {
    if (!signal.aborted) throw error
  })
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

function isQuotaUsedUp(failure: DocsServiceError | undefined): boolean {
  return failure?.kind === 'status' && failure.status === 429
}

/** Says that the wait for the quota is over: it is free again, unless it is the quota that `failure` is about. */
type EndWait = (failure: DocsServiceError | undefined) => void

/** A quota that several requests share. While one of them waits for it, the others wait with it. */
interface Quota {
  /**
   * Returns at once unless another request waits for the quota; then when that wait is over, or `signal` is aborted.
   * @throws DocsServiceError when the other request gave up on the quota
   */
  join(signal: AbortSignal): Promise<void>
  /** Begins to wait. Returns nothing when another request waits already. */
  beginWait(): EndWait | undefined
}

/** A quota that no request waits for. */
export function createQuota(): Quota {
  let wait: PromiseWithResolvers<DocsServiceError | undefined> | undefined
  return {
    async join(signal) {
      while (wait !== undefined && !signal.aborted) {
        const failure = await endOrAbort(wait.promise, signal)
        if (failure !== undefined) throw failure
      }
    },
    beginWait() {
      if (wait !== undefined) return undefined
      const own = Promise.withResolvers<DocsServiceError | undefined>()
      wait = own
      return (failure) => {
        wait = undefined
        own.resolve(isQuotaUsedUp(failure) ? failure : undefined)
      }
    },
  }
}

async function endOrAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const listening = new AbortController()
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([promise, aborted])
  } finally {
    listening.abort()
  }
}
