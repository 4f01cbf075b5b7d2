import { expect, test } from 'vitest'
import { type PageViews, serveMovingPageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'
import { readWarnings } from '../agent-job/conversation.ts'
import { makeRows, serveByFirstDay } from './rows.ts'

const ALL = makeRows(600)
const STILL = servePageViews(ALL)
const serveMoving = () => serveMovingPageViews([ALL, ALL.slice(2)])

/** Compares a week with the previous one. */
async function compareWeeks(week: PageViews, before: PageViews) {
  const pageViews = serveByFirstDay({ '2026-10-08': week, '2026-10-01': before })
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const inputs = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', compare: 'previous', concurrency: 1 }
  return await world.run({ action: 'page-views', inputs })
}

test("if rows are deleted while they are read, the export isn't complete, and no page is without views", async () => {
  const result = await compareWeeks(serveMoving(), STILL)
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'false', nextOffset: '0', noViews: '[]' })
  expect(readWarnings(result)).toContainEqual(expect.stringContaining('The totals changed between pages'))
  expect(result.summary).toContain('Not complete')
})

test("a previous period whose rows move isn't compared with, so no old page rises", async () => {
  const result = await compareWeeks(STILL, serveMoving())
  expect(result.outputs).toMatchObject({ complete: 'true', nextOffset: '', previousTotal: '', rising: '[]' })
  const message = expect.stringMatching(/^The previous period couldn't be read completely\. The totals changed/)
  expect(readWarnings(result)).toContainEqual(message)
})
