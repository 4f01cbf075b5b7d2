import type { Failure } from './errors.ts'

/** What a decision needs to know besides the failure. */
export interface RetrySituation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** Milliseconds until the deadline; `Infinity` when there is none. */
  timeLeftMs: number
  /** At least 0, less than 1. */
  random: () => number
}

type FailedRequest = Pick<Failure, 'operation' | 'kind' | 'certainty' | 'status' | 'retryAfterMs'>

const MAXIMUM_ATTEMPTS = 4
const FIRST_PAUSE_MS = 500
/** A longer pause costs more runner time than the rows are worth that an export could still read. */
const LONGEST_PAUSE_FOR_VIEWS_MS = 10 * 60_000
/** Also keeps pauses below what `setTimeout` can do. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/**
 * Decides whether a request is sent again. Rules are tried in order, the first that fits decides.
 * @returns the pause before it is sent again, in milliseconds; nothing when it is not
 */
export function decideRetryDelay(
  failure: FailedRequest,
  { attempt, timeLeftMs, random }: RetrySituation,
): number | undefined {
  const { operation, kind, certainty } = failure
  const isRead = operation === 'get page views'
  const delayMs = choosePause(failure.retryAfterMs, attempt, random)
  const reasonsToEnd = [
    // A prompt that may have been received is not sent again: there is no idempotency key, and no list of jobs.
    !isRead && certainty === 'unknown',
    // Nobody waits for it any more.
    kind === 'cancelled' || kind === 'deadline',
    // The same request would get the same answer.
    kind === 'status' && !isTemporary(failure.status),
    kind === 'unreadable',
    attempt >= MAXIMUM_ATTEMPTS,
    delayMs >= timeLeftMs,
    delayMs > (isRead ? LONGEST_PAUSE_FOR_VIEWS_MS : LONGEST_PAUSE_MS),
  ]
  return reasonsToEnd.includes(true) ? undefined : delayMs
}

/** Too many requests, too slow, or broken for now. */
function isTemporary(status = 0): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** What the service asked for; otherwise twice as long each time, shortened at random so that clients spread out. */
function choosePause(retryAfterMs: number | undefined, attempt: number, random: () => number): number {
  if (retryAfterMs !== undefined && retryAfterMs > 0) return retryAfterMs
  return Math.round(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 - random() / 2))
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
