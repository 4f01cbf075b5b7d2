import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { createRanking } from '../../../../src/page-views/comparison/ranking.ts'
import { row } from '../example-result.ts'

test.each<[string, string, kept: string]>([
  ['the highest, in order', 'a1 b3 c2', 'b3 c2'],
  ['of equal ones, the first', 'a1 b1 c1', 'a1 b1'],
  ['a path once, with the higher score that comes later', 'a1 b2 a3', 'a3 b2'],
  ['a path once, with the higher score that came first', 'a3 a1 b2 a2', 'a3 b2'],
  ['all, where there is room', 'a1', 'a1'],
])('a ranking of two rows keeps %s', (_name, rows, kept) => {
  const ranking = createRanking<ViewRow>(2, ({ human }) => human)
  for (const text of rows.split(' ')) ranking.add(row(text.charAt(0), Number(text.slice(1))))
  expect(
    ranking
      .list()
      .map(({ path, human }) => `${path}${human}`)
      .join(' '),
  ).toBe(kept)
})
