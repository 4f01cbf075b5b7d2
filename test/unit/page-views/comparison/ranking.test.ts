import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createMovers,
  createRanking,
  type Mover,
  type MoversOptions,
} from '../../../../src/page-views/comparison/ranking.ts'
import { type UntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'
import { mover } from '../example-result.ts'

type Row = { path: UntrustedText; score: number }

function rank(rows: Row[], maximum: number): Row[] {
  const ranking = createRanking<Row>(maximum, ({ score }) => score)
  rows.forEach(ranking.add)
  return ranking.list()
}

test('a ranking keeps the rows that come first in a sorted list, in that order, and of each path the highest', () => {
  const path = fc.constantFrom('/a', '/b', '/c', '/d', '/e', '/f').map(untrustedText)
  const row = fc.record({ path, score: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 1, max: 4 }), (rows, maximum) => {
      const best = new Map<UntrustedText, Row>()
      // `toSorted` keeps the order of equals.
      for (const each of rows.toSorted((a, b) => b.score - a.score)) if (!best.has(each.path)) best.set(each.path, each)
      expect(rank(rows, maximum)).toEqual([...best.values()].slice(0, maximum))
    }),
  )
})

const EQUAL = { days: 1, previousDays: 1 }
const MONTHS = { days: 30, previousDays: 31 }
const count = (total: number) => ({ human: total, ai: total, total })

/** A site with these views in the previous period, and in this one. */
function createExample(before: number, now: number, options: Partial<MoversOptions> = {}) {
  const site = { totals: count(now), previousTotals: count(before) }
  return createMovers({ topCount: 9, topBy: 'total', isCertain: true, ...site, lengths: EQUAL, ...options })
}

function tell(list: readonly Mover[]) {
  return list.map(({ path, change }) => `${path} ${change}`)
}

const PAGES = [
  mover('/same', [50, 50], [50, 50]),
  mover('/up', [5, 5], [1, 12]),
  mover('/new', [0, 0], [4, 6]),
  mover('/seen', [0, 0], [0, 9]),
  mover('/down', [50, 50], [50, 30]),
  mover('/less', [50, 50], [50, 31]),
  mover('/few', [12, 0], [3, 0]),
  mover('/old', [3, 7], [0, 0]),
  mover('/left', [9, 0], [0, 0]),
  mover('/never', [0, 0], [0, 0]),
]

test('a page that only AI reads is not listed among the new ones by people, but counted', () => {
  const movers = createExample(1000, 1000, { topBy: 'human' })
  movers.add(mover('/ai', [0, 0], [0, 60]))
  expect(movers.list()).toMatchObject({ isNew: [], rises: [], more: { isNew: 1 } })
})

test.each([
  ['total', true, ['/up 3'], ['/new 10'], ['/down -20'], ['/old -10'], ['/new 10', '/up 3']],
  ['human', true, [], ['/new 4'], [], ['/old -3'], ['/new 4']],
  ['ai', true, ['/up 7'], ['/new 6'], ['/down -20', '/less -19'], ['/old -7'], ['/up 7', '/new 6']],
  ['total', false, ['/up 3'], [], ['/down -20'], [], ['/up 3']],
] as const)('pages by %s, where a page without a row has no views: %s', (topBy, isCertain, ...expected) => {
  const movers = createExample(1000, 1000, { topBy, isCertain })
  PAGES.forEach(movers.add)
  const { rising, isNew, falling, noViews, rises, more } = movers.list()
  expect([rising, isNew, falling, noViews, rises].map(tell)).toEqual(expected)
  expect(more).toEqual(isCertain ? { isNew: 1, noViews: 1 } : { isNew: 0, noViews: 0 })
})

test.each<[string, number, number, number, number, Partial<MoversOptions>, boolean]>([
  ['ten views less, and a fifth', 1000, 1000, 50, 40, {}, true],
  ['nine views less', 1000, 1000, 20, 11, {}, false],
  ['less than a fifth', 1000, 1100, 100, 81, {}, false],
  ['less than twice as far as the site', 1000, 800, 100, 61, {}, false],
  ['twice as far as the site', 1000, 800, 100, 60, {}, true],
  ['twice as far as a site that hardly falls', 1000, 990, 1000, 980, {}, true],
  ['nearly all of its views, on a site that lost nearly half', 1000, 501, 1000, 1, {}, true],
  ['nearly all of its views, on a site that lost half', 1000, 500, 1000, 1, {}, false],
  ['a day less in a shorter month', 3100, 3000, 310, 300, { lengths: MONTHS }, false],
  ['as many views a day, ten fewer', 3100, 3000, 400, 380, { lengths: MONTHS }, false],
  ['a fifth per day in a shorter month', 3100, 3000, 310, 240, { lengths: MONTHS }, true],
])('a page falls: %s', (_name, siteBefore, siteNow, before, now, options, expected) => {
  const movers = createExample(siteBefore, siteNow, options)
  movers.add(mover('/page', [before], [now]))
  expect(movers.list().falling.length === 1).toBe(expected)
})
