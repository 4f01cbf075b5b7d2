import { formatNumber } from '../../formatting/numbers.ts'
import type { PeriodLengths } from '../comparison/lengths.ts'
import { FEWEST_VIEWS } from '../comparison/movers.ts'
import type { ExportOptions } from '../export-options.ts'
import type { ExportResult } from '../export-page-views.ts'

/** `+12`, `−3`, `0`. */
export function formatDifference(value: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value)}`
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

/** `+12.5%`, `−3.0%`; empty if `before` is so small that a change in percent says nothing. */
export function formatPercent(now: number, before: number, lengths: PeriodLengths): string {
  const change = before < FEWEST_VIEWS ? '' : formatChange(now, before, lengths)
  return change === '' ? '' : `${Number(change) > 0 ? '+' : ''}${change.replace('-', '−')}%`
}

const AI_COUNTS_MARKDOWN_SINCE_MS = Date.parse('2026-07-31')

/** @param from ISO 8601, the first moment of the older numbers @param to the end of the newer ones */
export function isAcrossAiChange(from: string | undefined, to: string): boolean {
  return Date.parse(from ?? '') < AI_COUNTS_MARKDOWN_SINCE_MS && Date.parse(to) > AI_COUNTS_MARKDOWN_SINCE_MS
}

/** Explains numbers from before and after that day side by side. */
export const AI_CHANGE =
  'Since July 31, 2026, views of a page as Markdown count as AI views. ' +
  "Earlier AI views don't include these, so AI views from before and after that day can't be compared."

/** Explains how to continue after an incomplete export: with the same dates, since other dates have other rows. */
export function explainContinuation({ file, next, shortfalls }: ExportResult, { range }: ExportOptions): string {
  if (file === undefined) return 'No file was written.'
  const from = next?.from === undefined ? '' : `\`date-from: ${next.from}\`, `
  const query = `${from}\`date-to: ${range.dateTo}\` and \`offset: ${next?.offset ?? 0}\``
  // The file also has rows after that offset.
  const isPatchy = shortfalls.some((shortfall) => shortfall !== 'request limit')
  const what = isPatchy
    ? `To replace them, export again with ${query}.`
    : `To continue, use ${query}, and another \`file\`.`
  return `The rows read so far are in \`${file}\`. ${what}`
}
