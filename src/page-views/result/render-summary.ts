import { renderRange } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import { code, joinMarkdown, type Markdown, markdown, plain, prose } from '../../untrusted/markdown.ts'
import type { ExportReport } from '../export-page-views.ts'
import { type ExportWarning, explainShortfalls } from '../problems.ts'
import { renderPageTables, renderShares, renderTotals } from './tables.ts'
import { explainContinuation } from './words.ts'

export function renderSummary(report: ExportReport): Markdown {
  const { totals, warnings } = report.result
  const parts = [
    renderTitle(report),
    ...renderState(report),
    ...(totals === undefined ? [] : [...renderTotals(totals, report), ...renderShares(totals)]),
    ...renderPageTables(report),
    ...renderWarnings(warnings),
    renderFooter(report),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** Renders the job summary of a step that requested nothing. */
export function renderRefusal(problem: string): Markdown {
  return markdown`## Page views\n\n> [!CAUTION]\n> **Nothing was exported.**\n\n${prose(problem)}`
}

export function renderTitle({ projectId, title }: ExportReport): Markdown {
  return markdown`## Page views of ${title === '' ? code(projectId) : plain(title)}`
}

export function renderState({ result, range, explanation }: ExportReport): Markdown[] {
  if (result.outcome === 'complete') return []
  const continuation = prose(explainContinuation(result, range))
  if (result.outcome === 'incomplete')
    return [markdown`> [!WARNING]\n> **Not complete:** ${prose(explainShortfalls(result.shortfalls))} ${continuation}`]
  const problem = prose(explanation?.problem ?? '')
  const detail = explanation?.detail
  const said = detail === undefined ? markdown`` : markdown` The service said: ${code(detail, 500)}`
  return [markdown`> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`]
}

/** Renders a block for each title. */
export function renderWarnings(warnings: readonly ExportWarning[]): Markdown[] {
  const groups = Object.entries(Object.groupBy(warnings, ({ about }) => about))
  return groups.map(([title, group = []]) => {
    const items = group.map(({ message, quote }) => {
      const suffix = quote === undefined ? markdown`` : markdown` The service said: ${code(quote, 120)}`
      return markdown`> - ${prose(message)}${suffix}`
    })
    const heading = title.replace(/^./u, (first) => first.toUpperCase())
    return joinMarkdown([markdown`> [!WARNING]\n> ${heading}:\n>`, ...items], '\n')
  })
}

function renderFooter({ result, range, offset }: ExportReport): Markdown {
  const { totals, rows, file, requests, comparison } = result
  const skipped = offset === 0 ? '' : ` (after the first ${formatNumber(offset)})`
  const compared = comparison && markdown`${formatCount(comparison.requests, 'request')} for the previous period`
  const parts = [
    ...(totals === undefined ? [renderRange(range)] : []),
    file === undefined ? markdown`no file` : markdown`${formatCount(rows, 'row')}${skipped} in ${code(file)}`,
    markdown`${formatCount(requests, 'request')}`,
    ...(compared === undefined ? [] : [compared]),
  ]
  return markdown`<sub>${joinMarkdown(parts, ' · ')}</sub>`
}
