import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRanking } from '../../../../src/page-views/comparison/ranking.ts'
import { type UntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'

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
