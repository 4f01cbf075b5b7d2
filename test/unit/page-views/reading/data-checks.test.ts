import { expect, test } from 'vitest'
import type { ViewCounts, ViewRow } from '../../../../src/docs-service/schema.ts'
import { createDataChecks, type DataShortfall } from '../../../../src/page-views/reading/data-checks.ts'
import { row } from '../example-result.ts'

function counts(human: number, ai: number, total = human + ai): ViewCounts {
  return { human, ai, total }
}

interface Page {
  rows: ViewRow[]
  totals?: ViewCounts
  hasMore?: boolean
}

interface Case {
  /** Rows that are requested. */
  limit?: number
  isWhole?: boolean
  maximumSize?: number | undefined
}

function find(pages: Page[], { limit = 2, isWhole = true, maximumSize }: Case = {}) {
  const checks = createDataChecks(maximumSize)
  pages.forEach(({ rows, totals = counts(3, 3), hasMore = false }, index) => {
    const offset = index * limit
    checks.add({ offset, limit, nextOffset: offset + limit, page: { totals, views: rows, hasMore } })
  })
  return checks.finish(isWhole)
}

const FIRST: Page = { rows: [row('/a', 1, 1), row('/b', 1, 1)], hasMore: true }
const LAST: Page = { rows: [row('/c', 1, 1)] }
const SHORT: Page = { rows: [row('/s', 1, 1)], hasMore: true }
const OTHER_TOTALS: Page = { ...LAST, totals: counts(4, 3) }
const ODD_SUMS: Page = { rows: [{ ...row('/a', 1, 1), total: 9 }], totals: counts(1, 1, 9) }
const PART = { isWhole: false }

test.each<[string, Page[], Case?]>([
  ['rows that add up to the totals', [FIRST, LAST]],
  ['nothing at all', []],
  ['sums of fractions, which are not exact', [{ totals: counts(0.1 + 0.2, 0), rows: [row('/a', 0.3)] }]],
  ['a part of the rows, which does not add up', [FIRST], PART],
  ['a page that is short, since it is the last', [LAST], PART],
])('consistent data gives no warning: %s', (_name, pages, options) => {
  expect(find(pages, options)).toEqual({
    warnings: [],
    shortfalls: [],
    gapAt: undefined,
    isBelowTotals: false,
  })
})

test.each<[string, Page[], RegExp[], Case?]>([
  ['totals that change', [FIRST, OTHER_TOTALS], [/from 3 human \+ 3 AI = 6 to 4 human \+ 3 AI = 7/]],
  [
    'rows that do not add up to the totals',
    [LAST],
    [/^The rows add up to 1 human \+ 1 AI = 2.*none counts as new or gone/],
  ],
  [
    'sums that are odd',
    [ODD_SUMS],
    [/^In one row, human and AI views don't add up/, /^The totals themselves don't add up/],
  ],
  [
    'a first page that is short',
    [SHORT, FIRST, LAST],
    [/^The first page has 1 rows, but `limit` is 2.*asks for 1 rows/],
    PART,
  ],
  [
    'later pages that are short',
    [FIRST, SHORT, { ...SHORT, rows: [row('/t')] }],
    [/^2 pages had fewer rows.*missing from offset 3 on\.$/],
  ],
  ['a page that is too long', [{ rows: [...FIRST.rows, ...LAST.rows] }], [/^One page had more rows/]],
])('inconsistent data is reported: %s', (_name, pages, expected, options) => {
  const messages = find(pages, options).warnings.map(({ message }) => message)
  expect(messages).toEqual(expected.map((message) => expect.stringMatching(message)))
})

const NONE: Page = { rows: [], totals: counts(0, 0) }

test.each<[string, Page[], DataShortfall[], boolean, Case?]>([
  ['totals of two pages that differ', [FIRST, OTHER_TOTALS], ['changed totals'], false],
  ['totals without a row', [{ rows: [] }], ['no rows'], false],
  ['no row and totals of 0', [NONE], [], false],
  ['no row in a part', [{ rows: [] }], [], false, PART],
  ['a short page', [FIRST, SHORT, LAST], ['short page'], false],
  ['rows with fewer views than the totals', [LAST], [], true],
  ['rows with more views', [{ rows: [row('/a', 9, 9)] }], [], false],
  ['fewer by one figure', [{ rows: [row('/a', 9, 2)] }], [], true],
  ['a part', [LAST], [], false, PART],
])('%s: rows are missing, or may be', (_name, pages, shortfalls, isBelowTotals, options) => {
  expect(find(pages, options)).toMatchObject({ shortfalls, isBelowTotals })
})

test("a warning quotes the first row that it's about", () => {
  const rows = ['/a', '/b'].map((path) => ({ ...row(path), total: 9 }))
  const [warning] = find([{ totals: counts(2, 0, 18), rows }]).warnings
  expect(warning).toEqual({ message: expect.stringMatching(/^In 2 rows/), example: '/a' })
})

test("rows may be missing after the first short page, unless it's the first page of all", () => {
  expect(find([FIRST, SHORT, SHORT, LAST]).gapAt).toBe(3)
  expect(find([SHORT, FIRST, LAST]).gapAt).toBeUndefined()
})

test.each<[string, Page[], boolean]>([
  ['another page', [FIRST, { rows: [row('/a', 1, 1)] }], true],
  ['the same page', [{ rows: [row('/a', 1, 1), row('/a', 2, 2)] }], false],
])('repeated paths are reported; on %s, they mean that others are missing: %s', (where, pages, isMissing) => {
  const { warnings, shortfalls } = find(pages)
  const message = expect.stringMatching(`^Paths are repeated in one row on ${where}`)
  expect(warnings).toEqual([{ message, example: '/a' }])
  expect(shortfalls).toEqual(isMissing ? ['repeated paths'] : [])
})

test('repeated paths are looked for among the first paths, and a warning says so', () => {
  const pages: Page[] = [FIRST, { rows: [row('/ccc', 1, 1)] }, { rows: [row('/ccc', 0)] }]
  expect(find(pages, { maximumSize: 7, ...PART })).toMatchObject({
    warnings: [{ message: expect.stringContaining('Only the first pages were searched') }],
    shortfalls: [],
  })
  const again = [...pages, { rows: [row('/a', 0)] }]
  expect(find(again, { maximumSize: 7, ...PART }).shortfalls).toEqual(['repeated paths'])
  expect(find(pages, { maximumSize: 8, ...PART }).shortfalls).toEqual(['repeated paths'])
})

test('the paths of a whole hour have room', () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => row(`/guides/${'x'.repeat(45)}/${index}`, 0))
  expect(find([{ totals: counts(0, 0), rows }], { limit: 25_000 }).warnings).toEqual([])
})
