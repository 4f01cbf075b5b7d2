import { setTimeout as pause } from 'node:timers/promises'

/** Node fires a longer timer at once. https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The clock of this machine. */
export const clock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted()
    try {
      await pause(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
}
