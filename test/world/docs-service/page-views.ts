/** A row as the service sends it (interface section 2.3). */
export interface ViewRow {
  path: string
  human: number
  ai: number
  total: number
}

/** Milliseconds since 1970; `from` inclusive, `to` exclusive. */
export interface ViewRange {
  from?: number
  to?: number
}

export interface ViewSelection {
  totals: { human: number; ai: number; total: number }
  /** Number of rows in the range. */
  count: number
  /** The rows at `offset`, at most `limit`. The order is the same at every call. */
  rows(offset: number, limit: number): ViewRow[]
}

/** Where the service takes page views from. */
export interface PageViews {
  select(range: ViewRange): ViewSelection
}
