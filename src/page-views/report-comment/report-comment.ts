import { formatMinute } from '../../formatting/dates.ts'
import { formatCount } from '../../formatting/numbers.ts'
import { link, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { findEmptyDays } from '../reading/fetch-totals.ts'
import type { ExportReport } from '../result/export-report.ts'
import { formatHeadline } from '../result/headline.ts'
import { listPeriods, renderSummary } from '../result/render-summary.ts'
import { remember, type ShownPeriod, toRange } from './history.ts'

/**
 * The report comment: the job summary, with the periods that the comment has shown.
 * @param known what the comment remembers; none for a new one
 * @param origin the workflow run, and when it wrote the report, in milliseconds since 1970
 * @returns its content and first sentence, and what it remembers from now on
 */
export function createReportComment(
  report: ExportReport,
  known: readonly ShownPeriod[],
  origin: { runUrl: URL; nowMs: number },
): { content: Markdown; headline: string | undefined; memory: ShownPeriod[] } {
  const memory = remember(known, listShown(report))
  const { comparison } = report.result
  const previous = memory.find(({ from, to }) => from === comparison?.range.dateFrom && to === comparison?.range.dateTo)
  const periods = memory.map((period) => {
    const { human, ai, total, emptyDays = 0 } = period
    const note = emptyDays === 0 ? '' : ` (no views on ${formatCount(emptyDays, 'day')})`
    return { range: toRange(period), totals: { human, ai, total }, note }
  })
  const updated = markdown`Updated ${formatMinute(origin.nowMs)} UTC`
  const run = link(markdown`Workflow run`, origin.runUrl)
  const emptyDaysBefore = previous?.emptyDays ?? 0
  const content = renderSummary(report, { periods, emptyDaysBefore, origin: [updated, run] })
  return { content, headline: formatHeadline(report, emptyDaysBefore), memory }
}

/** The periods that this run has read. */
function listShown(report: ExportReport): ShownPeriod[] {
  const { days } = report.result
  const { range: own, days: wanted } = report.options
  const emptyDays = findEmptyDays(days).length
  // If every day was read, 0 replaces the remembered number: data may come late.
  const isKnown = emptyDays > 0 || (days.length > 0 && days.length === wanted.length)
  return listPeriods(report).flatMap(({ range, totals }) => {
    if (totals === undefined) return []
    const { dateFrom: from, dateTo: to } = range
    const isOwn = to === own.dateTo
    return [{ ...(from !== undefined && { from }), to, ...totals, ...(isOwn && isKnown && { emptyDays }) }]
  })
}
