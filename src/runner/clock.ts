import { setTimeout as pause } from 'node:timers/promises'

/** Node fires a longer timer at once. https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The clock of this machine. Rejects a sleep with the signal's reason when it aborts. */
export const systemClock = {
  // `performance` loads a module of its own when it is first used.
  now: () => process.uptime() * 1000,
  wallClock: () => Date.now(),
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    try {
      await pause(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal && { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}
