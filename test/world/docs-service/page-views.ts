/** A row as the service sends it (https://www.mintlify.com/docs/api/analytics/views). */
export interface ViewRow {
  path: string
  human: number
  ai: number
  total: number
}

type ViewTotals = Omit<ViewRow, 'path'>

/** Where the service takes page views from. The order of the rows is the same at every call. */
export interface PageViews {
  /** @param range in milliseconds since 1970; `from` inclusive, `to` exclusive */
  select(range: { from?: number | undefined; to?: number | undefined }): {
    totals: ViewTotals
    rows: readonly ViewRow[]
  }
}

/** These rows, exactly as given and in this order, whatever the range. `totals` default to the sums. */
export function servePageViews(rows: readonly ViewRow[], totals: ViewTotals = sumRows(rows)): PageViews {
  return { select: () => ({ totals, rows }) }
}

/**
 * Rows that move while they are read: each request is answered from the next of these states, the last one for ever.
 * `totals` default to the sums of the state.
 */
export function serveMovingPageViews(states: readonly (readonly ViewRow[])[], totals?: ViewTotals): PageViews {
  let requests = 0
  return {
    select() {
      const rows = states[Math.min(requests, states.length - 1)] ?? []
      requests += 1
      return servePageViews(rows, totals).select({})
    },
  }
}

function sumRows(rows: readonly ViewRow[]): ViewTotals {
  const sum = (name: keyof ViewTotals): number => rows.reduce((total, row) => total + row[name], 0)
  return { human: sum('human'), ai: sum('ai'), total: sum('total') }
}
