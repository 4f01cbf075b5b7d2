import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { row, serveByFirstDay } from './periods.ts'

const DATES = { 'date-from': '2026-10-08', 'date-to': '2026-10-15' }

const EMPTY = { totals: { human: 0, ai: 0, total: 0 }, views: [] }

const TWO_WEEKS = serveByFirstDay({
  '2026-10-01': [row('/same', 50), row('/down', 40), row('/gone', 30)],
  '2026-10-08': [row('/same', 50), row('/new', 60), row('/down', 5)],
})

test('with compare, the period before is read afterwards, and each row says how it changed', async () => {
  await using world = await createWorld({ docsService: { pageViews: TWO_WEEKS } })
  const result = await world.run({
    action: 'page-views',
    inputs: { ...DATES, compare: 'previous', limit: 2 },
  })

  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  const ranges = world.docsService.requests.map(({ query }) => `${query['dateFrom']} ${query['dateTo']}`)
  expect([...new Set(ranges)]).toEqual(['2026-10-08 2026-10-15', '2026-10-01 2026-10-08'])
  expect(readFileSync(join(result.files, 'page-views.csv'), 'utf8').split('\r\n')).toEqual([
    'path,human,ai,total,previous,change,previousHuman,previousAi',
    '/same,50,0,50,50,0,50,0',
    '/new,60,0,60,0,60,0,0',
    '/down,5,0,5,40,-35,40,0',
    '/gone,0,0,0,30,-30,30,0',
    '',
  ])
  expect(result.outputs).toMatchObject({
    total: '115',
    rows: '4',
    previousTotal: '120',
    change: '-4.2',
    complete: 'true',
  })
  const mover = { ai: 0, previousAi: 0 }
  expect(JSON.parse(result.outputs['rising'] ?? '')).toEqual([
    { ...mover, path: '/new', total: 60, previous: 0, change: 60, human: 60, previousHuman: 0 },
  ])
  expect(JSON.parse(result.outputs['falling'] ?? '')).toEqual([
    { ...mover, path: '/down', total: 5, previous: 40, change: -35, human: 5, previousHuman: 40 },
    { ...mover, path: '/gone', total: 0, previous: 30, change: -30, human: 0, previousHuman: 30 },
  ])
  for (const line of [
    '### Rising pages',
    '### Falling pages',
    '| Previous period | 120 | 0 | 120 |',
    '8–14 Oct 2026 (7 days, UTC) compared with 1–7 Oct 2026 (7 days, UTC).',
  ])
    expect(result.summary.split('\n')).toContain(line)
})

test.each<[string, FaultResponse, RegExp]>([
  [
    'it is refused',
    { kind: 'answer', status: 400, body: { error: 'No such period' } },
    /not read whole.*The service said: No such period/,
  ],
  [
    'the quota of the hour is used up, which is not waited for',
    { kind: 'answer', status: 429, headers: { 'retry-after': '300' }, body: { error: 'Quota' } },
    /not read whole.*429/,
  ],
  [
    'it has no more than the page before',
    { kind: 'answer', status: 200, body: { ...EMPTY, hasMore: true } },
    /not read whole.*is empty, yet claims/,
  ],
])(
  "a previous period that can't be read whole costs the export nothing: %s",
  async (_name, respond, message) => {
    await using world = await createWorldInProcess({ docsService: { pageViews: TWO_WEEKS } })
    world.docsService.faults.add({ path: /dateFrom=2026-10-01/, times: 9, respond })
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
    expect(result.annotations).toMatchObject([{ level: 'warning', message: expect.stringMatching(message) }])
    expect(readdirSync(result.files)).toEqual(['page-views.csv'])
    const compared = readFileSync(join(result.files, 'page-views.csv'))
    const plain = await world.run({ action: 'page-views', inputs: DATES })
    expect(compared).toEqual(readFileSync(join(plain.files, 'page-views.csv')))
  },
)

test('cancelled while the previous period is read: the export is whole', async () => {
  await using world = await createWorld({ docsService: { pageViews: TWO_WEEKS } })
  world.docsService.faults.add({ path: /dateFrom=2026-10-01/, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views', inputs: { ...DATES, compare: 'previous' } })
  await world.docsService.waitForRequests({ path: /dateFrom=2026-10-01/ })
  run.cancel()
  const result = await run.result
  expect(result.outputs).toMatchObject({
    complete: 'true',
    rows: '3',
    file: 'page-views.csv',
    previousTotal: '',
  })
  expect(readFileSync(join(result.files, 'page-views.csv'), 'utf8')).not.toContain('previous')
})
