import type { ActionError } from '../runner/action-error.ts'
import type { ViewCounts, ViewRow } from '../service/views.ts'
import type { Inputs } from './inputs.ts'
import type { Movers } from './movers.ts'
import { NO_VIEWS, type Reading, startReading } from './pages.ts'
import type { ClosedPeriod } from './period.ts'

/** What a run knows so far. Its steps fill it in, so that an error or a signal loses nothing. */
export interface Result {
  reading: Reading
  /** Rows in the file. */
  rows: number
  /** Path of the file, relative to the workspace; empty without one. */
  file: string
  /** Whether the file has its final name. */
  isKept: boolean
  /** Views of the rows that `exclude` doesn't leave out. */
  sums: ViewCounts
  excludedRows: number
  /** The pages most viewed by people, in order. */
  top: ViewRow[]
  comparison: Comparison | undefined
  /** Why something wasn't compared, in sentences. */
  notes: string[]
  /** What made the step red. */
  error: ActionError | undefined
}

/** What is known of the previous period. */
export interface Comparison {
  previous: ClosedPeriod
  /** Without what `exclude` leaves out. */
  totals: ViewCounts
  /** The days, or weeks, of both periods in which the site has no views, in order. */
  gaps: ClosedPeriod[]
  /** Undefined if the pages weren't compared. */
  movers: Movers | undefined
}

export function createResult(): Result {
  return {
    reading: startReading(0),
    rows: 0,
    file: '',
    isKept: false,
    sums: NO_VIEWS,
    excludedRows: 0,
    top: [],
    comparison: undefined,
    notes: [],
    error: undefined,
  }
}

/** The views of the site without what `exclude` leaves out; undefined if they aren't known. */
export function findTotals({ reading, sums }: Result, { isExcluded, offset }: Inputs): ViewCounts | undefined {
  if (isExcluded === undefined) return reading.totals
  return reading.isEnded && offset === 0 ? sums : undefined
}
