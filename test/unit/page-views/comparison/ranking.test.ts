import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMovers, createRanking } from '../../../../src/page-views/comparison/ranking.ts'
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

/** Each figure falls or rises by itself. */
const COUNTS = { human: 5, ai: 5, total: 10, previousHuman: 5, previousAi: 5, previous: 10 }
const compared = (path: string, counts: Partial<typeof COUNTS>) => ({
  path: untrustedText(path),
  ...COUNTS,
  ...counts,
})

test.each([
  ['total', ['/new 10', '/up 3'], ['/gone -9', '/down -2']],
  ['human', ['/new 4'], ['/up -4', '/gone -3']],
  ['ai', ['/up 7', '/new 6'], ['/gone -6', '/down -2']],
] as const)(
  'movers by %s are listed by the absolute change of that figure, largest first',
  (by, rising, falling) => {
    const movers = createMovers(2, by)
    movers.add(compared('/same', {}))
    movers.add(compared('/up', { human: 1, ai: 12, total: 13 }))
    movers.add(compared('/new', { human: 4, ai: 6, previousHuman: 0, previousAi: 0, previous: 0 }))
    movers.add(compared('/down', { ai: 3, total: 8 }))
    movers.add(compared('/less', { ai: 4, total: 9 }))
    movers.add(compared('/gone', { human: 0, ai: 0, total: 0, previousHuman: 3, previousAi: 6, previous: 9 }))
    const list = movers.list()
    const describe = (direction: 'rising' | 'falling') =>
      list[direction].map(({ path, change }) => `${path} ${change}`)
    expect([describe('rising'), describe('falling')]).toEqual([rising, falling])
    expect(Object.keys(list.rising[0] ?? {}).join()).toBe(
      'path,total,previous,change,human,ai,previousHuman,previousAi',
    )
  },
)
