export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * `15:42 UTC`, rounded up to the next minute; with the date where it isn't today's.
 * @param ms milliseconds since 1970
 */
export function formatTime(ms: number, nowMs: number): string {
  const [day = '', time = ''] = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS).toISOString().split('T')
  return `${day === formatDay(nowMs) ? '' : `${day} `}${time.slice(0, 5)} UTC`
}

/** `2026-11-16`, in UTC. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `1h 2m 3s`, for how long something took or may take. */
export function formatDuration(durationMs: number): string {
  if (durationMs < SECOND_MS) return 'less than 1s'
  const seconds = Math.round(durationMs / SECOND_MS)
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ]
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ')
}
