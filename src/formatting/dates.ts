import { type Markdown, markdown } from '../untrusted/markdown.ts'
import { formatCount } from './numbers.ts'
import { DAY_MS } from './times.ts'

/** Days or moments in ISO 8601; `dateTo` is exclusive. */
export interface DateRange {
  /** Absent if the service chooses the beginning. */
  dateFrom?: string
  dateTo: string
}

/** The length of a range, which may be a fraction; 0 without a beginning. */
export function countDays({ dateFrom, dateTo }: DateRange): number {
  return dateFrom === undefined ? 0 : (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS
}

/** `Nov 14–20, 2026 (7 days, UTC)` for whole days, else to the minute. */
export function formatRange(range: DateRange): string {
  return `${formatDates(range)} (${formatNote(range)})`
}

export function renderRange(range: DateRange): Markdown {
  return markdown`${formatDates(range)} (${formatNote(range)})`
}

/** `Nov 14–20, 2026`; `Nov 14, 2026, 06:00 – Nov 20, 2026, 06:00` if an end isn't midnight in UTC. */
export function formatDates(range: DateRange): string {
  const { dateFrom, dateTo } = range
  const endMs = Date.parse(dateTo)
  const lastMs = endMs - DAY_MS
  const isWhole = areDays(range)
  if (dateFrom === undefined) return isWhole ? `until the end of ${formatDays(lastMs)}` : `until ${formatMinute(endMs)}`
  const startMs = Date.parse(dateFrom)
  return isWhole ? formatDays(startMs, lastMs) : `${formatMinute(startMs)} – ${formatMinute(endMs)}`
}

/** The same without years: `Nov 14–20`. */
export function formatShortDates(range: DateRange): string {
  return formatDates(range).replaceAll(/, \d{4}/gu, '')
}

/** @param momentMs milliseconds since 1970; returned as `Nov 22, 2026, 16:52`, in UTC */
export function formatMinute(momentMs: number): string {
  return `${formatDays(momentMs)}, ${new Date(momentMs).toISOString().slice(11, 16)}`
}

/** @param dayMs milliseconds since 1970; returned as `Wed, Nov 18`, in UTC */
export function formatDay(dayMs: number): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Date(dayMs).toLocaleDateString('en-US', format)
}

/** @param momentMs milliseconds since 1970; returned as `2026-11-09T00:00:00Z`, without a fraction of 0 */
export function formatMoment(momentMs: number): string {
  return new Date(momentMs).toISOString().replace('.000Z', 'Z')
}

/** @param momentMs milliseconds since 1970; returned as `YYYY-MM-DD`, the day in UTC */
export function toDay(momentMs: number): string {
  return new Date(momentMs).toISOString().slice(0, 10)
}

function formatNote(range: DateRange): string {
  return range.dateFrom !== undefined && areDays(range) ? `${formatCount(countDays(range), 'day')}, UTC` : 'UTC'
}

function areDays({ dateTo, dateFrom = dateTo }: DateRange): boolean {
  return [dateFrom, dateTo].every((moment) => Date.parse(moment) % DAY_MS === 0)
}

/** The first and the last day, without what both share. */
function formatDays(firstMs: number, lastMs = firstMs): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  // The spaces around the dash are thin ones, which few fonts for logs have.
  const [first = '', last = ''] = format.formatRange(firstMs, lastMs).split(/\s*–\s*/u)
  if (last === '') return first
  return /^\d/u.test(last) ? `${first}–${last}` : `${first} – ${last}`
}
