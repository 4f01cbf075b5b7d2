import { expect, test } from 'vitest'
import { findMovers, isChange } from '../../../../src/page-views/comparison/movers.ts'
import type { RankedBy } from '../../../../src/page-views/comparison/ranking.ts'
import type { ComparedRow } from '../../../../src/page-views/file/formats.ts'
import { counts, mover, row } from '../example-result.ts'

const EQUAL = { days: 1, previousDays: 1 }
const FEBRUARY = { days: 28, previousDays: 31 }
const MARCH = { days: 31, previousDays: 28 }

test.each([
  // At least 20%, of many views.
  [2000, 2400, true],
  [2000, 2399, false],
  [2000, 1600, true],
  [2000, 1601, false],
  // At least ten views, of few.
  [0, 10, true],
  [0, 9, false],
  [10, 0, true],
  [9, 0, false],
  [1, 11, false],
  // More than three times the square root of both together: 3·√36 is 18.
  [9, 27, false],
  [8, 27, true],
  [100, 146, false],
  [100, 148, true],
  [100, 62, false],
  [100, 59, true],
])('from %i to %i views a page changed: %s', (before, now, expected) => {
  expect(isChange(now, before, EQUAL)).toBe(expected)
})

test.each([
  // As many views a day.
  [FEBRUARY, 3100, 2800, false],
  // A fifth less a day.
  [FEBRUARY, 3100, 2240, true],
  [FEBRUARY, 3100, 2241, false],
  // 45 views more, of which 55 would be noise, and 57 of 56.
  [MARCH, 140, 200, false],
  [MARCH, 140, 212, true],
  // 9.96 views less, and 11.07.
  [MARCH, 9, 0, false],
  [MARCH, 10, 0, true],
])('compared per day %j, from %i views to %i a page changed: %s', (lengths, before, now, expected) => {
  expect(isChange(now, before, lengths)).toBe(expected)
})

const PAGES: ComparedRow[] = [
  mover('/same', [500, 500], [500, 500]),
  mover('/up', [500, 500], [700, 600]),
  mover('/new', [0, 0], [40, 60]),
  mover('/down', [500, 500], [500, 100]),
  mover('/gone', [0, 90], [0, 0]),
  // By people it fell, and by AI it rose.
  mover('/both', [300, 0], [100, 200]),
  { ...row('/unknown', 1000, 1000), previous: undefined },
]
const TOTALS = { totals: counts(4000, 4000), previous: counts(3000, 3000) }

test.each<[RankedBy, string[], string[]]>([
  ['total', ['/up', '/new'], ['/down', '/gone']],
  ['human', ['/up', '/new'], ['/both']],
  ['ai', ['/both', '/up', '/new'], ['/down', '/gone']],
])('the pages that rise and fall most by %s, the largest change first', (topBy, ...expected) => {
  const { rising, falling } = findMovers(PAGES, TOTALS, { topCount: 9, topBy, lengths: EQUAL })
  expect([rising, falling].map((list) => list.map(({ path }) => String(path)))).toEqual(expected)
})

test('what the listed pages do not explain is the rest of both totals', () => {
  const { rising, falling, others } = findMovers(PAGES, TOTALS, { topCount: 1, topBy: 'total', lengths: EQUAL })
  expect([...rising, ...falling].map(({ path }) => String(path))).toEqual(['/up', '/down'])
  expect(others).toEqual({ totals: counts(2800, 3300), previous: counts(2000, 2000) })
})
