import { formatCount } from './numbers.ts'

export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** `15:42 UTC`, rounded up to the next minute; with the date where it isn't today's. Times are in ms since 1970. */
export function formatTime(ms: number, nowMs: number): string {
  const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T')
  const date = day === new Date(nowMs).toISOString().slice(0, 10) ? '' : `${day} `
  return `${date}${time.slice(0, 5)} UTC`
}

/** `1h 2m 3s`, for how long something took or may take. */
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

/** `40 minutes`, `6 hours`, `3 days`: rounded up, to a time within which it happened; at least a minute. */
export function formatSpan(spanMs: number): string {
  const minutes = Math.max(1, Math.round(spanMs / 60_000))
  if (minutes > 48 * 60) return formatCount(Math.ceil(minutes / (24 * 60)), 'day')
  return minutes > 60 ? formatCount(Math.ceil(minutes / 60), 'hour') : formatCount(minutes, 'minute')
}

/** `day` or `30 days`, behind "in the last". */
export function formatLastDays(days: number): string {
  return days === 1 ? 'day' : formatCount(days, 'day')
}
