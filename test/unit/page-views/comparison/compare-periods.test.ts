import { expect, test } from 'vitest'
import { RequestLimitError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { comparePeriods } from '../../../../src/page-views/comparison/compare-periods.ts'
import { createPageTable } from '../../../../src/page-views/comparison/page-table.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const PREVIOUS = { dateFrom: '2026-07-25', dateTo: '2026-08-01' }
const RANGE = { dateFrom: '2026-08-01', dateTo: '2026-08-08' }
const TOTALS = { human: 60, ai: 0, total: 60 }

function row(path: string, total: number): ViewRow {
  return { path: untrustedText(path), human: total, ai: 0, total }
}

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
  let text = ''
  let kept: string | undefined
  const result = await comparePeriods(
    {
      query: { range: PREVIOUS, limit: 2, offset: 0, maximumRequests: 3, concurrency: 1 },
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
        async getPageViews(query: object, { allowRequest }: Limits) {
          if (allowRequest?.() === false) throw new RequestLimitError('GET')
          const { rows, hasMore = false } = pages[asked.push(query) - 1] ?? { rows: [] }
          if (rows instanceof Error) throw rows
          return { read: () => ({ totals: TOTALS, views: rows, hasMore }) }
        },
      },
      signal: new AbortController().signal,
      openFile: async () => {
        if (openFails) throw new Error('disk full')
        return {
          async write(part: string) {
            text += part
          },
          async keep() {
            kept = text
            return { path: 'views.csv', hasReplaced: true }
          },
          keepPartial: () => Promise.reject(new Error('not asked for')),
          removeOldPartial: async () => {},
          discard: async () => {},
        }
      },
    },
  )
  return { ...result, asked, kept }
}

const FIRST: Page = { rows: [row('/a', 10), row('/b', 20)], hasMore: true }

test('the file is written again, with the pages that only the previous period has at its end', async () => {
  const { comparison, warnings, asked, kept } = await compare([FIRST, { rows: [row('/c', 30)] }])
  expect(asked).toMatchObject([PREVIOUS, { offset: 2 }])
  expect(comparison).toMatchObject({ range: PREVIOUS, totals: TOTALS, requests: 2, rows: 4 })
  expect(comparison?.rising.map(({ path }) => path)).toEqual(['/a', '/new'])
  expect(comparison?.falling.map(({ path }) => path)).toEqual(['/c', '/b'])
  expect(warnings).toEqual([])
  expect(kept?.split('\r\n').slice(1)).toEqual([
    '/a,15,0,15,10,5,10,0',
    '/new,5,0,5,0,5,0,0',
    '/b,0,0,0,20,-20,20,0',
    '/c,0,0,0,30,-30,30,0',
    '',
  ])
})

test('where not all rows were exported, nothing is gone', async () => {
  const { comparison, kept } = await compare([FIRST, { rows: [row('/c', 30)] }], { isWhole: false })
  expect(comparison).toMatchObject({ rows: 2, falling: [] })
  expect(kept).not.toContain('/b')
})

test.each<[string, Page[], Case, RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], {}, /not read whole: Unexpected error: broken/],
  [
    'the limit of requests',
    [0, 2, 4, 6].map((at) => ({ rows: [row(`/${at}`, 1), row(`/${at + 1}`, 1)], hasMore: true })),
    {},
    /`max-requests` was reached/,
  ],
  [
    'a short page',
    [FIRST, { rows: [row('/c', 1)], hasMore: true }, { rows: [] }],
    {},
    /shorter than asked for/,
  ],
  ['rows that repeat on another page', [FIRST, { rows: [row('/b', 30)] }], {}, /came again on another page/],
  [
    'too many pages',
    [FIRST, { rows: [row('/c', 30)] }],
    { room: { rows: 3, bytes: 100 } },
    /Only 3 pages fit/,
  ],
  ['an export with too many pages', [FIRST], { room: { rows: 1, bytes: 100 } }, /Only 1 pages fit/],
  [
    'a file that is not written',
    [FIRST, { rows: [row('/c', 30)] }],
    { openFails: true },
    /not written again: .*disk full/,
  ],
])(
  'there is no comparison, and a warning, and the file stays: %s',
  async (_name, pages, options, message) => {
    const { comparison, warnings, kept } = await compare(pages, options)
    expect([comparison, kept]).toEqual([undefined, undefined])
    expect(warnings[0]).toMatchObject({ about: 'comparison', message: expect.stringMatching(message) })
  },
)

test('what is odd about the previous period is a warning that says so', async () => {
  const { comparison, warnings } = await compare([{ rows: [row('/a', 10)] }])
  expect(comparison).toBeDefined()
  expect(warnings).toMatchObject([
    {
      about: 'previous data',
      message: expect.stringMatching(/^In the previous period: The rows add up to 10/),
    },
  ])
})
