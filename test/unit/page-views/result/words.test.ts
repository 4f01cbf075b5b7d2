import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  describeAiChange,
  describeRange,
  formatChange,
  formatDifference,
  formatNumber,
  formatPercent,
  formatPlainNumber,
  formatShares,
} from '../../../../src/page-views/result/words.ts'

test.each<[number, number, [string, string]]>([
  [4, 1, ['80%', '20%']],
  [1, 2, ['33.3%', '66.7%']],
  [1, 1999, ['0.1%', '99.9%']],
  [1, 1_000_000, ['0%', '100%']],
  [0, 5, ['0%', '100%']],
  [0, 0, ['', '']],
])('the shares of %d and %d are %j', (first, second, shares) => {
  expect(formatShares(first, second)).toEqual(shares)
})

test('shares add up to 100%', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1 }), (first, second) => {
      const [a, b] = formatShares(first, second).map((share) => Math.round(10 * Number.parseFloat(share)))
      expect((a ?? 0) + (b ?? 0)).toBe(1000)
    }),
  )
})

test.each([
  [112.5, 100, '12.5', '+12.5%'],
  [97, 100, '-3.0', '-3.0%'],
  [100, 100, '0.0', '0.0%'],
  [99_999, 100_000, '0.0', '0.0%'],
  [0, 5, '-100.0', '-100.0%'],
  [5, 0, '', ''],
  [0, 0, '', ''],
  [1e308, 1e-308, '', ''],
])('from %d to %d views is a change of %j percent, or %j', (now, before, change, percent) => {
  expect(formatChange(now, before)).toBe(change)
  expect(formatPercent(now, before)).toBe(percent)
})

test('a change is in plain decimals, however large it is', () => {
  expect(formatChange(1e300, 1)).toMatch(/^\d{302,}\.0$/)
  expect(formatChange(1e22, 1)).toBe(`1${'0'.repeat(24)}.0`)
})

test('a number for a diagram is in plain decimals that no chart reads otherwise', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (number) => {
      expect(formatPlainNumber(number)).toMatch(/^(?!0$)\d+(\.\d+)?$/)
      expect(Number(formatPlainNumber(number))).toBeCloseTo(number, 5)
    }),
  )
})

test('zero has no sign', () => {
  expect(formatNumber(-0)).toBe('0')
  expect(formatDifference(-0)).toBe('0')
  expect(formatDifference(-3)).toBe('-3')
})

test.each([
  ['2026-11-14', '2026-11-21', '14–20 Nov 2026 (7 days, UTC)'],
  ['2026-11-14', '2026-11-15', '14 Nov 2026 (1 day, UTC)'],
  ['2026-10-28', '2026-11-04', '28 Oct – 3 Nov 2026 (7 days, UTC)'],
  ['2025-09-01', '2026-09-01', '1 Sep 2025 – 31 Aug 2026 (365 days, UTC)'],
  ['2026-11-14T01:00:00+01:00', '2026-11-15T00:00:00Z', '14 Nov 2026 (1 day, UTC)'],
  ['2026-11-14T00:30:00+02:00', '2026-11-20', '13 Nov 2026, 22:30 – 20 Nov 2026, 00:00 (UTC)'],
  ['2026-11-14', '2026-11-20T12:34:56.789Z', '14 Nov 2026, 00:00 – 20 Nov 2026, 12:34 (UTC)'],
  [undefined, '2026-11-21', 'until the end of 20 Nov 2026 (UTC)'],
  [undefined, '2026-11-21T09:05:00Z', 'until 21 Nov 2026, 09:05 (UTC)'],
])('from %s to %s is %s', (dateFrom, dateTo, expected) => {
  const { dates, note } = describeRange({ ...(dateFrom && { dateFrom }), dateTo })
  expect(`${dates} (${note})`).toBe(expected)
})

test.each([
  ['2026-07-30', '2026-08-01', true],
  ['2026-07-31', '2026-08-07', false],
  ['2026-07-24', '2026-07-31', false],
  ['2026-07-24', '2026-07-31T00:00:01Z', true],
  [undefined, '2026-08-07', false],
])(
  'numbers from %s to %s are from before and after AI views were counted in another way: %s',
  (from, to, expected) => {
    expect(describeAiChange(from, to)?.startsWith('Since 31 July 2026') ?? false).toBe(expected)
  },
)
