import type { ViewCounts } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'
import { changePerDay, findFall, type PeriodLengths } from './lengths.ts'

/** What a page can be ranked by. */
export type RankedBy = keyof ViewCounts

/**
 * Keeps only the rows with the highest scores: highest first; of equal ones, the first. A path is kept once.
 * @param maximum how many rows to keep, at least one
 */
export function createRanking<Row extends { path: UntrustedText }>(maximum: number, scoreOf: (row: Row) => number) {
  let kept: Row[] = []
  return {
    add(row: Row): void {
      const least = kept[maximum - 1]
      if (least !== undefined && scoreOf(row) <= scoreOf(least)) return
      const same = kept.find(({ path }) => path === row.path)
      if (same !== undefined && scoreOf(row) <= scoreOf(same)) return
      const others = kept.filter((each) => each !== same)
      kept = [...others, row].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maximum)
    },
    list: (): Row[] => kept,
  }
}

/** A page that changes. `change` is that of the figure that pages are ranked by, per day if the lengths differ. */
export type Mover = ComparedRow

export type Movers = ReturnType<ReturnType<typeof createMovers>['list']>

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
  topCount: number
  topBy: RankedBy
  /** Whether a page without a row has no views, since both periods were read whole. */
  isCertain: boolean
  totals: ViewCounts
  previousTotals: ViewCounts
  lengths: PeriodLengths
}

/** Finds the pages that change most by one figure. */
export function createMovers({ topCount, topBy, isCertain, totals, previousTotals, lengths }: MoversOptions) {
  const rising = createRanking<Mover>(topCount, ({ change }) => change)
  const falling = createRanking<Mover>(topCount, ({ change }) => -change)
  const isNew = createPagesOfOnePeriod(topCount)
  const noViews = createPagesOfOnePeriod(topCount)
  const siteFall = findFall(totals[topBy], previousTotals[topBy], lengths)
  const leastFall = siteFall > 0 ? 2 * siteFall : LEAST_FALL

  function isFalling(now: number, before: number): boolean {
    const lost = (before * lengths.days) / lengths.previousDays - now
    return siteFall < SITE_FALL && lost >= FEWEST_VIEWS && findFall(now, before, lengths) >= leastFall
  }

  return {
    add(row: ComparedRow): void {
      const { path, total, previous, human, ai, previousHuman, previousAi } = row
      const [now, before] = [row[topBy], row[PREVIOUS[topBy]]]
      const change = changePerDay(now, before, lengths)
      const mover: Mover = { path, total, previous, change, human, ai, previousHuman, previousAi }
      if (previous > 0 && total > 0) {
        if (change > 0) rising.add(mover)
        else if (isFalling(now, before)) falling.add(mover)
      } else if (isCertain && total > 0) isNew.add(mover, total)
      else if (isCertain && previous > 0) noViews.add(mover, previous)
    },
    list: () => ({
      /** By change, largest first. */
      rising: rising.list(),
      falling: falling.list(),
      /** Pages with views in this period only, at least ten. */
      isNew: isNew.list(),
      /** Pages with views in the previous period only, at least ten. */
      noViews: noViews.list(),
      /** Of `rising` and `isNew` together, those that rise most. */
      rises: [...rising.list(), ...isNew.list()].sort((a, b) => b.change - a.change).slice(0, topCount),
      /** How many more pages are new, or have no views, than these lists have. */
      more: { isNew: isNew.countOthers(), noViews: noViews.countOthers() },
      /** The last segments of all pages with at least ten views that are new, or have no views. */
      names: { isNew: isNew.names, noViews: noViews.names },
    }),
  }
}

/** Counts the pages that are in one period only, and lists those with enough views. */
function createPagesOfOnePeriod(maximum: number) {
  const ranking = createRanking<Mover>(maximum, ({ change }) => Math.abs(change))
  const names: Set<string> = new Set()
  let count = 0
  return {
    names,
    add(mover: Mover, views: number): void {
      count += 1
      if (views < FEWEST_VIEWS) return
      names.add(readLastSegment(mover.path))
      // Of pages that only AI reads, people's figure tells nothing.
      if (mover.change !== 0) ranking.add(mover)
    },
    list: ranking.list,
    countOthers: () => count - ranking.list().length,
  }
}

/** Empty for a path without one. */
export function readLastSegment(path: UntrustedText): string {
  const segments = readUntrustedText(path).split('/')
  return segments.findLast((segment) => segment !== '') ?? ''
}
