import { createRequestCount, type RequestCount } from '../docs-service/request.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import { addViews, NO_VIEWS } from '../docs-service/view-counts.ts'
import type { DateRange } from '../formatting/dates.ts'
import { type Comparison, comparePeriods } from './comparison/compare-periods.ts'
import { createPageTable } from './comparison/page-table.ts'
import type { ExportDependencies, ExportOptions } from './export-options.ts'
import { type ExportedPart, type ExportedRows, exportRows } from './export-rows.ts'
import { type ExportWarning, explainFailure } from './problems.ts'
import type { ServiceReader } from './reading/fetch-period.ts'
import { fetchTotals, type RangeTotals } from './reading/fetch-totals.ts'

/** Totals that are known, from the first part on. */
export interface KnownTotals {
  range: DateRange
  totals: ViewCounts
  /** How many parts they are of. */
  parts: number
}

export interface ExportResult extends ExportedRows {
  /** `complete`: the file has every row; `incomplete`: `shortfalls` tells why not; `failed`: `failure` ended it. */
  outcome: 'complete' | 'incomplete' | 'failed'
  known: KnownTotals | undefined
  comparison?: Comparison | undefined
  /** Requests for the previous period. */
  previousRequests: number
  /** Requests for the days. */
  dayRequests: number
  /** Those that could be read, in order. */
  days: RangeTotals[]
}

/**
 * Exports page views to a file, and then compares them with the previous period, and reads the totals of each day.
 * Never throws.
 */
export async function exportPageViews(options: ExportOptions, dependencies: ExportDependencies): Promise<ExportResult> {
  const { previousRange, days } = options
  const table = previousRange && createPageTable()
  const exported = await exportRows(options, dependencies, table)
  const isComplete = exported.shortfalls.length === 0
  const outcome = exported.failure !== undefined ? 'failed' : isComplete ? 'complete' : 'incomplete'
  const known = sumTotals(exported.parts)
  const result: ExportResult = { ...exported, outcome, known, previousRequests: 0, dayRequests: 0, days: [] }
  const [part] = exported.parts
  if (outcome === 'failed' || part === undefined) return result
  const compared =
    table && previousRange
      ? await comparePeriods({ ...options, previousRange }, { ...exported, part }, table, dependencies)
      : { requests: 0, warnings: [] }
  const daily = await readDays(days, options, dependencies)
  return {
    ...result,
    comparison: compared.comparison,
    rows: compared.rows ?? exported.rows,
    previousRequests: compared.requests,
    dayRequests: daily.requests.sent(),
    days: daily.days,
    warnings: [...exported.warnings, ...compared.warnings, ...daily.warnings],
  }
}

/** Adds up the parts before the first one whose totals aren't known. */
function sumTotals(parts: readonly ExportedPart[]): KnownTotals | undefined {
  let known: KnownTotals | undefined
  for (const { range, totals } of parts) {
    if (totals === undefined) break
    const { totals: sum, range: first, parts: count } = known ?? { totals: NO_VIEWS, range, parts: 0 }
    known = { range: { ...first, dateTo: range.dateTo }, totals: addViews(sum, totals), parts: count + 1 }
  }
  return known
}

/** @returns the days up to the first one that can't be read */
async function readDays(
  ranges: readonly DateRange[],
  options: ExportOptions,
  reader: ServiceReader,
): Promise<{ days: RangeTotals[]; requests: RequestCount; warnings: ExportWarning[] }> {
  const requests = createRequestCount(Number.POSITIVE_INFINITY)
  const days: RangeTotals[] = []
  try {
    for (const range of ranges) days.push(await fetchTotals(range, options, { ...reader, requests }))
    return { days, requests, warnings: [] }
  } catch (failure) {
    const { problem, detail } = explainFailure(failure)
    const read = days.length === 0 ? 'No day was read.' : `Only ${days.length} of ${ranges.length} days were read.`
    return { days, requests, warnings: [{ about: 'not all days', message: `${read} ${problem}`, quote: detail }] }
  }
}
