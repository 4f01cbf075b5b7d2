import type { Failure, Operation } from './errors.ts'

/** What to do after a failure. `unknown`: the create request may have been received. */
export type RetryDecision = { action: 'repeat'; delayMs: number } | { action: 'end'; as: 'error' | 'unknown' }

export interface RetrySituation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** Milliseconds until the deadline; `Infinity` when there is none. */
  timeLeftMs: number
  /** At least 0, less than 1. */
  random: () => number
}

const MAXIMUM_ATTEMPTS: Record<Operation, number> = {
  'create agent job': 4,
  // The loop that polls has a deadline instead.
  'get agent job': Number.POSITIVE_INFINITY,
  'get page views': 4,
}

/** A wait that is longer than this is not worth a runner; `setTimeout` alone would go up to 24 days. */
const LONGEST_PAUSE_MS: Record<Operation, number> = {
  'create agent job': 24 * 60 * 60_000,
  'get agent job': 24 * 60 * 60_000,
  'get page views': 10 * 60_000,
}

const FIRST_PAUSE_MS = 500

/**
 * Decides whether a request is sent again, and after which pause. Rules are tried in order, the first that
 * fits decides. For `get agent job` the pause is only what the service asked for; the polling loop has its own.
 */
export function decideRetry(
  operation: Operation,
  failure: Pick<Failure, 'kind' | 'certainty' | 'status' | 'retryAfterMs'>,
  { attempt, timeLeftMs, random }: RetrySituation,
): RetryDecision {
  const delayMs = choosePause(operation, failure.retryAfterMs, attempt, random)
  const rules: [applies: boolean, decision: RetryDecision][] = [
    // A job that may exist is never asked for again: there is no idempotency key, and no list to look it up in.
    [operation === 'create agent job' && failure.certainty === 'unknown', END_AS_UNKNOWN],
    // Nobody waits any more.
    [failure.kind === 'cancelled' || failure.kind === 'deadline', END_AS_ERROR],
    // The service has understood, and the same request would get the same answer.
    [failure.kind === 'status' && !isPassing(failure.status), END_AS_ERROR],
    // The wrong address or another interface; only a poll may hope that a proxy's error page goes away.
    [failure.kind === 'unreadable' && operation !== 'get agent job', END_AS_ERROR],
    // Enough is enough.
    [attempt >= MAXIMUM_ATTEMPTS[operation], END_AS_ERROR],
    // The polling loop ends by its own deadline, after one last look.
    [operation !== 'get agent job' && delayMs >= timeLeftMs, END_AS_ERROR],
    // What is kept so far is worth more than a runner that waits.
    [delayMs > LONGEST_PAUSE_MS[operation], END_AS_ERROR],
  ]
  return rules.find(([applies]) => applies)?.[1] ?? { action: 'repeat', delayMs }
}

const END_AS_ERROR: RetryDecision = { action: 'end', as: 'error' }
const END_AS_UNKNOWN: RetryDecision = { action: 'end', as: 'unknown' }

/** Too many requests, too slow, or broken for now. */
function isPassing(status: number | undefined): boolean {
  return status === 408 || status === 429 || (status !== undefined && status >= 500)
}

/** What the service asked for; otherwise twice as long each time, shortened at random so that clients spread out. */
function choosePause(
  operation: Operation,
  retryAfterMs: number | undefined,
  attempt: number,
  random: () => number,
): number {
  // The polling loop makes its last look at its deadline, whatever the service asks for.
  if (operation === 'get agent job') return Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS[operation])
  if (retryAfterMs !== undefined && retryAfterMs > 0) return retryAfterMs
  return Math.round(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 - random() / 2))
}
