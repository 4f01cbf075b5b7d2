import type { Clock } from '../runner/clock.ts'

/**
 * What all requests of a run together may lose to failures and to waits for a rate limit. More is not worth a
 * runner's time, since a run can do its work without most of them.
 */
export interface FailureBudget {
  /** Milliseconds left for failures, 0 or more. */
  leftMs(): number
  /** Counts the time since `sinceMs` on the clock as lost. Requests that fail side by side lose it once. */
  spend(sinceMs: number): void
  /**
   * Waits before a request is sent again after a failure, longer after each `attempt` (from 1).
   * @returns false, without waiting, when the budget is used up
   * @throws the signal's reason when it aborts
   */
  pause(attempt: number, signal: AbortSignal): Promise<boolean>
  /** As `pause`, for at least the `askedMs` that GitHub asks for. Requests that wait side by side spend it once. */
  pauseForRateLimit(attempt: number, askedMs: number, signal: AbortSignal): Promise<boolean>
}

export interface FailureBudgetOptions {
  clock: Clock
  random: () => number
  /** Milliseconds for failures; 30 s if it is left out. */
  failuresMs?: number
}

const DEFAULT_FAILURES_MS = 30_000
const RATE_LIMITS_MS = 90_000
const LONGEST_BACK_OFF_MS = 4_000

/** A budget that nothing was spent of. */
export function createFailureBudget({
  clock,
  random,
  failuresMs = DEFAULT_FAILURES_MS,
}: FailureBudgetOptions): FailureBudget {
  let failuresLeftMs = failuresMs
  let rateLimitsLeftMs = RATE_LIMITS_MS
  let countedUntilMs = Number.NEGATIVE_INFINITY
  let rateLimitEndsAtMs = Number.NEGATIVE_INFINITY

  return {
    leftMs: () => Math.max(0, failuresLeftMs),

    spend,

    async pause(attempt, signal) {
      if (failuresLeftMs <= 0) return false
      const startedAt = clock.now()
      await clock.sleep(Math.min(failuresLeftMs, LONGEST_BACK_OFF_MS, backOffMs(attempt)), signal)
      spend(startedAt)
      return true
    },

    async pauseForRateLimit(attempt, askedMs, signal) {
      const waitMs = Math.max(askedMs, backOffMs(attempt))
      const endsAtMs = clock.now() + waitMs
      const addedMs = Math.max(0, endsAtMs - Math.max(clock.now(), rateLimitEndsAtMs))
      if (addedMs > rateLimitsLeftMs) return false
      rateLimitsLeftMs -= addedMs
      rateLimitEndsAtMs = Math.max(endsAtMs, rateLimitEndsAtMs)
      await clock.sleep(waitMs, signal)
      return true
    },
  }

  function spend(sinceMs: number): void {
    const nowMs = clock.now()
    failuresLeftMs -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs))
    countedUntilMs = Math.max(nowMs, countedUntilMs)
  }

  function backOffMs(attempt: number): number {
    return 500 * 2 ** (attempt - 1) * (0.75 + random() / 2)
  }
}
