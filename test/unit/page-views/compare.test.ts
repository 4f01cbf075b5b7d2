import { expect, test } from 'vitest'
import { formatChange, formatHeadline } from '../../../src/page-views/headline.ts'
import type { Inputs } from '../../../src/page-views/inputs.ts'
import { addRow, findMovers, isMover, type PageTable } from '../../../src/page-views/movers.ts'
import type { ClosedPeriod } from '../../../src/page-views/period.ts'
import { createResult, type Result } from '../../../src/page-views/result.ts'

function counts(human: number, ai: number) {
  return { human, ai, total: human + ai }
}

function days(from: string, to: string): ClosedPeriod {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) }
}

const INPUTS: Inputs = {
  apiKey: 'key',
  projectId: 'acme',
  baseUrl: new URL('https://api.example'),
  title: 'docs.acme.dev',
  period: days('2026-11-16', '2026-11-23'),
  previous: days('2026-11-09', '2026-11-16'),
  limit: 250,
  offset: 0,
  maximumRequests: 100,
  file: 'page-views.csv',
  isExcluded: undefined,
  top: 10,
}
const MONTH: Inputs = {
  ...INPUTS,
  period: days('2026-11-01', '2026-12-01'),
  previous: days('2026-10-01', '2026-11-01'),
}

type Pair = [human: number, ai: number]

function createExample(now: Pair, before?: Pair, { inputs = INPUTS, gaps = [] as ClosedPeriod[] } = {}): Result {
  const result = createResult()
  result.reading = { ...result.reading, totals: counts(...now), isEnded: true }
  result.sums = counts(...now)
  const { previous } = inputs
  if (before && previous) result.comparison = { previous, totals: counts(...before), gaps, movers: undefined }
  return result
}

const WEEK = 'docs.acme.dev, Nov 16–22, 2026'

test.each<[name: string, now: Pair, before: Pair | undefined, sentence: string]>([
  ['no comparison', [13926, 42051], undefined, '13,926 views by people and 42,051 by AI.'],
  ['changes', [13926, 42051], [24052, 15330], '13,926 views by people (−42.1%) and 42,051 by AI (+174.3%).'],
  // 3·√(500 + 434) is 91.7.
  ['chance', [434, 408], [500, 500], '434 views by people (about as many) and 408 by AI (−18.4%).'],
  ['no views before', [1, 500], [0, 0], '1 view by people (about as many) and 500 by AI (0 before).'],
  ['nothing left', [0, 4], [5000, 9000], '0 views by people (−100.0%) and 4 by AI (−99.9%).'],
  [
    'large changes',
    [100_000, 9_999_000],
    [1000, 9_990_000],
    '100,000 views by people (+9,900.0%) and 9,999,000 by AI (about as many).',
  ],
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
  const sentence = formatHeadline(MONTH, createExample([30_000, 6000], [31_000, 3100], { inputs: MONTH }))
  expect(sentence).toBe(
    'docs.acme.dev, Nov 1–30, 2026 (30 days): 30,000 views by people (about as many per day) and 6,000 by AI ' +
      '(+100.0% per day), compared with Oct 1–31, 2026 (31 days).',
  )
  expect(formatChange('ai', MONTH, createExample([30_000, 6000], [31_000, 3100], { inputs: MONTH }))).toBe('100.0')
  const first = formatHeadline(MONTH, createExample([30_000, 6000], [31_000, 0], { inputs: MONTH }))
  expect(first).toContain('6,000 by AI (0 before), compared with')
})

test('the first sentence names what is missing, in place of changes', () => {
  const gaps = ['2026-11-12', '2026-11-13', '2026-11-18'].map((day) => {
    const fromMs = Date.parse(day)
    return { fromMs, toMs: fromMs + 86_400_000 }
  })
  const result = createExample([500, 90], [100, 10], { gaps })
  const why = 'no change is shown, because Nov 12–13 and Nov 18 had no views'
  expect(formatHeadline(INPUTS, result)).toBe(`${WEEK}: 500 views by people and 90 by AI; ${why}.`)
  expect(formatChange('human', INPUTS, result)).toBe('')
  const excluding: Inputs = { ...INPUTS, isExcluded: () => false }
  result.reading.isEnded = false
  const unknown = "views by people and by AI aren't known, because rows are missing"
  expect(formatHeadline(excluding, result)).toBe(`${WEEK}: ${unknown}.`)
  expect(formatHeadline(INPUTS, createResult())).toBe(`${WEEK}: the page views weren't read.`)
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

test.each<[name: string, now: number, expected: number, isListed: boolean]>([
  ['a page that doubles', 300, 150, true],
  ['ten views are too few', 10, 0, false],
  ['a new page, above chance', 26, 0, true],
  ['a new page, at chance', 25, 0, false],
  ['a page that is gone', 0, 26, true],
  ['a fifth', 12_000, 10_000, true],
  ['less than a fifth', 11_999, 10_000, false],
  ['more than a fifth, by chance', 130, 100, false],
])('better or worse than the site: %s', (_name, now, expected, isListed) => {
  expect(isMover(now, expected)).toBe(isListed)
})

/** @param pages of each page its path, and its views now and before */
function createTable(pages: readonly [path: string, now: number, before: number][]): PageTable {
  const table: PageTable = new Map()
  for (const [path, human, before] of pages) {
    if (human > 0) addRow(table, 'now', { path, ...counts(human, 1) })
    if (before > 0) addRow(table, 'before', { path, ...counts(before, 1) })
  }
  return table
}

/** Views that scatter as those of real pages do, the same at every run. */
function scatter(mean: number, seed: number): number {
  const random = (salt: number) => Math.abs(Math.sin(seed * 12.9898 + salt * 78.233) * 43758.5453) % 1
  const normal = Math.sqrt(-2 * Math.log(random(1) || 0.5)) * Math.cos(2 * Math.PI * random(2))
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
}

test.each([
  ['a site that stays', 20, 1],
  ['a site that stays', 600, 1],
  ['a site that stays', 5000, 1],
  ['a site that halves, as at Christmas', 5000, 0.5],
])('%s, of %d pages, lists none but the page that doubles', (_name, size, change) => {
  const means = Array.from({ length: size }, (_, index) => 2000 / (index + 1) + 20)
  const quiet = means.map((mean, index): [string, number, number] => [
    `/${index}`,
    scatter(mean * change, index),
    scatter(mean, index + 10_000),
  ])
  const sum = (pages: typeof quiet, which: 1 | 2) => pages.reduce((total, page) => total + page[which], 0)
  const find = (pages: typeof quiet) => findMovers(createTable(pages), sum(pages, 1), sum(pages, 2), 10)
  expect(find(quiet)).toEqual({ rising: [], falling: [] })
  const { rising, falling } = find([...quiet, ['/doubled', 330 * change, 150]])
  expect(rising.map(({ path }) => path)).toEqual(['/doubled'])
  expect(falling).toEqual([])
})

test('movers: the largest difference comes first, and rows of one path add up', () => {
  const table = createTable([
    ['/most', 500, 100],
    ['/new', 300, 0],
    ['/gone', 0, 90],
    ['/less', 100, 700],
    ['/same', 1000, 1000],
    ['/same', 1000, 1000],
  ])
  const { rising, falling } = findMovers(table, 2900, 2890, 10)
  expect(rising.map(({ path }) => path)).toEqual(['/most', '/new'])
  expect(falling.map(({ path, human, previous }) => [path, human, previous.human])).toEqual([
    ['/less', 100, 700],
    ['/gone', 0, 90],
  ])
  expect(findMovers(table, 2900, 2890, 1).rising).toHaveLength(1)
  expect(table.get('/same')).toEqual({ now: counts(2000, 2), before: counts(2000, 2) })
})
