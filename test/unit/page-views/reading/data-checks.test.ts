import { expect, test } from 'vitest'
import type { ViewCounts, ViewRow } from '../../../../src/docs-service/schema.ts'
import { createDataChecks } from '../../../../src/page-views/reading/data-checks.ts'
import { counts, row } from '../example-result.ts'

interface Page {
  rows: ViewRow[]
  totals?: ViewCounts
  isShort?: boolean
}

const PART = false

/** What is found in these pages of two rows. */
function find(pages: Page[], isWhole = true, maximumSize?: number) {
  const checks = createDataChecks(maximumSize)
  pages.forEach(({ rows, totals = counts(3, 3), isShort = false }, index) => {
    checks.add({ page: { totals, views: rows, hasMore: false }, offset: index * 2, isShort })
  })
  const { shortfalls, warnings, isBelow } = checks.finish(isWhole)
  expect(isBelow).toBe(warnings.some(({ message }) => message.startsWith('The rows add up to ')))
  return [...shortfalls, ...warnings.map(({ about, message }) => (isBelow ? about : message))]
}

const FIRST: Page = { rows: [row('/a', 1, 1), row('/b', 1, 1)] }
const LAST: Page = { rows: [row('/c', 1, 1)] }
const AGAIN: Page = { rows: [row('/a', 1, 1)] }

test.each<[string, Page[], string[], boolean?]>([
  ['rows that add up to the totals', [FIRST, LAST], []],
  ['nothing at all', [], []],
  ['no row and totals of 0', [{ rows: [], totals: counts(0, 0) }], []],
  ['a part of the rows', [LAST], [], PART],
  ['no row in a part', [{ rows: [] }], [], PART],
  ['rows with more views than the totals', [{ rows: [row('/a', 9, 9)] }], []],
  ['a path twice on one page', [{ rows: [row('/a', 1, 1), row('/a', 2, 2)] }], []],
  ['rows with fewer views', [LAST], ['the data is inconsistent']],
  ['fewer by one figure', [{ rows: [row('/a', 9, 2)] }], ['the data is inconsistent']],
  ['totals without a row', [{ rows: [] }], ['the data is inconsistent']],
  ['totals of two pages that differ', [FIRST, { ...LAST, totals: counts(4, 3) }], ['changed totals']],
  ['a path on two pages', [FIRST, AGAIN], ['repeated paths']],
  ['a short page before the end', [FIRST, { rows: [], isShort: true }, LAST], ['short page']],
])('%s: rows are missing, or may be', (_name, pages, found, isWhole) => {
  expect(find(pages, isWhole)).toEqual(found)
})

test('repeated paths are looked for among the first paths, and those of a whole hour have room', () => {
  const pages: Page[] = [FIRST, { rows: [row('/ccc', 1, 1)] }, { rows: [row('/ccc', 0)] }]
  expect(find(pages, PART, 7)).toEqual(['Only the first 2 paths were checked for repetition on other pages.'])
  expect(find([...pages, AGAIN], PART, 7)).toEqual(['repeated paths'])
  expect(find(pages, PART, 8)).toEqual(['repeated paths'])
  const hour = Array.from({ length: 25_000 }, (_, index) => row(`/guides/${'x'.repeat(45)}/${index}`, 0))
  expect(find([{ rows: hour }, { rows: hour.slice(-1) }], PART)).toEqual(['repeated paths'])
})
