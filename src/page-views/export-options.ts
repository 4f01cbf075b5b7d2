import type { DateRange } from '../formatting/dates.ts'
import type { Log } from '../runner/log.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { RankedBy } from './comparison/ranking.ts'
import type { Split } from './date-parts.ts'
import type { ExportFile } from './file/export-file.ts'
import type { Extension } from './file/formats.ts'
import type { ServiceReader } from './reading/fetch-period.ts'

/** What is exported, and how. */
export interface ExportOptions {
  /** All that is exported. */
  range: DateRange
  split: Split
  /** The range in parts, in order; without `split` there is one. */
  parts: readonly DateRange[]
  /** The days of the range whose totals are read; none without `daily`. */
  days: readonly DateRange[]
  /** The period to compare with; undefined for no comparison. */
  previousRange: DateRange | undefined
  /** Rows per request. */
  limit: number
  /** Rows of the first part to skip. */
  offset: number
  /** Requests for the rows of all parts, retries included. */
  maximumRequests: number
  extension: Extension
  /** How many pages each table shows. */
  topCount: number
  topBy: RankedBy
  /** Pages that are in the file, and in no other figure. */
  isExcluded?: ((path: UntrustedText) => boolean) | undefined
}

export interface ExportDependencies extends ServiceReader {
  /** Opens the file; a second time to write it with the comparison. */
  openFile: () => Promise<ExportFile>
  log: Pick<Log, 'info'>
}
