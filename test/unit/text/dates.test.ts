import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, formatDuration, formatTime, MINUTE_MS } from '../../../src/text/dates.ts'

test.each([
  ['2026-11-16T15:41:00.001Z', '15:42 UTC'],
  ['2026-11-16T23:59:30.000Z', '2026-11-17 00:00 UTC'],
  ['2025-11-16T12:00:00.000Z', '2025-11-16 12:00 UTC'],
])('on the noon of 2026-11-16, %s is told as %s', (time, text) => {
  expect(formatTime(Date.parse(time), Date.UTC(2026, 10, 16, 12))).toBe(text)
})

test('a time that is told is never before the time, and within its minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 * DAY_MS }), (ms) => {
      const [, day, time] = /^(\S+) (\S+) UTC$/u.exec(formatTime(ms, ms - 2 * DAY_MS)) ?? []
      const told = Date.parse(`${day}T${time}Z`)
      expect(told).toBeGreaterThanOrEqual(ms)
      expect(told - ms).toBeLessThan(MINUTE_MS)
    }),
  )
})

test.each([
  [999, 'less than 1s'],
  [59_600, '1m'],
  [3_661_000, '1h 1m 1s'],
  [90_000_000, '25h'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
