import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ExportFile } from '../file/export-file.ts'
import { COMPARED_COLUMNS, type ComparedRow, createFormat, type Extension } from '../file/formats.ts'
import { type ExportWarning, explainFailure, explainShortfalls } from '../problems.ts'
import { type FetchedPeriod, fetchPeriod, type PageReader, type PeriodQuery } from '../reading/fetch-period.ts'
import { createViewSum, subtractViews } from './excluded-views.ts'
import { findLengths, type PeriodLengths } from './lengths.ts'
import type { PageTable } from './page-table.ts'
import { createMovers, type Movers, type RankedBy } from './ranking.ts'

export interface RowOptions {
  extension: Extension
  /** How many pages each table shows. */
  topCount: number
  topBy: RankedBy
  /** Pages that are in the file, and in no other figure. */
  isExcluded?: ((path: UntrustedText) => boolean) | undefined
}

export interface ComparisonOptions extends RowOptions {
  /** All rows of the previous period. Everything else is about the export. */
  query: PeriodQuery
  table: PageTable
  range: DateRange
  /** As received. */
  totals: ViewCounts
  /** The views of this period that `exclude` leaves out. */
  excluded: ViewCounts
  requests: number
  /** Whether every row was read, so that a page without a row has no views. */
  isWhole: boolean
  /** Whether the rows have fewer views than the totals. */
  isBelowTotals: boolean
}

export interface ExportDependencies extends Omit<PageReader, 'takePage' | 'waitForQuota'> {
  /** Opens the file; a second time to write it with the comparison. */
  openFile: () => Promise<ExportFile>
}

export interface Comparison extends Movers {
  /** Of the previous period, as `totals` and `requests` are. */
  range: DateRange
  /** Without what `exclude` leaves out. */
  totals: ViewCounts
  /** Views that `exclude` leaves out. */
  excluded: number
  lengths: PeriodLengths
  requests: number
  /** Rows in the file, with those of the comparison. */
  rows: number
  /** Whether the rows of both periods add up to their totals. Otherwise no page is treated as new or without views. */
  addsUp: boolean
}

/**
 * Reads the previous period, and writes the export's file again with the changes. If anything fails, the file stays
 * unchanged, and a warning explains why there's no comparison. Never throws.
 */
export async function comparePeriods(
  options: ComparisonOptions,
  { openFile, ...reader }: ExportDependencies,
): Promise<{ comparison?: Comparison; warnings: ExportWarning[] }> {
  const { query, table } = options
  const left = createViewSum()
  const fetched = await fetchPeriod(query, {
    ...reader,
    waitForQuota: false,
    takePage: ({ views }) => {
      for (const row of views) {
        table.addPrevious(row)
        if (options.isExcluded?.(row.path)) left.add(row)
      }
    },
  })
  const { belowTotals, unsearched } = fetched
  const warnings: ExportWarning[] = []
  if (belowTotals !== undefined) warnings.push({ about: 'previous data', message: `Previous period: ${belowTotals}` })
  if (unsearched !== undefined) warnings.push({ about: 'checks', message: `Previous period: ${unsearched}` })
  const problem = findProblem(fetched, options)
  if (problem !== undefined) return { warnings: [problem, ...warnings] }
  const { totals = NO_VIEWS, requests } = fetched
  const { range } = query
  const addsUp = !options.isBelowTotals && belowTotals === undefined
  try {
    const lengths = findLengths(options.range, range)
    const shown = subtractViews(totals, left.views)
    const previous = { totals, shown, lengths, isWhole: belowTotals === undefined }
    const { rows, movers } = await writeComparison({ ...options, addsUp, previous }, await openFile())
    const excluded = left.views.total
    return { comparison: { ...movers, range, totals: shown, excluded, lengths, requests, rows, addsUp }, warnings }
  } catch (failure) {
    return { warnings: [refuseAfter("The comparison wasn't written to the file.", failure), ...warnings] }
  }
}

const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

function findProblem(
  { failure, shortfalls, requests }: FetchedPeriod,
  { query: { limit, range }, requests: exported }: ComparisonOptions,
): ExportWarning | undefined {
  const begin = "The previous period couldn't be read completely."
  const isQuota = failure instanceof DocsServiceError && failure.status === 429
  if (isQuota && exported + Math.max(exported, requests) > HOURLY_QUOTA)
    return refuseAfter(begin, failure, explainQuota(limit, range))
  if (failure !== undefined) return refuseAfter(begin, failure)
  if (shortfalls.length === 0) return undefined
  return { about: 'comparison', message: `${begin} ${explainShortfalls(shortfalls)}` }
}

/** Requests per organization. https://www.mintlify.com/docs/api/introduction */
const HOURLY_QUOTA = 100

function explainQuota(limit: number, { dateFrom, dateTo }: DateRange): string {
  const need = `Both periods together need more than the ${HOURLY_QUOTA} requests that an organization has per hour`
  const larger = limit < 250 ? ' Set `limit: 250`, which takes the fewest requests, or' : ' Instead,'
  const apart = `export the previous period by itself an hour later, without \`compare\`: \`date-from: ${dateFrom}\``
  return `${need}, so running the export again doesn't help.${larger} ${apart}, \`date-to: ${dateTo}\`.`
}

/** @param advice replaces the failure's own hint */
function refuseAfter(begin: string, failure: unknown, advice?: string): ExportWarning {
  const { problem, detail } = explainFailure(failure, advice)
  return { about: 'comparison', message: `${begin} ${problem}`, quote: detail }
}

const ROWS_AT_A_TIME = 250

/** Writes the file again, and finds the pages that change most. */
async function writeComparison(
  options: ComparisonOptions & {
    addsUp: boolean
    previous: { totals: ViewCounts; shown: ViewCounts; lengths: PeriodLengths; isWhole: boolean }
  },
  file: ExportFile,
): Promise<{ rows: number; movers: Movers }> {
  const { table, query, range, totals, previous, topCount, topBy, isExcluded } = options
  const site = { totals: subtractViews(totals, options.excluded), previousTotals: previous.shown }
  // A period without any views is probably a gap in the data.
  const hasGap = totals.total === 0 || previous.totals.total === 0
  const isCertain = options.isWhole && options.addsUp && !hasGap
  const isCompared = site.totals.total > 0 && site.previousTotals.total > 0
  const format = createFormat(options.extension, COMPARED_COLUMNS)
  const { lengths, isWhole: isPreviousWhole } = previous
  const movers = createMovers({ maximum: topCount, rankedBy: topBy, isCertain, isPreviousWhole, site, lengths })
  let rows = 0
  let waiting: ComparedRow[] = []
  const writeWaiting = async () => {
    await file.write(format.rows(waiting, rows === 0))
    rows += waiting.length
    waiting = []
  }
  try {
    await file.write(format.begin({ ...range, totals, previous: { ...query.range, totals: previous.totals } }))
    for (const { row, counts } of table.list(isCertain)) {
      waiting.push(row)
      if (counts && isCompared && !isExcluded?.(row.path)) movers.add(row)
      if (waiting.length === ROWS_AT_A_TIME) await writeWaiting()
    }
    await writeWaiting()
    await file.write(format.end())
    await file.keep()
    return { rows, movers: movers.list() }
  } finally {
    await file.discard()
  }
}
