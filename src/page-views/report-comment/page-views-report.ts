import type { Report } from '../../reports/report-comment.ts'
import { readList } from '../../untrusted/json.ts'
import { type HistoryEntry, mergeHistory, parseEntry, toEntry } from './history.ts'
import { type RunReport, renderReportComment } from './render-report.ts'

/** The report comment is about the period of its run, and remembers the totals of those that are over. */
export function createPageViewsReport(run: RunReport): Report<HistoryEntry[]> {
  const added = listEntries(run)
  return {
    name: 'page-views',
    parse: (value) => readList(value, parseEntry),
    merge: (known) => mergeHistory(known.flat(), added),
    render: (entries, published) => renderReportComment(run, entries, published),
    isIn(entries, found) {
      const known = new Set(found.map((entry) => JSON.stringify(entry)))
      return entries.every((entry) => known.has(JSON.stringify(entry)))
    },
  }
}

/** Lists the periods that this run has read, unless later runs have more of them. */
function listEntries({ report: { range, result, isToDate }, totals, exclude }: RunReport): HistoryEntry[] {
  const { comparison } = result
  if (isToDate) return []
  const entry = toEntry(range, totals, exclude)
  return comparison ? [toEntry(comparison.range, comparison.totals, exclude), entry] : [entry]
}
