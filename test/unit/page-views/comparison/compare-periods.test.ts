import { expect, test } from 'vitest'
import { RequestLimitError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { comparePeriods } from '../../../../src/page-views/comparison/compare-periods.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import { PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'
import { createMemoryFile } from '../memory-file.ts'

const TOTALS = { human: 60, ai: 0, total: 60 }

interface Page {
  rows: ViewRow[] | Error
  hasMore?: boolean
}

interface Case {
  room?: Parameters<typeof createPageTable>[0]
  isWhole?: boolean
  openFails?: boolean
}

/** Compares two rows with these pages of the previous period. */
async function compare(pages: Page[], { room, isWhole = true, openFails = false }: Case = {}) {
  const table = createPageTable(room)
  for (const each of [row('/a', 15), row('/new', 5)]) table.add(each)
  const asked: object[] = []
  const { file, seen } = createMemoryFile()
  const result = await comparePeriods(
    {
      query: { range: PREVIOUS_RANGE, limit: 2, offset: 0, maximumRequests: 3, concurrency: 1 },
      table,
      range: RANGE,
      totals: { human: 20, ai: 0, total: 20 },
      isWhole,
      extension: '.csv',
      topCount: 5,
      topBy: 'total',
    },
    {
      service: {
        async getPageViews(query: object, { allowRequest, waitForQuota }: Limits) {
          expect(waitForQuota).toBe(false)
          if (allowRequest?.() === false) throw new RequestLimitError('GET')
          const { rows, hasMore = false } = pages[asked.push(query) - 1] ?? { rows: [] }
          if (rows instanceof Error) throw rows
          return { read: () => ({ totals: TOTALS, views: rows, hasMore }) }
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

test('the file is written again, with the pages that only the previous period has at its end', async () => {
  const { comparison, warnings, asked, kept } = await compare([FIRST, LAST])
  expect(asked).toMatchObject([PREVIOUS_RANGE, { offset: 2 }])
  expect(comparison).toMatchObject({ range: PREVIOUS_RANGE, totals: TOTALS, requests: 2, rows: 4 })
  expect(comparison?.rising.map(({ path }) => path)).toEqual(['/a', '/new'])
  expect(comparison?.falling.map(({ path }) => path)).toEqual(['/c', '/b'])
  expect(warnings).toEqual([])
  const [header = [], ...lines] =
    kept
      ?.trim()
      .split('\r\n')
      .map((line) => line.split(',')) ?? []
  const change = header.indexOf('change')
  expect(lines.map((cells) => `${cells[0]} ${cells[change]}`)).toEqual(['/a 5', '/new 5', '/b -20', '/c -30'])
})

test('where not all rows were exported, nothing is gone', async () => {
  const { comparison, kept } = await compare([FIRST, LAST], { isWhole: false })
  expect(comparison).toMatchObject({ rows: 2, falling: [] })
  expect(kept).not.toContain('/b')
})

const ENDLESS = [0, 2, 4, 6].map((at) => ({ rows: [row(`/${at}`), row(`/${at + 1}`)], hasMore: true }))
const SHORT: Page = { rows: [row('/c')], hasMore: true }

test.each<[string, Page[], Case, RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], {}, /not read whole: Unexpected error: broken/],
  ['the limit of requests', ENDLESS, {}, /not read whole: .*`max-requests`/],
  ['a short page', [FIRST, SHORT, { rows: [] }], {}, /not read whole: .*shorter/],
  ['rows that repeat on another page', [FIRST, { rows: [row('/b', 30)] }], {}, /not read whole: .*again/],
  ['too many pages', [FIRST, LAST], { room: { rows: 3, bytes: 100 } }, /Only 3 pages fit/],
  ['an export with too many pages', [FIRST], { room: { rows: 1, bytes: 100 } }, /^Only 1 pages fit/],
  ['a file that is not written', [FIRST, LAST], { openFails: true }, /not written again: .*disk full/],
])('%s: no comparison, the file stays, and a warning says why', async (_name, pages, options, message) => {
  const { comparison, warnings, kept } = await compare(pages, options)
  expect([comparison, kept]).toEqual([undefined, undefined])
  expect(warnings[0]).toMatchObject({ about: 'comparison', message: expect.stringMatching(message) })
})

test('what is odd about the previous period is a warning that says so', async () => {
  const { comparison, warnings } = await compare([{ rows: [row('/a', 10)] }])
  expect(comparison).toBeDefined()
  const message = expect.stringMatching(/^In the previous period: The rows add up to 10/)
  expect(warnings).toMatchObject([{ about: 'previous data', message }])
})
