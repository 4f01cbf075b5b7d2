import type { ViewCounts } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'
import { changePerDay, findFall, type PeriodLengths } from './lengths.ts'

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

/** A page that changes. `change` is that of the figure that pages are ranked by, per day if the lengths differ. */
export type Mover = ComparedRow

export interface Movers {
  /** By change, largest first. */
  rising: Mover[]
  falling: Mover[]
  /** Pages with views in this period only, at least ten. */
  isNew: Mover[]
  /** Pages with views in the previous period only, at least ten. */
  noViews: Mover[]
  /** Of `rising` and `isNew` together, those that rise most. */
  rises: Mover[]
  /** How many more pages are new, or have no views, than these lists have. */
  more: { isNew: number; noViews: number }
  /** The last segments of all pages with at least ten views that are new, or have no views. */
  names: { isNew: ReadonlySet<string>; noViews: ReadonlySet<string> }
}

/** The field of each figure's previous value. */
export const PREVIOUS = { human: 'previousHuman', ai: 'previousAi', total: 'previous' } as const

/** Fewer views say nothing of a page. */
export const FEWEST_VIEWS = 10
/** How far a page has to fall on a site that doesn't. */
const LEAST_FALL = 0.2
/** A site that lost so much has no falling pages: it fell as a whole. */
export const SITE_FALL = 0.5

export interface MoversOptions {
  /** How many pages a list has at the most. */
  maximum: number
  rankedBy: RankedBy
  /** Whether a page without a row has no views, since both periods were read whole. */
  isCertain: boolean
  /** Whether a page without a row in the previous period had no views then. */
  isPreviousWhole: boolean
  site: { totals: ViewCounts; previousTotals: ViewCounts }
  lengths: PeriodLengths
}

/** Finds the pages that change most by one figure. */
export function createMovers({ maximum, rankedBy, isCertain, isPreviousWhole, site, lengths }: MoversOptions): {
  add(row: ComparedRow): void
  list(): Movers
} {
  const rising = createRanking<Mover>(maximum, ({ change }) => change)
  const falling = createRanking<Mover>(maximum, ({ change }) => -change)
  const isNew = createRanking<Mover>(maximum, ({ change }) => change)
  const noViews = createRanking<Mover>(maximum, ({ change }) => -change)
  const rises = createRanking<Mover>(maximum, ({ change }) => change)
  const count = { isNew: 0, noViews: 0 }
  const names = { isNew: new Set<string>(), noViews: new Set<string>() }
  const siteFall = findFall(site.totals[rankedBy], site.previousTotals[rankedBy], lengths)
  const leastFall = siteFall > 0 ? 2 * siteFall : LEAST_FALL
  return {
    add(row) {
      const { path, total, previous, human, ai, previousHuman, previousAi } = row
      const [now, before] = [row[rankedBy], row[PREVIOUS[rankedBy]]]
      const change = changePerDay(now, before, lengths)
      const mover = { path, total, previous, change, human, ai, previousHuman, previousAi }
      if (isCertain && !hasViews(row) && hadViews(row)) note('noViews', previous, mover)
      else if (isCertain && hasViews(row) && !hadViews(row)) note('isNew', total, mover)
      // Its row may be missing.
      else if (!hadViews(row) && !isPreviousWhole) return
      else if (change > 0) addRise(rising, mover)
      else if (isFalling(now, before)) falling.add(mover)
    },
    list() {
      const lists = { isNew: isNew.list(), noViews: noViews.list() }
      const more = { isNew: count.isNew - lists.isNew.length, noViews: count.noViews - lists.noViews.length }
      return { rising: rising.list(), falling: falling.list(), ...lists, rises: rises.list(), more, names }
    },
  }

  /** Counts a page that is in one period only, and lists it if it has enough views. */
  function note(list: 'isNew' | 'noViews', views: number, mover: Mover): void {
    count[list] += 1
    if (views < FEWEST_VIEWS) return
    names[list].add(readLastSegment(mover.path))
    // Of pages that only AI reads, people's figure tells nothing.
    if (mover.change === 0) return
    if (list === 'isNew') addRise(isNew, mover)
    else noViews.add(mover)
  }

  function addRise(list: Ranking<Mover>, mover: Mover): void {
    list.add(mover)
    rises.add(mover)
  }

  function isFalling(now: number, before: number): boolean {
    const lost = (before * lengths.days) / lengths.previousDays - now
    return siteFall < SITE_FALL && lost >= FEWEST_VIEWS && findFall(now, before, lengths) >= leastFall
  }
}

/** Whether any previous figure is above zero. If not, the page is new. */
export function hadViews({ previous, previousHuman, previousAi }: ComparedRow): boolean {
  return previous > 0 || previousHuman > 0 || previousAi > 0
}

function hasViews({ total, human, ai }: ComparedRow): boolean {
  return total > 0 || human > 0 || ai > 0
}

/** Empty for a path without one. */
export function readLastSegment(path: UntrustedText): string {
  const segments = readUntrustedText(path).split('/')
  return segments.findLast((segment) => segment !== '') ?? ''
}
