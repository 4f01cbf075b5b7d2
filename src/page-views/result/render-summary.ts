import { countDays, renderRange } from '../../formatting/dates.ts'
import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { code, joinMarkdown, type Markdown, markdown, plain, prose } from '../../untrusted/markdown.ts'
import { type ExportWarning, explainShortfalls } from '../problems.ts'
import type { ExportReport } from './export-report.ts'
import { formatHeadline } from './headline.ts'
import { renderParts, renderSeries, type SeriesPoint } from './series.ts'
import { renderPageTables } from './tables.ts'
import { explainContinuation } from './words.ts'

/** What the report comment knows beyond the run. */
export interface Remembered {
  /** The periods that the comment has shown, this one and the one that it is compared with included. */
  periods: readonly SeriesPoint[]
  /** How many days of the previous period have no views, as far as that is known. */
  emptyDaysBefore: number
  /** When the report was written, and by which run. */
  origin: readonly Markdown[]
}

/** Renders the job summary, which is also the report comment. A long comment is cut at its end. */
export function renderSummary(report: ExportReport, remembered?: Remembered): Markdown {
  const { warnings } = report.result
  const headline = formatHeadline(report, remembered?.emptyDaysBefore)
  const parts = [
    renderTitle(report),
    ...renderState(report),
    ...(headline === undefined ? [] : [prose(headline)]),
    ...listNotes(report).map(prose),
    ...renderParts(report),
    ...renderPeriods(report, remembered?.periods),
    ...renderPageTables(report),
    ...renderWarnings(warnings),
    renderFooter(report, remembered?.origin),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** A table of periods, and a chart of those that are as long as this one, give or take a fifth, as months are. */
function renderPeriods(report: ExportReport, remembered: readonly SeriesPoint[] | undefined): Markdown[] {
  const { range, split } = report.options
  const periods = remembered ?? (split === 'none' ? listPeriods(report) : [])
  const days = countDays(range)
  const charted = periods.filter((each) => 5 * Math.abs(countDays(each.range) - days) <= days)
  return renderSeries('period', periods, charted)
}

/** The periods of this run whose totals are known. */
export function listPeriods({ options: { parts }, result: { known, comparison } }: ExportReport): SeriesPoint[] {
  if (known === undefined || known.parts < parts.length) return []
  return [...(comparison ? [comparison] : []), known].map(({ range, totals }) => ({ range, totals }))
}

/** Renders the job summary of a step that requested nothing. */
export function renderRefusal(problem: string): Markdown {
  return markdown`## Page views\n\n> [!CAUTION]\n> **Nothing was exported.**\n\n${prose(problem)}`
}

function renderTitle({ projectId, title }: ExportReport): Markdown {
  return markdown`## Page views of ${title === '' ? code(projectId) : plain(title)}`
}

function renderState({ result, options, explanation }: ExportReport): Markdown[] {
  if (result.outcome === 'complete') return []
  const continuation = prose(explainContinuation(result, options))
  if (result.outcome === 'incomplete')
    return [markdown`> [!WARNING]\n> **Not complete:** ${prose(explainShortfalls(result.shortfalls))} ${continuation}`]
  const problem = prose(explanation?.problem ?? '')
  const detail = explanation?.detail
  const said = detail === undefined ? markdown`` : markdown` The response says: ${code(detail, 500)}`
  return [markdown`> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`]
}

/** What readers of the figures have to know. */
function listNotes({ options, result }: ExportReport): string[] {
  const { comparison, excluded } = result
  const { isExcluded, range } = options
  const areWeeks = [range, comparison?.range ?? range].every((each) => countDays(each) % 7 === 0)
  return [
    ...(comparison && !areWeeks ? ["The periods aren't whole weeks, so they have different weekdays."] : []),
    ...(comparison?.note ? [comparison.note] : []),
    ...(isExcluded
      ? [
          excluded.rows === 0
            ? '`exclude` matches none of the rows read.'
            : `\`exclude\` leaves out ${formatCount(excluded.rows, 'row')} ` +
              `with ${formatCount(excluded.views, 'view')}. Only the file has them.`,
        ]
      : []),
    ...(isExcluded && result.days.some(({ totals }) => totals === undefined)
      ? [`With \`exclude\`, the views of a day are known only if it has at most ${options.limit} rows.`]
      : []),
  ]
}

function renderWarnings(warnings: readonly ExportWarning[]): Markdown[] {
  const groups = Object.entries(Object.groupBy(warnings, ({ about }) => about))
  return groups.map(([title, group = []]) => {
    const items = group.map(({ message, quote }) => {
      const suffix = quote === undefined ? markdown`` : markdown` The response says: ${code(quote, 120)}`
      return markdown`> - ${prose(message)}${suffix}`
    })
    const heading = title.replace(/^./u, (first) => first.toUpperCase())
    return joinMarkdown([markdown`> [!WARNING]\n> ${heading}:\n>`, ...items], '\n')
  })
}

function renderFooter({ result, options }: ExportReport, origin: readonly Markdown[] = []): Markdown {
  const { rows, file, requests, previousRequests, dayRequests, parts: read } = result
  const skipped = options.offset === 0 ? '' : ` (after row ${formatNumber(options.offset)})`
  const parts = [
    ...origin,
    ...(read.length === 0 ? [renderRange(options.range)] : []),
    file === undefined ? markdown`no file` : markdown`${formatCount(rows, 'row')}${skipped} in ${code(file)}`,
    markdown`${formatCount(requests, 'request')}`,
    ...(previousRequests > 0 ? [markdown`${formatCount(previousRequests, 'request')} for the previous period`] : []),
    ...(dayRequests > 0 ? [markdown`${formatCount(dayRequests, 'request')} for the days`] : []),
  ]
  return markdown`<sub>${joinMarkdown(parts, ' · ')}</sub>`
}
