import { expect, test } from 'vitest'
import { formatDuration, formatSpan, HOUR_MS } from '../../../src/formatting/times.ts'

test.each([
  [999, 'less than 1s'],
  [59_500, '1m'],
  [192_000, '3m 12s'],
  [3_661_000, '1h 1m 1s'],
  [86_400_000, '24h'],
])('a duration of %d ms reads as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test.each([
  [0, '1 minute'],
  [0.51, '31 minutes'],
  [1, '60 minutes'],
  [1.2, '2 hours'],
  [24.003, '24 hours'],
  [48, '48 hours'],
  [97, '5 days'],
])('%f hours: within %s', (hours, within) => {
  expect(formatSpan(hours * HOUR_MS)).toBe(within)
})
