import { backOff } from '../network/retry-after.ts'
import type { Clock } from '../runner/clock.ts'

export type FailureBudget = ReturnType<typeof createFailureBudget>

const DEFAULT_FAILURES_MS = 30_000
const LONGEST_BACK_OFF_MS = 4_000

/**
 * Limits the time that all requests of a run together spend on failures and on waits for a rate limit.
 * @param longestWaitMs of a single wait, whatever GitHub asks for
 */
export function createFailureBudget({
  clock,
  random,
  failuresMs = DEFAULT_FAILURES_MS,
  longestWaitMs = Number.POSITIVE_INFINITY,
}: {
  clock: Clock
  random: () => number
  failuresMs?: number
  longestWaitMs?: number
}) {
  let left = failuresMs
  let countedUntilMs = Number.NEGATIVE_INFINITY

  return {
    leftMs: () => Math.max(0, left),

    spend,

    /**
     * Waits before a request is repeated, longer after each `attempt` (from 1).
     * @param askedMs how long GitHub asks to wait
     * @returns false, without waiting, if the budget is too small
     * @throws the signal's reason when it aborts
     */
    async pause(attempt: number, signal: AbortSignal, askedMs = 0): Promise<boolean> {
      const waitMs = Math.min(askedMs, longestWaitMs)
      if (left <= 0 || waitMs > left) return false
      const startedAt = clock.now()
      const backOffMs = backOff(attempt, random, LONGEST_BACK_OFF_MS)
      await clock.sleep(Math.max(waitMs, Math.min(left, backOffMs)), signal)
      spend(startedAt)
      return true
    },
  }

  /** Counts the time since `sinceMs` on the clock as spent, once for all requests that fail side by side. */
  function spend(sinceMs: number): void {
    const nowMs = clock.now()
    left -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs))
    countedUntilMs = Math.max(nowMs, countedUntilMs)
  }
}
