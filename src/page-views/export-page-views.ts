import type { DocsService } from '../docs-service/client.ts'
import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { type Collection, createCollection, type RankedBy } from './collection.ts'
import type { Movers } from './comparison/movers.ts'
import {
  type PreviousPeriod,
  type PreviousReading,
  readPreviousPeriod,
} from './comparison/previous-period.ts'
import type { DateRange } from './date-range.ts'
import type { ExportWarning } from './export-warning.ts'
import type { ExportFile, KeptFile } from './file/export-file.ts'
import type { Extension } from './file/formats.ts'
import { type PeriodQuery, type Reading, type ReadingEnd, readPeriod } from './reading/read-period.ts'

/** What to export. */
export interface ExportOptions extends PeriodQuery {
  extension: Extension
  /** How many of the most viewed pages to keep, and how many that rise or fall. */
  topCount: number
  topBy: RankedBy
  /** The period to compare with. */
  previousRange: DateRange | undefined
  /** Whether the range ends after the moment of the export. */
  endsInFuture: boolean
}

/** What the export needs from outside. */
export interface ExportSurroundings {
  service: Pick<DocsService, 'getPageViews'>
  file: ExportFile
  signal: AbortSignal
  /** Called after each page. */
  onProgress?: (progress: { rows: number; requests: number }) => void
}

/** `complete`: everything is in the file; the others as in `ReadingEnd`. */
export type ExportOutcome = 'complete' | Exclude<ReadingEnd, 'whole'>

export interface ExportResult {
  outcome: ExportOutcome
  /** As the first page says. */
  totals?: ViewCounts | undefined
  /** Rows written. */
  rows: number
  /** Requests sent for the period itself, repeats included. */
  requests: number
  /** Path of the file from the workspace; nothing when there is none. */
  file?: string | undefined
  /** Where to go on; nothing when complete. */
  nextOffset?: number | undefined
  top: ViewRow[]
  /** Nothing when none was asked for, or the previous period could not be read whole. */
  comparison?: Comparison | undefined
  warnings: ExportWarning[]
  /** Why it failed. */
  failure?: unknown
}

export interface Comparison extends Movers {
  range: DateRange
  /** Totals of the previous period. */
  totals: ViewCounts
  requests: number
}

/**
 * Exports all pages of page views to a file, in the order of the service. Without a comparison
 * memory does not grow with the number of rows. Rows that were read before a failure are kept in a partial file.
 */
export async function exportPageViews(
  options: ExportOptions,
  surroundings: ExportSurroundings,
): Promise<ExportResult> {
  const { file } = surroundings
  const previous = await readPrevious(options, surroundings)
  const collection = createCollection(options, file, previous.period)
  const reading = await readPeriod(options, { ...surroundings, takePage: collection.add })
  const finished = await finishFile(reading, collection, file, options.offset)
  const outcome = finished.failure === undefined ? nameOutcome(reading.end) : 'failed'
  const isComplete = outcome === 'complete'
  const { totals, top, movers, warnings } = collection.listFindings(isComplete && options.offset === 0)
  return {
    outcome,
    rows: finished.path === undefined ? 0 : reading.rows,
    requests: reading.requests,
    top,
    warnings: [
      ...warnOfInputs(options, finished, isComplete && reading.rows === 0),
      ...previous.warnings,
      ...warnings,
    ],
    totals,
    file: finished.path,
    nextOffset: isComplete ? undefined : finished.path === undefined ? options.offset : reading.nextOffset,
    comparison: movers && previous.period && { ...movers, ...describePeriod(previous.period) },
    failure: finished.failure ?? reading.failure,
  }
}

async function readPrevious(
  { previousRange, ...query }: ExportOptions,
  { service, signal, onProgress }: ExportSurroundings,
): Promise<PreviousReading> {
  if (previousRange === undefined) return { warnings: [] }
  return readPreviousPeriod({ ...query, range: previousRange, offset: 0 }, { service, signal, onProgress })
}

/** What became of the file. */
interface FinishedFile extends Partial<KeptFile> {
  failure?: unknown
}

/** Gives the file its name. A failure here is the result, too: the rows are lost then. */
async function finishFile(
  { end }: Reading,
  collection: Collection,
  file: ExportFile,
  offset: number,
): Promise<FinishedFile> {
  try {
    // Without a page nothing is known, and an empty file would look like a result.
    if (!collection.hasBegun()) return {}
    await collection.end()
    if (end === 'failed') return await file.keepPartial()
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

function nameOutcome(end: ReadingEnd): ExportOutcome {
  return end === 'whole' ? 'complete' : end
}

function describePeriod({ range, totals, requests }: PreviousPeriod): Omit<Comparison, keyof Movers> {
  return { range, totals, requests }
}

function warnOfInputs(
  { range, offset, endsInFuture }: ExportOptions,
  { path, hasReplaced }: FinishedFile,
  isEmpty: boolean,
): ExportWarning[] {
  const messages = [
    endsInFuture &&
      `\`date-to\` is ${range.dateTo}, which is in the future: the period is not over yet, and rows may move while they are read.`,
    offset > 0 &&
      hasReplaced &&
      `\`${path}\` was there before and now holds only the rows from \`offset: ${offset}\` on. Set \`file\` to another name to keep both parts.`,
    offset > 0 && isEmpty && `There are no rows from \`offset: ${offset}\` on.`,
  ]
  return messages
    .filter((message) => typeof message === 'string')
    .map((message) => ({ about: 'inputs', message }))
}
