import { expect, test } from 'vitest'
import type { ExportReport } from '../../../../src/page-views/export-page-views.ts'
import type { HistoryEntry } from '../../../../src/page-views/report-comment/history.ts'
import { createPageViewsReport } from '../../../../src/page-views/report-comment/page-views-report.ts'
import { COMPARISON, REPORT, RESULT } from '../example-result.ts'

function period(from: string, to: string, human: number, ai: number): HistoryEntry {
  return { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, human, ai, total: human + ai }
}

/** The week before that of the report. */
const PERIODS = [period('2026-07-25', '2026-08-01', 10, 2)]
const TOTALS = { human: 1200, ai: 300, total: 1500 }

function render(periods: readonly HistoryEntry[] = PERIODS, report: ExportReport = REPORT, totals = TOTALS): string[] {
  const runUrl = new URL('https://github.example/acme/app/actions/runs/1')
  const run = { report, totals, exclude: undefined, runUrl, nowMs: Date.UTC(2026, 10, 22, 16, 52) }
  return createPageViewsReport(run)
    .render([...periods], {})
    .toString()
    .split('\n')
}

function renderWith(result: Partial<ExportReport['result']>): string[] {
  return render(PERIODS, { ...REPORT, result: { ...RESULT, ...result } })
}

test('the report has totals, warnings, the chart, a folded table of the periods, and tables of pages', () => {
  const lines = renderWith({
    comparison: COMPARISON,
    warnings: [{ about: 'the data is inconsistent', message: 'Changed.' }],
  })
  const order = [
    '## ',
    '<sub>Updated Nov 22, 2026, 16:52 UTC · [Workflow run](https://github.example/acme/app/actions/runs/1)</sub>',
    '**1,500 views** from Aug 1–7, 2026 (7 days, UTC): \\+7.1% compared with Jul 25–31, 2026 (7 days, UTC).',
    '| **Views** | **1,200** | **300** | **1,500** |',
    '| Change |',
    '> - Changed.',
    '```mermaid',
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

test('the report of an incomplete export, or without a comparison, says so', () => {
  const warnings = [{ about: 'no comparison', message: 'Out of reach.' }] as const
  const lines = renderWith({ outcome: 'incomplete', shortfalls: ['request limit'], warnings: [...warnings] })
  expect(lines.slice(4, 6)).toEqual(['> [!WARNING]', expect.stringMatching(/^> \*\*Not complete:\*\* /)])
  expect(lines).toEqual(
    expect.arrayContaining(['**1,500 views** from Aug 1–7, 2026 (7 days, UTC).', '> - Out of reach.']),
  )
  expect(lines.find((line) => line.startsWith('### '))).toContain('of the rows read')
})

test('months in the table are compared per day', () => {
  const months = [period('2026-05-01', '2026-06-01', 310, 0), period('2026-06-01', '2026-07-01', 300, 0)]
  const range = { dateFrom: '2026-07-01T00:00:00Z', dateTo: '2026-08-01T00:00:00Z' }
  const lines = render(months, { ...REPORT, range }, { human: 620, ai: 0, total: 620 })
  const changes = lines.flatMap((line) => /^\|.*\| (Change[^|]*|[^|]*%) \|$/u.exec(line)?.[1] ?? [])
  expect(changes).toEqual(['Change per day', '0.0%', '\\+100.0%'])
})

/** The lines of the chart. */
function readChart(...given: Parameters<typeof render>): string[] {
  const lines = render(...given)
  const start = lines.indexOf('xychart-beta')
  return start < 0 ? [] : lines.slice(start + 1, lines.indexOf('```', start)).map((line) => line.trim())
}

test('the chart has a line for all views, one for people and one for AI', () => {
  expect(readChart()).toEqual([
    'title "Views: all (gray), by people (blue), by AI (purple)"',
    'x-axis ["2026-07-25", "2026-08-01"]',
    'y-axis 0 --> 1500',
    'line [12, 1500]',
    'line [10, 1200]',
    'line [2, 300]',
  ])
})

test('the text below the chart says where AI views were counted in another way', () => {
  expect(render().some((line) => line.startsWith('Since July 31, 2026'))).toBe(true)
  expect(render([]).some((line) => line.startsWith('Since July 31, 2026'))).toBe(false)
})

test('the chart of periods without views has an axis', () => {
  const nothing = { human: 0, ai: 0, total: 0 }
  const lines = readChart([period('2026-07-25', '2026-08-01', 0, 0)], REPORT, nothing)
  expect(lines.slice(2)).toEqual(['y-axis 0 --> 1', 'line [0, 0]', 'line [0, 0]', 'line [0, 0]'])
})

test('one period makes no chart', () => {
  expect(readChart([])).toEqual([])
})
