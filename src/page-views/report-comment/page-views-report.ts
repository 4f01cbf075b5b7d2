import type { ViewCounts } from '../../docs-service/schema.ts'
import { digest } from '../../our-comments/marker.ts'
import type { Report } from '../../our-comments/report-comment.ts'
import { renderChartTheme } from '../../reports/charts.ts'
import { formatMinute } from '../../reports/dates.ts'
import { formatNumber, formatPlainNumber } from '../../reports/numbers.ts'
import { readList } from '../../untrusted/json.ts'
import { details, joinMarkdown, link, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import { findLengths, namePerDay } from '../comparison/lengths.ts'
import type { ExportReport } from '../export-page-views.ts'
import { renderState, renderTitle, renderWarnings } from '../result/render-summary.ts'
import { renderPageTables, renderTotals } from '../result/tables.ts'
import { explainAiChange, formatPercent } from '../result/words.ts'
import { type HistoryEntry, listChain, mergeHistory, parseEntry, toEntry, toRange } from './history.ts'

export interface RunReport {
  report: ExportReport
  totals: ViewCounts
  /** Digest of `exclude`; undefined without it. */
  exclude: string | undefined
  runUrl: URL
  /** Milliseconds since 1970. */
  nowMs: number
}

/** The report comment is about the period of its run, and remembers the totals of earlier ones. */
export function createPageViewsReport(run: RunReport): Report<HistoryEntry[]> {
  const added = listEntries(run)
  return {
    kind: 'page-views',
    subject: digest(run.report.projectId),
    parse: (value) => readList(value, parseEntry),
    render(known = []) {
      const memory = mergeHistory(known, added)
      return { content: renderReportComment(run, memory), memory }
    },
  }
}

/** Lists the periods that this run has read. */
function listEntries({ report: { range, result }, totals, exclude }: RunReport): HistoryEntry[] {
  const { comparison } = result
  const entry = toEntry(range, totals, exclude)
  return comparison ? [toEntry(comparison.range, comparison.totals, exclude), entry] : [entry]
}

/**
 * A long comment is cut at its end, so the pages come last.
 * @param entries the periods that are remembered, this one included
 */
function renderReportComment(
  { report, totals, exclude, runUrl, nowMs }: RunReport,
  entries: readonly HistoryEntry[],
): Markdown {
  const { result, range } = report
  const chain = listChain(toEntry(range, totals, exclude), entries)
  const run = link(markdown`Workflow run`, runUrl)
  const parts = [
    renderTitle(report),
    markdown`<sub>Updated ${formatMinute(nowMs)} UTC · ${run}</sub>`,
    ...renderState(report),
    ...renderTotals(totals, report),
    ...renderWarnings(result.warnings),
    ...renderHistory(chain),
    ...renderPageTables(report),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** @param chain periods of one kind, each the one before the next */
function renderHistory(chain: readonly HistoryEntry[]): Markdown[] {
  const [first, last] = [chain.at(0), chain.at(-1)]
  if (first === undefined || last === undefined) return []
  const note = explainAiChange(first.from, last.to)
  return [
    ...renderLineChart(chain),
    ...(note === undefined ? [] : [markdown`${note}`]),
    details('Totals of the last periods', renderEntries(chain)),
  ]
}

/**
 * Renders a chart of totals, unless there are fewer than two periods.
 * https://mermaid.js.org/syntax/xyChart.html: it has no legend, so the title explains the colors.
 */
function renderLineChart(entries: readonly HistoryEntry[]): Markdown[] {
  const largest = Math.max(1, ...entries.flatMap(({ human, ai, total }) => [human, ai, total]))
  if (entries.length < 2) return []
  const list = (items: readonly Markdown[]) => markdown`[${joinMarkdown(items, ', ')}]`
  const numbers = (key: 'human' | 'ai' | 'total') =>
    list(entries.map((entry) => markdown`${formatPlainNumber(entry[key])}`))
  const names = list(entries.map(({ from }) => markdown`"${formatMoment(from)}"`))
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

/** A day, where it begins at midnight. */
function formatMoment(moment: string): string {
  return moment.replace(/T00:00:00Z$/u, '')
}

function renderEntries(entries: readonly HistoryEntry[]): Markdown {
  const chain = entries.map((entry, index) => {
    const before = entries[index - 1]
    return { entry, before, lengths: findLengths(toRange(entry), toRange(before ?? entry)) }
  })
  const perDay = chain.map(({ lengths }) => namePerDay(lengths)).find((name) => name !== '') ?? ''
  const rows = chain.map(({ entry, before, lengths }) => {
    const { from, to, human, ai, total } = entry
    const change = before && formatPercent(total, before.total, lengths)
    const ends = [from, to].map(formatMoment)
    return [...ends, ...[human, ai, total].map(formatNumber), change || ' '].map((text) => markdown`${text}`)
  })
  const ends = [markdown`From`, markdown`To (not included)`]
  const counts = [markdown`Human`, markdown`AI`, markdown`Total`, markdown`Change${perDay}`]
  return table([...ends, ...counts], rows, [':--', ':--', '--:', '--:', '--:', '--:'])
}
