import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'

/** Adds up the views of the rows that `exclude` leaves out. */
export function createViewSum() {
  const views: ViewCounts = { human: 0, ai: 0, total: 0 }
  let rows = 0
  return {
    views,
    rows: () => rows,
    add({ human, ai, total }: Omit<ViewRow, 'path'>): void {
      rows += 1
      views.human += human
      views.ai += ai
      views.total += total
    },
  }
}

/** Figures without those that are left out; never below 0, since totals may leave out what rows have. */
export function subtractViews(all: ViewCounts, left: ViewCounts): ViewCounts {
  return {
    human: Math.max(0, all.human - left.human),
    ai: Math.max(0, all.ai - left.ai),
    total: Math.max(0, all.total - left.total),
  }
}
