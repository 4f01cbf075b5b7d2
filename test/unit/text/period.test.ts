import { expect, test } from 'vitest'
import { findPreviousPeriod, formatLength, formatPeriod, parsePeriod } from '../../../src/text/period.ts'

const MONDAY = '2026-11-23T00:00:00Z'

test.each([
  ['28d', MONDAY, 'Oct 26 – Nov 22, 2026', 'Sep 28 – Oct 25, 2026', '28 days'],
  ['1D', '2026-11-23T23:59:59Z', 'Nov 22, 2026', 'Nov 21, 2026', 'day'],
  ['365d', MONDAY, 'Nov 23, 2025 – Nov 22, 2026', 'Nov 23, 2024 – Nov 22, 2025', '365 days'],
  ['last-week', MONDAY, 'Nov 16–22, 2026', 'Nov 9–15, 2026', 'week'],
  ['Last-Week', '2026-11-22T23:59:59Z', 'Nov 9–15, 2026', 'Nov 2–8, 2026', 'week'],
  ['last-month', '2026-03-31T12:00:00Z', 'Feb 1–28, 2026', 'Jan 1–31, 2026', 'month'],
  ['last-month', '2026-01-01T00:00:00Z', 'Dec 1–31, 2025', 'Nov 1–30, 2025', 'month'],
])('%s at %s is %s, after %s', (text, now, expected, previous, length) => {
  const period = parsePeriod(text, Date.parse(now), 365) ?? expect.fail('It was refused.')
  const both = [period, findPreviousPeriod(period)].map(formatPeriod)
  expect([...both, formatLength(period)]).toEqual([expected, previous, length])
})

test.each(['', '0d', '366d', '7', '-1d', '1.5d', '7 d', 'last-year'])('%j is no period', (text) => {
  expect(parsePeriod(text, Date.parse(MONDAY), 365)).toBe(undefined)
})
