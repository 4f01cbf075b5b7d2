import { code, joinMarkdown, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { prose } from '../../untrusted/prose.ts'
import type { RankedBy } from '../collection.ts'
import type { DateRange } from '../date-range.ts'
import type { Explanation } from '../explain-failure.ts'
import type { ExportResult } from '../export-page-views.ts'
import { type ExportWarning, WARNING_TITLES } from '../export-warning.ts'
import { describeContinuation, describeIncompleteness, describeRange } from './describe-result.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { renderPageTables } from './page-tables.ts'
import { renderPie, renderTotals } from './totals.ts'

/** What the summary shows. */
export interface ExportReport {
  projectId: string
  result: ExportResult
  range: DateRange
  /** Rows that were skipped. */
  offset: number
  topBy: RankedBy
  explanation?: Explanation | undefined
}

/** Renders the job summary. */
export function renderSummary(report: ExportReport): Markdown {
  const { projectId, result, topBy } = report
  const { totals, comparison, warnings } = result
  const parts = [
    markdown`## Page views of ${code(projectId)}`,
    ...renderState(report),
    ...(totals === undefined ? [] : [renderTotals(totals, comparison), ...renderPie(totals)]),
    ...renderPageTables({ result, topBy, isWhole: isWholePeriod(report) }),
    ...renderWarnings(warnings),
    renderFooter(report),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** Whether every row of the period was read. */
export function isWholePeriod({ result, offset }: Pick<ExportReport, 'result' | 'offset'>): boolean {
  return result.outcome === 'complete' && offset === 0
}

/** Only problems: a complete export needs no explanation. */
function renderState({ result, range, explanation }: ExportReport): Markdown[] {
  if (result.outcome === 'complete') return []
  const continuation = prose(describeContinuation(result, range))
  if (result.outcome !== 'failed')
    return [
      markdown`> [!WARNING]\n> **Not complete:** ${prose(describeIncompleteness(result))} ${continuation}`,
    ]
  const problem = prose(explanation?.problem ?? '')
  const detail = explanation?.detail
  const said = detail === undefined ? markdown`` : markdown` The service said: ${code(detail, 500)}`
  return [markdown`> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`]
}

/** A block for each subject that there are warnings about. */
function renderWarnings(warnings: readonly ExportWarning[]): Markdown[] {
  const groups = Object.entries(Object.groupBy(warnings, ({ about }) => about))
  return groups.map(([about, group]) => {
    const items = group.map(({ message, quote }) => {
      const suffix = quote === undefined ? markdown`` : markdown` ${quote.label}: ${code(quote.text, 120)}`
      return markdown`> - ${prose(message)}${suffix}`
    })
    const title = WARNING_TITLES[about as ExportWarning['about']].replace(/^./u, (first) =>
      first.toUpperCase(),
    )
    return joinMarkdown([markdown`> [!WARNING]\n> ${title}:\n>`, ...items], '\n')
  })
}

function renderFooter({ result, range, offset }: ExportReport): Markdown {
  const { rows, file, requests, comparison } = result
  const skipped = offset === 0 ? '' : ` (after the first ${formatNumber(offset)})`
  const parts = [
    markdown`${describeRange(range)}`,
    file === undefined ? markdown`no file` : markdown`${formatCount(rows, 'row')}${skipped} in ${code(file)}`,
    markdown`${formatCount(requests, 'request')}`,
    ...(comparison === undefined
      ? []
      : [
          markdown`compared with ${describeRange(comparison.range)}, ${formatCount(comparison.requests, 'request')}`,
        ]),
  ]
  return markdown`<sub>${joinMarkdown(parts, ' · ')}</sub>`
}
