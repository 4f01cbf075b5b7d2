import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createEndlessPageViews,
  createPageViews,
  servePageViews,
  type ViewRow,
} from '../../../world/docs-service/page-views.ts'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { call, readViews, threeRows, type ViewsBody, viewsPath } from './service-calls.ts'

test('the service gives 50 rows from the start, totals over all, and says that there is more', async () => {
  await using world = await startDocsService()
  const body = await readViews(world)
  expect(Object.keys(body)).toEqual(['totals', 'views', 'hasMore'])
  expect(body.views).toHaveLength(50)
  expect(body.hasMore).toBe(true)
  expect(body.totals.total).toBe(body.totals.human + body.totals.ai)
  expect(body.totals.total).toBeGreaterThan(body.views.reduce((sum, row) => sum + row.total, 0))
})

test.each([
  ['?limit=1', ['/a'], true],
  ['?limit=2', ['/a', '/b'], true],
  ['?limit=3', ['/a', '/b', '/c'], false],
  ['?limit=2&offset=1', ['/b', '/c'], false],
  ['?limit=1&offset=1', ['/b'], true],
  ['?offset=3', [], false],
  ['?offset=1000000', [], false],
])('the service pages by offset: %s', async (query, paths, hasMore) => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  const body = await readViews(world, query)
  expect(body.views.map((row) => row.path)).toEqual(paths)
  expect(body.hasMore).toBe(hasMore)
  expect(body.totals).toEqual({ human: 4, ai: 5, total: 9 })
})

test.each([
  'limit=0',
  'limit=251',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'offset=-1',
  'offset=1e3',
  'dateFrom=yesterday',
  'dateFrom=2026-02-30',
  'dateFrom=2026-13-01',
  'dateTo=2026-01-01T25:00',
  'dateTo=20260101',
  'dateTo=',
])('the service refuses %s with 400 and details', async (query) => {
  await using world = await startDocsService()
  const answer = await call(world, `${viewsPath}?${query}`)
  expect(answer.status).toBe(400)
  const message = expect.stringContaining(`${query.split('=')[0]}: must be`)
  expect(await answer.json()).toEqual({ error: expect.any(String), details: [{ message }] })
})

test('the service names all problems of a query', async () => {
  await using world = await startDocsService()
  const answer = await call(world, `${viewsPath}?limit=0&offset=-1&dateFrom=x&dateTo=y`)
  expect(await answer.json()).toMatchObject({ details: [{}, {}, {}, {}] })
})

test('all pages together are every row once, most viewed first, and sum up to the totals', async () => {
  const pageViews = createPageViews({ pages: 700, days: 10, lastDay: '2026-08-10' })
  await using world = await startDocsService({ pageViews })
  const rows: ViewRow[] = []
  let page: ViewsBody
  do {
    page = await readViews(world, `?limit=250&offset=${rows.length}`)
    rows.push(...page.views)
  } while (page.hasMore)
  expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length)
  expect(rows.map((row) => row.total)).toEqual(rows.map((row) => row.total).toSorted((a, b) => b - a))
  const sum = (field: 'human' | 'ai' | 'total'): number => rows.reduce((total, row) => total + row[field], 0)
  expect(page.totals).toEqual({ human: sum('human'), ai: sum('ai'), total: sum('total') })
})

test('dateTo is exclusive, as a day and as a moment in any zone', async () => {
  const pageViews = createPageViews({ pages: 50, days: 10, lastDay: '2026-08-10' })
  await using world = await startDocsService({ pageViews })
  const totalOf = async (query: string): Promise<number> => (await readViews(world, query)).totals.total
  const lastDay = await totalOf('?dateFrom=2026-08-10')
  expect(lastDay).toBeGreaterThan(0)
  expect(await totalOf('?dateTo=2026-08-10')).toBe((await totalOf('')) - lastDay)
  expect(await totalOf('?dateFrom=2026-08-10&dateTo=2026-08-10')).toBe(0)
  expect(await totalOf('?dateFrom=2026-08-10&dateTo=2026-08-01')).toBe(0)
  expect(await totalOf('?dateFrom=2026-08-11')).toBe(0)
  expect(await totalOf('?dateTo=2026-08-10T00:00:00Z')).toBe(await totalOf('?dateTo=2026-08-10'))
  expect(await totalOf('?dateTo=2026-08-10T02:00:00%2B02:00')).toBe(await totalOf('?dateTo=2026-08-10'))
  expect(await totalOf('?dateTo=2026-08-10T00:00')).toBe(await totalOf('?dateTo=2026-08-10'))
})

test('neighboring ranges add up, wherever they meet', () => {
  const pageViews = createPageViews({ pages: 60, days: 12, lastDay: '2026-08-12' })
  const time = fc.integer({ min: Date.parse('2026-07-30'), max: Date.parse('2026-08-15') })
  fc.assert(
    fc.property(time, time, time, (...times) => {
      const [from = 0, middle = 0, to = 0] = times.toSorted((a, b) => a - b)
      const total = (range: { from: number; to: number }): number => pageViews.select(range).totals.total
      expect(total({ from, to: middle }) + total({ from: middle, to })).toBe(total({ from, to }))
    }),
  )
})

test('page views depend on the seed only', () => {
  const rows = (seed: number): ViewRow[] =>
    createPageViews({ pages: 100, days: 5, seed, lastDay: '2026-08-10' }).select({}).rows(0, 250)
  expect(rows(7)).toEqual(rows(7))
  expect(rows(7)).not.toEqual(rows(8))
})

test('the service serves a million rows without keeping them', () => {
  const selection = createEndlessPageViews({ rows: 1_000_000 }).select({})
  expect(selection.count).toBe(1_000_000)
  const last = selection.rows(999_900, 250)
  expect(last).toHaveLength(100)
  expect(selection.rows(0, 1)[0]?.total).toBeGreaterThan(last[0]?.total ?? 0)
  expect(last.every((row) => row.human + row.ai === row.total && row.human >= 0)).toBe(true)
  expect(selection.totals.total).toBe(selection.totals.human + selection.totals.ai)
})

test('the service allows 100 requests for page views an hour, all projects together', async () => {
  await using world = await startDocsService({
    projects: ['other'],
    rateLimits: { analyticsPerHour: 3 },
    pageViews: servePageViews(threeRows),
  })
  for (let count = 0; count < 3; count += 1) await readViews(world)
  const refused = await call(world, '/v1/analytics/other/views')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: expect.any(String) })
})
