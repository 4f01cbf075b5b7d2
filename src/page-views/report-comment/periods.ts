import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../date-range.ts'

/** The totals of one period, as the report remembers them. */
export interface Period extends ViewCounts {
  /** First day in UTC, `YYYY-MM-DD`; empty where the service chose the beginning. */
  from: string
  /** Day of the end in UTC. */
  to: string
}

/** How many periods the report remembers. */
const MAXIMUM_PERIODS = 12

/** The period that `range` is. A period is known by the days of its ends, whatever their time of day. */
export function toPeriod({ dateFrom, dateTo }: DateRange, { human, ai, total }: ViewCounts): Period {
  return { from: dateFrom === undefined ? '' : toDay(dateFrom), to: toDay(dateTo), human, ai, total }
}

/** What a period is called: its first day. */
export function namePeriod({ from, to }: Period): string {
  return from === '' ? `until ${to}` : from
}

/**
 * The last periods of all lists together, by time.
 * @param lists of the same period, the one in the last list counts
 */
export function mergePeriods(...lists: readonly (readonly Period[])[]): Period[] {
  const known = new Map(lists.flat().map((period) => [`${period.from} ${period.to}`, period]))
  return [...known.values()].toSorted(compareByTime).slice(-MAXIMUM_PERIODS)
}

function compareByTime(a: Period, b: Period): number {
  return compareDays(a.from || a.to, b.from || b.to) || compareDays(a.to, b.to)
}

/** Days compare as text. */
function compareDays(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function toDay(text: string): string {
  return new Date(text).toISOString().slice(0, 10)
}
