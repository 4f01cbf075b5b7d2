import { expect, test, vi } from 'vitest'
import type { GitHubConnection } from '../../../../src/github/connect.ts'
import type { ExportReport } from '../../../../src/page-views/export-page-views.ts'
import { createPageViewsReport, type RunReport } from '../../../../src/page-views/report-comment/page-views-report.ts'
import { keepReport, type ReportPlace } from '../../../../src/reports/report-comment.ts'
import { createThread } from '../../github/fake-thread.ts'
import { COMPARISON, REPORT, RESULT } from '../example-result.ts'

// The chain of periods through a year: `../../../action/page-views/year`.

const RUN: RunReport = {
  report: REPORT,
  totals: { human: 1200, ai: 300, total: 1500 },
  exclude: undefined,
  runUrl: new URL('https://github.example/acme/app/actions/runs/1'),
  nowMs: Date.UTC(2026, 10, 22, 16, 52),
}

/** The lines of the report if the week before had such views. */
function render(before?: [human: number, ai: number], change: Partial<ExportReport> = {}, totals = RUN.totals) {
  const report = createPageViewsReport({ ...RUN, totals, report: { ...REPORT, ...change } })
  const period = { from: '2026-07-25T00:00:00Z', to: '2026-08-01T00:00:00Z' }
  const [human = 0, ai = 0] = before ?? []
  const known = before ? [{ ...period, human, ai, total: human + ai }] : []
  return report
    .render(report.merge([known]), {})
    .toString()
    .split('\n')
}

test('the report has totals, warnings, the chart, a folded table of the periods, and tables of pages', () => {
  const warnings = [{ about: 'the data is inconsistent', message: 'Changed.' } as const]
  const totals = { human: 10, ai: 2, total: 12 }
  const lines = render(undefined, { result: { ...RESULT, comparison: { ...COMPARISON, totals }, warnings } })
  const order = [
    '## ',
    '<sub>Updated Nov 22, 2026, 16:52 UTC · [Workflow run](https://github.example/acme/app/actions/runs/1)</sub>',
    '**1,500 views** from Aug 1–7, 2026 (7 days, UTC): \\+12400.0% compared with Jul 25–31, 2026 (7 days, UTC).',
    '| **Views** | **1,200** | **300** | **1,500** |',
    '| Change |',
    '> - Changed.',
    '```mermaid',
    'Since July 31, 2026',
    '<details><summary>Totals of the last periods</summary>',
    '| 2026-07-25 | 2026-08-01 | 10 | 2 | 12 |   |',
    '| 2026-08-01 | 2026-08-08 | 1,200 | 300 | 1,500 | \\+12400.0% |',
    '| 1 | `/a` |',
    '| `/up` |',
    '| `/less` |',
    '| `/b/moved` renamed? |',
    '| `/a/moved/` renamed? |',
  ]
  const found = lines.map((line) => order.find((start) => line.startsWith(start)))
  expect(found.filter((start) => start !== undefined)).toEqual(order)
})

/** The lines of the chart. */
function readChart(...given: Parameters<typeof render>): string[] {
  const lines = render(...given)
  const start = lines.indexOf('xychart-beta')
  return start < 0 ? [] : lines.slice(start + 1, lines.indexOf('```', start)).map((line) => line.trim())
}

test('the chart has a line for all views, one for people and one for AI, and an axis if there are none', () => {
  const head = ['title "Views: all (gray), by people (blue), by AI (purple)"', 'x-axis ["2026-07-25", "2026-08-01"]']
  const lines = ['y-axis 0 --> 1500', 'line [12, 1500]', 'line [10, 1200]', 'line [2, 300]']
  expect(readChart([10, 2])).toEqual([...head, ...lines])
  const nothing = ['y-axis 0 --> 1', 'line [0, 0]', 'line [0, 0]', 'line [0, 0]']
  expect(readChart([0, 0], {}, { human: 0, ai: 0, total: 0 })).toEqual([...head, ...nothing])
  // One period is no chart.
  expect(readChart()).toEqual([])
})

type Thread = ReturnType<typeof createThread>

/** Writes the report of a week that begins at this day of October. */
async function keep({ github }: Thread, day: 1 | 8 | 15, place: Partial<ReportPlace> = {}, exclude?: string) {
  const toDay = (at: number) => `2026-10-${String(at).padStart(2, '0')}T00:00:00Z`
  const range = { dateFrom: toDay(day), dateTo: toDay(day + 7) }
  const report = createPageViewsReport({ ...RUN, exclude, report: { ...REPORT, range } })
  const connection = { github, pause: async () => false } as unknown as GitHubConnection
  const whole = { repository: '42', issue: 7, projectId: 'docs', apiKey: 'mint_key', ...place }
  await keepReport(
    report,
    whole,
    connection,
    (text) => text,
    () => expect.fail(),
  )
}

/** The first days of the periods in each comment. */
function tell({ comments }: Thread): string[] {
  return comments.map(({ body }) => [...body.matchAll(/^\| \d{4}-\d\d-(\d\d) \|/gmu)].map(([, day]) => day).join())
}

test('the report is about the period of its run, and a chain excludes the same pages', async () => {
  const thread = createThread()
  for (const day of [1, 8, 1] as const) await keep(thread, day)
  expect(tell(thread)).toEqual(['01'])
  await keep(thread, 15)
  expect(tell(thread)).toEqual(['01,08,15'])
  await keep(thread, 15, {}, 'digest')
  expect(tell(thread)).toEqual(['15'])
})

test('after a change of keys the new report links the previous one, of the same project, and keeps the link', async () => {
  const thread = createThread()
  await keep(thread, 1)
  await keep(thread, 1, { projectId: 'other' })
  for (const day of [8, 15] as const) await keep(thread, day, { apiKey: 'mint_new' })
  expect(tell(thread)).toEqual(['01', '01', '08,15'])
  const link = 'another API key signed [that report](https://github.example/1)'
  expect(thread.comments.map(({ body }) => body.includes(link))).toEqual([false, false, true])
  // With the previous key, both become one, with the whole history.
  await keep(thread, 15, { apiKey: 'mint_new', previousApiKey: 'mint_key' })
  expect(tell(thread)).toEqual(['01,08,15', '01'])
})

test('an edit that another run has just overwritten is repeated', async () => {
  const thread = createThread()
  await keep(thread, 1)
  const { updateComment } = thread.github
  const before = thread.comments[0]?.body ?? ''
  // The other run has read the comment before this edit.
  vi.spyOn(thread.github, 'updateComment').mockImplementationOnce((id) => updateComment(id, before))
  await keep(thread, 8)
  expect(tell(thread)).toEqual(['01,08'])
})
