const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `1,234`. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** `1 prompt`, `1,000 prompts`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * `40 minutes`, `6 hours`, `3 days`; at least a minute.
 * @param round `ceil` for what happened within that time, `floor` for an age
 */
export function formatLength(durationMs: number, round: (value: number) => number): string {
  const [unitMs, noun] =
    durationMs < HOUR_MS
      ? ([MINUTE_MS, 'minute'] as const)
      : durationMs < 2 * DAY_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([DAY_MS, 'day'] as const)
  return formatCount(Math.max(1, round(durationMs / unitMs)), noun)
}
