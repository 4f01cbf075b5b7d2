import { expect, test } from 'vitest'
import type { ViewCounts } from '../../../../src/docs-service/schema.ts'
import { createDataChecks } from '../../../../src/page-views/reading/data-checks.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function counts(human: number, ai: number, total = human + ai): ViewCounts {
  return { human, ai, total }
}

interface Page {
  totals?: ViewCounts
  rows: [path: string, counts: ViewCounts][]
  hasMore?: boolean
}

function check(pages: Page[], { limit = 2, isWhole = true } = {}) {
  const checks = createDataChecks()
  pages.forEach(({ totals = counts(3, 3), rows, hasMore = false }, index) => {
    const views = rows.map(([path, rowCounts]) => ({ path: untrustedText(path), ...rowCounts }))
    const offset = index * limit
    checks.add({ offset, limit, nextOffset: offset + limit, page: { totals, views, hasMore } })
  })
  return checks.finish(isWhole)
}

const FIRST: Page = {
  rows: [
    ['/a', counts(1, 1)],
    ['/b', counts(1, 1)],
  ],
  hasMore: true,
}
const LAST: Page = { rows: [['/c', counts(1, 1)]] }

test('data that fits together gives no warning', () => {
  expect(check([FIRST, LAST])).toEqual([])
  expect(check([])).toEqual([])
  expect(check([{ totals: counts(0.1 + 0.2, 0), rows: [['/a', counts(0.3, 0)]] }])).toEqual([])
})

test('repeated paths are reported', () => {
  const last: Page = { rows: [['/a', counts(1, 1)]] }
  expect(check([FIRST, last])).toEqual([
    {
      about: 'data',
      message: expect.stringContaining('Paths are repeated in one row'),
      quote: { label: 'For example', text: '/a' },
    },
  ])
})

test('totals that change between pages are reported', () => {
  expect(check([FIRST, { ...LAST, totals: counts(4, 3) }])).toMatchObject([
    { message: expect.stringContaining('from 3 human + 3 AI = 6 to 4 human + 3 AI = 7') },
  ])
})

test('rows that do not add up to the totals are reported, when all have been seen', () => {
  const pages: Page[] = [{ totals: counts(5, 5), rows: [['/a', counts(1, 1)]] }]
  expect(check(pages)).toMatchObject([
    { message: expect.stringContaining('The rows add up to 1 human + 1 AI = 2') },
  ])
  expect(check(pages, { isWhole: false })).toEqual([])
})

test('a row or totals that do not add up are reported', () => {
  const pages: Page[] = [{ totals: counts(1, 1, 9), rows: [['/a', counts(1, 1, 9)]] }]
  expect(check(pages)).toMatchObject([
    { message: expect.stringContaining('In one row the total is not'), quote: { text: '/a' } },
    { message: expect.stringContaining('The totals do not add up') },
  ])
})

const SHORT: Page = { rows: [['/s', counts(1, 1)]], hasMore: true }

test('a short first page is reported, when more follow', () => {
  expect(check([SHORT, FIRST, LAST], { isWhole: false })).toMatchObject([
    {
      message: expect.stringMatching(/^The first page has 1 rows, though 2 were asked for.*1 rows are asked/),
    },
  ])
})

test('short later pages are reported, with where rows may be missing', () => {
  expect(check([FIRST, SHORT, SHORT, LAST], { isWhole: false })).toMatchObject([
    { message: expect.stringContaining('Paths are repeated') },
    { message: expect.stringMatching(/^2 pages had fewer rows.*missing from offset 3 on\.$/) },
  ])
})

test('a page that is longer than asked for is reported', () => {
  const long: Page = {
    rows: [
      ['/a', counts(1, 1)],
      ['/b', counts(1, 1)],
      ['/c', counts(1, 1)],
    ],
  }
  expect(check([long])).toMatchObject([{ message: expect.stringContaining('One page had more rows') }])
})
