import { expect, test } from 'vitest'
import { type PageViews, serveMovingPageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'
import { readWarnings } from '../agent-job/conversation.ts'
import { makeRows, row, serveByFirstDay } from './rows.ts'

/** Compares a week whose rows move with the previous week. */
async function compareWeeks(week: PageViews, before: PageViews, inputs: Record<string, string> = {}) {
  const pageViews = serveByFirstDay({ '2026-10-08': week, '2026-10-01': before })
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const dates = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', compare: 'previous' }
  const result = await world.run({ action: 'page-views', inputs: { ...dates, concurrency: '1', ...inputs } })
  const list = (name: string) =>
    (JSON.parse(result.outputs[name] ?? '') as { path: string; change: number; total: number }[]).map(
      ({ path, change, total }) => `${path} ${change ?? total}`,
    )
  return { result, list, warnings: readWarnings(result).join('\n') }
}

const ALL = makeRows(600)
const STILL = servePageViews(ALL)
const [FIRST, SECOND, ...REST] = ALL
const REORDERED = [...ALL.slice(300), ...ALL.slice(0, 300)]
const TOTALS = STILL.select({}).totals
const BY_TOTALS = /The totals changed between pages/
const BY_REPEATS = /Paths are repeated on another page/

test.each<[string, PageViews, RegExp]>([
  ['two early rows are deleted', serveMovingPageViews([ALL, REST]), BY_TOTALS],
  ['a row is inserted', serveMovingPageViews([ALL, [row('/first', 9), ...ALL]]), BY_TOTALS],
  ['rows change places', serveMovingPageViews([ALL, REORDERED], TOTALS), BY_REPEATS],
  ['no row comes', serveMovingPageViews([[]], TOTALS), /The service sent no rows, but the totals aren't 0/],
])("if %s while they are read, the export isn't complete, and no page is gone", async (_name, week, why) => {
  const { result, list, warnings } = await compareWeeks(week, STILL)
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'false', nextOffset: '0' })
  expect(list('gone')).toEqual([])
  expect(warnings).toMatch(why)
  expect(result.summary).toContain('Not complete')
})

test.each<[string, PageViews, RegExp]>([
  ['loses rows', serveMovingPageViews([ALL, REST]), BY_TOTALS],
  ['changes places', serveMovingPageViews([ALL, REORDERED], TOTALS), BY_REPEATS],
  ['comes without rows', serveMovingPageViews([[]], TOTALS), /The service sent no rows/],
])("a previous period that %s isn't compared with, so no old page rises", async (_name, before, why) => {
  const { result, list, warnings } = await compareWeeks(STILL, before)
  expect(result.outputs).toMatchObject({ complete: 'true', nextOffset: '', previousTotal: '' })
  expect(list('rising')).toEqual([])
  expect(warnings).toMatch(why)
  expect(warnings).toContain("The previous period couldn't be read completely")
})

test('if the rows have fewer views than the totals, no page counts as new or gone', async () => {
  const before = [row('/old', 7), row('/same', 5)]
  const week = [row('/young', 6), row('/same', 5)]
  const short = serveMovingPageViews([week], { human: 20, ai: 0, total: 20 })
  const { result, list, warnings } = await compareWeeks(short, servePageViews(before))
  expect(result.outputs['complete']).toBe('true')
  expect([list('rising'), list('gone')]).toEqual([['/young 6'], []])
  expect(warnings).toContain('Pages may be missing, so none counts as new or gone.')
  expect(result.summary).toMatch(/^\| `\/young` .* \| – \|/m)
})

test('a repeated row counts once, with its larger figures, in every table', async () => {
  const week = [row('/twice', 100), row('/other', 95), row('/twice', 90), row('/grows', 30)]
  const before = [row('/twice', 80), row('/other', 95), row('/grows', 5), row('/twice', 20)]
  const { result, list, warnings } = await compareWeeks(servePageViews(week), servePageViews(before))
  expect(list('top')).toEqual(['/twice 100', '/other 95', '/grows 30'])
  expect(list('rising')).toEqual(['/grows 25', '/twice 20'])
  expect(result.summary).not.toContain('190')
  expect(warnings).toBe('')
})

test('a page that people have read before is not new to AI', async () => {
  const ai = { path: '/read', human: 500, ai: 6, total: 506 }
  const { result, list } = await compareWeeks(servePageViews([ai, row('/x', 1)]), servePageViews([row('/read', 500)]), {
    'top-by': 'ai',
  })
  expect(list('rising')).toEqual(['/read 6'])
  expect(result.summary).not.toContain('| new |')
})

test("an export of rows that don't move is complete, and a page that is gone has no row", async () => {
  const { result, list } = await compareWeeks(servePageViews(REST), STILL)
  expect(result.outputs['complete']).toBe('true')
  expect(list('gone')).toEqual([FIRST, SECOND].map((each) => `${each?.path} -${each?.total}`))
  expect(list('falling')).toEqual([])
})
