import type { ViewRow } from '../docs-service/schema.ts'

/** Keeps the most viewed of any number of rows, in memory for no more than that. */
export interface TopPages {
  add(row: ViewRow): void
  /** Most viewed first; among equals in the order in which they came. */
  list(): ViewRow[]
}

export function createTopPages(count: number): TopPages {
  const kept: ViewRow[] = []
  return {
    add(row) {
      const least = kept[count - 1]
      if (count === 0 || (least !== undefined && row.total <= least.total)) return
      const place = kept.findIndex(({ total }) => total < row.total)
      kept.splice(place < 0 ? kept.length : place, 0, row)
      kept.length = Math.min(kept.length, count)
    },
    list: () => [...kept],
  }
}
