import type { ViewCounts } from '../../docs-service/schema.ts'
import { readCount, readFields, readText } from '../../untrusted/json.ts'
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
  return {
    from: dateFrom === undefined ? '' : toDay(Date.parse(dateFrom)),
    to: toDay(Date.parse(dateTo)),
    human,
    ai,
    total,
  }
}

/** The period that a marker remembers, if `value` is one. */
export function readPeriod(value: unknown): Period | undefined {
  const fields = readFields(value)
  const [from, to] = [readDay(fields['from']), readDay(fields['to'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if (from === undefined || to === undefined) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  return { from, to, human, ai, total }
}

/** `YYYY-MM-DD`, or nothing at all. */
function readDay(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /^(?:\d{4}-\d{2}-\d{2})?$/.test(text) ? text : undefined
}

/** What each period is called: its first day, or both ends where two would have one name. */
export function namePeriods(periods: readonly Period[]): string[] {
  return periods.map(({ from, to }) => {
    if (from === '') return `until ${to}`
    return periods.some((other) => other.from === from && other.to !== to) ? `${from} to ${to}` : from
  })
}

/**
 * The last periods, by time, with these added one after the other. Each replaces the same period, and a shorter one that
 * begins on the same day: month to date, run daily, is one period.
 * @param nowMs milliseconds since 1970; a period that begins later is not kept, since a date was mistyped
 */
export function mergePeriods(known: readonly Period[], added: readonly Period[], nowMs: number): Period[] {
  const today = toDay(nowMs)
  const merged = added.reduce(
    (periods, period) => [...periods.filter((other) => !replaces(period, other)), period],
    [...known],
  )
  return merged
    .filter(({ from }) => from <= today)
    .toSorted(compareByTime)
    .slice(-MAXIMUM_PERIODS)
}

function replaces(period: Period, other: Period): boolean {
  if (period.from !== other.from) return false
  return period.to === other.to || (period.from !== '' && other.to < period.to)
}

/** Whether no period of the list is newer: the newest ends last, and of those begins last. */
export function isNewest(period: Period, periods: readonly Period[]): boolean {
  return periods.every(
    (other) => compareText(other.to, period.to) < 0 || (other.to === period.to && other.from <= period.from),
  )
}

/**
 * The periods that a chart can show: as long as the newest, and without a gap from one to the next up to it.
 * @param periods by time
 */
export function selectUnbroken(periods: readonly Period[]): Period[] {
  const newest = periods.find((period) => isNewest(period, periods))
  if (newest === undefined) return []
  const length = measure(newest)
  const unbroken: Period[] = []
  for (const period of periods.filter((each) => length !== undefined && measure(each) === length)) {
    const last = unbroken.at(-1)
    if (last !== undefined && last.to < period.from) unbroken.length = 0
    unbroken.push(period)
  }
  return unbroken
}

/** How long a period is: in months from the first of a month to the first of another, otherwise in days. */
function measure({ from, to }: Period): string | undefined {
  if (from === '') return undefined
  const [start, end] = [new Date(from), new Date(to)]
  if (start.getUTCDate() === 1 && end.getUTCDate() === 1)
    return `${12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth()} months`
  return `${end.getTime() - start.getTime()} ms`
}

function compareByTime(a: Period, b: Period): number {
  return compareText(a.from || a.to, b.from || b.to) || compareText(a.to, b.to)
}

/** Days compare as text. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function toDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
