import { expect, test, vi } from 'vitest'
import type { GitHubConnection } from '../../../../src/github/connect.ts'
import { createPageViewsReport } from '../../../../src/page-views/report-comment/page-views-report.ts'
import { keepReport } from '../../../../src/reports/report-comment.ts'
import { createThread } from '../../github/fake-thread.ts'
import { COMPARISON, REPORT, RESULT } from '../example-result.ts'

type Thread = ReturnType<typeof createThread>

/** Weeks of October 2026, by their first days. */
const WEEKS = { first: '2026-10-01', second: '2026-10-08', third: '2026-10-15' } as const

interface Run {
  total?: number
  apiKey?: string
  previousApiKey?: string
  projectId?: string
  /** Views of the previous period, if there is a comparison. */
  previous?: number
  exclude?: string
}

async function run({ github }: Thread, week: keyof typeof WEEKS, options: Run = {}) {
  const { total = 5, previous, exclude, apiKey = 'mint_key', previousApiKey = '', projectId = 'docs' } = options
  const dateFrom = WEEKS[week]
  const day = (later: number) => new Date(Date.parse(dateFrom) + later * 86_400_000).toISOString()
  const count = (views: number) => ({ human: views, ai: 0, total: views })
  const range = { dateFrom: day(-7), dateTo: day(0) }
  const comparison = previous !== undefined && { ...COMPARISON, range, totals: count(previous) }
  const result = { ...RESULT, totals: count(total), ...(comparison && { comparison }) }
  const pause = async () => false
  const connection = { github, pause } as unknown as GitHubConnection
  const report = createPageViewsReport({
    report: { ...REPORT, projectId, result, range: { dateFrom: day(0), dateTo: day(7) } },
    totals: count(total),
    exclude,
    runUrl: new URL('https://github.example/acme/app/actions/runs/1'),
    nowMs: Date.UTC(2026, 10, 22),
  })
  return await keepReport(
    report,
    { repository: '42', issue: 7, projectId, apiKey, previousApiKey },
    connection,
    (text) => text,
  )
}

/** What each comment contains: the views in its headline, and those of its periods: `5: 01=5 08=5`. */
function tell({ comments }: Thread): string[] {
  return comments.map(({ body }) => {
    const [, headline] = /^\| \*\*Views\*\* .* \*\*(\d+)\*\* \|$/mu.exec(body) ?? []
    const periods = [...body.matchAll(/^\| \d{4}-\d\d-(\d\d)[^|]* \| [^|]+ \| \d+ \| \d+ \| (\d+) \|/gmu)]
    if (headline === undefined) return body
    return `${headline}: ${periods.map(([, day, total]) => `${day}=${total}`).join(' ')}`
  })
}

test('the report is about the period of its run, also if a later one is known', async () => {
  const thread = createThread()
  for (const week of ['first', 'second'] as const) await run(thread, week)
  await run(thread, 'first', { total: 9 })
  expect(tell(thread)).toEqual(['9: 01=9'])
  await run(thread, 'third', { total: 3, previous: 4 })
  expect(tell(thread)).toEqual(['3: 01=9 08=4 15=3'])
})

test('totals without what `exclude` names are no chain with others', async () => {
  const thread = createThread()
  await run(thread, 'first')
  await run(thread, 'second', { total: 4, exclude: 'digest' })
  expect(tell(thread)).toEqual(['4: 08=4'])
  await run(thread, 'third', { total: 3, exclude: 'digest' })
  expect(tell(thread)).toEqual(['3: 08=4 15=3'])
})

test('after a change of keys the new report links the previous one, of the same project, and keeps the link', async () => {
  const thread = createThread()
  await run(thread, 'first')
  await run(thread, 'first', { projectId: 'other' })
  for (const week of ['second', 'third'] as const) await run(thread, week, { apiKey: 'mint_new' })
  expect(tell(thread)).toEqual(['5: 01=5', '5: 01=5', '5: 08=5 15=5'])
  const link = 'another API key signed [that report](https://github.example/1)'
  expect(thread.comments.map(({ body }) => body.includes(link))).toEqual([false, false, true])
  // With the previous key, both become one, with the whole history.
  await run(thread, 'third', { apiKey: 'mint_new', previousApiKey: 'mint_key' })
  expect(tell(thread)).toEqual(['5: 01=5 08=5 15=5', '5: 01=5'])
})

test('an edit that another run has just overwritten is repeated', async () => {
  const thread = createThread()
  await run(thread, 'first')
  const { updateComment } = thread.github
  const before = thread.comments[0]?.body ?? ''
  // The other run has read the comment before this edit.
  vi.spyOn(thread.github, 'updateComment').mockImplementationOnce((id) => updateComment(id, before))
  await run(thread, 'second')
  expect(tell(thread)).toEqual(['5: 01=5 08=5'])
})
