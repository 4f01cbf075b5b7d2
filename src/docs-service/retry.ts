import { raceAbort } from '../network/fetch.ts'
import { backOff } from '../network/retry-after.ts'
import { DocsServiceError, type Failure, RequestLimitError, sendsPrompt } from './errors.ts'
import type { Limits } from './request.ts'

interface RetrySituation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** Milliseconds since the first attempt began, or since the last wait that the service asked for. */
  elapsedMs: number
  /** The start of the attempt, measured like `elapsedMs`. */
  beganMs: number
  /** Milliseconds until the deadline; `Infinity` if there is none. */
  timeLeftMs: number
  /** `timeLeftMs` at the start of the first attempt. */
  totalMs: number
  waitForQuota?: boolean | undefined
  /** At least 0, less than 1. */
  random: () => number
}

const MAXIMUM_ATTEMPTS = 4
/** When the last attempt begins if the service is unreachable or names no time to wait. */
const LAST_ATTEMPT_MS = { earliest: 50_000, planned: 55_000, latest: 60_000 }
/** The time that the answer to a prompt needs, or a tenth of all time if that is less. */
const LEAST_TIME_MS = 30_000
const LONGEST_BACK_OFF_MS = 8_000
/** A longer pause costs more runner time than the rest of an export is worth. */
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000
/** Also the limit of `setTimeout`. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/**
 * Decides whether a request is repeated.
 * @returns the pause before that, in milliseconds, or undefined
 */
export function decideRetryDelay(
  failure: Pick<Failure, 'operation' | 'kind' | 'certainty' | 'status' | 'retryAfterMs'>,
  situation: RetrySituation,
): number | undefined {
  const { attempt, elapsedMs, beganMs, timeLeftMs, totalMs, waitForQuota = true } = situation
  const { operation, kind, certainty, retryAfterMs } = failure
  const isRead = !sendsPrompt(operation)
  const pauseMs = backOff(attempt, situation.random, LONGEST_BACK_OFF_MS)
  const isPatient = !isRead && retryAfterMs === undefined
  const untilLastMs = isPatient ? Math.max(0, LAST_ATTEMPT_MS.planned - elapsedMs) : pauseMs
  // A wait that the service asks for takes precedence.
  const delayMs = retryAfterMs || Math.min(pauseMs, untilLastMs)
  const wasLast = beganMs >= LAST_ATTEMPT_MS.earliest || elapsedMs >= LAST_ATTEMPT_MS.latest
  const leastTimeMs = isRead ? 0 : Math.min(LEAST_TIME_MS, totalMs / 10)
  const reasonsToEnd = [
    // A prompt that may have been received isn't repeated: there is no idempotency key, and no list of jobs.
    !isRead && certainty === 'unknown',
    // The caller no longer waits for the answer.
    kind === 'cancelled' || kind === 'deadline',
    // The same request would get the same answer.
    kind === 'status' && !isTemporary(failure.status),
    kind === 'unreadable',
    // The caller doesn't wait for the quota.
    kind === 'status' && failure.status === 429 && !waitForQuota,
    isRead && attempt >= MAXIMUM_ATTEMPTS,
    isPatient && wasLast,
    delayMs + leastTimeMs >= timeLeftMs,
    delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
  ]
  return reasonsToEnd.includes(true) ? undefined : delayMs
}

function isTemporary(status = 0): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Whether the next poll of a job may work. For 404, it depends on the job's age, which the caller knows. */
export function mayPassUntilNextPoll({ kind, status = 0 }: Pick<Failure, 'kind' | 'status'>): boolean {
  if (kind === 'cancelled' || kind === 'deadline') return false
  if (kind !== 'status') return true
  // Redirects, conflicts and "too early" come from servers in front of the service, and pass.
  return status < 400 || status === 409 || status === 425 || isTemporary(status)
}

export interface RetryEvent {
  failure: DocsServiceError
  /** The attempt that failed, from 1. */
  attempt: number
  delayMs: number
  /** For page views: the rows before the page. */
  offset: number | undefined
}

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
 * Calls `send` until it works, or `decideRetryDelay` returns undefined. After 429, all requests of the same quota wait
 * until the first one has worked.
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
  let endWait: ReturnType<Quota['beginWait']>
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
      const result = await attemptOnce(send, failure)
      failure = undefined
      if (!(result instanceof DocsServiceError)) return result
      failure = result
      if (isQuotaUsedUp(result)) {
        endWait ??= quota.beginWait()
        // Another request already waits for the quota, and this one joins it.
        if (endWait === undefined) continue
      }
      const delayMs = decideRetryDelay(result, describe(attemptAt))
      if (delayMs === undefined) throw result
      onRetry?.({ failure: result, attempt, delayMs, offset })
      attempt += 1
      await unlessAborted(sleep(delayMs, limits.signal), limits.signal)
      if (result.retryAfterMs !== undefined) waitedUntil = now()
    }
  } finally {
    endWait?.(failure)
  }
}

/** After a cancellation, the next attempt throws without sending anything. */
async function unlessAborted(sleeping: Promise<void>, signal: AbortSignal): Promise<void> {
  await sleeping.catch((error) => {
    if (!signal.aborted) throw error
  })
}

async function attemptOnce<Value>(
  send: () => Promise<Value>,
  previous: DocsServiceError | undefined,
): Promise<Value | DocsServiceError> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof RequestLimitError) error.cause = previous
    if (error instanceof DocsServiceError) return error
    throw error
  }
}

function isQuotaUsedUp(failure: DocsServiceError | undefined): boolean {
  return failure?.kind === 'status' && failure.status === 429
}

type Quota = ReturnType<typeof createQuota>

/** A quota that several requests share. While one of them waits for it, the others wait with it. */
export function createQuota() {
  let wait: PromiseWithResolvers<DocsServiceError | undefined> | undefined
  return {
    /**
     * Waits while another request waits for the quota.
     * @throws DocsServiceError if the other request has given up
     */
    async join(signal: AbortSignal): Promise<void> {
      while (wait !== undefined && !signal.aborted) {
        const failure = await raceAbort(wait.promise, signal).catch(() => undefined)
        if (failure !== undefined) throw failure
      }
    },
    /** @returns a function that ends the wait; undefined if another request already waits */
    beginWait() {
      if (wait !== undefined) return undefined
      const own = Promise.withResolvers<DocsServiceError | undefined>()
      wait = own
      return (failure: DocsServiceError | undefined) => {
        wait = undefined
        own.resolve(isQuotaUsedUp(failure) ? failure : undefined)
      }
    },
  }
}
