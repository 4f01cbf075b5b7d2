import {
  code,
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  table,
} from '../../untrusted/markdown.ts'
import { describeRange } from '../result/describe-result.ts'
import { formatNumber } from '../result/format-number.ts'
import { renderPageTables } from '../result/page-tables.ts'
import { type ExportReport, isWholePeriod } from '../result/render-summary.ts'
import { renderTotals } from '../result/totals.ts'
import { renderLineChart } from './line-chart.ts'
import { namePeriod, type Period } from './periods.ts'

/**
 * Renders the report comment.
 * @param periods the last ones, by time, this one included
 * @param runUrl page of the workflow run
 */
export function renderReportComment(report: ExportReport, periods: readonly Period[], runUrl: URL): Markdown {
  const { projectId, result, range, topBy } = report
  const { totals, comparison } = result
  const parts = [
    markdown`## Page views of ${code(projectId)}`,
    markdown`${describeRange(range)}`,
    ...(totals === undefined ? [] : [renderTotals(totals, comparison)]),
    // Before the pages, since a long comment is cut at its end.
    ...renderLineChart(periods),
    details('Totals of the last periods', renderPeriods(periods)),
    ...renderPageTables({ result, topBy, isWhole: isWholePeriod(report) }),
    markdown`<sub>${link(markdown`Workflow run`, runUrl)}</sub>`,
  ]
  return joinMarkdown(parts, '\n\n')
}

function renderPeriods(periods: readonly Period[]): Markdown {
  const rows = periods.map((period) => [
    markdown`${namePeriod(period)}`,
    markdown`${period.to}`,
    ...[period.human, period.ai, period.total].map((count) => markdown`${formatNumber(count)}`),
  ])
  const header = [markdown`From`, markdown`To (not included)`, markdown`Human`, markdown`AI`, markdown`Total`]
  return table(header, rows, [':--', ':--', '--:', '--:', '--:'])
}
