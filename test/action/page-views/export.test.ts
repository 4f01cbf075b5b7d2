import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type PageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { makeRows, readRows, toCsv } from './rows.ts'

const ROWS = makeRows(1130)

test('an export with nothing but the required inputs: all rows, in order, once', async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews(ROWS) } })
  const startedAt = Date.now()

  const result = await world.run({ action: 'page-views' })

  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  const sum = (field: 'human' | 'ai' | 'total') => String(ROWS.reduce((total, row) => total + row[field], 0))
  expect(result.outputs).toEqual({
    human: sum('human'),
    ai: sum('ai'),
    total: sum('total'),
    rows: '1130',
    file: 'page-views.csv',
    complete: 'true',
    nextOffset: '',
    top: JSON.stringify(ROWS.slice(0, 10)),
    previousTotal: '',
    change: '',
    rising: '[]',
    falling: '[]',
    commentUrl: '',
    dateFrom: '',
    dateTo: world.docsService.requests[0]?.query['dateTo'],
  })
  expect(readFileSync(join(result.files, 'page-views.csv'), 'utf8')).toBe(toCsv(ROWS))
  expect(readdirSync(result.files)).toEqual(['page-views.csv'])

  const { requests, maxInFlight } = world.docsService
  expect(maxInFlight).toBeLessThanOrEqual(4)
  expect(requests.length).toBeLessThanOrEqual(5 + 3)
  const dates = new Set(requests.map(({ query }) => query['dateTo']))
  expect(dates.size).toBe(1)
  const [frozen = ''] = dates
  expect(Date.parse(frozen)).toBeGreaterThanOrEqual(startedAt - 1000)
  expect(Date.parse(frozen)).toBeLessThanOrEqual(Date.now())
  expect(requests[0]?.query).toEqual({ limit: '250', offset: '0', dateTo: frozen })
  expect(requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${world.docsService.apiKey}`,
    accept: 'application/json',
    'user-agent': expect.stringContaining('docs-agent-action'),
  })
})

test('a JSON export has dates, totals and views', async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews(ROWS) } })
  const result = await world.run({
    action: 'page-views',
    inputs: { file: 'out/deep/views.json', 'date-from': '2026-08-01', 'date-to': '2026-08-08' },
  })
  expect(result.outputs['file']).toBe('out/deep/views.json')
  const text = readFileSync(join(result.files, 'out/deep/views.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    dateFrom: '2026-08-01',
    dateTo: '2026-08-08',
    totals: servePageViews(ROWS).select({}).totals,
    views: ROWS,
  })
  expect(world.docsService.requests[0]?.query).toMatchObject({ dateFrom: '2026-08-01', dateTo: '2026-08-08' })
})

test('an NDJSON export has one row a line', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
  const result = await world.run({ action: 'page-views', inputs: { file: 'views.ndjson' } })
  const lines = readFileSync(join(result.files, 'views.ndjson'), 'utf8').split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(ROWS)
})

test('max-requests reached: the rows so far are the file, and the rest can be had later', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
  const inputs = { 'date-to': '2026-08-01', limit: 100, 'max-requests': 7 }
  const first = await world.run({ action: 'page-views', inputs })
  expect(first.conclusion).toBe('success')
  expect(first.outputs).toMatchObject({
    rows: '700',
    complete: 'false',
    nextOffset: '700',
    file: 'page-views.csv',
  })
  expect(world.docsService.requests).toHaveLength(7)
  expect(first.annotations).toMatchObject([
    { level: 'warning', message: expect.stringContaining('`offset: 700`') },
  ])
  expect(first.summary).toContain('Not complete')

  const second = await world.run({
    action: 'page-views',
    inputs: { ...inputs, offset: first.outputs['nextOffset'] ?? '' },
  })
  expect(second.outputs).toMatchObject({ rows: '430', complete: 'true', nextOffset: '' })
  const parts = [first, second].flatMap(({ files }) => readRows(join(files, 'page-views.csv')))
  expect(parts).toEqual(ROWS)
})

test('the summary shows totals, a picture and the top pages', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
  const result = await world.run({
    action: 'page-views',
    inputs: { top: 2, 'date-from': '2026-08-01', 'date-to': '2026-08-08' },
  })
  const { summary } = result
  expect(summary).toContain('```mermaid\npie showData')
  expect(summary).toMatch(/"Human" : \d+\n {4}"AI" : \d+/)
  expect(summary).toMatch(/\| 1 \| `\/page-0` \| `█{12}`&nbsp;2,260 \| `█{6}░{6}`&nbsp;1,130 \| 3,390 \|/)
  expect(summary).toMatch(/\| 2 \| `\/page-1` \|/)
  expect(summary).not.toContain('/page-2`')
  expect(summary).toMatch(
    /\n1–7 Aug 2026 \(7 days, UTC\)\n[\s\S]*>1,130 rows in `page-views.csv` · \d requests/,
  )
  expect(JSON.parse(result.outputs['top'] ?? '')).toEqual(ROWS.slice(0, 2))
})

/** A service that gives fewer rows a page than asked for. */
function serveShortPages(rowsAt: (offset: number) => number): PageViews {
  const { totals } = servePageViews(ROWS).select({})
  const rows = (offset: number, limit: number) => ROWS.slice(offset, offset + Math.min(limit, rowsAt(offset)))
  return { select: () => ({ totals, count: ROWS.length, rows }) }
}

test('half a character in a path is whole JSON, and a path that is too long for an output costs no other its place', async () => {
  const rows = makeRows(3).map((row, index) => ({
    ...row,
    path: ['/a\ud83d', `/${'x'.repeat(150_000)}`, '/b'][index] ?? '',
  }))
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(rows) } })
  const result = await world.run({ action: 'page-views', inputs: { file: 'views.json' } })
  const text = readFileSync(join(result.files, 'views.json'), 'utf8')
  expect(JSON.parse(text).views[0].path).toBe('/a\ufffd')
  expect(text).not.toContain('\\ud83d')
  const top: { path: string }[] = JSON.parse(result.outputs['top'] ?? '')
  expect(top.map(({ path }) => path)).toEqual(['/a\ufffd', '/b'])
})

test('a later page that is short is never taken for all that there is', async () => {
  const pageViews = serveShortPages((offset) => (offset === 500 ? 200 : 250))
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({
    rows: '1080',
    complete: 'false',
    nextOffset: '700',
    file: 'page-views.csv',
  })
  expect(result.annotations.map(({ level }) => level)).toEqual(['warning', 'warning'])
  expect(result.summary).toContain('**Not complete:**')
})
