import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../formatting/dates.ts'
import type { ExportDependencies } from '../export-options.ts'
import type { ExportedPart, ExportedRows } from '../export-rows.ts'
import { COMPARED_COLUMNS, type ComparedRow, createFormat, type PartHeader } from '../file/formats.ts'
import { type ExportWarning, explainFailure, type Shortfall } from '../problems.ts'
import { findLengths, type PeriodLengths } from './lengths.ts'
import { findMovers, type Movers } from './movers.ts'
import type { PageTable } from './page-table.ts'
import { type CompareOptions, readPreviousRows, readPreviousTotals } from './previous-period.ts'

/** The views of the previous period. */
export interface Comparison {
  /** The previous period. */
  range: DateRange
  /** Without what `exclude` leaves out. */
  totals: ViewCounts
  /** Whether the service has no views of it at all, so that data is probably missing. */
  isEmpty: boolean
  lengths: PeriodLengths
  /** Of the previous period. */
  shortfalls?: readonly Shortfall[]
  /** Undefined if the pages weren't compared, or one of the periods has no views. */
  movers?: Movers | undefined
  /** Whether pages without views in one of the periods were left out, because a period isn't whole. */
  isPartial?: boolean
  /** Why only the totals were compared, by a rule. */
  note?: string | undefined
}

export interface ComparedPeriods {
  comparison?: Comparison
  /** Rows in the file, if it was written again. */
  rows?: number
  /** For the previous period. */
  requests: number
  warnings: ExportWarning[]
}

/** What an export has of its period. */
export type Exported = Pick<ExportedRows, 'pages' | 'shortfalls'> & { part: ExportedPart }

/**
 * Compares the totals with those of the previous period, for one request. If both periods fit into the requests of an
 * hour, reads the previous rows instead, compares the pages, and writes the file again with both periods. If anything
 * fails, the file stays unchanged. Never throws.
 * @param table the rows of the export
 */
export async function comparePeriods(
  options: CompareOptions,
  exported: Exported,
  table: PageTable,
  { openFile, ...reader }: ExportDependencies,
): Promise<ComparedPeriods> {
  const { range, previousRange, isExcluded } = options
  const { part } = exported
  const note = explainTotalsOnly(options, exported)
  if (part.totals === undefined || (isExcluded && note !== undefined))
    return { requests: 0, warnings: [{ about: 'no comparison', message: `${NEEDS_ROWS} ${note ?? ''}`.trim() }] }
  const isRead = note === undefined
  const previous = await (isRead ? readPreviousRows(options, table, reader) : readPreviousTotals(options, reader))
  const { requests, warnings, problem } = previous
  const warn = (about: ExportWarning['about']) => (problem ? [{ ...problem, about }, ...warnings] : warnings)
  if (previous.totals === undefined) return { requests, warnings: warn('no comparison') }
  const { totals, received, shortfalls } = previous
  const lengths = findLengths(range, previousRange)
  const comparison = { range: previousRange, totals, isEmpty: received.total === 0, lengths, shortfalls, note }
  if (!isRead || problem) return { comparison, requests, warnings: warn('pages not compared') }
  // In a period without any views, data is probably missing.
  const hasGap = comparison.isEmpty || part.received.total === 0
  const isPartial = !part.isWhole || !previous.isWhole
  const rows = table.list(!isPartial && !hasGap)
  const shown = rows.filter(({ path }) => !isExcluded?.(path))
  const movers = hasGap
    ? undefined
    : findMovers(shown, { totals: part.totals, previous: totals }, { ...options, lengths })
  try {
    const header = { ...range, totals: part.received, previous: { ...previousRange, totals: received } }
    await writeRows(header, rows)
    return { comparison: { ...comparison, movers, isPartial }, rows: rows.length, requests, warnings }
  } catch (failure) {
    const message = `The comparison wasn't written to the file. ${explainFailure(failure).problem}`
    return {
      comparison: { ...comparison, movers, isPartial },
      requests,
      warnings: [{ about: 'no comparison', message }, ...warnings],
    }
  }

  async function writeRows(header: PartHeader, rows: readonly ComparedRow[]): Promise<void> {
    const file = await openFile()
    const format = createFormat(options.extension, COMPARED_COLUMNS, false)
    try {
      await file.write(format.beginPart(header))
      for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME)
        await file.write(format.rows(rows.slice(at, at + ROWS_AT_A_TIME)))
      await file.write(format.endPart() + format.end())
      await file.keep()
    } finally {
      await file.discard()
    }
  }
}

/** Requests per organization. https://www.mintlify.com/docs/api/introduction */
const HOURLY_QUOTA = 100
const NEEDS_ROWS = 'With `exclude`, a comparison needs every row of both periods.'
const ROWS_AT_A_TIME = 250

/** Why the previous rows aren't read; undefined if they are. */
function explainTotalsOnly({ offset, limit }: CompareOptions, { pages, shortfalls }: Exported): string | undefined {
  if (shortfalls.includes('request limit')) return "The pages aren't compared, because the export isn't complete."
  const needed = 2 * (pages + Math.ceil(offset / limit))
  if (needed <= HOURLY_QUOTA) return undefined
  const quota = `the service allows ${HOURLY_QUOTA} per hour`
  return `The pages aren't compared: both periods need ${needed} requests, and ${quota}.`
}
