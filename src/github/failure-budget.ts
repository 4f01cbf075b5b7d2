import { backOff } from '../network/retry-after.ts'
import type { Clock } from '../runner/clock.ts'

/**
 * What all requests of a run together may lose to failures and to waits for a rate limit. More is not worth a
 * runner's time.
 */
export interface FailureBudget {
  /** Milliseconds left, 0 or more. */
  leftMs(): number
  /** Counts the time since `sinceMs` on the clock as lost. Requests that fail side by side lose it once. */
  spend(sinceMs: number): void
  /**
   * Waits before a request is sent again after a failure, longer after each `attempt` (from 1).
   * @param askedMs how long GitHub asks to wait
   * @returns false, without waiting, when the budget is used up, or less is left than GitHub asks for
   * @throws the signal's reason when it aborts
   */
  pause(attempt: number, signal: AbortSignal, askedMs?: number): Promise<boolean>
}

export interface FailureBudgetOptions {
  clock: Clock
  random: () => number
  /** Milliseconds; 30 s if it is left out. */
  failuresMs?: number
  /** No wait is longer, whatever GitHub asks for. */
  longestWaitMs?: number
}

const DEFAULT_FAILURES_MS = 30_000
const LONGEST_BACK_OFF_MS = 4_000

/** A budget that nothing was spent of. */
export function createFailureBudget({
  clock,
  random,
  failuresMs = DEFAULT_FAILURES_MS,
  longestWaitMs = Number.POSITIVE_INFINITY,
}: FailureBudgetOptions): FailureBudget {
  let left = failuresMs
  let countedUntilMs = Number.NEGATIVE_INFINITY

  return {
    leftMs: () => Math.max(0, left),

    spend,

    async pause(attempt, signal, askedMs = 0) {
      const waitMs = Math.min(askedMs, longestWaitMs)
      if (left <= 0 || waitMs > left) return false
      const startedAt = clock.now()
      const backOffMs = backOff(attempt, random, LONGEST_BACK_OFF_MS)
      await clock.sleep(Math.max(waitMs, Math.min(left, backOffMs)), signal)
      spend(startedAt)
      return true
    },
  }

  function spend(sinceMs: number): void {
    const nowMs = clock.now()
    left -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs))
    countedUntilMs = Math.max(nowMs, countedUntilMs)
  }
}
