import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ExportFile } from '../file/export-file.ts'
import { COMPARED_COLUMNS, type ComparedRow, createFormat, type Extension } from '../file/formats.ts'
import { type ExportWarning, explainFailure, explainShortfalls, warnOfData } from '../problems.ts'
import {
  type FetchedPeriod,
  fetchPeriod,
  type PageReader,
  type PeriodQuery,
} from '../reading/fetch-period.ts'
import type { PageTable } from './page-table.ts'
import { createMovers, type Movers, type RankedBy } from './ranking.ts'

/** What becomes of the rows. */
export interface RowOptions {
  extension: Extension
  /** How many pages to keep of the most viewed ones, and of those that rise, fall or are gone. */
  topCount: number
  topBy: RankedBy
  /** Pages that are in the file and in the totals, but in no table; undefined when there are none. */
  isExcluded?: ((path: UntrustedText) => boolean) | undefined
}

export interface ComparisonOptions extends RowOptions {
  /** Which rows of the previous period to read: all of them. */
  query: PeriodQuery
  /** The rows of the export. */
  table: PageTable
  /** The dates and totals of the export. */
  range: DateRange
  totals: ViewCounts
  /** Requests that the export took. */
  requests: number
  /** Whether the export has every row, so that a page that it doesn't have has no views any more. */
  isWhole: boolean
  /** Whether the rows of the export have fewer views than its totals. */
  isBelowTotals: boolean
}

/** What an export, and its comparison, need from outside. */
export interface ExportDependencies extends Omit<PageReader, 'takePage' | 'waitForQuota'> {
  /** Opens the file; a second time to write it with the comparison. */
  openFile: () => Promise<ExportFile>
}

export interface Comparison extends Movers {
  /** The previous period, and its totals. */
  range: DateRange
  totals: ViewCounts
  requests: number
  /** Rows of the file as it is now. */
  rows: number
  /** Whether the rows of both periods add up to their totals. Otherwise no page is called new or gone. */
  addsUp: boolean
}

/**
 * Reads the previous period, and writes the file of the export again with what changed. Whatever fails, the file stays
 * as it was: there is no comparison then, and a warning says why. Never throws.
 */
export async function comparePeriods(
  options: ComparisonOptions,
  { openFile, ...reader }: ExportDependencies,
): Promise<{ comparison?: Comparison; warnings: ExportWarning[] }> {
  const { query, table } = options
  const fetched = await fetchPeriod(query, {
    ...reader,
    waitForQuota: false,
    takePage: ({ views }) => views.forEach(table.addPrevious),
  })
  const warnings = fetched.warnings.map((warning) => warnOfData('previous data', warning))
  const problem = findProblem(fetched, options)
  if (problem !== undefined) return { warnings: [problem, ...warnings] }
  const { totals = NO_VIEWS, requests } = fetched
  const { range } = query
  const addsUp = !options.isBelowTotals && !fetched.isBelowTotals
  try {
    const { rows, movers } = await writeComparison(
      { ...options, addsUp, previousTotals: totals },
      await openFile(),
    )
    return { comparison: { ...movers, range, totals, requests, rows, addsUp }, warnings }
  } catch (failure) {
    return { warnings: [refuseAfter('The file was not written again:', failure), ...warnings] }
  }
}

const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

/** Why the previous period can't be compared with. */
function findProblem(
  { failure, shortfalls, requests }: FetchedPeriod,
  { query: { limit, range }, requests: exported }: ComparisonOptions,
): ExportWarning | undefined {
  const begin = 'The previous period was not read whole:'
  const isQuota = failure instanceof DocsServiceError && failure.status === 429
  if (isQuota && exported + Math.max(exported, requests) > HOURLY_QUOTA)
    return refuseAfter(begin, failure, explainQuota(limit, range))
  if (failure !== undefined) return refuseAfter(begin, failure)
  return shortfalls.length === 0 ? undefined : refuse(`${begin} ${explainShortfalls(shortfalls)}`)
}

/** Requests per organization. https://www.mintlify.com/docs/api/introduction */
const HOURLY_QUOTA = 100

function explainQuota(limit: number, { dateFrom, dateTo }: DateRange): string {
  const need = `Both periods together need more than the ${HOURLY_QUOTA} requests that an organization has per hour`
  const larger = limit < 250 ? ' Set `limit: 250`, which takes the fewest requests.' : ''
  const apart = `export the previous period by itself an hour later, without \`compare\`: \`date-from: ${dateFrom}\``
  return `${need}, so running it again doesn't help.${larger} Or ${apart}, \`date-to: ${dateTo}\`.`
}

function refuse(message: string): ExportWarning {
  return { about: 'comparison', message }
}

/** @param advice in place of what the failure suggests */
function refuseAfter(begin: string, failure: unknown, advice?: string): ExportWarning {
  const { problem, detail } = explainFailure(failure, advice)
  return {
    ...refuse(`${begin} ${problem}`),
    quote: detail === undefined ? undefined : { label: 'The service said', text: detail },
  }
}

/** Rows that are formatted and written at a time. */
const ROWS_AT_A_TIME = 250

/** Writes the file again, under its own name, and finds what rises, falls and is gone. */
async function writeComparison(
  options: ComparisonOptions & { addsUp: boolean; previousTotals: ViewCounts },
  file: ExportFile,
): Promise<{ rows: number; movers: Movers }> {
  const { table, query, range, totals, previousTotals, topCount, topBy, isExcluded } = options
  const isCertain = options.isWhole && options.addsUp
  const format = createFormat(options.extension, COMPARED_COLUMNS)
  const movers = createMovers(topCount, topBy, isCertain)
  let rows = 0
  let waiting: ComparedRow[] = []
  const writeWaiting = async () => {
    await file.write(format.rows(waiting, rows === 0))
    rows += waiting.length
    waiting = []
  }
  try {
    await file.write(format.begin({ ...range, totals, previous: { ...query.range, totals: previousTotals } }))
    for (const { row, counts } of table.list(isCertain)) {
      waiting.push(row)
      if (counts && !isExcluded?.(row.path)) movers.add(row)
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
