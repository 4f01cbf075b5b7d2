import {
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  replacePart,
  table,
} from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import { isWholePeriod } from '../export-page-views.ts'
import { type ExportReport, renderState, renderTitle, renderWarnings } from '../result/render-summary.ts'
import { renderPageTables, renderTotals } from '../result/tables.ts'
import { describeAiChange, formatNumber, formatPlainNumber } from '../result/words.ts'
import { namePeriods, type Period, selectUnbroken } from './periods.ts'

/**
 * Renders the report comment. A long comment is cut at its end, so the pages come last.
 * @param periods the last ones, by time, this one included
 * @param runUrl page of the workflow run
 */
export function renderReportComment(report: ExportReport, periods: readonly Period[], runUrl: URL): Markdown {
  const { projectId, result, range, topBy } = report
  const { totals, comparison, warnings } = result
  const parts = [
    renderTitle(projectId),
    ...renderState(report),
    ...(totals === undefined ? [] : renderTotals(totals, range, comparison)),
    ...renderWarnings(warnings),
    renderHistory(periods),
    ...renderPageTables({ result, topBy, isWhole: isWholePeriod(result, report) }),
    markdown`<sub>${link(markdown`Workflow run`, runUrl)}</sub>`,
  ]
  return joinMarkdown(parts, '\n\n')
}

/** The lines around chart and table, which a run for an older period replaces. */
const HISTORY_START = markdown`<!-- docs-agent-periods -->`
const HISTORY_END = markdown`<!-- docs-agent-periods end -->`

/** The comment as it stands, with the chart and the table of these periods. */
export function replaceHistory(published: UntrustedText, periods: readonly Period[]): Markdown {
  return replacePart(published, [HISTORY_START, HISTORY_END], renderHistory(periods))
}

function renderHistory(periods: readonly Period[]): Markdown {
  const parts = [
    HISTORY_START,
    ...renderLineChart(selectUnbroken(periods)),
    ...renderNotes(periods),
    details('Totals of the last periods', renderPeriods(periods)),
    HISTORY_END,
  ]
  return joinMarkdown(parts, '\n\n')
}

/** What a reader of the chart would not know. */
function renderNotes(periods: readonly Period[]): Markdown[] {
  const shown = selectUnbroken(periods)
  const [first] = shown
  const last = shown.at(-1)
  if (shown.length < 2 || first === undefined || last === undefined) return []
  const isAfterGap = periods.some((period) => period.to < first.from)
  const notes = [
    isAfterGap && `The chart begins after a gap, on ${first.from}.`,
    shown.length < periods.length && 'The table has all periods, also those of another length.',
    describeAiChange(first.from, last.to),
  ].filter((note) => typeof note === 'string')
  return notes.length === 0 ? [] : [markdown`${notes.join(' ')}`]
}

/**
 * The totals of the periods as lines. https://mermaid.js.org/syntax/xyChart.html: it has no legend, so the title says
 * which line is which.
 * @returns nothing for fewer than two periods, which are no line, or for numbers that no chart can show
 */
function renderLineChart(periods: readonly Period[]): Markdown[] {
  const largest = Math.max(1, ...periods.flatMap(({ human, ai, total }) => [human, ai, total]))
  if (periods.length < 2 || largest > Number.MAX_SAFE_INTEGER) return []
  const list = (items: readonly Markdown[]) => markdown`[${joinMarkdown(items, ', ')}]`
  const numbers = (key: 'human' | 'ai' | 'total') =>
    list(periods.map((period) => markdown`${formatPlainNumber(period[key])}`))
  const names = list(namePeriods(periods).map((name) => markdown`"${name}"`))
  const lines = [
    THEME,
    markdown`xychart-beta`,
    markdown`    title "Views: all (gray), by people (blue), by AI (purple)"`,
    markdown`    x-axis ${names}`,
    markdown`    y-axis 0 --> ${formatPlainNumber(largest)}`,
    markdown`    line ${numbers('total')}`,
    markdown`    line ${numbers('human')}`,
    markdown`    line ${numbers('ai')}`,
  ]
  return [markdown`\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``]
}

/** The colors of the pie, which can be read on white as well as on black. */
const THEME = markdown`%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, "xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {"xyChart": {"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", "xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", "yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", "plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`

function renderPeriods(periods: readonly Period[]): Markdown {
  const names = namePeriods(periods)
  const rows = periods.map(({ to, human, ai, total }, index) => [
    markdown`${names[index] ?? ''}`,
    markdown`${to}`,
    ...[human, ai, total].map((count) => markdown`${formatNumber(count)}`),
  ])
  const header = [markdown`From`, markdown`To (not included)`, markdown`Human`, markdown`AI`, markdown`Total`]
  return table(header, rows, [':--', ':--', '--:', '--:', '--:'])
}
