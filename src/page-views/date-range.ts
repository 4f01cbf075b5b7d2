const DAY_MS = 24 * 60 * 60_000

/** What is sent to the service; `dateTo` is exclusive. */
export interface DateRange {
  dateFrom?: string
  dateTo: string
}

export interface DateProblem {
  input: 'date-from' | 'date-to'
  given: string
  allowed: string
}

const ALLOWED =
  'a date that exists, as YYYY-MM-DD, an ISO 8601 timestamp such as 2026-08-01T12:00:00Z, `today`, or a number of days such as 7d'

/** What the inputs ask for. */
export interface ResolvedDates {
  range: DateRange
  /** The period right before `range`, of the same length or of as many calendar months; undefined without a beginning. */
  previousRange: DateRange | undefined
  /** Whether the period is not over yet. */
  endsInFuture: boolean
  problems: DateProblem[]
}

/**
 * Works out the dates to send. Days count in UTC; a timestamp without a zone is sent as UTC.
 * @param from input `date-from`: a date, a timestamp, `today`, `<n>d` before `to`, or empty for no beginning
 * @param to input `date-to`: the same, `<n>d` before now; empty means now, so that pages can't shift
 * @param nowMs milliseconds since 1970 at which the export starts
 */
export function resolveDates(from: string, to: string, nowMs: number): ResolvedDates {
  const problems: DateProblem[] = []
  const now: Moment = { text: new Date(nowMs).toISOString(), atMs: nowMs, isDay: false }
  const end = to === '' ? now : parseMoment(to, now, nowMs)
  if (end === undefined) problems.push({ input: 'date-to', given: to, allowed: ALLOWED })
  const start = from === '' ? undefined : parseMoment(from, end ?? now, nowMs)
  if (from !== '' && start === undefined) problems.push({ input: 'date-from', given: from, allowed: ALLOWED })
  if (start && end && start.atMs >= end.atMs)
    problems.push({
      input: 'date-from',
      given: from,
      allowed: `a moment before date-to, which is ${end.text} and itself not included`,
    })
  const range = { dateTo: (end ?? now).text }
  return {
    range: start === undefined ? range : { dateFrom: start.text, ...range },
    previousRange: start && end && findPreviousRange(start, end),
    endsInFuture: end !== undefined && end.atMs > nowMs,
    problems,
  }
}

/** Undefined when that period would begin before the year 0, which no date in four digits can say. */
function findPreviousRange(start: Moment, end: Moment): DateRange | undefined {
  const months = countMonths(start, end)
  const atMs = months === undefined ? start.atMs - (end.atMs - start.atMs) : subtractMonths(start, months)
  if (atMs < FIRST_MOMENT_MS) return undefined
  return { dateFrom: formatMoment(atMs, start.isDay && end.isDay), dateTo: start.text }
}

/** From the first of a month to the first of a month: how many months. Undefined for any other days. */
function countMonths(start: Moment, end: Moment): number | undefined {
  const [first, last] = [new Date(start.atMs), new Date(end.atMs)]
  if (![first, last].every((day) => day.getUTCDate() === 1 && day.getTime() % DAY_MS === 0)) return undefined
  return 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth()
}

function subtractMonths({ atMs }: Moment, months: number): number {
  const day = new Date(atMs)
  return day.setUTCMonth(day.getUTCMonth() - months)
}

interface Moment {
  /** As it is sent. */
  text: string
  atMs: number
  /** A whole day rather than a time. */
  isDay: boolean
}

function parseMoment(text: string, reference: Moment, nowMs: number): Moment | undefined {
  if (/^\d+d$/i.test(text)) return subtractDays(Number.parseInt(text, 10), reference)
  if (/^today$/i.test(text)) return parseDay(formatMoment(nowMs, true))
  return parseDay(text) ?? parseTimestamp(text)
}

const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z')
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** A hundred years. With more, a year could have more than four digits. */
const MAXIMUM_DAYS = 36_500

function subtractDays(days: number, { atMs, isDay }: Moment): Moment | undefined {
  if (!Number.isSafeInteger(days) || days > MAXIMUM_DAYS) return undefined
  const earlierMs = atMs - days * DAY_MS
  if (earlierMs < FIRST_MOMENT_MS) return undefined
  return { text: formatMoment(earlierMs, isDay), atMs: earlierMs, isDay }
}

function formatMoment(atMs: number, isDay: boolean): string {
  const text = new Date(atMs).toISOString()
  return isDay ? text.slice(0, 10) : text
}

function parseDay(text: string): Moment | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const atMs = Date.parse(`${text}T00:00:00Z`)
  // `Date` turns 30 February into 2 March: only what comes out as it went in is a day.
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== text) return undefined
  return { text, atMs, isDay: true }
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

function parseTimestamp(given: string): Moment | undefined {
  const text = given.toUpperCase()
  const [, day = '', , zone] = TIMESTAMP.exec(text) ?? []
  if (parseDay(day) === undefined) return undefined
  const zoned = zone === undefined ? `${text}Z` : text
  const atMs = Date.parse(zoned)
  // A zone may lead out of the years that four digits can write.
  return atMs >= FIRST_MOMENT_MS && atMs <= LAST_MOMENT_MS ? { text: zoned, atMs, isDay: false } : undefined
}
