import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../date-range.ts'
import type { ExportFile } from '../file/export-file.ts'
import { COMPARED_COLUMNS, type ComparedRow, createFormat, type Extension } from '../file/formats.ts'
import { type ExportWarning, explainFailure, warnOfData } from '../problems.ts'
import {
  type PageReader,
  type PeriodQuery,
  type Reading,
  readPeriod,
  type Shortfall,
} from '../reading/read-period.ts'
import type { PageTable } from './page-table.ts'
import { createMovers, type Movers, type RankedBy } from './ranking.ts'

export interface ComparisonOptions {
  /** Which rows of the previous period to read: all of them. */
  query: PeriodQuery
  /** The rows of the export. */
  table: PageTable
  /** The dates and totals of the export. */
  range: DateRange
  totals: ViewCounts
  /** Whether the export has every row, so that a page that it doesn't have has no views any more. */
  isWhole: boolean
  extension: Extension
  topCount: number
  topBy: RankedBy
}

export interface ComparisonDependencies extends Omit<PageReader, 'takePage'> {
  openFile: () => Promise<ExportFile>
}

export interface Comparison extends Movers {
  /** The previous period, and its totals. */
  range: DateRange
  totals: ViewCounts
  requests: number
  /** Rows of the file as it is now. */
  rows: number
}

/**
 * Reads the previous period, and writes the file of the export again with what changed. Whatever fails, the file stays as
 * it was: there is no comparison then, and a warning says why. Never throws.
 */
export async function comparePeriods(
  options: ComparisonOptions,
  { openFile, ...reader }: ComparisonDependencies,
): Promise<{ comparison?: Comparison; warnings: ExportWarning[] }> {
  const { query, table } = options
  if (table.isFull()) return { warnings: [refuse(describeRoom(table))] }
  const reading = await readPeriod(query, {
    ...reader,
    waitForQuota: false,
    takePage({ views }) {
      views.forEach(table.addPrevious)
      if (table.isFull()) throw new TableFullError(describeRoom(table))
    },
  })
  const warnings = reading.warnings.map((warning) => warnOfData('previous data', warning))
  const problem = findProblem(reading)
  if (problem !== undefined) return { warnings: [problem, ...warnings] }
  try {
    const { rows, movers } = await writeComparison(options, await openFile())
    const { range } = query
    const { totals = NO_VIEWS, requests } = reading
    return { comparison: { ...movers, range, totals, requests, rows }, warnings }
  } catch (failure) {
    return { warnings: [refuseAfter('The file was not written again:', failure), ...warnings] }
  }
}

const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

class TableFullError extends Error {}

function describeRoom(table: PageTable): string {
  return `Only ${table.pages().toLocaleString('en-US')} pages fit into memory.`
}

const SHORTFALLS: Record<Shortfall, string> = {
  'request limit': '`max-requests` was reached, which counts for each period.',
  'short page': 'A page was shorter than asked for, so rows may be missing.',
  'repeated paths': 'Paths came again on another page, so others are missing.',
}

/** Why the previous period can't be compared with. */
function findProblem({ failure, shortfalls }: Reading): ExportWarning | undefined {
  const begin = 'The previous period was not read whole:'
  if (failure instanceof TableFullError) return refuse(`${begin} ${failure.message}`)
  if (failure !== undefined) return refuseAfter(begin, failure)
  const [shortfall] = shortfalls
  return shortfall && refuse(`${begin} ${SHORTFALLS[shortfall]}`)
}

function refuse(message: string): ExportWarning {
  return { about: 'comparison', message }
}

function refuseAfter(begin: string, failure: unknown): ExportWarning {
  const { problem, detail } = explainFailure(failure)
  return {
    ...refuse(`${begin} ${problem}`),
    quote: detail === undefined ? undefined : { label: 'The service said', text: detail },
  }
}

/** Rows that are formatted and written at a time. */
const ROWS_AT_A_TIME = 250

/** Writes the file again, under its own name, and finds what rises and falls. */
async function writeComparison(
  { table, extension, range, totals, isWhole, topCount, topBy }: ComparisonOptions,
  file: ExportFile,
): Promise<{ rows: number; movers: Movers }> {
  const format = createFormat(extension, COMPARED_COLUMNS)
  const movers = createMovers(topCount, topBy)
  let rows = 0
  let waiting: ComparedRow[] = []
  const writeWaiting = async () => {
    await file.write(format.rows(waiting, rows === 0))
    rows += waiting.length
    waiting = []
  }
  try {
    await file.write(format.begin({ ...range, totals }))
    for (const { row, page } of table.list(isWhole)) {
      waiting.push(row)
      if (page !== undefined) movers.add(page)
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
