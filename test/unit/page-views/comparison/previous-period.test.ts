import { expect, test } from 'vitest'
import { RequestLimitError } from '../../../../src/docs-service/errors.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { readPreviousPeriod } from '../../../../src/page-views/comparison/previous-period.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const QUERY = {
  range: { dateFrom: '2026-07-25', dateTo: '2026-08-01' },
  limit: 2,
  offset: 0,
  maximumRequests: 3,
  concurrency: 1,
}
const TOTALS = { human: 0, ai: 0, total: 60 }

function row(path: string, total: number): ViewRow {
  return { path: untrustedText(path), human: total, ai: 0, total }
}

interface Page {
  rows: ViewRow[] | Error
  hasMore?: boolean
}

/** A service that gives these pages in turn. */
function read(pages: Page[], maximumSize?: number) {
  const asked: unknown[] = []
  const service = {
    async getPageViews(query: object, { allowRequest }: Limits) {
      if (allowRequest?.() === false) throw new RequestLimitError('GET')
      const { rows, hasMore = false } = pages[asked.push(query) - 1] ?? { rows: [] }
      if (rows instanceof Error) throw rows
      return { read: () => ({ totals: TOTALS, views: rows, hasMore }) }
    },
  }
  const reading = readPreviousPeriod(QUERY, { service, signal: new AbortController().signal }, maximumSize)
  return reading.then((result) => ({ ...result, asked }))
}

const FIRST: Page = { rows: [row('/a', 10), row('/b', 20)], hasMore: true }

test('the previous period knows the views of every page, and the pages that nobody asked about', async () => {
  const { period, warnings, asked } = await read([FIRST, { rows: [row('/c', 30)] }])
  expect(asked).toMatchObject([QUERY.range, { offset: 2 }])
  expect([period?.totals, period?.requests, warnings]).toEqual([TOTALS, 2, []])
  expect(['/a', '/new', '/a'].map((path) => period?.viewsOf(untrustedText(path)))).toEqual([10, 0, 10])
  expect([...(period?.listOthers() ?? [])]).toEqual([
    { path: '/b', views: 20 },
    { path: '/c', views: 30 },
  ])
})

test('a page that moved while it was read is counted once', async () => {
  const { period } = await read([FIRST, { rows: [row('/b', 21)] }])
  expect(period?.viewsOf(untrustedText('/b'))).toBe(21)
})

test.each<[string, Page[], RegExp]>([
  ['a failure', [FIRST, { rows: new Error('broken') }], /not read whole: Unexpected error: broken/],
  ['the limit of requests', [FIRST, FIRST, FIRST, FIRST], /`max-requests` was reached/],
  ['a short page', [FIRST, { rows: [row('/c', 1)], hasMore: true }, { rows: [] }], /shorter than asked for/],
])('there is nothing to compare with, and a warning: %s', async (_name, pages, message) => {
  const { period, warnings } = await read(pages)
  expect(period).toBeUndefined()
  expect(warnings).toEqual([{ about: 'comparison', message: expect.stringMatching(message) }])
})

test('the previous period has bounded room for paths', async () => {
  const { period, warnings } = await read([FIRST, { rows: [row(`/${'c'.repeat(200)}`, 1)] }], 400)
  expect(period).toBeUndefined()
  expect(warnings).toMatchObject([
    { message: expect.stringContaining('only 2 of its pages fit into memory') },
  ])
})
