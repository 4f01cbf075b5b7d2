import type { UntrustedText } from '../../untrusted/text.ts'

/** Keeps the rows with the highest scores of any number of rows, in memory for no more than that. */
export interface Ranking<Row> {
  add(row: Row): void
  /** Highest score first; among equals in the order in which they came. A path is listed once, with its highest score. */
  list(): Row[]
}

/**
 * A ranking without rows.
 * @param maximum how many rows to keep
 */
export function createRanking<Row extends { path: UntrustedText }>(
  maximum: number,
  scoreOf: (row: Row) => number,
): Ranking<Row> {
  const kept: { row: Row; score: number }[] = []
  return {
    add(row) {
      const score = scoreOf(row)
      const least = kept[maximum - 1]
      if (maximum === 0 || (least !== undefined && score <= least.score)) return
      const same = kept.findIndex((other) => other.row.path === row.path)
      if (same >= 0 && score <= (kept[same]?.score ?? 0)) return
      if (same >= 0) kept.splice(same, 1)
      const place = kept.findIndex((other) => other.score < score)
      kept.splice(place < 0 ? kept.length : place, 0, { row, score })
      kept.length = Math.min(kept.length, maximum)
    },
    list: () => kept.map(({ row }) => row),
  }
}
