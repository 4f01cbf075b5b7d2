import type { DateRange } from '../date-range.ts'
import type { ExportResult } from '../export-page-views.ts'

/** `1 row`, `1,000 rows`. */
export function formatCount(count: number, noun: 'row' | 'request' | 'day'): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,234.5`, for people; never `-0`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' })
}

/** `1234.5`, for diagrams: plain decimals. */
export function formatPlainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false })
}

/** `+12`, `-3`, `0`. */
export function formatDifference(value: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value)}`
}

/** Shares of two counts, such as `80%` and `20%`. They add up to 100%. Empty when there is nothing to share. */
export function formatShares(first: number, second: number): [string, string] {
  const sum = first + second
  if (!(sum > 0 && Number.isFinite(sum))) return ['', '']
  // With two shares this is the method of the largest remainder.
  const tenths = Math.round((1000 * first) / sum)
  return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`]
}

/**
 * The change in per cent with one decimal, such as `12.5` or `-3.0`; never `-0.0`.
 * @returns an empty string when there was nothing before, since no percentage describes that
 */
export function formatChange(now: number, before: number): string {
  const percent = ((now - before) / before) * 100
  if (before === 0 || !Number.isFinite(percent)) return ''
  // In plain decimals, also where `toFixed` would turn to exponents.
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const text = percent.toLocaleString('en-US', options)
  return text === '-0.0' ? '0.0' : text
}

/** `+12.5%`, `-3.0%`; empty when there was nothing before. */
export function formatPercent(now: number, before: number): string {
  const change = formatChange(now, before)
  return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change}%`
}

/** A range as a person says it: `14–20 Nov 2026`, and in brackets behind it `7 days, UTC`. */
export function describeRange({ dateFrom, dateTo }: DateRange): { dates: string; note: string } {
  const endMs = Date.parse(dateTo)
  const startMs = dateFrom === undefined ? undefined : Date.parse(dateFrom)
  if (![startMs ?? 0, endMs].every((moment) => moment % DAY_MS === 0)) {
    const start = startMs === undefined ? 'until' : `${formatMinute(startMs)} –`
    return { dates: `${start} ${formatMinute(endMs)}`, note: 'UTC' }
  }
  const last = new Date(endMs - DAY_MS)
  if (startMs === undefined) return { dates: `until the end of ${formatDay(last)}`, note: 'UTC' }
  const note = `${formatCount((endMs - startMs) / DAY_MS, 'day')}, UTC`
  return { dates: formatDays(new Date(startMs), last), note }
}

const DAY_MS = 24 * 60 * 60_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Says only once what both days share. */
function formatDays(first: Date, last: Date): string {
  if (first.getTime() === last.getTime()) return formatDay(last)
  if (first.getUTCFullYear() !== last.getUTCFullYear()) return `${formatDay(first)} – ${formatDay(last)}`
  if (first.getUTCMonth() === last.getUTCMonth()) return `${first.getUTCDate()}–${formatDay(last)}`
  return `${formatDay(first).replace(/ \d+$/, '')} – ${formatDay(last)}`
}

function formatDay(day: Date): string {
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

function formatMinute(moment: number): string {
  return `${formatDay(new Date(moment))}, ${new Date(moment).toISOString().slice(11, 16)}`
}

const AI_COUNTS_MARKDOWN_SINCE = '2026-07-31'

/**
 * What changed in between, where numbers from before and after that day stand side by side; otherwise undefined.
 * @param first ISO 8601, the first moment of the older numbers
 * @param end ISO 8601, the end of the newer ones
 */
export function describeAiChange(first: string | undefined, end: string): string | undefined {
  const changedAt = Date.parse(AI_COUNTS_MARKDOWN_SINCE)
  const isAcross = first !== undefined && Date.parse(first) < changedAt && Date.parse(end) > changedAt
  return isAcross
    ? 'Since 31 July 2026, views of a page as Markdown count as AI views. Numbers from before that day leave them out, so AI seems to grow more than it did.'
    : undefined
}

/** Says in one sentence how to go on after an export that is not complete: with the very same dates, or rows shift. */
export function describeContinuation(
  { file, nextOffset = 0, shortfalls }: ExportResult,
  { dateFrom, dateTo }: DateRange,
): string {
  if (file === undefined) return 'No file was written.'
  const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `
  const query = `\`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\``
  // The file has rows from behind that offset, too.
  const isPatchy = shortfalls.includes('repeated paths') || shortfalls.includes('short page')
  return isPatchy
    ? `The rows so far are in \`${file}\`; read them again with ${query}, in place of these rows.`
    : `The rows so far are in \`${file}\`; go on with ${query} and another \`file\`.`
}
