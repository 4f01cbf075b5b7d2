import type { ViewCounts } from '../../docs-service/schema.ts'
import { addViews, NO_VIEWS, subtractViews } from '../../docs-service/view-counts.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'
import { changePerDay, type PeriodLengths } from './lengths.ts'
import { createRanking, type RankedBy } from './ranking.ts'

/** A page that rises or falls, with its views in both periods. */
export interface Mover extends ViewCounts {
  path: UntrustedText
  previous: ViewCounts
}

/** The pages that change most, and the views of all others. */
export interface Movers {
  rising: Mover[]
  falling: Mover[]
  others: { totals: ViewCounts; previous: ViewCounts }
}

/** A fifth: how far a page changes at least, compared with the previous period. */
const LEAST_CHANGE = 5
/** Fewer views say nothing of a page. */
export const FEWEST_VIEWS = 10
/** Counts scatter by their square root; three times as much is rarely chance. */
const NOISE = 3

/**
 * Whether a page changed by at least 20%, by at least ten views, and by more than three times the square root of both
 * counts together. Periods of different lengths are compared by their views per day.
 */
export function isChange(now: number, before: number, { days, previousDays }: PeriodLengths): boolean {
  // In products of whole numbers, which are exact: all of them are `previousDays` times as large.
  const expected = before * days
  const change = Math.abs(now * previousDays - expected)
  const noise = NOISE * Math.sqrt(now + before)
  return change >= FEWEST_VIEWS * previousDays && LEAST_CHANGE * change >= expected && change > noise * previousDays
}

/**
 * Finds the pages that rise or fall most by one figure.
 * @param rows a page without known views in the previous period is left out
 * @param totals of both periods, for what the found pages don't explain
 */
export function findMovers(
  rows: Iterable<ComparedRow>,
  totals: Movers['others'],
  { topCount, topBy, lengths }: { topCount: number; topBy: RankedBy; lengths: PeriodLengths },
): Movers {
  const changeOf = (mover: Mover) => changePerDay(mover[topBy], mover.previous[topBy], lengths)
  const rising = createRanking<Mover>(topCount, changeOf)
  const falling = createRanking<Mover>(topCount, (mover) => -changeOf(mover))
  for (const { path, human, ai, total, previous } of rows) {
    if (previous === undefined) continue
    const mover = { path, human, ai, total, previous }
    if (!isChange(mover[topBy], previous[topBy], lengths)) continue
    const list = changeOf(mover) > 0 ? rising : falling
    list.add(mover)
  }
  const listed = [...rising.list(), ...falling.list()]
  return {
    rising: rising.list(),
    falling: falling.list(),
    others: {
      totals: subtractViews(totals.totals, listed.reduce(addViews, NO_VIEWS)),
      previous: subtractViews(totals.previous, listed.map(({ previous }) => previous).reduce(addViews, NO_VIEWS)),
    },
  }
}
