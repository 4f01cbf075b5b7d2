import { createRequestCount } from '../docs-service/request.ts'
import type { ViewCounts, ViewRow, ViewsPage } from '../docs-service/schema.ts'
import { addViews, NO_VIEWS, subtractViews } from '../docs-service/view-counts.ts'
import type { DateRange } from '../formatting/dates.ts'
import { formatCount, formatNumber } from '../formatting/numbers.ts'
import type { PageTable } from './comparison/page-table.ts'
import { createRanking } from './comparison/ranking.ts'
import type { ExportDependencies, ExportOptions } from './export-options.ts'
import type { ExportFile } from './file/export-file.ts'
import { COLUMNS, createFormat, type Format } from './file/formats.ts'
import type { ExportWarning, Shortfall } from './problems.ts'
import { type CountingReader, type FetchedPeriod, fetchPeriod, type PeriodQuery } from './reading/fetch-period.ts'

/** A part of the range, as exported: a day, a week, a month, or all of it. */
export interface ExportedPart {
  range: DateRange
  /** As received. */
  received: ViewCounts
  /** Without what `exclude` leaves out; undefined if that isn't known, since rows are missing. */
  totals: ViewCounts | undefined
  /** Whether every row was read, so that a page without a row has no views. */
  isWhole: boolean
}

export interface ExportedRows {
  /** Those of which a page was read, in order. */
  parts: ExportedPart[]
  /** Rows in the file. */
  rows: number
  /** Pages of rows that were read. */
  pages: number
  /** Requests, retries included. */
  requests: number
  /** Relative to the workspace; undefined without a file. */
  file?: string | undefined
  /** Why rows are missing, or may be, although nothing failed. */
  shortfalls: Shortfall[]
  /** Where to continue: the beginning of a part, and how many of its rows to skip; undefined if nothing is missing. */
  next?: { from: string | undefined; offset: number } | undefined
  /** The most viewed pages; none with `split`. */
  top: ViewRow[]
  /** The rows that `exclude` leaves out, and their views. */
  excluded: { rows: number; views: number }
  warnings: ExportWarning[]
  failure?: unknown
}

/**
 * Reads one part after the other, and writes all of them to one file, in the service's order. Memory doesn't grow with
 * the rows. A failure keeps the rows so far in a partial file. Never throws.
 * @param table receives every row, for a comparison
 */
export async function exportRows(
  options: ExportOptions,
  { openFile, ...reader }: ExportDependencies,
  table: PageTable | undefined,
): Promise<ExportedRows> {
  const { range, offset } = options
  const fromStart = { rows: 0, next: { from: range.dateFrom, offset } }
  let file: ExportFile | undefined
  let read: ExportedRows = { ...NOTHING_READ, ...fromStart }
  try {
    file = await openFile()
    const format = createFormat(options.extension, COLUMNS, options.split !== 'none')
    read = await exportParts(options, { file, format }, reader, table)
    // An export without any page writes no file, since an empty one would look like a result.
    if (read.parts.length === 0) return { ...read, ...fromStart }
    await file.write(format.end())
    return { ...read, file: await (read.failure === undefined ? file.keep() : file.keepPartial()) }
  } catch (failure) {
    return { ...read, ...fromStart, failure }
  } finally {
    await file?.discard()
  }
}

const NOTHING_READ = {
  parts: [],
  pages: 0,
  requests: 0,
  shortfalls: [],
  top: [],
  warnings: [],
  excluded: { rows: 0, views: 0 },
}

interface Writer {
  file: ExportFile
  format: Format<ViewRow>
}

async function exportParts(
  options: ExportOptions,
  writer: Writer,
  { service, signal, log }: Omit<ExportDependencies, 'openFile'>,
  table: PageTable | undefined,
): Promise<ExportedRows> {
  const { parts, limit, offset, split } = options
  const tally = createTally(options, table)
  const requests = createRequestCount(options.maximumRequests)
  const fetched: FetchedPart[] = []
  for (const [index, range] of parts.entries()) {
    const query = { range, limit, offset: index === 0 ? offset : 0 }
    const part = await exportPart(query, writer, { service, signal, requests }, tally)
    fetched.push(part)
    if (part.failure !== undefined || part.shortfalls.includes('request limit')) break
    if (split !== 'none' && index === 0) log.info(estimate(options, requests.sent()))
  }
  const incomplete = fetched.find(({ failure, shortfalls }) => failure !== undefined || shortfalls.length > 0)
  return {
    parts: fetched.flatMap(({ exported }) => exported ?? []),
    rows: fetched.reduce((sum, { rows }) => sum + rows, 0),
    pages: fetched.reduce((sum, { pages }) => sum + pages, 0),
    requests: requests.sent(),
    shortfalls: [...new Set(fetched.flatMap(({ shortfalls }) => shortfalls))],
    next: incomplete && { from: incomplete.range.dateFrom, offset: incomplete.nextOffset },
    top: tally.top.list(),
    excluded: tally.excluded,
    warnings: fetched.flatMap(({ warnings }) => warnings),
    failure: fetched.at(-1)?.failure,
  }
}

interface FetchedPart extends FetchedPeriod {
  range: DateRange
  /** Undefined if no page was read. */
  exported: ExportedPart | undefined
}

/** Reads a part and writes its rows. Never throws. */
async function exportPart(
  query: PeriodQuery,
  { file, format }: Writer,
  reader: CountingReader,
  tally: Tally,
): Promise<FetchedPart> {
  const { range } = query
  let left = NO_VIEWS
  let isBegun = false
  const takePage = async ({ views, totals }: ViewsPage) => {
    await file.write((isBegun ? '' : format.beginPart({ ...range, totals })) + format.rows(views))
    isBegun = true
    for (const row of views) if (tally.add(row)) left = addViews(left, row)
  }
  const fetched = await fetchPeriod(query, { ...reader, takePage })
  const { totals: received, shortfalls, isWhole } = fetched
  let { failure } = fetched
  try {
    if (isBegun) await file.write(format.endPart())
  } catch (error) {
    failure ??= error
  }
  const areRowsMissing = failure !== undefined || shortfalls.length > 0 || query.offset > 0
  const isKnown = tally.hasAll || !areRowsMissing
  const totals = received && isKnown ? subtractViews(received, left) : undefined
  return { ...fetched, range, failure, exported: received && { range, received, totals, isWhole } }
}

type Tally = ReturnType<typeof createTally>

/** Ranks the pages, unless they are those of a series, and counts the rows that `exclude` leaves out. */
function createTally({ topCount, topBy, split, isExcluded }: ExportOptions, table: PageTable | undefined) {
  const top = createRanking<ViewRow>(topCount, (row) => row[topBy])
  const excluded = { rows: 0, views: 0 }
  return {
    top,
    excluded,
    /** Whether no row is left out. */
    hasAll: isExcluded === undefined,
    /** @returns whether `exclude` leaves the row out */
    add(row: ViewRow): boolean {
      const { path, human, ai, total } = row
      table?.add(row)
      const isOut = isExcluded?.(path) === true
      if (isOut) {
        excluded.rows += 1
        excluded.views += total
      } else if (split === 'none') top.add({ path, human, ai, total })
      return isOut
    },
  }
}

/** How many requests are to come, as far as that is known after the first part. */
function estimate({ split, parts, maximumRequests, offset, limit }: ExportOptions, sent: number): string {
  const left = parts.length - 1
  const each = sent + Math.floor(offset / limit)
  const needed =
    left === 0 ? '' : ` The other ${formatNumber(left)} need about ${formatCount(left * each, 'more request')}`
  const first = `The first ${split} needed ${formatCount(sent, 'request')}.`
  return `${first}${needed && `${needed}; \`max-requests\` allows ${maximumRequests} in all.`}`
}
