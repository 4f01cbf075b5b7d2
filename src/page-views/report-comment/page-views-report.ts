import type { Report } from '../../reports/report-comment.ts'
import { readList } from '../../untrusted/json.ts'
import type { ExportReport } from '../export-page-views.ts'
import { findHeadline, type HistoryEntry, isSamePeriod, mergeHistory, parseEntry, toEntry } from './history.ts'
import { type RunReport, renderReportComment, replaceHistory } from './render-report.ts'

/**
 * The report comment remembers the totals of the last periods. Its text is about the newest one: a run for another
 * period updates only the chart and the table.
 */
export function createPageViewsReport(run: RunReport): Report<HistoryEntry[]> {
  const added = listEntries(run)
  return {
    name: 'page-views',
    parse: (value) => readList(value, parseEntry),
    merge(known) {
      return [...known, added].reduce<HistoryEntry[]>((merged, entries) => mergeHistory(merged, entries), [])
    },
    render(entries, { text, replaces }) {
      if (text !== undefined && findOtherHeadline(run.report, entries)) return replaceHistory(text, entries)
      return renderReportComment(run, entries, replaces)
    },
    isIn(entries, found) {
      const known = new Set(found.map((entry) => JSON.stringify(entry)))
      const written = entries.filter((entry) => added.some((each) => isSamePeriod(each, entry)))
      return written.every((entry) => known.has(JSON.stringify(entry)))
    },
  }
}

/** Finds the period that the report is about, if it isn't the period of this run. */
export function findOtherHeadline({ range }: ExportReport, entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  const headline = findHeadline(entries)
  const own = toEntry(range, { human: 0, ai: 0, total: 0 })
  return headline !== undefined && isSamePeriod(headline, own) ? undefined : headline
}

/** Lists the periods that this run has read. What a period to date was compared with isn't kept. */
function listEntries({ report: { range, result, isToDate }, totals }: RunReport): HistoryEntry[] {
  const { comparison } = result
  const own = toEntry(range, totals, { isToDate })
  if (comparison === undefined || isToDate) return [own]
  return [toEntry(comparison.range, comparison.totals, { isPrevious: true }), own]
}
