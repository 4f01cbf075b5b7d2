import type { ViewCounts } from '../../docs-service/schema.ts'
import { renderChartTheme } from '../../reports/charts.ts'
import { formatMinute } from '../../reports/dates.ts'
import { formatNumber, formatPlainNumber } from '../../reports/numbers.ts'
import { details, joinMarkdown, link, type Markdown, markdown, replacePart, table } from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ExportReport } from '../export-page-views.ts'
import { renderState, renderTitle, renderWarnings } from '../result/render-summary.ts'
import { renderPageTables, renderTotals } from '../result/tables.ts'
import { explainAiChange, formatPercent } from '../result/words.ts'
import { findBefore, type HistoryEntry, nameEntries, selectChart } from './history.ts'

export interface RunReport {
  report: ExportReport
  totals: ViewCounts
  runUrl: URL
  /** Milliseconds since 1970. */
  nowMs: number
}

/**
 * Renders the report comment. A long comment is cut at its end, so the pages come last.
 * @param entries the last periods, this one included
 * @param replaces the report of a previous API key
 */
export function renderReportComment(
  { report, totals, runUrl, nowMs }: RunReport,
  entries: readonly HistoryEntry[],
  replaces?: URL,
): Markdown {
  const { projectId, result, range } = report
  const run = link(markdown`Workflow run`, runUrl)
  const older = replaces && markdown` · ${link(markdown`Report before the API key changed`, replaces)}`
  const parts = [
    renderTitle(projectId),
    markdown`<sub>Updated ${formatMinute(nowMs)} UTC · ${run}${older ?? ''}</sub>`,
    ...renderState(report),
    ...renderTotals(totals, range, result.comparison),
    ...renderWarnings(result.warnings),
    renderHistory(entries),
    ...renderPageTables(report),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** The lines around chart and table, which a run for another period replaces. Text by others can't contain them. */
const HISTORY_START = markdown`\n<!-- docs-agent-periods -->`
const HISTORY_END = markdown`\n<!-- docs-agent-periods end -->`

/** Replaces the chart and the table in a published comment. */
export function replaceHistory(published: UntrustedText, entries: readonly HistoryEntry[]): Markdown {
  return replacePart(published, [HISTORY_START, HISTORY_END], renderHistory(entries))
}

function renderHistory(entries: readonly HistoryEntry[]): Markdown {
  const { shown, isAfterGap } = selectChart(entries)
  const body = [
    ...renderLineChart(shown),
    ...renderNotes(shown, isAfterGap, entries.length),
    ...(entries.length === 0 ? [] : [details('Totals of the last periods', renderEntries(entries))]),
  ]
  return markdown`${HISTORY_START}\n\n${joinMarkdown(body, '\n\n')}\n${HISTORY_END}`
}

function renderNotes(shown: readonly HistoryEntry[], isAfterGap: boolean, known: number): Markdown[] {
  const [first, last] = [shown.at(0), shown.at(-1)]
  if (shown.length < 2 || first === undefined || last === undefined) return []
  const notes = [
    isAfterGap && `The chart begins after a gap, on ${first.from}.`,
    shown.length < known && 'The table also has periods that the chart leaves out.',
    explainAiChange(first.from, last.to),
  ].filter((note) => typeof note === 'string')
  return notes.length === 0 ? [] : [markdown`${notes.join(' ')}`]
}

/**
 * Renders a chart of totals, unless there are fewer than two periods, or numbers too large for a chart.
 * https://mermaid.js.org/syntax/xyChart.html: it has no legend, so the title explains the colors.
 */
function renderLineChart(entries: readonly HistoryEntry[]): Markdown[] {
  const largest = Math.max(1, ...entries.flatMap(({ human, ai, total }) => [human, ai, total]))
  if (entries.length < 2 || largest > Number.MAX_SAFE_INTEGER) return []
  const list = (items: readonly Markdown[]) => markdown`[${joinMarkdown(items, ', ')}]`
  const numbers = (key: 'human' | 'ai' | 'total') =>
    list(entries.map((entry) => markdown`${formatPlainNumber(entry[key])}`))
  const names = list(nameEntries(entries).map((name) => markdown`"${name}"`))
  const lines = [
    renderChartTheme(),
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

function renderEntries(entries: readonly HistoryEntry[]): Markdown {
  const names = nameEntries(entries)
  const rows = entries.map((entry, index) => {
    const before = findBefore(entry, entries)
    const change = before && formatPercent(entry.total, before.total)
    const counts = [entry.human, entry.ai, entry.total].map(formatNumber)
    return [
      markdown`${names[index] ?? ''}`,
      entry.isToDate ? markdown`${entry.to} (to date)` : markdown`${entry.to}`,
      ...[...counts, change || ' '].map((text) => markdown`${text}`),
    ]
  })
  const ends = [markdown`From`, markdown`To (not included)`]
  const counts = [markdown`Human`, markdown`AI`, markdown`Total`, markdown`Change`]
  return table([...ends, ...counts], rows, [':--', ':--', '--:', '--:', '--:', '--:'])
}
