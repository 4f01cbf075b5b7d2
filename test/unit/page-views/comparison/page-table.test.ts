import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import type { RankedBy } from '../../../../src/page-views/comparison/ranking.ts'
import type { ComparedRow } from '../../../../src/page-views/file/formats.ts'
import { row } from '../example-result.ts'

function fill(exported: ViewRow[], previous: ViewRow[], rankedBy: RankedBy = 'total') {
  const table = createPageTable(rankedBy)
  exported.forEach(table.add)
  previous.forEach(table.addPrevious)
  return table
}

test('rows come back in order, and of each path the largest row of both periods is compared', () => {
  const path = fc.constantFrom('', '/a', '/ä', '/😀', '__proto__')
  const rows = fc.array(fc.tuple(path, fc.nat(9), fc.nat(9)).map((each) => row(...each)))
  fc.assert(
    fc.property(rows, rows, (exported, previous) => {
      const largest = (all: ViewRow[], { path }: ViewRow) =>
        all.filter((each) => each.path === path).reduce((a, b) => (b.total > a.total ? b : a), row('', 0))
      const entries = [...fill(exported, previous).list(true)]
      const own = entries.slice(0, exported.length)
      expect(own.map((entry) => entry.row)).toMatchObject(exported)
      for (const { row: each, counts } of entries.filter((entry) => entry.counts)) {
        const [now, before] = [largest(exported, each), largest(previous, each)]
        const change = now.total - before.total
        expect(counts && each).toMatchObject({ total: now.total, previous: before.total, change })
        expect([each.previousHuman, each.previousAi]).toEqual([before.human, before.ai])
      }
      const counted = entries.filter(({ counts }) => counts).map((entry) => entry.row.path)
      expect(counted.toSorted()).toEqual([...new Set([...exported, ...previous].map((each) => each.path))].toSorted())
      expect([...fill(exported, previous).list(false)]).toEqual(own)
    }),
  )
})

test('of repeated rows, the larger is compared, by the figure that pages are ranked by', () => {
  const exported = [row('/a', 5), row('/b', 1), row('/a', 3, 9), row('/a', 0, 2)]
  const tell = (each: ComparedRow) => `${each.total}: ${each.previous} ${each.change} ${each.previousHuman}`
  const list = (rankedBy: RankedBy) =>
    [...fill(exported, [row('/a', 4), row('/a', 6)], rankedBy).list(true)].map((entry) => tell(entry.row))
  expect(list('total')).toEqual(['5: 0 0 0', '1: 0 1 0', '12: 6 6 6', '2: 0 0 0'])
  expect(list('human')).toEqual(['5: 6 -1 6', '1: 0 1 0', '12: 0 0 0', '2: 0 0 0'])
})
