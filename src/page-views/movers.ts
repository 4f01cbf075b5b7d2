import type { ViewCounts, ViewRow } from '../service/views.ts'
import { addViews, NO_VIEWS } from './pages.ts'

/** A page that did better or worse than the site, with its views in both periods. */
export interface Mover extends ViewRow {
  previous: ViewCounts
  /** The views by people that it would have if it had changed as the site did. */
  expected: number
}

export interface Movers {
  /** Those that differ most from what was expected come first. */
  rising: Mover[]
  falling: Mover[]
}

/** The views of each page in both periods. */
export type PageTable = Map<string, { now: ViewCounts; before: ViewCounts }>

export function addRow(table: PageTable, which: 'now' | 'before', row: ViewRow): void {
  const page = table.get(row.path)
  if (page === undefined) table.set(row.path, { now: NO_VIEWS, before: NO_VIEWS, [which]: row })
  else page[which] = page[which] === NO_VIEWS ? row : addViews(page[which], row)
}

/** Counts scatter by their square root. Of thousands of pages, hardly one differs by five times as much by chance. */
const NOISE = 5

/** Whether a page differs from what was expected by at least 20 %, by at least ten views, and by more than chance. */
export function isMover(now: number, expected: number): boolean {
  const difference = Math.abs(now - expected)
  return difference >= 0.2 * expected && difference >= 10 && difference > NOISE * Math.sqrt(expected + now)
}

/**
 * Finds the pages that did better or worse than the site, by people.
 * @param now views by people of the site @param before the same in the previous period, not 0
 */
export function findMovers(table: PageTable, now: number, before: number, maximum: number): Movers {
  const movers: Mover[] = []
  for (const [path, page] of table) {
    const expected = (page.before.human * now) / before
    const { human, ai, total } = page.now
    if (isMover(human, expected)) movers.push({ path, human, ai, total, previous: page.before, expected })
  }
  const difference = ({ human, expected }: Mover) => human - expected
  movers.sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)))
  return {
    rising: movers.filter((mover) => difference(mover) > 0).slice(0, maximum),
    falling: movers.filter((mover) => difference(mover) < 0).slice(0, maximum),
  }
}
