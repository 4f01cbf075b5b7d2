import { expect, test } from 'vitest'
import { DocsServiceError, RequestLimitError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewCounts, ViewRow } from '../../../../src/docs-service/schema.ts'
import { comparePeriods, createPageTable } from '../../../../src/page-views/comparison/compare-periods.ts'
import { OPTIONS, PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'
import { createMemoryFile } from '../memory-file.ts'

const TOTALS = { human: 60, ai: 0, total: 60 }

interface Page {
  rows: ViewRow[] | Error
  hasMore?: boolean
  totals?: ViewCounts
}

interface Case {
  /** Of the export. */
  isWhole?: boolean
  requests?: number
  openFails?: boolean
}

/** Compares two rows with these pages of the previous period. */
async function compare(pages: Page[], { isWhole = true, requests = 1, openFails = false }: Case = {}) {
  const table = createPageTable()
  for (const each of [row('/a', 15), row('/new', 10)]) table.add(each)
  const totals = { human: 25, ai: 0, total: 25 }
  const asked: object[] = []
  const { file, seen } = createMemoryFile()
  const result = await comparePeriods(
    { ...OPTIONS, limit: 2, maximumRequests: 3, extension: '.csv', topCount: 5 },
    { range: RANGE, received: totals, totals, requests, isWhole },
    { table, range: PREVIOUS_RANGE },
    {
      service: {
        async getPageViews(query: object, { allowRequest, waitForQuota }: Limits) {
          expect(waitForQuota).toBe(false)
          if (allowRequest?.() === false) throw new RequestLimitError('GET')
          const { rows, hasMore = false, totals = TOTALS } = pages[asked.push(query) - 1] ?? { rows: [] }
          if (rows instanceof Error) throw rows
          return { totals, views: rows, hasMore }
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

// What is compared, also with `exclude` and months: `../../../action/page-views/year`.
test('the file is written again, and ends with the pages that only the previous period has', async () => {
  const { comparison, warnings, asked, kept } = await compare([FIRST, LAST])
  expect(asked).toMatchObject([PREVIOUS_RANGE, { offset: 2 }])
  expect(comparison).toMatchObject({ range: PREVIOUS_RANGE, totals: TOTALS, requests: 2, rows: 4, falling: [] })
  expect(comparison?.rises.map(({ path }) => path)).toEqual(['/new', '/a'])
  expect(comparison?.noViews.map(({ path }) => path)).toEqual(['/c', '/b'])
  expect(warnings).toEqual([])
  expect(kept).toMatch(/\r\n\/a,15,.*\r\n\/new,10,.*\r\n\/b,0,.*\r\n\/c,0,.*\r\n$/)
})

test.each<[string, Case, number]>([
  ['not all rows were exported', { isWhole: false }, 30],
  ['the rows of the previous period have fewer views than its totals', {}, 20],
])('no page is new or without views if %s', async (_name, options, last) => {
  const { comparison, kept } = await compare([FIRST, { rows: [row('/c', last)] }], options)
  expect(comparison).toMatchObject({ rows: 2, falling: [], isNew: [], noViews: [], more: { isNew: 0, noViews: 0 } })
  expect(kept).not.toContain('/b')
})

const QUOTA = new DocsServiceError(
  { operation: 'get page views', kind: 'status', certainty: 'not-accepted', status: 429 },
  'GET https://docs.example',
  'answered 429',
)
test.each([
  ['more than an hour gives', 51, true],
  ['no more than an hour gives', 50, false],
])('a quota that both periods need, %s: the hint fits', async (_name, requests, isMore) => {
  const { warnings } = await compare([{ rows: QUOTA }], { requests })
  expect(warnings[0]?.message.includes('by itself an hour later')).toBe(isMore)
  expect(warnings[0]?.message.includes('Try again')).toBe(!isMore)
})

const SMALL = { human: 1, ai: 0, total: 1 }

test.each<[string, Page[], Case, RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], {}, /read completely. Unexpected error: broken/],
  ['totals that change', [FIRST, { ...LAST, totals: SMALL }], {}, /read completely. .*totals changed/],
  ["a file that can't be written", [FIRST, LAST], { openFails: true }, /wasn't written to the file. .*disk full/],
])('the file stays without a comparison, and a warning explains why: %s', async (_name, pages, options, why) => {
  const { comparison, warnings, kept } = await compare(pages, options)
  expect([comparison, kept]).toEqual([undefined, undefined])
  expect(warnings[0]).toMatchObject({ about: 'no comparison', message: expect.stringMatching(why) })
})

test("a warning about the previous period's data names that period", async () => {
  const { comparison, warnings } = await compare([{ rows: [row('/a', 10)] }])
  expect(comparison).toBeDefined()
  const message = expect.stringMatching(/^Previous period: The rows add up to 10/)
  expect(warnings).toMatchObject([{ about: 'the data is inconsistent', message }])
})
