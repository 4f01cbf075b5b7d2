import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import { readUntrustedText } from '../../../../src/untrusted/text.ts'
import { row } from '../example-result.ts'

function fill(exported: ViewRow[], previous: ViewRow[], room?: Parameters<typeof createPageTable>[0]) {
  const table = createPageTable(room)
  exported.forEach(table.add)
  previous.forEach(table.addPrevious)
  return table
}

test('any rows of two periods come back in order, each with what its path had before', () => {
  const path = fc.oneof(fc.constantFrom('', '/a', '/ä', '/😀', '/a/b'), fc.string({ unit: 'grapheme' }))
  const rows = (paths: string[]) =>
    [...new Set(paths)].map((each, index) =>
      row(each, index + 1, [0.5, 2 ** 32 - 1, 2 ** 33, 1e300][index % 4]),
    )
  fc.assert(
    fc.property(fc.array(path).map(rows), fc.array(path).map(rows), (exported, previous) => {
      const before = new Map(previous.map((each) => [each.path, each]))
      const known = new Set(exported.map((each) => each.path))
      const others = previous
        .filter((each) => !known.has(each.path))
        .map(({ path: other }) => row(readUntrustedText(other), 0))
      const expected = [...exported, ...others].map((each) => {
        const { human, ai, total } = before.get(each.path) ?? row('', 0)
        return { ...each, previousHuman: human, previousAi: ai, previous: total }
      })
      const table = fill(exported, previous, { rows: 500, bytes: 100_000 })
      expect([...table.list(true)]).toEqual(expected.map((each) => ({ row: each, page: each })))
      expect([...table.list(false)]).toHaveLength(exported.length)
    }),
  )
})

test('of rows with one path, the first has the views of the previous period, and all of them are one page', () => {
  const exported = [row('/a', 5), row('/b', 1), row('/a', 3), row('/a', 0, 2)]
  const entries = [...fill(exported, [row('/a', 4), row('/a', 6)]).list(true)]
  const tell = (each?: (typeof entries)[number]['row']) =>
    each && `${each.human}+${each.ai}, ${each.previous}`
  expect(entries.map((entry) => tell(entry.row))).toEqual(['5+0, 10', '1+0, 0', '3+0, 0', '0+2, 0'])
  expect(entries.map(({ page }) => tell(page))).toEqual(['8+2, 10', '1+0, 0', undefined, undefined])
  expect(entries[0]?.page?.total).toBe(10)
})

test.each([
  ['rows', { rows: 2, bytes: 1000 }],
  ['bytes', { rows: 100, bytes: 9 }],
])('a table has bounded room, in %s', (_what, room) => {
  const rows = [row('/a', 1), row('/b', 2)]
  const table = fill(rows, [], room)
  expect([table.pages(), table.isFull()]).toEqual([2, false])
  table.add(row('/c', 3))
  expect([table.pages(), table.isFull(), [...table.list(true)].length]).toEqual([2, true, 2])
})

test('a table has room for a million pages', () => {
  const table = createPageTable()
  for (let index = 0; index < 1_000_000; index += 1)
    table.add(row(`/guides/page-about-something-${index}`, index))
  expect([table.pages(), table.isFull()]).toEqual([1_000_000, false])
})
