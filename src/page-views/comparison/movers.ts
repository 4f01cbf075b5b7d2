import type { UntrustedText } from '../../untrusted/text.ts'
import { createRanking } from './ranking.ts'

/** A page in both periods. */
export interface Mover {
  path: UntrustedText
  /** Views in this period. */
  total: number
  /** Views in the previous one. */
  previous: number
  change: number
}

/** What rises and what falls, by absolute change, largest first. */
export interface Movers {
  rising: Mover[]
  falling: Mover[]
}

/** Finds the pages that rise and fall most, `maximum` of each. */
export function createMovers(maximum: number): { add(mover: Mover): void; list(): Movers } {
  const rising = createRanking<Mover>(maximum, ({ change }) => change)
  const falling = createRanking<Mover>(maximum, ({ change }) => -change)
  return {
    add(mover) {
      if (mover.change > 0) rising.add(mover)
      if (mover.change < 0) falling.add(mover)
    },
    list: () => ({ rising: rising.list(), falling: falling.list() }),
  }
}
