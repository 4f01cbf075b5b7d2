import type { ViewCounts, ViewRow } from '../../../src/docs-service/schema.ts'
import type { DateRange } from '../../../src/formatting/dates.ts'
import type { Comparison } from '../../../src/page-views/comparison/compare-periods.ts'
import type { Mover } from '../../../src/page-views/comparison/movers.ts'
import type { ExportOptions } from '../../../src/page-views/export-options.ts'
import type { ExportResult } from '../../../src/page-views/export-page-views.ts'
import type { RangeTotals } from '../../../src/page-views/reading/fetch-totals.ts'
import type { ExportReport } from '../../../src/page-views/result/export-report.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

export function counts(human: number, ai = 0): ViewCounts {
  return { human, ai, total: human + ai }
}

/** A row as the service sends it. */
export function row(path: string, human = 1, ai = 0): ViewRow {
  return { path: untrustedText(path), ...counts(human, ai) }
}

/** A page with other views in the previous period. */
export function mover(path: string, before: [number, number?], now: [number, number?]): Mover {
  return { ...row(path, ...now), previous: counts(...before) }
}

export const RANGE = { dateFrom: '2026-11-16T00:00:00Z', dateTo: '2026-11-23T00:00:00Z' }
export const PREVIOUS_RANGE = { dateFrom: '2026-11-09T00:00:00Z', dateTo: '2026-11-16T00:00:00Z' }

/** Of ten rows per request. */
export const OPTIONS: ExportOptions = {
  range: RANGE,
  split: 'none',
  parts: [RANGE],
  days: [],
  limit: 10,
  offset: 0,
  maximumRequests: 100,
  extension: '.ndjson',
  topCount: 3,
  topBy: 'total',
  previousRange: undefined,
}

/** A complete export of a week. */
export const RESULT: ExportResult = {
  ...resultOf(counts(1200, 300)),
  outcome: 'complete',
  shortfalls: [],
  rows: 1000,
  pages: 5,
  requests: 5,
  previousRequests: 0,
  dayRequests: 0,
  file: 'out/page-views.csv',
  top: [row('/a', 100, 50), row('/b', 0, 1)],
  excluded: { rows: 0, views: 0 },
  days: [],
  warnings: [],
}

/** What depends on the totals of a range. */
export function resultOf(totals: ViewCounts, range: DateRange = RANGE): Pick<ExportResult, 'parts' | 'known'> {
  const part = { range, received: totals, totals, isWhole: true }
  return { parts: [part], known: { range, totals, parts: 1 } }
}

/** A day, or a part of it, with these totals. */
export function dayOf(range: DateRange, totals: ViewCounts): RangeTotals {
  return { range, received: totals, totals }
}

/** The previous week. */
export const COMPARISON: Comparison = {
  range: PREVIOUS_RANGE,
  totals: counts(1000, 400),
  isEmpty: false,
  lengths: { days: 1, previousDays: 1 },
  movers: {
    rising: [mover('/up', [10, 0], [50, 15]), mover('/new', [0, 0], [16, 0])],
    falling: [mover('/less', [80, 20], [0, 25]), mover('/gone', [14, 1], [0, 0])],
    others: { totals: counts(1134, 260), previous: counts(896, 379) },
  },
}

export const REPORT: ExportReport = { projectId: 'acme-docs', title: '', options: OPTIONS, result: RESULT }
