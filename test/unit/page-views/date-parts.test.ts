import { expect, test } from 'vitest'
import { type Split, splitRange } from '../../../src/page-views/date-parts.ts'

test.each<[Split, string | undefined, string, string[]]>([
  ['none', '2026-01-01', '2026-03-01', ['2026-01-01 2026-03-01']],
  ['month', undefined, '2026-03-01', [' 2026-03-01']],
  // 2024 has February 29.
  ['month', '2024-01-15', '2024-03-02', ['2024-01-15 2024-02-01', '2024-02-01 2024-03-01', '2024-03-01 2024-03-02']],
  ['month', '2025-12-01', '2026-02-01', ['2025-12-01 2026-01-01', '2026-01-01 2026-02-01']],
  // From a Thursday, and to a Tuesday. Weeks begin on Mondays.
  ['week', '2026-01-01', '2026-01-13', ['2026-01-01 2026-01-05', '2026-01-05 2026-01-12', '2026-01-12 2026-01-13']],
  ['week', '2026-01-04', '2026-01-05', ['2026-01-04 2026-01-05']],
  ['day', '2026-02-28', '2026-03-02', ['2026-02-28 2026-03-01', '2026-03-01 2026-03-02']],
  [
    'day',
    '2026-01-01T22:30:00Z',
    '2026-01-02T06:00:00.500Z',
    ['2026-01-01T22:30:00Z 2026-01-02', '2026-01-02 2026-01-02T06:00:00.500Z'],
  ],
])('a range split by %s, from %s to %s', (by, from, to, expected) => {
  const parts = splitRange({ ...(from && { dateFrom: from }), dateTo: to }, by)
  const times = parts.map(({ dateFrom = '', dateTo }) => `${dateFrom} ${dateTo}`)
  expect(times.map((text) => text.replaceAll('T00:00:00Z', ''))).toEqual(expected)
})
