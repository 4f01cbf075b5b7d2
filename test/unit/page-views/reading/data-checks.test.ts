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

function find(pages: Page[], { limit = 2, isWhole = true, maximumSize = 1000 } = {}) {
  const checks = createDataChecks(maximumSize)
  pages.forEach(({ totals = counts(3, 3), rows, hasMore = false }, index) => {
    const views = rows.map(([path, rowCounts]) => ({ path: untrustedText(path), ...rowCounts }))
    const offset = index * limit
    checks.add({ offset, limit, nextOffset: offset + limit, page: { totals, views, hasMore } })
  })
  return checks.finish(isWhole)
}

function check(...given: Parameters<typeof find>) {
  return find(...given).warnings
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

test.each([
  ['on another page', [FIRST, { rows: [['/a', counts(1, 1)]] }] satisfies Page[], true],
  [
    'on the same page',
    [
      {
        rows: [
          ['/a', counts(1, 1)],
          ['/a', counts(2, 2)],
        ],
      },
    ] satisfies Page[],
    false,
  ],
])(
  'repeated paths are reported, and mean that others are missing only on another page: %s',
  (where, pages, elsewhere) => {
    const { warnings, hasRepeatsElsewhere } = find(pages)
    expect(warnings).toEqual([
      { message: expect.stringMatching(`^Paths are repeated in one row ${where}`), example: '/a' },
    ])
    expect(hasRepeatsElsewhere).toBe(elsewhere)
  },
)

test('repeated paths are looked for among the first ones, and the rest is said', () => {
  const pages: Page[] = [
    FIRST,
    { rows: [['/ccc', counts(1, 1)]], hasMore: false },
    { rows: [['/ccc', counts(0, 0)]] },
  ]
  expect(find(pages, { maximumSize: 7, isWhole: false })).toMatchObject({
    warnings: [{ message: expect.stringContaining('not searched') }],
    hasRepeatsElsewhere: false,
  })
  const last: Page = { rows: [['/a', counts(0, 0)]] }
  expect(find([...pages, last], { maximumSize: 7, isWhole: false }).hasRepeatsElsewhere).toBe(true)
  expect(find(pages, { maximumSize: 8, isWhole: false }).hasRepeatsElsewhere).toBe(true)
})

test('every path of an hour has room', () => {
  const checks = createDataChecks()
  for (let page = 0; page < 100; page += 1) {
    const views = Array.from({ length: 250 }, (_, index) => ({
      path: untrustedText(`/guides/${'x'.repeat(45)}/${250 * page + index}`),
      ...counts(0, 0),
    }))
    const offset = 250 * page
    checks.add({
      offset,
      limit: 250,
      nextOffset: offset + 250,
      page: { totals: counts(0, 0), views, hasMore: true },
    })
  }
  expect(checks.finish(true).warnings).toEqual([])
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
    { message: expect.stringContaining('In one row the total is not'), example: '/a' },
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
  const { warnings, gapAt } = find([FIRST, SHORT, SHORT, LAST])
  expect(warnings).toMatchObject([
    { message: expect.stringContaining('Paths are repeated') },
    { message: expect.stringMatching(/^2 pages had fewer rows.*missing from offset 3 on\.$/) },
  ])
  expect(gapAt).toBe(3)
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
