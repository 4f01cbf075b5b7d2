import { expect, test } from 'vitest'
import { MaximumRequestsError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewCounts, ViewRow } from '../../../../src/docs-service/schema.ts'
import { comparePeriods, type Exported } from '../../../../src/page-views/comparison/compare-periods.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import type { CompareOptions } from '../../../../src/page-views/comparison/previous-period.ts'
import { counts, OPTIONS, PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'
import { createMemoryFile } from '../memory-file.ts'

interface Page {
  rows: ViewRow[] | Error
  hasMore?: boolean
  totals?: ViewCounts
}

interface Case {
  exported?: Partial<Exported>
  options?: Partial<CompareOptions>
  openFails?: boolean
  /** Of this period. */
  rows?: ViewRow[]
}

const PART = { range: RANGE, received: counts(70), totals: counts(70), isWhole: true }
const TOTALS = counts(150)
const OWN_ROWS = [row('/a', 60), row('/new', 10)]
const FIRST: Page = { rows: [row('/a', 10), row('/b', 100)], hasMore: true }
const LAST: Page = { rows: [row('/c', 40)] }

/** Compares rows with these pages of the previous period. */
async function compare(pages: Page[], { exported, options, openFails = false, rows = OWN_ROWS }: Case = {}) {
  const table = createPageTable()
  for (const each of rows) table.add(each)
  const asked: object[] = []
  const { file, seen } = createMemoryFile()
  const result = await comparePeriods(
    { ...OPTIONS, limit: 2, maximumRequests: 3, extension: '.csv', previousRange: PREVIOUS_RANGE, ...options },
    { part: PART, pages: 1, shortfalls: [], ...exported },
    table,
    {
      service: {
        async getPageViews(query: object, { allowRequest }: Limits) {
          if (allowRequest?.() === false) throw new MaximumRequestsError('GET')
          const { rows, hasMore = false, totals = TOTALS } = pages[asked.push(query) - 1] ?? { rows: [] }
          if (rows instanceof Error) throw rows
          return { totals, views: rows, hasMore }
        },
      },
      signal: new AbortController().signal,
      log: { info: () => expect.fail() },
      openFile: () => (openFails ? Promise.reject(new Error('disk full')) : Promise.resolve(file)),
    },
  )
  const { rising = [], falling = [] } = result.comparison?.movers ?? {}
  const movers = [rising, falling].map((list) => list.map(({ path }) => String(path)))
  return { ...result, movers, asked, kept: seen.end === 'whole' ? seen.text : undefined }
}

test('the file is written again, and ends with the pages that only the previous period has', async () => {
  const { comparison, movers, warnings, requests, rows, asked, kept } = await compare([FIRST, LAST])
  expect(asked).toEqual([0, 2].map((offset) => ({ ...PREVIOUS_RANGE, limit: 2, offset })))
  expect(comparison).toMatchObject({ range: PREVIOUS_RANGE, totals: TOTALS, isEmpty: false, note: undefined })
  expect([warnings, requests, rows]).toEqual([[], 2, 4])
  expect(movers).toEqual([
    ['/a', '/new'],
    ['/b', '/c'],
  ])
  const cells = kept?.split('\r\n').map((line) => line.split(',').slice(2).join())
  expect(cells?.slice(1)).toEqual([
    '/a,60,0,60,10,0,10',
    '/new,10,0,10,0,0,0',
    '/b,0,0,0,100,0,100',
    '/c,0,0,0,40,0,40',
    '',
  ])
})

test.each<[string, Page[], Case]>([
  ['not all rows were exported', [FIRST, LAST], { exported: { part: { ...PART, isWhole: false } } }],
  ['the previous rows have fewer views than the totals', [{ ...FIRST, totals: counts(999) }, LAST], {}],
  ['the previous totals changed', [FIRST, { ...LAST, totals: counts(151) }], {}],
  ['previous rows have moved', [FIRST, { rows: [row('/b', 100)] }], {}],
])('pages without views are left out if %s', async (_name, pages, options) => {
  const { rows, movers, kept, comparison } = await compare(pages, options)
  expect([rows, movers, comparison?.isPartial]).toEqual([2, [['/a'], []], true])
  expect(kept).toMatch(/\/a,60,0,60,10,0,10\r\n.*\/new,10,0,10,,,\r\n$/)
})

test.each<[string, Page[], Case, string[]]>([
  ['now', [FIRST, LAST], { rows: [row('/b', 400), row('/b', 400)] }, ['/b,400,0,400,,,', '/b,400,0,400,,,']],
  ['before', [FIRST, { rows: [row('/b', 1), row('/c', 40)] }], { rows: [row('/b', 9)] }, ['/b,9,0,9,,,']],
  ['before, and none now', [{ rows: [row('/b', 75), row('/b', 75)] }], {}, ['/b,0,0,0,,,']],
])('a page with two rows %s is in the file, and is not compared', async (_name, pages, options, lines) => {
  const { kept, movers } = await compare(pages, options)
  expect(kept?.match(/\/b,.*(?=\r)/gu)).toEqual(lines)
  expect(movers.flat()).not.toContain('/b')
})

const NO_PAGES = { movers: [[], []], kept: undefined }

test.each<[string, Case, RegExp]>([
  [
    'both periods need more than 100',
    { exported: { pages: 51 } },
    /both periods need 102 requests, .* allows 100 per hour/,
  ],
  ['as many with the skipped rows', { exported: { pages: 50 }, options: { offset: 1 } }, /need 102 requests/],
  ['the export is cut', { exported: { shortfalls: ['request limit'] } }, /the export isn't complete/],
])('the totals are compared for one request if %s', async (_name, options, note) => {
  const compared = await compare([{ rows: [row('/a')], hasMore: true }], options)
  expect(compared).toMatchObject({ ...NO_PAGES, requests: 1, warnings: [], comparison: { totals: TOTALS } })
  expect(compared.asked).toEqual([{ ...PREVIOUS_RANGE, limit: 1, offset: 0 }])
  expect(compared.comparison?.note).toMatch(note)
})

test('periods that just fit into 100 requests are read', async () => {
  expect((await compare([FIRST, LAST], { exported: { pages: 50 } })).asked).toHaveLength(2)
})

test.each<[string, Page[], RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], /^The previous period couldn't be read completely\. .*broken/],
  [
    'too few requests',
    Array(4).fill({ ...FIRST, rows: [row('/x'), row('/y')] }),
    /completely\. It needs more than 3 requests, the maximum in `max-requests`\.$/,
  ],
])('after %s the totals are compared, and the file stays unchanged', async (_name, pages, message) => {
  const compared = await compare(pages)
  expect(compared).toMatchObject({ ...NO_PAGES, comparison: { totals: TOTALS } })
  expect(compared.warnings[0]).toMatchObject({ about: 'pages not compared', message: expect.stringMatching(message) })
  expect(compared.rows).toBeUndefined()
})

test.each([
  ['before', [{ rows: [], totals: counts(0) }], PART],
  ['now', [FIRST, LAST], { ...PART, received: counts(0), totals: counts(0) }],
])('no page rises or falls where there are no views at all %s', async (_name, pages, part) => {
  const { rows, comparison } = await compare(pages, { exported: { part } })
  expect([comparison?.movers, rows]).toEqual([undefined, 2])
  expect(comparison?.isEmpty).toBe(pages.length === 1)
})

const isExcluded: CompareOptions['isExcluded'] = (path) => String(path) === '/b'

test('what `exclude` leaves out is in the file, and in no other figure', async () => {
  const { comparison, movers, kept } = await compare([FIRST, LAST], { options: { isExcluded } })
  expect(comparison?.totals).toEqual(counts(50))
  expect(movers).toEqual([['/a', '/new'], ['/c']])
  expect(kept).toContain('/b,0,0,0,100,0,100')
})

test.each<[string, Page[], Case['exported'], number]>([
  ['the rows of this period', [], { part: { ...PART, totals: undefined } }, 0],
  ['the rows of both, which need too many requests', [], { pages: 51 }, 0],
  ['the previous rows', [FIRST, { rows: new Error('broken') }], {}, 2],
  ['a previous row', [FIRST, { rows: [row('/b', 100)] }], {}, 2],
])('with `exclude`, nothing is compared without %s', async (_name, pages, exported, requests) => {
  const compared = await compare(pages, { exported: exported ?? {}, options: { isExcluded } })
  expect(compared.comparison).toBeUndefined()
  expect(compared.warnings[0]).toMatchObject({ about: 'no comparison' })
  expect([compared.requests, compared.asked.length]).toEqual([requests, requests])
})

test("totals that can't be read are a warning, and the one request counts", async () => {
  const { comparison, warnings, requests } = await compare([{ rows: new Error('broken') }], { exported: { pages: 51 } })
  const message = expect.stringMatching(/^The previous period couldn't be read completely\. .*broken/)
  expect([comparison, requests]).toEqual([undefined, 1])
  expect(warnings).toEqual([{ about: 'no comparison', message, quote: undefined }])
})

test('what is wrong with the previous rows is told as theirs', async () => {
  const { warnings } = await compare([{ ...FIRST, totals: counts(999) }, LAST])
  const message = expect.stringMatching(/^Previous period: The rows add up to /)
  expect(warnings).toContainEqual({ about: 'the data is inconsistent', message })
})

test('as JSON, the file begins with both periods and their totals', async () => {
  const { kept } = await compare([FIRST, LAST], { options: { extension: '.json' } })
  expect(JSON.parse(kept ?? '')).toMatchObject({
    ...RANGE,
    totals: counts(70),
    previous: { ...PREVIOUS_RANGE, totals: TOTALS },
  })
})

test('a first request that fails, or a full disk, is a warning', async () => {
  const nothing = await compare([{ rows: new Error('broken') }])
  expect([nothing.comparison, nothing.warnings[0]?.about]).toEqual([undefined, 'no comparison'])
  const full = await compare([FIRST, LAST], { openFails: true })
  expect(full).toMatchObject({
    comparison: { totals: TOTALS },
    movers: [
      ['/a', '/new'],
      ['/b', '/c'],
    ],
  })
  expect(full.warnings[0]?.message).toMatch(/^The comparison wasn't written to the file\. .*disk full/)
  expect(full.rows).toBeUndefined()
})
