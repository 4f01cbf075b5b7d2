import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts, ViewRow, ViewsPage } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ExportFile } from '../file/export-file.ts'
import { COMPARED_COLUMNS, type ComparedRow, createFormat, type Extension } from '../file/formats.ts'
import { type ExportWarning, explainFailure, explainShortfalls } from '../problems.ts'
import { fetchPeriod, type PageReader, type PeriodQuery } from '../reading/fetch-period.ts'
import { addViews, NO_VIEWS, subtractViews } from '../view-counts.ts'
import { findLengths, type PeriodLengths } from './lengths.ts'
import { createMovers, type Movers, type RankedBy } from './ranking.ts'

export interface ExportOptions extends PeriodQuery {
  /** The period to compare with; undefined for no comparison. */
  previousRange: DateRange | undefined
  extension: Extension
  /** How many pages each table shows. */
  topCount: number
  topBy: RankedBy
  /** Pages that are in the file, and in no other figure. */
  isExcluded?: ((path: UntrustedText) => boolean) | undefined
}

/** What was read of a period. */
export interface PeriodRead {
  range: DateRange
  /** Totals as received. */
  received: ViewCounts
  /** Totals without what `exclude` leaves out. */
  totals: ViewCounts
  requests: number
  /** Whether every row was read, so that a page without a row has no views. */
  isWhole: boolean
}

export interface ExportDependencies extends Pick<PageReader, 'service' | 'signal'> {
  /** Opens the file; a second time to write it with the comparison. */
  openFile: () => Promise<ExportFile>
}

/** The changes since the previous period, whose range, totals and requests these are. */
export interface Comparison extends Movers, Pick<PeriodRead, 'range' | 'totals' | 'requests'> {
  /** Views of the previous period that `exclude` leaves out. */
  excluded: number
  lengths: PeriodLengths
  /** Rows in the file, with those of the comparison. */
  rows: number
}

/**
 * Reads the previous period, and writes the export's file again with the changes. If anything fails, the file stays
 * unchanged, and a warning explains why there's no comparison. Never throws.
 * @param options those of the export
 * @param table the rows of the export
 * @param range the previous period, of which all rows are read
 */
export async function comparePeriods(
  options: ExportOptions,
  exported: PeriodRead,
  { table, range }: { table: PageTable; range: DateRange },
  { openFile, ...reader }: ExportDependencies,
): Promise<{ comparison?: Comparison; warnings: ExportWarning[] }> {
  let left = NO_VIEWS
  const takePage = ({ views }: ViewsPage) => {
    for (const row of views) {
      table.addPrevious(row)
      if (options.isExcluded?.(row.path)) left = addViews(left, row)
    }
  }
  const fetched = await fetchPeriod({ ...options, range, offset: 0 }, { ...reader, waitForQuota: false, takePage })
  const { totals: received = NO_VIEWS, requests, shortfalls, failure } = fetched
  const warnings = fetched.warnings.map((each) => ({ ...each, message: `Previous period: ${each.message}` }))
  const refuse = (message: string, quote?: UntrustedText) => ({
    warnings: [{ about: 'no comparison' as const, message, quote }, ...warnings],
  })
  if (failure !== undefined) {
    const needed = exported.requests + Math.max(exported.requests, requests)
    const isQuota = failure instanceof DocsServiceError && failure.status === 429 && needed > HOURLY_QUOTA
    const { problem, detail } = explainFailure(failure, isQuota ? QUOTA_ADVICE : undefined)
    return refuse(`${NOT_READ} ${problem}`, detail)
  }
  if (shortfalls.length > 0) return refuse(`${NOT_READ} ${explainShortfalls(shortfalls)}`)
  const totals = subtractViews(received, left)
  const previous = { range, received, totals, requests, isWhole: !fetched.isBelow }
  try {
    const written = await writeComparison(options, table, exported, previous, await openFile())
    return { comparison: { ...written, range, totals, requests, excluded: left.total }, warnings }
  } catch (failure) {
    return refuse(`The comparison wasn't written to the file. ${explainFailure(failure).problem}`)
  }
}

const NOT_READ = "The previous period couldn't be read completely."
/** Requests per organization. https://www.mintlify.com/docs/api/introduction */
const HOURLY_QUOTA = 100
const QUOTA_ADVICE =
  `Both periods together need more than the ${HOURLY_QUOTA} requests that an organization has per hour, so running the ` +
  "export again doesn't help. Instead, export the previous period by itself an hour later, without `compare`."

const ROWS_AT_A_TIME = 250

/** Writes the file again, and finds the pages that change most. */
async function writeComparison(
  { extension, topCount, topBy, isExcluded }: ExportOptions,
  table: PageTable,
  { range, received, totals, isWhole }: PeriodRead,
  previous: PeriodRead,
  file: ExportFile,
) {
  const lengths = findLengths(range, previous.range)
  // A period without any views is probably a gap in the data.
  const hasGap = received.total === 0 || previous.received.total === 0
  const isCertain = isWhole && previous.isWhole && !hasGap
  const movers = createMovers({ topCount, topBy, isCertain, totals, previousTotals: previous.totals, lengths })
  const isCompared = totals.total > 0 && previous.totals.total > 0
  const rows = table.list(isCertain)
  for (const row of rows) if (isCompared && !isExcluded?.(row.path)) movers.add(row)
  const format = createFormat(extension, COMPARED_COLUMNS)
  const header = { ...range, totals: received, previous: { ...previous.range, totals: previous.received } }
  try {
    await file.write(format.begin(header))
    for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
      await file.write(format.rows(rows.slice(at, at + ROWS_AT_A_TIME), at === 0))
    await file.write(format.end())
    await file.keep()
    return { ...movers.list(), lengths, rows: rows.length }
  } finally {
    await file.discard()
  }
}

export type PageTable = ReturnType<typeof createPageTable>

/**
 * The rows of an export in their order, each with the views of the previous period. They have room in memory, since the
 * service's quota is 25,000 rows per hour.
 */
export function createPageTable() {
  const rows: ViewRow[] = []
  const previous = new Map<UntrustedText, ViewRow>()
  return {
    add: (row: ViewRow): void => void rows.push(row),
    addPrevious: (row: ViewRow): void => void previous.set(row.path, row),
    /** @param withOthers whether to add the pages that only the previous period has, with zeros */
    list(withOthers: boolean): ComparedRow[] {
      const others = new Map(withOthers ? previous : [])
      const compared = rows.map((row) => {
        others.delete(row.path)
        return compareRow(row, previous.get(row.path))
      })
      return [...compared, ...[...others.values()].map((row) => compareRow({ ...row, ...NO_VIEWS }, row))]
    },
  }
}

function compareRow(row: ViewRow, { human, ai, total }: ViewCounts = NO_VIEWS): ComparedRow {
  return { ...row, previous: total, change: row.total - total, previousHuman: human, previousAi: ai }
}
