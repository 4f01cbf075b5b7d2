import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderLineChart } from '../../../../src/page-views/report-comment/line-chart.ts'
import type { Period } from '../../../../src/page-views/report-comment/periods.ts'
import { renderReportComment } from '../../../../src/page-views/report-comment/render-report.ts'
import type { ExportReport } from '../../../../src/page-views/result/render-summary.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const PERIODS: Period[] = [
  { from: '2026-10-01', to: '2026-10-08', human: 10, ai: 2, total: 12 },
  { from: '2026-10-08', to: '2026-10-15', human: 30, ai: 5, total: 35 },
]
const mover = { path: untrustedText('/a|b'), total: 3, previous: 1, change: 2 }
const REPORT: ExportReport = {
  projectId: 'acme-docs',
  range: { dateFrom: '2026-10-08', dateTo: '2026-10-15' },
  offset: 0,
  topBy: 'total',
  result: {
    outcome: 'complete',
    totals: { human: 30, ai: 5, total: 35 },
    rows: 1,
    requests: 1,
    top: [{ path: untrustedText('/a|b'), human: 2, ai: 1, total: 3 }],
    comparison: {
      range: { dateFrom: '2026-10-01', dateTo: '2026-10-08' },
      totals: { human: 10, ai: 2, total: 12 },
      requests: 1,
      rising: [mover],
      falling: [{ ...mover, change: -2 }],
    },
    warnings: [],
  },
}

function render(report = REPORT, periods = PERIODS): string[] {
  const url = new URL('https://github.example/acme/app/actions/runs/1')
  return renderReportComment(report, periods, url).toString().split('\n')
}

test('the report has totals, the chart, a folded table of the periods, top pages, and what rises and falls', () => {
  const lines = render()
  const order = [
    '## Page views of `acme-docs`',
    '2026-10-08 to 2026-10-15 \\(not included\\)',
    '| **Views** | **30** | **5** | **35** |',
    '| Change | \\+200.0% | \\+150.0% | \\+191.7% |',
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

test('an export that is not complete says so', () => {
  const report: ExportReport = {
    ...REPORT,
    result: { ...REPORT.result, outcome: 'stopped', nextOffset: 250 },
  }
  expect(render(report).join('\n')).toContain('### Most viewed pages \\(of the rows read\\)')
})

test('the chart has a line of all views, one of people and one of AI', () => {
  const [chart = ''] = renderLineChart(PERIODS).map(String)
  expect(chart.split('\n').slice(2)).toEqual([
    'xychart-beta',
    '    title "Views: all (gray), by people (blue), by AI (purple)"',
    '    x-axis ["2026-10-01", "2026-10-08"]',
    '    y-axis 0 --> 35',
    '    line [12, 35]',
    '    line [10, 30]',
    '    line [2, 5]',
    '```',
  ])
})

test('one period, or numbers beyond what a chart can show, make no chart', () => {
  expect(renderLineChart(PERIODS.slice(1))).toEqual([])
  expect(renderLineChart(PERIODS.map((period) => ({ ...period, total: 1e300 })))).toEqual([])
})

test('any counts give a chart of plain decimals with as many points as periods', () => {
  const count = fc.double({ min: 0, max: 1e12, noNaN: true })
  const period = fc.record({
    from: fc.constant('2026-10-01'),
    to: fc.constant(''),
    human: count,
    ai: count,
    total: count,
  })
  fc.assert(
    fc.property(fc.array(period, { minLength: 2, maxLength: 12 }), (periods) => {
      const lines = String(renderLineChart(periods)[0]).split('\n')
      const points = lines.filter((line) => line.startsWith('    line '))
      expect(points).toHaveLength(3)
      for (const line of points)
        expect(line).toMatch(
          new RegExp(`^    line \\[\\d+(\\.\\d+)?(, \\d+(\\.\\d+)?){${periods.length - 1}}\\]$`),
        )
      expect(lines.find((line) => line.includes('y-axis'))).toMatch(/^ {4}y-axis 0 --> [1-9]\d*(\.\d+)?$/)
    }),
  )
})
