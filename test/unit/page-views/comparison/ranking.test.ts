import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRanking } from '../../../../src/page-views/comparison/ranking.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

interface Row {
  path: ReturnType<typeof untrustedText>
  score: number
}

function rank(rows: Row[], maximum: number): Row[] {
  const ranking = createRanking<Row>(maximum, ({ score }) => score)
  rows.forEach(ranking.add)
  return ranking.list()
}

test('a ranking keeps what sorting everything would, in the same order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(12), (scores, maximum) => {
      const rows = scores.map((score, index) => ({ path: untrustedText(`/${index}`), score }))
      // `sort` keeps the order of equals.
      expect(rank(rows, maximum)).toEqual([...rows].sort((a, b) => b.score - a.score).slice(0, maximum))
    }),
  )
})

test('a ranking lists no path twice, and each with its highest score', () => {
  const row = fc.record({
    path: fc.constantFrom('/a', '/b', '/c', '/d').map(untrustedText),
    score: fc.nat(9),
  })
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
