import { DAY_MS, type DateRange, toDay } from '../reports/dates.ts'
import { findPrevious, listAllowedPeriods, parsePeriod } from '../reports/period.ts'

export interface ResolvedDates {
  range: DateRange
  /** The period to compare with; undefined without a beginning, or if it would begin before the year 0. */
  previousRange: DateRange | undefined
  /** Whether a later run has more of the same period: it ends now, or it is `this-month`. */
  isToDate: boolean
  /** Whether `date-to` is in the future, so that it counts as now. */
  isCut: boolean
  problems: { input: 'date-from' | 'date-to' | 'period'; given: string; allowed: string }[]
}

const ALLOWED =
  'a date that exists, as YYYY-MM-DD, a timestamp such as 2026-08-01T12:00:00Z, `today`, or a number of days such as 7d'

/**
 * Resolves the dates to send. Days count in UTC; a timestamp without a zone is sent as UTC.
 * @param from input `date-from`: a date, a timestamp, `today`, `<n>d` before `to`, or empty for no beginning
 * @param to input `date-to`: the same, `<n>d` before now; empty means now, so that pages can't shift
 * @param nowMs milliseconds since 1970 at which the export starts
 */
export function resolveDates(from: string, to: string, nowMs: number): ResolvedDates {
  const problems: ResolvedDates['problems'] = []
  const now: Moment = { text: formatMoment(nowMs), atMs: nowMs }
  const given = to === '' ? now : parseMoment(to, now, nowMs)
  if (given === undefined) problems.push({ input: 'date-to', given: to, allowed: ALLOWED })
  const isCut = given !== undefined && given.atMs > nowMs
  const end = given === undefined || isCut ? now : given
  const start = from === '' ? undefined : parseMoment(from, end, nowMs)
  const allowed = from === '' ? undefined : findAllowedStart(nowMs, start, given && end)
  if (allowed !== undefined) problems.push({ input: 'date-from', given: from, allowed })
  return {
    range: start === undefined ? { dateTo: end.text } : { dateFrom: start.text, dateTo: end.text },
    previousRange: start && formatPrevious(2 * start.atMs - end.atMs, start.atMs),
    isToDate: end.text === now.text,
    isCut,
    problems,
  }
}

/** @returns what `date-from` must be; undefined if it is */
function findAllowedStart(nowMs: number, start?: Moment, end?: Moment): string | undefined {
  if (start === undefined) return ALLOWED
  if (start.atMs > nowMs) return `a moment in the past; ${start.text} is in the future`
  if (end === undefined || start.atMs < end.atMs) return undefined
  return `a moment before date-to, which is ${end.text} and itself not included`
}

/** A hundred years: years keep their four digits. */
const MAXIMUM_DAYS = 36_500

/**
 * Resolves the input `period`. `this-month` is compared with the same days of the previous month.
 * @param nowMs milliseconds since 1970 at which the export starts
 */
export function resolvePeriod(text: string, nowMs: number): ResolvedDates {
  const period = parsePeriod(text, nowMs, MAXIMUM_DAYS)
  if (period === undefined) {
    const problem = { input: 'period', given: text, allowed: listAllowedPeriods(MAXIMUM_DAYS) } as const
    return { ...resolveDates('', '', nowMs), problems: [problem] }
  }
  const { isToDate } = period
  const { fromMs, toMs } = findPrevious(period)
  const [dateFrom, dateTo] = [toMoment(period.dateFrom).text, toMoment(period.dateTo).text]
  return {
    range: { dateFrom, dateTo },
    previousRange: formatPrevious(fromMs, toMs),
    isToDate,
    isCut: false,
    problems: [],
  }
}

function formatPrevious(fromMs: number, toMs: number): DateRange | undefined {
  return fromMs >= FIRST_MOMENT_MS ? { dateFrom: formatMoment(fromMs), dateTo: formatMoment(toMs) } : undefined
}

interface Moment {
  /** As it is sent: a time, since the service doesn't say in which time zone a day begins. */
  text: string
  atMs: number
}

function parseMoment(text: string, reference: Moment, nowMs: number): Moment | undefined {
  if (/^\d+d$/i.test(text)) return subtractDays(Number.parseInt(text, 10), reference)
  if (/^today$/i.test(text)) return toMoment(toDay(nowMs))
  return parseDay(text) ?? parseTimestamp(text)
}

const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z')
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z')

function subtractDays(days: number, { atMs }: Moment): Moment | undefined {
  if (!Number.isSafeInteger(days) || days > MAXIMUM_DAYS) return undefined
  const earlierMs = atMs - days * DAY_MS
  if (earlierMs < FIRST_MOMENT_MS) return undefined
  return { text: formatMoment(earlierMs), atMs: earlierMs }
}

/** Without a fraction of 0: `2026-11-09T00:00:00Z`. */
function formatMoment(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z')
}

function toMoment(day: string): Moment {
  const atMs = Date.parse(day)
  return { text: Number.isNaN(atMs) ? day : formatMoment(atMs), atMs }
}

function parseDay(text: string): Moment | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const { atMs } = toMoment(text)
  // `Date` turns 30 February into 2 March, so only a day that comes out as it went in exists.
  return Number.isNaN(atMs) || toDay(atMs) !== text ? undefined : toMoment(text)
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

function parseTimestamp(given: string): Moment | undefined {
  const text = given.toUpperCase()
  const [, day = '', , zone] = TIMESTAMP.exec(text) ?? []
  if (parseDay(day) === undefined) return undefined
  const zoned = zone === undefined ? `${text}Z` : text
  const atMs = Date.parse(zoned)
  // A time zone may move it out of the years that four digits can write.
  return atMs >= FIRST_MOMENT_MS && atMs <= LAST_MOMENT_MS ? { text: formatMoment(atMs), atMs } : undefined
}
