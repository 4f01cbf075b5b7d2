import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import type { DateRange } from '../reports/dates.ts'
import {
  type Comparison,
  comparePeriods,
  type ExportDependencies,
  type RowOptions,
} from './comparison/compare-periods.ts'
import { createViewSum, subtractViews } from './comparison/excluded-views.ts'
import { createPageTable, type PageTable } from './comparison/page-table.ts'
import { createRanking } from './comparison/ranking.ts'
import type { ExportFile, KeptFile } from './file/export-file.ts'
import { COLUMNS, createFormat } from './file/formats.ts'
import type { Explanation, ExportWarning } from './problems.ts'
import { type FetchedPeriod, fetchPeriod, type PeriodQuery, type Shortfall } from './reading/fetch-period.ts'

export interface ExportOptions extends PeriodQuery, RowOptions {
  /** The period to compare with; undefined for no comparison. */
  previousRange: DateRange | undefined
  /** Whether a later run has more of the same period. */
  isToDate: boolean
}

export interface ExportResult {
  /** `complete`: the file has every row; `incomplete`: `shortfalls` tells why not; `failed`: `failure` ended it. */
  outcome: 'complete' | 'incomplete' | 'failed'
  shortfalls: Shortfall[]
  /** From the first page, without what `exclude` leaves out; undefined where that isn't known. */
  totals?: ViewCounts | undefined
  /** Rows in the file. */
  rows: number
  /** Requests for the period itself, retries included. */
  requests: number
  /** Relative to the workspace; undefined without a file. */
  file?: string | undefined
  /** Where to continue; undefined if complete. */
  nextOffset?: number | undefined
  top: ViewRow[]
  /** The rows that `exclude` leaves out, and their views; undefined without `exclude`. */
  excluded?: { rows: number; views: number } | undefined
  /** Undefined without `compare`, and if the previous period isn't whole. */
  comparison?: Comparison | undefined
  warnings: ExportWarning[]
  failure?: unknown
}

/** What the summary and the report comment show. */
export interface ExportReport extends Pick<ExportOptions, 'range' | 'isToDate' | 'offset' | 'topBy'> {
  projectId: string
  /** Names the site; empty for the project ID. */
  title: string
  result: ExportResult
  explanation?: Explanation | undefined
}

/**
 * Exports page views to a file, in the service's order, and then compares them with the previous period. Without a
 * comparison, memory doesn't grow with the number of rows. A failure keeps the rows so far in a partial file. Never
 * throws.
 */
export async function exportPageViews(options: ExportOptions, dependencies: ExportDependencies): Promise<ExportResult> {
  const { previousRange, topBy } = options
  const table = previousRange && createPageTable(topBy)
  const { result, received, excluded, isBelowTotals } = await writeExport(options, dependencies, table)
  const { outcome, totals, rows, requests, warnings } = result
  if (!table || !previousRange || !received || outcome === 'failed') return result
  if (totals === undefined) return { ...result, warnings: [...warnings, NO_TOTALS] }
  const query = { ...options, range: previousRange, offset: 0 }
  const isWhole = isWholePeriod(result, options)
  const compared = await comparePeriods(
    { ...options, query, table, totals: received, excluded, requests, isWhole, isBelowTotals },
    dependencies,
  )
  const { comparison } = compared
  return {
    ...result,
    comparison,
    rows: comparison?.rows ?? rows,
    warnings: [...warnings, ...compared.warnings],
  }
}

const NO_TOTALS: ExportWarning = {
  about: 'comparison',
  message: "With `exclude`, a comparison needs every row of the period, and this export doesn't have them.",
}

/** Whether every row of the period was read. */
export function isWholePeriod(
  { outcome }: Pick<ExportResult, 'outcome'>,
  { offset }: Pick<PeriodQuery, 'offset'>,
): boolean {
  return outcome === 'complete' && offset === 0
}

/** Reads the period and writes it without a comparison. */
async function writeExport(
  options: ExportOptions,
  { openFile, ...reader }: ExportDependencies,
  table: PageTable | undefined,
): Promise<{ result: ExportResult; received?: ViewCounts | undefined; excluded: ViewCounts; isBelowTotals: boolean }> {
  const { range, extension, topBy } = options
  const left = createViewSum()
  let file: ExportFile
  try {
    file = await openFile()
  } catch (failure) {
    return { result: failUnstarted(options, failure), excluded: left.views, isBelowTotals: false }
  }
  const format = createFormat(extension, COLUMNS)
  const top = createRanking<ViewRow>(options.topCount, (row) => row[topBy])
  let hasBegun = false
  let hasRows = false
  const fetched = await fetchPeriod(options, {
    ...reader,
    async takePage({ views, totals }) {
      await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows))
      hasBegun = true
      hasRows ||= views.length > 0
      for (const { path, human, ai, total } of views) {
        if (options.isExcluded?.(path)) left.add({ human, ai, total })
        else top.add({ path, human, ai, total })
      }
      if (table !== undefined) views.forEach(table.add)
    },
  })
  // An export without any page writes no file, since an empty one would look like a result.
  const finished = await finishFile(fetched, hasBegun ? format.end() : undefined, file, options.offset)
  const excluded = options.isExcluded && { rows: left.rows(), views: left.views.total }
  const result = assembleResult(options, fetched, finished, { top: top.list(), excluded })
  const { totals: received, belowTotals } = fetched
  const isKnown = excluded === undefined || isWholePeriod(result, options)
  const totals = received && isKnown ? subtractViews(received, left.views) : undefined
  return { result: { ...result, totals }, received, excluded: left.views, isBelowTotals: belowTotals !== undefined }
}

/** Creates the result of an export that failed before its first request. */
export function failUnstarted({ offset }: Pick<PeriodQuery, 'offset'>, failure: unknown): ExportResult {
  const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] }
  return { outcome: 'failed', ...nothing, nextOffset: offset, failure }
}

/** Without a path, the rows are lost. */
type FinishedFile = Partial<KeptFile> & { failure?: unknown }

/** @param end the end of the file's text; undefined if nothing was written */
async function finishFile(
  { failure: readingFailure }: FetchedPeriod,
  end: string | undefined,
  file: ExportFile,
  offset: number,
): Promise<FinishedFile> {
  try {
    if (end === undefined) return {}
    await file.write(end)
    if (readingFailure !== undefined) return await file.keepPartial()
    const kept = await file.keep()
    // This file has its rows, too, unless it's the part that was missing there.
    if (offset === 0) await file.removeOldPartial()
    return kept
  } catch (failure) {
    return { failure }
  } finally {
    await file.discard()
  }
}

function assembleResult(
  options: ExportOptions,
  fetched: FetchedPeriod,
  finished: FinishedFile,
  shown: Pick<ExportResult, 'top' | 'excluded'>,
): ExportResult {
  const { rows, requests, shortfalls, nextOffset, belowTotals, unsearched } = fetched
  const failure = finished.failure ?? fetched.failure
  const isComplete = failure === undefined && shortfalls.length === 0
  const file = finished.path
  return {
    outcome: failure === undefined ? (isComplete ? 'complete' : 'incomplete') : 'failed',
    shortfalls,
    rows: file === undefined ? 0 : rows,
    requests,
    file,
    nextOffset: isComplete ? undefined : file === undefined ? options.offset : nextOffset,
    ...shown,
    warnings: [
      ...warnOfFile(options, finished, { rows, isPartial: fetched.failure !== undefined, isComplete }),
      ...(belowTotals === undefined ? [] : [{ about: 'data', message: belowTotals } as const]),
      ...(unsearched === undefined ? [] : [{ about: 'checks', message: unsearched } as const]),
    ],
    failure,
  }
}

function warnOfFile(
  { offset }: ExportOptions,
  { path, hasReplaced = false }: FinishedFile,
  { rows, isPartial, isComplete }: { rows: number; isPartial: boolean; isComplete: boolean },
): ExportWarning[] {
  const isPart = offset > 0
  const messages = [
    hasReplaced && isPartial && `\`${path}\` of a previous export was replaced. It now has ${rows} rows.`,
    hasReplaced && !isPartial && isPart && `\`${path}\` now has only the rows from \`offset: ${offset}\` on.`,
    isPart && isComplete && rows === 0 && `There are no rows from \`offset: ${offset}\` on.`,
  ]
  return messages.flatMap((message) => (message === false ? [] : [{ about: 'inputs', message }]))
}
