import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { readLines, readRows, row, serveByFirstDay } from './rows.ts'

const INPUTS = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', compare: 'previous' }

const THIS_WEEK = [row('/same', 50), row('/new', 60), row('/down', 5)]
const TWO_WEEKS = serveByFirstDay({
  '2026-10-01': [row('/same', 50), row('/down', 40), row('/gone', 30)],
  '2026-10-08': THIS_WEEK,
})

test('with compare, the previous period is read next, and each row shows its change', async () => {
  await using world = await createWorld({ docsService: { pageViews: TWO_WEEKS } })
  const result = await world.run({ action: 'page-views', inputs: { ...INPUTS, limit: 2 } })

  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  const ranges = world.docsService.requests.map(({ query }) => `${query['dateFrom']} ${query['dateTo']}`)
  expect([...new Set(ranges)]).toEqual([
    '2026-10-08T00:00:00Z 2026-10-15T00:00:00Z',
    '2026-10-01T00:00:00Z 2026-10-08T00:00:00Z',
  ])
  const lines = readLines(join(result.files, 'page-views.csv'))
  expect(lines.map(({ path, total, previous, change }) => [path, total, previous, change].join())).toEqual([
    '/same,50,50,0',
    '/new,60,0,60',
    '/down,5,40,-35',
    '/gone,0,30,-30',
  ])
  expect(result.outputs).toMatchObject({ total: '115', previousTotal: '120', change: '-4.2', rows: '4' })
  expect(JSON.parse(result.outputs['rising'] ?? '')).toMatchObject([{ path: '/new', change: 60 }])
  expect(JSON.parse(result.outputs['falling'] ?? '')).toMatchObject([{ path: '/down', change: -35 }])
  expect(JSON.parse(result.outputs['noViews'] ?? '')).toMatchObject([{ path: '/gone', change: -30 }])
  expect(result.outputs).toMatchObject({ previousHuman: '120', changeHuman: '-4.2', previousAi: '0', changeAi: '' })
  const headings = ['### Falling pages', '### New pages', '### Pages with no views']
  const sentence = '**115 views** from Oct 8–14, 2026 (7 days, UTC): -4.2% compared with Oct 1–7, 2026 (7 days, UTC).'
  for (const words of [sentence, ...headings, '*All other pages*']) expect(result.summary).toContain(words)
})

const WITHOUT_COMPARISON = { complete: 'true', total: '115', previousTotal: '', change: '', rising: '[]' }

test('excluded paths are in the file, and in no total, table or list', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: TWO_WEEKS } })
  const exclude = '/new\n{gone,x}, *.php'
  const result = await world.run({ action: 'page-views', inputs: { ...INPUTS, exclude } })
  expect(result.outputs).toMatchObject({ total: '55', previousTotal: '90', rows: '4', rising: '[]', noViews: '[]' })
  const top = JSON.parse(result.outputs['top'] ?? '') as { path: string }[]
  expect(top.map(({ path }) => path)).toEqual(['/same', '/down'])
  expect(result.summary).toContain(
    '`exclude` leaves out 1 row with 60 views, and 30 views of the previous period. Only the file has them.',
  )
  expect(readRows(join(result.files, 'page-views.csv'))).toHaveLength(4)
})

test('totals that `exclude` leaves unknown are no report, which a warning says', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: TWO_WEEKS } })
  const { number } = await world.github.createIssue()
  const inputs = { ...INPUTS, exclude: '/new', limit: 1, 'max-requests': 2, 'issue-number': number }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result.outputs).toMatchObject({ complete: 'false', total: '', commentUrl: '' })
  expect(result.annotations.map(({ message }) => message)).toContain(
    "With `exclude`, the totals of an export that isn't complete aren't known.",
  )
  expect(await world.github.commentsOf(number)).toEqual([])
})

test('cancelled while the previous period is read: the export is whole', async () => {
  await using world = await createWorld({ docsService: { pageViews: TWO_WEEKS } })
  world.docsService.faults.add({ path: /dateFrom=2026-10-01/, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views', inputs: INPUTS })
  await world.docsService.waitForRequests({ path: /dateFrom=2026-10-01/ })
  run.cancel()
  const result = await run.result
  expect(result.outputs).toMatchObject({ ...WITHOUT_COMPARISON, file: 'page-views.csv' })
  const message = expect.stringMatching(/^The previous period couldn't be read completely\. .* was canceled\./)
  expect(result.annotations).toMatchObject([{ level: 'warning', message }])
  const [line] = readLines(join(result.files, 'page-views.csv'))
  expect(line).toMatchObject({ path: '/same', total: '50' })
  expect(line).not.toHaveProperty('previous')
})
