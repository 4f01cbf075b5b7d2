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

export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return 'less than 1s'
  const seconds = Math.round(durationMs / 1000)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  // Intl.DurationFormat gives the same text, but takes 12 ms to load.
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ')
}
