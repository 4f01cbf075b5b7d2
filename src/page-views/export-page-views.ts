import type { ViewCounts, ViewRow, ViewsPage } from '../docs-service/schema.ts'
import {
  type Comparison,
  comparePeriods,
  createPageTable,
  type ExportDependencies,
  type ExportOptions,
  type PageTable,
} from './comparison/compare-periods.ts'
import { createRanking } from './comparison/ranking.ts'
import type { ExportFile } from './file/export-file.ts'
import { COLUMNS, createFormat } from './file/formats.ts'
import type { Explanation, ExportWarning, Shortfall } from './problems.ts'
import { type FetchedPeriod, fetchPeriod, type PeriodQuery } from './reading/fetch-period.ts'
import { addViews, NO_VIEWS, subtractViews } from './view-counts.ts'

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
export interface ExportReport extends Pick<ExportOptions, 'range' | 'offset' | 'topBy'> {
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
  const { previousRange } = options
  const table = previousRange && createPageTable()
  const { result, received, isBelow } = await writeExport(options, dependencies, table)
  const { outcome, totals, rows, requests, warnings } = result
  if (!table || !received || outcome === 'failed') return result
  if (totals === undefined) return { ...result, warnings: [...warnings, NO_TOTALS] }
  const isWhole = isWholePeriod(result, options) && !isBelow
  const exported = { range: options.range, received, totals, requests, isWhole }
  const compared = await comparePeriods(options, exported, { table, range: previousRange }, dependencies)
  const { comparison } = compared
  return { ...result, comparison, rows: comparison?.rows ?? rows, warnings: [...warnings, ...compared.warnings] }
}

const NO_TOTALS: ExportWarning = {
  about: 'no comparison',
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
): Promise<{ result: ExportResult; received?: ViewCounts | undefined; isBelow?: boolean }> {
  const { range, extension, topBy, topCount, isExcluded } = options
  let file: ExportFile
  try {
    file = await openFile()
  } catch (failure) {
    const nothing = { rows: 0, requests: 0, shortfalls: [], top: [], warnings: [] }
    return { result: { outcome: 'failed', ...nothing, nextOffset: options.offset, failure } }
  }
  const format = createFormat(extension, COLUMNS)
  const top = createRanking<ViewRow>(topCount, (row) => row[topBy])
  let [hasBegun, hasRows] = [false, false]
  let [left, leftRows] = [NO_VIEWS, 0]
  const takePage = async ({ views, totals }: ViewsPage) => {
    await file.write((hasBegun ? '' : format.begin({ ...range, totals })) + format.rows(views, !hasRows))
    hasBegun = true
    hasRows ||= views.length > 0
    for (const row of views) {
      const { path, human, ai, total } = row
      table?.add(row)
      if (isExcluded?.(path)) {
        left = addViews(left, row)
        leftRows += 1
      } else top.add({ path, human, ai, total })
    }
  }
  const fetched = await fetchPeriod(options, { ...reader, waitForQuota: true, takePage })
  // An export without any page writes no file, since an empty one would look like a result.
  const finished = hasBegun ? await finishFile(file, format.end(), fetched) : {}
  await file.discard()
  const result = assembleResult(options, fetched, finished, top.list())
  const { totals: received, isBelow } = fetched
  if (isExcluded === undefined) return { result: { ...result, totals: received }, received, isBelow }
  const totals = received && isWholePeriod(result, options) ? subtractViews(received, left) : undefined
  return { result: { ...result, totals, excluded: { rows: leftRows, views: left.total } }, received, isBelow }
}

/** @returns the path of the file; without one, the rows are lost */
async function finishFile(file: ExportFile, end: string, fetched: FetchedPeriod) {
  try {
    await file.write(end)
    return { path: await (fetched.failure === undefined ? file.keep() : file.keepPartial()) }
  } catch (failure) {
    return { failure }
  }
}

function assembleResult(
  { offset }: ExportOptions,
  fetched: FetchedPeriod,
  { path: file, failure = fetched.failure }: { path?: string; failure?: unknown },
  top: ViewRow[],
): ExportResult {
  const { rows, requests, shortfalls, warnings } = fetched
  const read = shortfalls.length === 0 ? 'complete' : 'incomplete'
  const outcome = failure === undefined ? read : 'failed'
  const nextOffset = file === undefined ? offset : fetched.nextOffset
  return {
    outcome,
    shortfalls,
    rows: file === undefined ? 0 : rows,
    requests,
    file,
    nextOffset: outcome === 'complete' ? undefined : nextOffset,
    top,
    warnings,
    failure,
  }
}
