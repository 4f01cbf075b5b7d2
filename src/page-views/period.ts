import { DAY_MS, formatDay } from '../text/dates.ts'
import { formatDays } from '../text/period.ts'

/** What is exported, in milliseconds since 1970. All days are in UTC. */
export interface Period {
  /** Undefined if the service chooses the beginning. */
  fromMs: number | undefined
  /** Exclusive. */
  toMs: number
}

export interface ClosedPeriod extends Period {
  fromMs: number
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/u

/**
 * Parses `YYYY-MM-DD` or an ISO 8601 timestamp. Days, and timestamps without a zone, are in UTC.
 * @returns milliseconds since 1970; undefined if there is no such moment since then
 */
export function parseMoment(given: string): number | undefined {
  const [text = '', day = '', zone] = MOMENT.exec(given.toUpperCase()) ?? []
  // `Date` turns February 30 into March 2, so only a day that comes out as it went in exists.
  if (new Date(day).toJSON()?.startsWith(day) !== true) return undefined
  const ms = Date.parse(zone === undefined && text !== day ? `${text}Z` : text)
  return ms >= 0 ? ms : undefined
}

/** As the service is asked: times, since it doesn't say in which time zone a day begins. */
export function toQuery({ fromMs, toMs }: Period): { dateFrom?: string; dateTo: string } {
  return { ...(fromMs !== undefined && { dateFrom: formatMoment(fromMs) }), dateTo: formatMoment(toMs) }
}

/** As files and outputs have it: whole days are dates, which spreadsheets know. */
export function toDates(period: Period): { dateFrom: string | undefined; dateTo: string } {
  const { fromMs, toMs } = period
  const format = areDays(period) ? formatDay : formatMoment
  return { dateFrom: fromMs === undefined ? undefined : format(fromMs), dateTo: format(toMs) }
}

/** `2026-11-09T00:00:00Z`, without a fraction of 0. */
function formatMoment(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Whether both ends are midnight. */
function areDays({ toMs, fromMs = toMs }: Period): boolean {
  return fromMs % DAY_MS === 0 && toMs % DAY_MS === 0
}

/** The length in days, which may be a fraction. */
export function countDays({ fromMs, toMs }: ClosedPeriod): number {
  return (toMs - fromMs) / DAY_MS
}

/** The days of a period of up to a week, or the weeks of a longer one, from its first day. */
export function listParts(period: ClosedPeriod): ClosedPeriod[] {
  const lengthMs = countDays(period) <= 7 ? DAY_MS : 7 * DAY_MS
  const parts: ClosedPeriod[] = []
  for (let fromMs = period.fromMs; fromMs < period.toMs; fromMs += lengthMs)
    parts.push({ fromMs, toMs: Math.min(fromMs + lengthMs, period.toMs) })
  // That a part of a day has no views proves nothing.
  return parts.filter((part) => countDays(part) >= 1)
}

/** `Nov 16–22, 2026`; `Nov 16, 2026, 06:00 – Nov 20, 2026, 06:00 UTC` if an end isn't midnight. */
export function formatPeriod(period: Period): string {
  const { fromMs, toMs } = period
  const [end, lastMs] = [`${formatMinute(toMs)} UTC`, toMs - DAY_MS]
  if (fromMs === undefined) return `until ${areDays(period) ? formatDays(lastMs) : end}`
  return areDays(period) ? formatDays(fromMs, lastMs) : `${formatMinute(fromMs)} – ${end}`
}

/**
 * `Nov 10 and Nov 12–14`: neighbors are one range, and years are left out if all are the year in which `period` ends.
 * @param parts in order
 */
export function formatParts(parts: readonly ClosedPeriod[], period: Period): string {
  const ranges: ClosedPeriod[] = []
  for (const part of parts) {
    const last = ranges.at(-1)
    if (last?.toMs === part.fromMs) last.toMs = part.toMs
    else ranges.push({ ...part })
  }
  const names = ranges.map(formatPeriod)
  const short = names.map((name) => name.replaceAll(`, ${new Date(period.toMs - 1).getUTCFullYear()}`, ''))
  return new Intl.ListFormat('en-US').format(/, \d{4}/u.test(short.join()) ? names : short)
}

function formatMinute(ms: number): string {
  return `${formatDays(ms)}, ${new Date(ms).toISOString().slice(11, 16)}`
}
