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
    add({ path, human, ai, total }) {
      const least = kept[count - 1]
      if (count === 0 || (least !== undefined && total <= least.total)) return
      const place = kept.findIndex((other) => other.total < total)
      kept.splice(place < 0 ? kept.length : place, 0, { path, human, ai, total })
      kept.length = Math.min(kept.length, count)
    },
    list: () => [...kept],
  }
}
