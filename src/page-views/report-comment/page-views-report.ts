import type { Report } from '../../reports/report-comment.ts'
import { readList } from '../../untrusted/json.ts'
import type { ExportReport } from '../export-page-views.ts'
import {
  findHeadline,
  type HistoryEntry,
  isSamePeriod,
  mergeHistory,
  parseEntry,
  toEntry,
} from './history.ts'
import { type RunReport, renderReportComment, replaceHistory } from './render-report.ts'

/**
 * The report comment of page views. It remembers the totals of the last periods. The text is about the newest one: a
 * run for another one corrects the chart and the table, and nothing else.
 */
export function createPageViewsReport(run: RunReport): Report<HistoryEntry[]> {
  const added = listEntries(run)
  return {
    name: 'page-views',
    parse: (value) => readList(value, parseEntry),
    merge(known) {
      const all = known.reduce((merged, entries) => mergeHistory(merged, entries), [])
      return mergeHistory(all, added)
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

/** What the report is about, where that isn't the period of this run. */
export function findOtherHeadline(
  { range }: ExportReport,
  entries: readonly HistoryEntry[],
): HistoryEntry | undefined {
  const headline = findHeadline(entries)
  const own = toEntry(range, { human: 0, ai: 0, total: 0 })
  return headline !== undefined && isSamePeriod(headline, own) ? undefined : headline
}

/** The periods that this run knows: its own, and the one that it was compared with unless that is one to date. */
function listEntries({ report: { range, result, isToDate }, totals }: RunReport): HistoryEntry[] {
  const { comparison } = result
  const own = toEntry(range, totals, { isToDate })
  if (comparison === undefined || isToDate) return [own]
  return [toEntry(comparison.range, comparison.totals, { isPrevious: true }), own]
}
