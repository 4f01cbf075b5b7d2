import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import type { DateRange } from '../reports/dates.ts'
import {
  type Comparison,
  comparePeriods,
  type ExportDependencies,
  type RowOptions,
} from './comparison/compare-periods.ts'
import { createPageTable, type PageTable } from './comparison/page-table.ts'
import { createRanking } from './comparison/ranking.ts'
import type { ExportFile, KeptFile } from './file/export-file.ts'
import { COLUMNS, createFormat } from './file/formats.ts'
import { type Explanation, type ExportWarning, warnOfData } from './problems.ts'
import { type FetchedPeriod, fetchPeriod, type PeriodQuery, type Shortfall } from './reading/fetch-period.ts'

/** What to export. */
export interface ExportOptions extends PeriodQuery, RowOptions {
  /** The period to compare with. */
  previousRange: DateRange | undefined
  /** Whether a later run has more of the same period. */
  isToDate: boolean
}

export interface ExportResult {
  /** `complete`: every row is in the file; `incomplete`: `shortfalls` say why not; `failed`: a failure ended it. */
  outcome: 'complete' | 'incomplete' | 'failed'
  shortfalls: Shortfall[]
  /** As the first page says. */
  totals?: ViewCounts | undefined
  /** Rows written. */
  rows: number
  /** Requests sent for the period itself, repeats included. */
  requests: number
  /** Path of the file from the workspace; nothing when there is none. */
  file?: string | undefined
  /** Where to continue; nothing when complete. */
  nextOffset?: number | undefined
  top: ViewRow[]
  /** Rows that no table shows, and their views; undefined when nothing is excluded. */
  excluded?: { rows: number; views: number } | undefined
  /** Nothing when none was asked for, or the previous period could not be read whole. */
  comparison?: Comparison | undefined
  warnings: ExportWarning[]
  /** Why it failed. */
  failure?: unknown
}

/** What summary and report comment show. */
export interface ExportReport extends Pick<ExportOptions, 'range' | 'isToDate' | 'offset' | 'topBy'> {
  projectId: string
  result: ExportResult
  explanation?: Explanation | undefined
}

/**
 * Exports all pages of page views to a file, in the order of the service, and then compares them with the previous
 * period, which never costs the export. Without a comparison memory does not grow with the number of rows. Rows that
 * were read before a failure are kept in a partial file. Never throws.
 */
export async function exportPageViews(
  options: ExportOptions,
  dependencies: ExportDependencies,
): Promise<ExportResult> {
  const { previousRange, topBy } = options
  const table = previousRange && createPageTable(topBy)
  const { result, isBelowTotals } = await writeExport(options, dependencies, table)
  const { outcome, totals, rows, requests, warnings } = result
  if (!table || !previousRange || !totals || outcome === 'failed') return result
  const query = { ...options, range: previousRange, offset: 0 }
  const isWhole = isWholePeriod(result, options)
  const compared = await comparePeriods(
    { ...options, query, table, totals, requests, isWhole, isBelowTotals },
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

/** Whether every row of the period was read. */
export function isWholePeriod(
  { outcome }: Pick<ExportResult, 'outcome'>,
  { offset }: Pick<PeriodQuery, 'offset'>,
): boolean {
  return outcome === 'complete' && offset === 0
}

/** Reads the period and writes it as it is when nothing is compared. */
async function writeExport(
  options: ExportOptions,
  { openFile, ...reader }: ExportDependencies,
  table: PageTable | undefined,
): Promise<{ result: ExportResult; isBelowTotals: boolean }> {
  const { range, extension, topBy } = options
  let file: ExportFile
  try {
    file = await openFile()
  } catch (failure) {
    return { result: failUnstarted(options, failure), isBelowTotals: false }
  }
  const format = createFormat(extension, COLUMNS)
  const top = createRanking<ViewRow>(options.topCount, (row) => row[topBy])
  const excluded = { rows: 0, views: 0 }
  let hasBegun = false
  let hasRows = false
  const fetched = await fetchPeriod(options, {
    ...reader,
    async takePage({ views, totals }) {
      await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows))
      hasBegun = true
      hasRows ||= views.length > 0
      for (const { path, human, ai, total } of views) {
        if (options.isExcluded?.(path)) {
          excluded.rows += 1
          excluded.views += total
        } else top.add({ path, human, ai, total })
      }
      if (table !== undefined) views.forEach(table.add)
    },
  })
  // Without a page nothing is known, and an empty file would look like a result.
  const finished = await finishFile(fetched, hasBegun ? format.end() : undefined, file, options.offset)
  const shown = { top: top.list(), excluded: options.isExcluded && excluded }
  return { result: assembleResult(options, fetched, finished, shown), isBelowTotals: fetched.isBelowTotals }
}

/** The result of an export that failed before its first request. */
export function failUnstarted({ offset }: Pick<PeriodQuery, 'offset'>, failure: unknown): ExportResult {
  const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] }
  return { outcome: 'failed', ...nothing, nextOffset: offset, failure }
}

/** What became of the file. */
type FinishedFile = Partial<KeptFile> & { failure?: unknown }

/**
 * Gives the file its name. A failure here is the result, too: the rows are lost then.
 * @param end the end of its text; undefined when nothing was written
 */
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
    // Its rows are in this file too, unless this is the part that was missing there.
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
  const { rows, requests, totals, shortfalls, nextOffset, warnings } = fetched
  const failure = finished.failure ?? fetched.failure
  const isComplete = failure === undefined && shortfalls.length === 0
  const file = finished.path
  return {
    outcome: failure === undefined ? (isComplete ? 'complete' : 'incomplete') : 'failed',
    shortfalls,
    totals,
    rows: file === undefined ? 0 : rows,
    requests,
    file,
    nextOffset: isComplete ? undefined : file === undefined ? options.offset : nextOffset,
    ...shown,
    warnings: [
      ...warnOfFile(options, finished, { rows, isPartial: fetched.failure !== undefined, isComplete }),
      ...warnings.map((warning) => warnOfData('data', warning)),
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
  return messages
    .filter((message) => typeof message === 'string')
    .map((message) => ({ about: 'inputs', message }))
}
