import { expect, test } from 'vitest'
import { formatChange, formatHeadline } from '../../../src/page-views/headline.ts'
import { createResult, type Result } from '../../../src/page-views/result.ts'
import { INPUTS, period, row } from './site.ts'

type Pair = [human: number, ai: number]

function createExample(now: Pair, before?: Pair, { previous } = INPUTS): Result {
  const result = createResult()
  result.reading = { ...result.reading, totals: row('', ...now), isEnded: true }
  if (before && previous) result.comparison = { previous, totals: row('', ...before), gaps: [], movers: undefined }
  return result
}

const WEEK = 'docs.acme.dev, Nov 16–22, 2026'

test.each<[name: string, now: Pair, before: Pair | undefined, sentence: string]>([
  ['no comparison', [13926, 42051], undefined, '13,926 views by people and 42,051 by AI.'],
  ['changes', [13926, 42051], [24052, 15330], '13,926 views by people (−42.1%) and 42,051 by AI (+174.3%).'],
  // 3·√(500 + 434) is 91.7.
  ['chance', [434, 408], [500, 500], '434 views by people (about as many) and 408 by AI (−18.4%).'],
  ['no views before', [1, 500], [0, 0], '1 view by people (about as many) and 500 by AI (none before).'],
  ['nothing left', [0, 4], [5000, 9000], '0 views by people (−100.0%) and 4 by AI (−99.9%).'],
  ['large changes', [100_000, 0], [1000, 0], '100,000 views by people (+9,900.0%) and 0 by AI (about as many).'],
  [
    'a change that rounds to 0',
    [1e10 + 1e6, 0],
    [1e10, 0],
    '10,001,000,000 views by people (about as many) and 0 by AI (about as many).',
  ],
])('the first sentence: %s', (_name, now, before, sentence) => {
  expect(formatHeadline(INPUTS, createExample(now, before))).toBe(`${WEEK}: ${sentence}`)
})

test('the first sentence names lengths that differ, and compares views per day', () => {
  const month = { ...INPUTS, period: period('2026-11-01', '2026-12-01'), previous: period('2026-10-01', '2026-11-01') }
  const result = createExample([30_000, 6000], [31_000, 3100], month)
  expect(formatHeadline(month, result)).toBe(
    'docs.acme.dev, Nov 1–30, 2026 (30 days): 30,000 views by people (about as many) and 6,000 by AI ' +
      '(+100.0%), compared by views per day with Oct 1–31, 2026 (31 days).',
  )
  expect(formatChange('ai', month, result)).toBe('100.0')
  const first = formatHeadline(month, createExample([30_000, 6000], [31_000, 0], month))
  expect(first).toContain('6,000 by AI (none before), compared by')
})

test('the first sentence names what is missing', () => {
  const result = createExample([500, 90], [100, 10])
  result.comparison?.gaps.push(period('2026-11-12', '2026-11-14'))
  expect(formatHeadline(INPUTS, result)).toMatch(/by AI; no change is shown, because Nov 12–13 had no views\.$/)
  expect(formatChange('human', INPUTS, result)).toBe('')
  result.reading.isEnded = false
  const unknown = "views by people and by AI aren't known, because rows are missing"
  expect(formatHeadline({ ...INPUTS, isExcluded: () => false }, result)).toBe(`${WEEK}: ${unknown}.`)
})

test.each<[now: number, before: number, change: string]>([
  [1125, 1000, '12.5'],
  [97, 100, '-3.0'],
  [99_999, 100_000, '0.0'],
  [1, 100_000, '-99.9'],
  [0, 100_000, '-100.0'],
  [123_456, 100, '123356.0'],
  [5, 0, ''],
])('the output of a change: %d after %d is %j', (now, before, change) => {
  expect(formatChange('human', INPUTS, createExample([now, 0], [before, 0]))).toBe(change)
})
