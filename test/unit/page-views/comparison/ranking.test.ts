import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMovers, createRanking } from '../../../../src/page-views/comparison/ranking.ts'
import { type UntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'
import { mover } from '../example-result.ts'

type Row = { path: UntrustedText; score: number }

function rank(rows: Row[], maximum: number): Row[] {
  const ranking = createRanking<Row>(maximum, ({ score }) => score)
  rows.forEach(ranking.add)
  return ranking.list()
}

test('a ranking keeps the rows that come first in a sorted list, in that order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(12), (scores, maximum) => {
      const rows = scores.map((score, index) => ({ path: untrustedText(`/${index}`), score }))
      // `sort` keeps the order of equals.
      expect(rank(rows, maximum)).toEqual([...rows].sort((a, b) => b.score - a.score).slice(0, maximum))
    }),
  )
})

test('a ranking lists each path once, with its highest score', () => {
  const path = fc.constantFrom('/a', '/b', '/c', '/d').map(untrustedText)
  const row = fc.record({ path, score: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 1, max: 3 }), (rows, maximum) => {
      const best = new Map(rows.toSorted((a, b) => a.score - b.score).map(({ path, score }) => [path, score]))
      const scores = [...best.values()].toSorted((a, b) => b - a).slice(0, maximum)
      const listed = rank(rows, maximum)
      expect(listed.map(({ score }) => score)).toEqual(scores)
      for (const { path, score } of listed) expect(best.get(path)).toBe(score)
      expect(new Set(listed.map(({ path }) => path)).size).toBe(listed.length)
    }),
  )
})

test.each([
  ['total', true, ['/new 10', '/up 3'], ['/down -2', '/less -1'], ['/gone -9', '/left -1']],
  ['human', true, ['/new 4'], ['/up -4'], ['/gone -3', '/left -1']],
  ['ai', true, ['/up 7', '/new 6'], ['/down -2', '/less -1'], ['/gone -6', '/left 0']],
  ['total', false, ['/new 10', '/up 3'], ['/gone -9', '/down -2'], []],
] as const)('movers by %s, where what is gone is certain: %s', (by, isCertain, ...expected) => {
  const movers = createMovers(2, by, isCertain)
  movers.add(mover('/same', [5, 5], [5, 5]))
  movers.add(mover('/up', [5, 5], [1, 12]))
  movers.add(mover('/new', [0, 0], [4, 6]))
  movers.add(mover('/down', [5, 5], [5, 3]))
  movers.add(mover('/less', [5, 5], [5, 4]))
  movers.add(mover('/gone', [3, 6], [0, 0]))
  movers.add(mover('/left', [1, 0], [0, 0]))
  movers.add(mover('/never', [0, 0], [0, 0]))
  const { rising, falling, gone } = movers.list()
  const tell = (list: typeof rising) => list.map(({ path, change }) => `${path} ${change}`)
  expect([tell(rising), tell(falling), tell(gone)]).toEqual(expected)
})

test('a mover has its counts in both periods, and no other fields', () => {
  const movers = createMovers(1, 'total', true)
  const gone = mover('/gone', [3, 6], [0, 0])
  movers.add({ ...gone, ...{ other: 1 } })
  expect(movers.list()).toEqual({ rising: [], falling: [], gone: [gone] })
})
