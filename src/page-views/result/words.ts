import type { DateRange } from '../../reports/dates.ts'
import { formatNumber } from '../../reports/numbers.ts'
import type { PeriodLengths } from '../comparison/lengths.ts'
import { FEWEST_VIEWS } from '../comparison/ranking.ts'
import type { ExportResult } from '../export-page-views.ts'

/** `+12`, `-3`, `0`. */
export function formatDifference(value: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value)}`
}

/** Shares of two counts, such as `80%` and `20%`, which add up to 100%. Empty if both are 0. */
export function formatShares(first: number, second: number): [string, string] {
  const sum = first + second
  if (!(sum > 0 && Number.isFinite(sum))) return ['', '']
  // With two shares this is the method of the largest remainder.
  const tenths = Math.round((1000 * first) / sum)
  return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`]
}

/**
 * The change in percent, of views per day if the lengths of the periods differ, with one decimal: `12.5` or `-3.0`,
 * never `-0.0`, and `-100.0` only if nothing is left. Empty if `before` is 0.
 */
export function formatChange(now: number, before: number, { days, previousDays }: PeriodLengths): string {
  const percent = (now / days / (before / previousDays) - 1) * 100
  if (before === 0 || !Number.isFinite(percent)) return ''
  // Unlike `toFixed`, it never uses exponents.
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const text = percent.toLocaleString('en-US', options)
  if (text === '-100.0' && now > 0) return '-99.9'
  return text === '-0.0' ? '0.0' : text
}

/** `+12.5%`, `-3.0%`; empty if `before` is so small that a change in percent says nothing. */
export function formatPercent(now: number, before: number, lengths: PeriodLengths): string {
  const change = before < FEWEST_VIEWS ? '' : formatChange(now, before, lengths)
  return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change}%`
}

const AI_COUNTS_MARKDOWN_SINCE = '2026-07-31'
const AI_CHANGE =
  'Since July 31, 2026, views of a page as Markdown count as AI views. ' +
  "Earlier AI views don't include these, so AI views from before and after that day can't be compared."

/**
 * Explains numbers from before and after that day side by side.
 * @param first ISO 8601, the first moment of the older numbers
 * @param end ISO 8601, the end of the newer numbers
 */
export function explainAiChange(first: string | undefined, end: string): string | undefined {
  const changedAt = Date.parse(AI_COUNTS_MARKDOWN_SINCE)
  const isAcross = first !== undefined && Date.parse(first) < changedAt && Date.parse(end) > changedAt
  return isAcross ? AI_CHANGE : undefined
}

/** Explains how to continue after an incomplete export: with the same dates, since other dates have other rows. */
export function explainContinuation(
  { file, nextOffset = 0, shortfalls }: ExportResult,
  { dateFrom, dateTo }: DateRange,
): string {
  if (file === undefined) return 'No file was written.'
  const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `
  const query = `\`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\``
  // The file also has rows after that offset.
  const isPatchy = shortfalls.some((shortfall) => shortfall !== 'request limit')
  const what = isPatchy
    ? `To replace them, export again with ${query}.`
    : `Continue with ${query} and another \`file\`.`
  return `The rows read so far are in \`${file}\`. ${what}`
}
