import { expect, test } from 'vitest'
import { formatRange, renderRange } from '../../../src/formatting/dates.ts'

test.each([
  ['2026-11-14', '2026-11-21', 'Nov 14–20, 2026 (7 days, UTC)'],
  ['2026-11-14', '2026-11-15', 'Nov 14, 2026 (1 day, UTC)'],
  ['2026-10-28', '2026-11-04', 'Oct 28 – Nov 3, 2026 (7 days, UTC)'],
  ['2025-09-01', '2026-09-01', 'Sep 1, 2025 – Aug 31, 2026 (365 days, UTC)'],
  ['2026-11-14T01:00:00+01:00', '2026-11-15T00:00:00Z', 'Nov 14, 2026 (1 day, UTC)'],
  ['2026-11-14T00:30:00+02:00', '2026-11-20', 'Nov 13, 2026, 22:30 – Nov 20, 2026, 00:00 (UTC)'],
  ['2026-11-14', '2026-11-20T12:34:56.789Z', 'Nov 14, 2026, 00:00 – Nov 20, 2026, 12:34 (UTC)'],
  [undefined, '2026-11-21', 'until the end of Nov 20, 2026 (UTC)'],
  [undefined, '2026-11-21T09:05:00Z', 'until Nov 21, 2026, 09:05 (UTC)'],
])('from %s to %s is %s', (dateFrom, dateTo, expected) => {
  const range = { ...(dateFrom && { dateFrom }), dateTo }
  expect([formatRange(range), renderRange(range).toString()]).toEqual([expected, expected])
})
