import {
  type PageViews,
  servePageViews,
  type ViewRange,
  type ViewRow,
} from '../../world/docs-service/page-views.ts'

/** A site whose rows depend on the first day that is asked for. */
export function serveByFirstDay(rowsFrom: Readonly<Record<string, readonly ViewRow[]>>): PageViews {
  return {
    select({ from }: ViewRange) {
      const day = from === undefined ? '' : new Date(from).toISOString().slice(0, 10)
      return servePageViews(rowsFrom[day] ?? []).select({})
    },
  }
}

/** A row that only people have read. */
export function row(path: string, total: number): ViewRow {
  return { path, human: total, ai: 0, total }
}
