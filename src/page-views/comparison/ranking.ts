import type { ViewCounts } from '../../docs-service/schema.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'

/** What a page can be ranked by. */
export type RankedBy = keyof ViewCounts

/** Keeps only the rows with the highest scores. */
export interface Ranking<Row> {
  add(row: Row): void
  /** Highest score first; of equal ones, the first. Lists a path once, with its highest score. */
  list(): Row[]
}

/** @param maximum how many rows to keep */
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

/** A page that rises, falls or is gone. `change` is that of the figure that pages are ranked by. */
export type Mover = ComparedRow

/** By absolute change, largest first. */
export interface Movers {
  rising: Mover[]
  falling: Mover[]
  /** Pages that had views, and now have none. They aren't in `falling`. */
  gone: Mover[]
}

/** The field of each figure's previous value. */
export const PREVIOUS = { human: 'previousHuman', ai: 'previousAi', total: 'previous' } as const

/**
 * Finds the pages that change most by one figure, up to `maximum` of each kind.
 * @param isCertain whether a page without views is gone, since both periods were read whole
 */
export function createMovers(
  maximum: number,
  rankedBy: RankedBy,
  isCertain: boolean,
): { add(row: ComparedRow): void; list(): Movers } {
  const rising = createRanking<Mover>(maximum, ({ change }) => change)
  const falling = createRanking<Mover>(maximum, ({ change }) => -change)
  const gone = createRanking<Mover>(maximum, ({ change }) => -change)
  return {
    add(row) {
      const { path, total, previous, human, ai, previousHuman, previousAi } = row
      const change = row[rankedBy] - row[PREVIOUS[rankedBy]]
      const mover = { path, total, previous, change, human, ai, previousHuman, previousAi }
      if (isCertain && !hasViews(row) && hadViews(row)) gone.add(mover)
      else if (change > 0) rising.add(mover)
      else if (change < 0) falling.add(mover)
    },
    list: () => ({ rising: rising.list(), falling: falling.list(), gone: gone.list() }),
  }
}

/** Whether any previous figure is above zero. If not, the page is new. */
export function hadViews({ previous, previousHuman, previousAi }: ComparedRow): boolean {
  return previous > 0 || previousHuman > 0 || previousAi > 0
}

function hasViews({ total, human, ai }: ComparedRow): boolean {
  return total > 0 || human > 0 || ai > 0
}
