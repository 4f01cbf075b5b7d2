import { expect, test } from 'vitest'
import { formatNumber } from '../../../../src/formatting/numbers.ts'
import {
  formatChange,
  formatDifference,
  formatPercent,
  isAcrossAiChange,
} from '../../../../src/page-views/result/words.ts'

const EQUAL = { days: 1, previousDays: 1 }

test.each([
  [112.5, 100, '12.5', '+12.5%'],
  [97, 100, '-3.0', '−3.0%'],
  [99_999, 100_000, '0.0', '0.0%'],
  [0, 10, '-100.0', '−100.0%'],
  [0, 9, '-100.0', ''],
  [1, 100_000, '-99.9', '−99.9%'],
  [100_000, 10, '999900.0', '+999900.0%'],
  [5, 0, '', ''],
  [0, 0, '', ''],
  [1e308, 1e-308, '', ''],
])('from %d to %d views is a change of %j percent, or %j', (now, before, change, percent) => {
  expect(formatChange(now, before, EQUAL)).toBe(change)
  expect(formatPercent(now, before, EQUAL)).toBe(percent)
})

test('zero has no sign', () => {
  expect(formatNumber(-0)).toBe('0')
  expect(formatDifference(-0)).toBe('0')
  expect(formatDifference(-3)).toBe('−3')
})

test.each([
  ['2026-07-30', '2026-08-01', true],
  ['2026-07-31', '2026-08-07', false],
  ['2026-07-24', '2026-07-31', false],
  ['2026-07-24', '2026-07-31T00:00:01Z', true],
  [undefined, '2026-08-07', false],
])('numbers from %s to %s are from before and after AI views were counted differently: %s', (from, to, expected) => {
  expect(isAcrossAiChange(from, to)).toBe(expected)
})
