import { expect, test } from 'vitest'
import type { ExportReport } from '../../../../src/page-views/export-page-views.ts'
import type { HistoryEntry } from '../../../../src/page-views/report-comment/history.ts'
import { renderReportComment, replaceHistory } from '../../../../src/page-views/report-comment/render-report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { COMPARISON, REPORT, RESULT, row } from '../example-result.ts'

const ROW = row('/x')

function period(from: string, to: string, human: number, ai: number): HistoryEntry {
  return { from, to, human, ai, total: human + ai, isPrevious: false, isToDate: false }
}

const PERIODS = [period('2026-10-01', '2026-10-08', 10, 2), period('2026-10-08', '2026-10-15', 30, 5)]

function render(periods: readonly HistoryEntry[] = PERIODS, report: ExportReport = REPORT): string[] {
  const runUrl = new URL('https://github.example/acme/app/actions/runs/1')
  const totals = { human: 1200, ai: 300, total: 1500 }
  const run = { report, totals, runUrl, nowMs: Date.UTC(2026, 10, 22, 16, 52) }
  return renderReportComment(run, periods).toString().split('\n')
}

function renderWith(result: Partial<ExportReport['result']>): string[] {
  return render(PERIODS, { ...REPORT, result: { ...RESULT, ...result } })
}

test('the report has totals, warnings, the chart, a folded table of the periods, and tables of pages', () => {
  const lines = renderWith({ comparison: COMPARISON, warnings: [{ about: 'data', message: 'Changed.' }] })
  const order = [
    '## ',
    '<sub>Updated 22 Nov 2026, 16:52 UTC · [Workflow run](https://github.example/acme/app/actions/runs/1)</sub>',
    '1–7 Aug 2026 (7 days, UTC) compared with 25–31 Jul 2026 (7 days, UTC).',
    '| **Views** | **1,200** | **300** | **1,500** |',
    '| Change |',
    '> - Changed.',
    '```mermaid',
    '<details><summary>Totals of the last periods</summary>',
    '| 2026-10-01 | 2026-10-08 | 10 | 2 | 12 |   |',
    '| 2026-10-08 | 2026-10-15 | 30 | 5 | 35 | \\+191.7% |',
    '| 1 | `/a` |',
    '| `/up` |',
    '| `/gone` |',
  ]
  const found = lines.map((line) => order.find((start) => line.startsWith(start)))
  expect(found.filter((start) => start !== undefined)).toEqual(order)
})

test('the report of an incomplete export, or without a comparison, says so', () => {
  const warnings = [{ about: 'comparison', message: 'Out of reach.' }] as const
  const lines = renderWith({ outcome: 'incomplete', shortfalls: ['request limit'], warnings: [...warnings] })
  expect(lines.slice(4, 6)).toEqual(['> [!WARNING]', expect.stringMatching(/^> \*\*Not complete:\*\* /)])
  expect(lines).toEqual(expect.arrayContaining(['1–7 Aug 2026 (7 days, UTC)', '> - Out of reach.']))
  expect(lines.find((line) => line.startsWith('### '))).toContain('of the rows read')
})

/** The lines of the chart, and the text below it. */
function readChart(periods: readonly HistoryEntry[]) {
  const lines = render(periods)
  const start = lines.indexOf('xychart-beta')
  const end = lines.indexOf('```', start)
  const note = lines[end + 2]?.startsWith('<') ? undefined : lines[end + 2]
  return { chart: start < 0 ? [] : lines.slice(start + 1, end).map((line) => line.trim()), note }
}

test('the chart has a line for all views, one for people and one for AI', () => {
  const chart = [
    'title "Views: all (gray), by people (blue), by AI (purple)"',
    'x-axis ["2026-10-01", "2026-10-08"]',
    'y-axis 0 --> 35',
    'line [12, 35]',
    'line [10, 30]',
    'line [2, 5]',
  ]
  expect(readChart(PERIODS)).toEqual({ chart, note: undefined })
})

test('the text below the chart says what it leaves out, and where AI views were counted in another way', () => {
  const rest = 'The table also has periods that the chart leaves out.'
  const note = (from: string, to: string, ...later: HistoryEntry[]) =>
    readChart([period(from, to, 1, 1), ...later]).note
  const gap = 'The chart begins after a gap, on 2026-10-01.'
  expect(note('2026-09-01', '2026-09-08', ...PERIODS)).toBe(`${gap} ${rest}`)
  expect(note('2026-10-01', '2026-10-03', ...PERIODS)).toBe(rest)
  // An overlap isn't a gap, and neither is a shorter period before.
  expect(note('2026-09-29', '2026-10-06', ...PERIODS)).toBe(rest)
  expect(note('2026-09-01', '2026-09-02', ...PERIODS)).toBe(rest)
  const july = period('2026-07-28', '2026-08-04', 1, 1)
  expect(note('2026-07-21', '2026-07-28', july)).toMatch(/^Since 31 July 2026/)
})

test('the chart of periods without views has an axis', () => {
  const { chart } = readChart(PERIODS.map(({ from, to }) => period(from, to, 0, 0)))
  expect(chart.slice(2)).toEqual(['y-axis 0 --> 1', 'line [0, 0]', 'line [0, 0]', 'line [0, 0]'])
})

test('one period, or numbers too large for a chart, make no chart', () => {
  expect(readChart(PERIODS.slice(1)).chart).toEqual([])
  expect(readChart(PERIODS.map((each) => ({ ...each, total: 1e300 }))).chart).toEqual([])
})

test('chart and table are replaced, and the rest of the text stays unchanged, also without them', () => {
  const [before, after] = [render(PERIODS.slice(1)), render()].map((lines) => lines.join('\n'))
  expect(replaceHistory(untrustedText(before ?? ''), PERIODS).toString()).toBe(after)
  expect(replaceHistory(untrustedText('by hand'), PERIODS).toString()).toBe('by hand')
  const inBrowser = replaceHistory(untrustedText((before ?? '').replaceAll('\n', '\r\n')), PERIODS).toString()
  expect(inBrowser.replaceAll('\r\n', '\n')).toBe(after)
})

test("a path that looks like the lines around chart and table isn't mistaken for them", () => {
  const path = untrustedText('/x\n<!-- docs-agent-periods -->\n\n<!-- docs-agent-periods end -->')
  const quote = { label: 'For example', text: path } as const
  const warnings = [{ about: 'data', message: 'Odd.', quote }] as const
  const report = { ...REPORT, result: { ...RESULT, warnings: [...warnings], top: [{ ...ROW, path }] } }
  const [before, after] = [render(PERIODS.slice(1), report), render(PERIODS, report)].map((lines) => lines.join('\n'))
  expect(replaceHistory(untrustedText(before ?? ''), PERIODS).toString()).toBe(after)
})

test('a period to date is marked in the table', () => {
  const entries = PERIODS.map((each, index) => ({ ...each, isToDate: index === 1 }))
  expect(render(entries)).toContain('| 2026-10-08 | 2026-10-15 (to date) | 30 | 5 | 35 |   |')
})
