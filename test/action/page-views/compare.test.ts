import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { row, serveByFirstDay } from './periods.ts'

const DATES = { 'date-from': '2026-10-08', 'date-to': '2026-10-15' }

const TWO_WEEKS = serveByFirstDay({
  '2026-10-01': [row('/same', 50), row('/down', 40), row('/gone', 30)],
  '2026-10-08': [row('/same', 50), row('/new', 60), row('/down', 5)],
})

test('with compare, the period before is read first, and each row says how it changed', async () => {
  await using world = await createWorld({ docsService: { pageViews: TWO_WEEKS } })
  const result = await world.run({
    action: 'page-views',
    inputs: { ...DATES, compare: 'previous', limit: 2 },
  })

  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  const ranges = world.docsService.requests.map(({ query }) => `${query['dateFrom']} ${query['dateTo']}`)
  expect([...new Set(ranges)]).toEqual(['2026-10-01 2026-10-08', '2026-10-08 2026-10-15'])
  expect(readFileSync(join(result.files, 'page-views.csv'), 'utf8').split('\r\n')).toEqual([
    'path,human,ai,total,previous,change',
    '/same,50,0,50,50,0',
    '/new,60,0,60,0,60',
    '/down,5,0,5,40,-35',
    '',
  ])
  expect(result.outputs).toMatchObject({
    total: '115',
    previousTotal: '120',
    change: '-4.2',
    complete: 'true',
  })
  expect(JSON.parse(result.outputs['rising'] ?? '')).toEqual([
    { path: '/new', total: 60, previous: 0, change: 60 },
  ])
  expect(JSON.parse(result.outputs['falling'] ?? '')).toEqual([
    { path: '/down', total: 5, previous: 40, change: -35 },
    { path: '/gone', total: 0, previous: 30, change: -30 },
  ])
  for (const line of ['### Rising pages', '### Falling pages', '| Previous period | 120 | 0 | 120 |'])
    expect(result.summary.split('\n')).toContain(line)
})

test("a previous period that can't be read whole: the export goes on without it, as if nothing had been asked", async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: TWO_WEEKS } })
  world.docsService.faults.add({
    path: /dateFrom=2026-10-01/,
    respond: { kind: 'answer', status: 400, body: { error: 'No such period' } },
  })
  const result = await world.run({ action: 'page-views', inputs: { ...DATES, compare: 'previous' } })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({
    complete: 'true',
    total: '115',
    previousTotal: '',
    change: '',
    rising: '[]',
    falling: '[]',
  })
  expect(result.annotations).toMatchObject([
    { level: 'warning', message: expect.stringMatching(/not read whole.*The service said: No such period/) },
  ])
  const compared = readFileSync(join(result.files, 'page-views.csv'))
  const plain = await world.run({ action: 'page-views', inputs: DATES })
  expect(compared).toEqual(readFileSync(join(plain.files, 'page-views.csv')))
})
