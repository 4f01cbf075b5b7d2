import { expect, test } from 'vitest'
import { DocsServiceError, RequestLimitError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewCounts, ViewRow } from '../../../../src/docs-service/schema.ts'
import { type ComparisonOptions, comparePeriods } from '../../../../src/page-views/comparison/compare-periods.ts'
import { createViewSum } from '../../../../src/page-views/comparison/excluded-views.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import type { DateRange } from '../../../../src/reports/dates.ts'
import { PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'
import { createMemoryFile } from '../memory-file.ts'

const TOTALS = { human: 60, ai: 0, total: 60 }

interface Page {
  rows: ViewRow[] | Error
  hasMore?: boolean
  totals?: ViewCounts
}

interface Case {
  isWhole?: boolean
  /** Of the export. */
  isBelowTotals?: boolean
  requests?: number
  limit?: number
  isExcluded?: ComparisonOptions['isExcluded']
  openFails?: boolean
  range?: DateRange
}

/** Compares two rows with these pages of the previous period. */
async function compare(pages: Page[], options: Case = {}) {
  const { isWhole = true, isBelowTotals = false, requests = 1, limit = 2, isExcluded, openFails } = options
  const { range = RANGE } = options
  const table = createPageTable('total')
  const rows = [row('/a', 15), row('/new', 10)]
  rows.forEach(table.add)
  const excluded = createViewSum()
  for (const each of rows) if (isExcluded?.(each.path)) excluded.add(each)
  const asked: object[] = []
  const { file, seen } = createMemoryFile()
  const result = await comparePeriods(
    {
      query: { range: PREVIOUS_RANGE, limit, offset: 0, maximumRequests: 3, concurrency: 1 },
      table,
      range,
      totals: { human: 25, ai: 0, total: 25 },
      excluded: excluded.views,
      isWhole,
      isBelowTotals,
      requests,
      isExcluded,
      extension: '.csv',
      topCount: 5,
      topBy: 'total',
    },
    {
      service: {
        async getPageViews(query: object, { allowRequest, waitForQuota }: Limits) {
          expect(waitForQuota).toBe(false)
          if (allowRequest?.() === false) throw new RequestLimitError('GET')
          const { rows, hasMore = false, totals = TOTALS } = pages[asked.push(query) - 1] ?? { rows: [] }
          if (rows instanceof Error) throw rows
          return { read: () => ({ totals, views: rows, hasMore }) }
        },
      },
      signal: new AbortController().signal,
      openFile: () => (openFails ? Promise.reject(new Error('disk full')) : Promise.resolve(file)),
    },
  )
  return { ...result, asked, kept: seen.end === 'whole' ? seen.text : undefined }
}

const FIRST: Page = { rows: [row('/a', 10), row('/b', 20)], hasMore: true }
const LAST: Page = { rows: [row('/c', 30)] }

test('the file is written again, and ends with the pages that only the previous period has', async () => {
  const { comparison, warnings, asked, kept } = await compare([FIRST, LAST])
  expect(asked).toMatchObject([PREVIOUS_RANGE, { offset: 2 }])
  expect(comparison).toMatchObject({ range: PREVIOUS_RANGE, totals: TOTALS, requests: 2, rows: 4 })
  expect(comparison?.rises.map(({ path }) => path)).toEqual(['/new', '/a'])
  expect([comparison?.falling, comparison?.addsUp]).toEqual([[], true])
  expect(comparison?.noViews.map(({ path }) => path)).toEqual(['/c', '/b'])
  expect(warnings).toEqual([])
  const [header = [], ...lines] =
    kept
      ?.trim()
      .split('\r\n')
      .map((line) => line.split(',')) ?? []
  const change = header.indexOf('change')
  expect(lines.map((cells) => `${cells[0]} ${cells[change]}`)).toEqual(['/a 5', '/new 10', '/b -20', '/c -30'])
})

test.each<[string, Case, number]>([
  ['not all rows were exported', { isWhole: false }, 30],
  ['the rows of the export have fewer views than its totals', { isBelowTotals: true }, 30],
  ['the rows of the previous period have fewer views than its totals', {}, 20],
  ['the whole period before is a gap', {}, 0],
])('no page is new or without views if %s', async (_name, options, last) => {
  const none = { rows: [row('/b', 0)], totals: { human: 0, ai: 0, total: 0 } }
  const pages = last === 0 ? [none] : [FIRST, { rows: [row('/c', last)] }]
  const { comparison, kept } = await compare(pages, options)
  expect(comparison).toMatchObject({ rows: 2, falling: [], isNew: [], noViews: [], more: { isNew: 0, noViews: 0 } })
  expect(kept).not.toContain('/b')
})

test('an excluded page is compared only in the file, and is in no figure', async () => {
  const isExcluded = (path: unknown) => path === '/new' || path === '/b'
  const { comparison, kept } = await compare([FIRST, LAST], { isExcluded })
  expect([comparison?.rises, comparison?.noViews].flat().map((each) => each?.path)).toEqual(['/a', '/c'])
  expect(comparison?.totals).toEqual({ human: 40, ai: 0, total: 40 })
  expect(kept).toContain('/new,10,0,10,0,10')
})

test.each([
  ['as many days as before', RANGE, { days: 1, previousDays: 1 }],
  ['more days than before', { dateFrom: RANGE.dateFrom, dateTo: '2026-08-09T00:00:00Z' }, { days: 8, previousDays: 7 }],
])('a period with %s has the lengths for a comparison per day', async (_name, range, lengths) => {
  const { comparison } = await compare([FIRST, LAST], { range })
  expect(comparison?.lengths).toEqual(lengths)
})

const QUOTA = new DocsServiceError(
  { operation: 'get page views', kind: 'status', certainty: 'not-accepted', status: 429 },
  'GET https://docs.example',
  'answered 429',
)
const BY_ITSELF = /by itself an hour later.*`date-from: 2026-07-25`, `date-to: 2026-08-01`/

test.each<[string, Case, RegExp, RegExp]>([
  ['more than an hour gives', { requests: 51, limit: 250 }, BY_ITSELF, /Try again|`limit: 250`/],
  ['more with a small limit', { requests: 60 }, /`limit: 250`/, /Try again/],
  ['no more than an hour gives', { requests: 50 }, /Try again/, /doesn't help/],
])('a quota that both periods need, %s: the hint fits', async (_name, options, expected, not) => {
  const { warnings } = await compare([{ rows: QUOTA }], options)
  expect(warnings[0]?.message).toMatch(expected)
  expect(warnings[0]?.message).not.toMatch(not)
})

const ENDLESS = [0, 2, 4, 6].map((at) => ({ rows: [row(`/${at}`), row(`/${at + 1}`)], hasMore: true }))
const SMALL = { human: 1, ai: 0, total: 1 }
const SHORT: Page = { rows: [row('/c')], hasMore: true }

test.each<[string, Page[], Case, RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], {}, /read completely. Unexpected error: broken/],
  ['the limit of requests', ENDLESS, {}, /read completely. .*`max-requests`/],
  ['a short page', [FIRST, SHORT], {}, /read completely. .*has 1 of 2 rows/],
  ['rows that repeat on another page', [FIRST, { rows: [row('/b', 30)] }], {}, /read completely. .*repeated/],
  ['totals that change', [FIRST, { ...LAST, totals: SMALL }], {}, /read completely. .*totals changed/],
  ['no rows', [{ rows: [] }], {}, /read completely. The service sent no rows/],
  ["a file that can't be written", [FIRST, LAST], { openFails: true }, /wasn't written to the file. .*disk full/],
])(
  'without a comparison, the file stays unchanged, and a warning explains why: %s',
  async (_name, pages, options, message) => {
    const { comparison, warnings, kept } = await compare(pages, options)
    expect([comparison, kept]).toEqual([undefined, undefined])
    expect(warnings[0]).toMatchObject({ about: 'comparison', message: expect.stringMatching(message) })
  },
)

test("a warning about the previous period's data names that period", async () => {
  const { comparison, warnings } = await compare([{ rows: [row('/a', 10)] }])
  expect(comparison).toBeDefined()
  const message = expect.stringMatching(/^Previous period: The rows add up to 10/)
  expect(warnings).toMatchObject([{ about: 'previous data', message }])
})
