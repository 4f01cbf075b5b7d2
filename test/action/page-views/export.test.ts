import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { readWarnings } from '../agent-job/conversation.ts'
import { makeRows, readRows } from './rows.ts'

const ROWS = makeRows(1130)
const TOTALS = servePageViews(ROWS).select({}).totals

test('an export with nothing but the required inputs: all rows, in order, once', async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews(ROWS) } })
  const startedAt = Date.now()

  const result = await world.run({ action: 'page-views' })

  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  const whole = { total: `${TOTALS.total}`, rows: '1130', file: 'page-views.csv', complete: 'true' }
  expect(result.outputs).toMatchObject({ ...whole, nextOffset: '' })
  expect(JSON.parse(result.outputs['top'] ?? '')).toMatchObject(ROWS.slice(0, 10))
  expect(readRows(join(result.files, 'page-views.csv'))).toEqual(ROWS)
  expect(readdirSync(result.files)).toEqual(['page-views.csv'])

  const { requests, maxInFlight, apiKey } = world.docsService
  expect(maxInFlight).toBeLessThanOrEqual(4)
  expect(requests.length).toBeLessThanOrEqual(5 + 3)
  const [frozen = '', ...others] = new Set(requests.map(({ query }) => query['dateTo']))
  expect([others, result.outputs['dateTo']]).toEqual([[], frozen])
  expect(Date.parse(frozen)).toBeGreaterThanOrEqual(startedAt - 1000)
  expect(Date.parse(frozen)).toBeLessThanOrEqual(Date.now())
  expect(requests[0]?.query).toEqual({ limit: '250', offset: '0', dateTo: frozen })
  expect(requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`)
})

test('max-requests reached: the rows read so far are the file, and the run says where to continue', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
  const result = await world.run({ action: 'page-views', inputs: { limit: 100, 'max-requests': 7 } })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ rows: '700', complete: 'false', nextOffset: '700' })
  expect(world.docsService.requests).toHaveLength(7)
  expect(readWarnings(result)).toEqual([expect.stringContaining('`offset: 700`')])
  expect(result.summary).toContain('Not complete')
  expect(readRows(join(result.files, 'page-views.csv'))).toEqual(ROWS.slice(0, 700))
})
