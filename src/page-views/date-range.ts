import { type DateRange, formatMoment, toDay } from '../formatting/dates.ts'
import { DAY_MS } from '../formatting/times.ts'
import { findPrevious, formatPeriodRule, parsePeriod } from '../reports/period.ts'
import type { InputReader } from '../runner/inputs.ts'

/** What is exported, and the period that it is compared with. */
export interface ResolvedDates {
  range: DateRange
  /** Undefined if the range has no beginning. */
  previousRange: DateRange | undefined
}

/** Receives each problem. */
type Refuse = (...problem: Parameters<InputReader['refuse']>) => void

const MOMENT_RULE =
  'Write an existing date, such as `2026-08-01`, a timestamp, such as `2026-08-01T12:00:00Z`, `today`, ' +
  'or a number of days, such as `7d`.'

/**
 * Resolves the dates to send. Days count in UTC; a timestamp without a zone is sent as UTC. A date that is typed wrong
 * into the future would stay the newest for a year, so the future is now.
 * @param from input `date-from`: a date, a timestamp, `today`, `<n>d` before `to`, or empty for no beginning
 * @param to input `date-to`: the same, `<n>d` before now; empty means now, so that pages can't shift
 * @param nowMs milliseconds since 1970 at which the export starts
 */
export function resolveDates(from: string, to: string, nowMs: number, refuse: Refuse): ResolvedDates {
  const givenMs = to === '' ? nowMs : parseMoment(to, nowMs, nowMs)
  if (givenMs === undefined) refuse('date-to', to, MOMENT_RULE)
  const toMs = Math.min(givenMs ?? nowMs, nowMs)
  const range: DateRange = { dateTo: formatMoment(toMs) }
  if (from === '') return { range, previousRange: undefined }
  const fromMs = parseMoment(from, toMs, nowMs)
  const tooLate = `Write a time before \`date-to\`, which is ${formatMoment(toMs)}.`
  if (fromMs === undefined) refuse('date-from', from, MOMENT_RULE)
  else if (fromMs >= toMs) refuse('date-from', from, tooLate)
  const startMs = fromMs ?? toMs
  return { range: toRange(startMs, toMs), previousRange: toRange(2 * startMs - toMs, startMs) }
}

/** A hundred years. */
const MAXIMUM_DAYS = 36_500

/** Resolves the input `period`. @param nowMs milliseconds since 1970 at which the export starts */
export function resolvePeriod(text: string, nowMs: number, refuse: Refuse): ResolvedDates {
  const period = parsePeriod(text, nowMs, MAXIMUM_DAYS)
  if (period === undefined) {
    refuse('period', text, formatPeriodRule(MAXIMUM_DAYS))
    return resolveDates('', '', nowMs, refuse)
  }
  const { dateFrom, dateTo } = period
  const { fromMs, toMs } = findPrevious(period)
  return { range: toRange(Date.parse(dateFrom), Date.parse(dateTo)), previousRange: toRange(fromMs, toMs) }
}

/** As times, since the service doesn't say in which time zone a day begins. */
function toRange(fromMs: number, toMs: number): DateRange {
  return { dateFrom: formatMoment(fromMs), dateTo: formatMoment(toMs) }
}

const FIRST_MOMENT_MS = Date.parse('0000-01-01T00:00:00Z')

/** @returns milliseconds since 1970; undefined if there is no such moment in years of four digits */
function parseMoment(text: string, referenceMs: number, nowMs: number): number | undefined {
  const [, days] = /^(\d{1,9})d$/iu.exec(text) ?? []
  const given = /^today$/iu.test(text) ? toDay(nowMs) : text
  const atMs = days === undefined ? parseTimestamp(given) : referenceMs - Number(days) * DAY_MS
  return atMs >= FIRST_MOMENT_MS ? atMs : undefined
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/u

/** @returns `NaN` if there is no such moment */
function parseTimestamp(given: string): number {
  const [text = '', day = '', zone] = TIMESTAMP.exec(given.toUpperCase()) ?? []
  // `Date` turns 30 February into 2 March, so only a day that comes out as it went in exists.
  if (new Date(day).toJSON()?.startsWith(day) !== true) return Number.NaN
  return Date.parse(zone === undefined && text !== day ? `${text}Z` : text)
}
