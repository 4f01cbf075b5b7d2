import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Period } from '../../../../src/page-views/report-comment/periods.ts'
import {
  renderReportComment,
  replaceHistory,
} from '../../../../src/page-views/report-comment/render-report.ts'
import type { ExportReport } from '../../../../src/page-views/result/render-summary.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const PERIODS: Period[] = [
  { from: '2026-10-01', to: '2026-10-08', human: 10, ai: 2, total: 12 },
  { from: '2026-10-08', to: '2026-10-15', human: 30, ai: 5, total: 35 },
]
const counts = { human: 3, ai: 0, previousHuman: 1, previousAi: 0 }
const mover = { path: untrustedText('/a|b'), total: 3, previous: 1, change: 2, ...counts }
const REPORT: ExportReport = {
  projectId: 'acme-docs',
  range: { dateFrom: '2026-10-08', dateTo: '2026-10-15' },
  offset: 0,
  topBy: 'total',
  result: {
    outcome: 'complete',
    shortfalls: [],
    totals: { human: 30, ai: 5, total: 35 },
    rows: 1,
    requests: 1,
    top: [{ path: untrustedText('/a|b'), human: 2, ai: 1, total: 3 }],
    comparison: {
      range: { dateFrom: '2026-10-01', dateTo: '2026-10-08' },
      totals: { human: 10, ai: 2, total: 12 },
      requests: 1,
      rows: 1,
      rising: [mover],
      falling: [{ ...mover, change: -2 }],
    },
    warnings: [{ about: 'data', message: 'The totals changed.' }],
  },
}

function render(report = REPORT, periods = PERIODS): string[] {
  const url = new URL('https://github.example/acme/app/actions/runs/1')
  return renderReportComment(report, periods, url).toString().split('\n')
}

test('the report has totals, warnings, the chart, a folded table of the periods, top pages, and what rises and falls', () => {
  const lines = render()
  const order = [
    '## Page views of `acme-docs`',
    '8–14 Oct 2026 (7 days, UTC) compared with 1–7 Oct 2026 (7 days, UTC).',
    '| **Views** | **30** | **5** | **35** |',
    '| Change | \\+200.0% | \\+150.0% | \\+191.7% |',
    '> - The totals changed.',
    '```mermaid',
    '<details><summary>Totals of the last periods</summary>',
    '| 2026-10-01 | 2026-10-08 | 10 | 2 | 12 |',
    '| 2026-10-08 | 2026-10-15 | 30 | 5 | 35 |',
    '### Most viewed pages',
    '### Rising pages',
    '### Falling pages',
    '<sub>[Workflow run](https://github.example/acme/app/actions/runs/1)</sub>',
  ]
  expect(lines.filter((line) => order.includes(line))).toEqual(order)
})

test('an export that is not complete, or has no comparison, says so', () => {
  const { comparison: _, ...result } = REPORT.result
  const text = render({
    ...REPORT,
    result: {
      ...result,
      outcome: 'incomplete',
      shortfalls: ['request limit'],
      nextOffset: 250,
      warnings: [{ about: 'comparison', message: 'The service was out of reach.' }],
    },
  }).join('\n')
  expect(text).toMatch(/> \*\*Not complete:\*\* .*\n\n8–14 Oct 2026 \(7 days, UTC\)\n\n\|/)
  expect(text).toContain('> There is no comparison:\n>\n> - The service was out of reach.')
  expect(text).toContain('### Most viewed pages \\(of the rows read\\)')
})

/** The lines of the chart, and what stands below it. */
function readChart(periods: readonly Period[]): { chart: string[]; note: string | undefined } {
  const lines = render(REPORT, [...periods])
  const start = lines.indexOf('xychart-beta')
  const end = lines.indexOf('```', start)
  const note = lines[end + 2]?.startsWith('<') ? undefined : lines[end + 2]
  return { chart: start < 0 ? [] : lines.slice(start + 1, end), note }
}

test('the chart has a line of all views, one of people and one of AI', () => {
  expect(readChart(PERIODS)).toEqual({
    chart: [
      '    title "Views: all (gray), by people (blue), by AI (purple)"',
      '    x-axis ["2026-10-01", "2026-10-08"]',
      '    y-axis 0 --> 35',
      '    line [12, 35]',
      '    line [10, 30]',
      '    line [2, 5]',
    ],
    note: undefined,
  })
})

test('below the chart stands what it leaves out, and where AI views were counted in another way', () => {
  const earlier = { from: '2026-09-01', to: '2026-09-08', human: 1, ai: 1, total: 2 }
  expect(readChart([earlier, ...PERIODS]).note).toBe(
    'The chart begins after a gap, on 2026-10-01. The table has all periods, also those of another length.',
  )
  const shorter = { ...earlier, from: '2026-10-01', to: '2026-10-03' }
  expect(readChart([shorter, ...PERIODS]).note).toBe(
    'The table has all periods, also those of another length.',
  )
  const july = PERIODS.map((period) => ({
    ...period,
    from: period.from.replace('2026-10-0', '2026-07-2'),
    to: period.to.replace('2026-10-08', '2026-07-28').replace('2026-10-15', '2026-08-04'),
  }))
  expect(readChart(july).note).toMatch(/^Since 31 July 2026/)
})

test('one period, or numbers beyond what a chart can show, make no chart', () => {
  expect(readChart(PERIODS.slice(1)).chart).toEqual([])
  expect(readChart(PERIODS.map((period) => ({ ...period, total: 1e300 }))).chart).toEqual([])
})

test('any counts give a chart of plain decimals with as many points as periods', () => {
  const count = fc.double({ min: 0, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(fc.record({ human: count, ai: count, total: count }), { minLength: 2, maxLength: 9 }),
      (list) => {
        const periods = list.map((each, index) => ({
          ...each,
          from: `2026-01-0${index + 1}`,
          to: `2026-01-0${index + 2}`,
        }))
        const { chart } = readChart(periods.map((each) => ({ ...each, to: each.to.replace('-010', '-10') })))
        const points = chart.filter((line) => line.startsWith('    line '))
        expect(points).toHaveLength(3)
        for (const line of points)
          expect(line).toMatch(
            new RegExp(`^    line \\[\\d+(\\.\\d+)?(, \\d+(\\.\\d+)?){${list.length - 1}}\\]$`),
          )
        expect(chart.find((line) => line.includes('y-axis'))).toMatch(/^ {4}y-axis 0 --> [1-9]\d*(\.\d+)?$/)
      },
    ),
  )
})

test('chart and table are replaced in a text that stays as it is, also where somebody has removed them', () => {
  const [before, after] = [render(REPORT, PERIODS.slice(1)), render()].map((lines) => lines.join('\n'))
  expect(replaceHistory(untrustedText(before ?? ''), PERIODS).toString()).toBe(after)
  expect(replaceHistory(untrustedText('by hand'), PERIODS).toString()).toBe('by hand')
})
