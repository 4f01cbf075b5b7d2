import { countDays, type DateRange, formatDates, formatRange, formatShortDates } from '../../formatting/dates.ts'
import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { DAY_MS } from '../../formatting/times.ts'
import type { Comparison } from '../comparison/compare-periods.ts'
import { namePerDay } from '../comparison/lengths.ts'
import { FEWEST_VIEWS } from '../comparison/movers.ts'
import { findEmptyDays, type RangeTotals } from '../reading/fetch-totals.ts'
import type { ExportReport } from './export-report.ts'
import { formatPercent, isAcrossAiChange } from './words.ts'

/**
 * The first sentence, which people forward by itself: views by people and by AI, each with its change, and what of the
 * data is missing.
 * @param emptyDaysBefore how many days of the previous period have no views, as far as that is known
 * @returns undefined if nothing was read
 */
export function formatHeadline({ options, result }: ExportReport, emptyDaysBefore = 0): string | undefined {
  const { known, comparison, days } = result
  if (known === undefined) return formatUnknown(options, result)
  const { totals, range, parts } = known
  const { previousRange } = options
  const unread = options.days.length - days.length
  const isEmpty = result.parts.every(({ received }) => received.total === 0)
  const most = Math.max(totals.total, comparison?.totals.total ?? 0)
  const isGap = comparison?.isEmpty === !isEmpty && most >= FEWEST_VIEWS
  const haveChanged = [...result.shortfalls, ...(comparison?.shortfalls ?? [])].includes('changed totals')
  const sentence = [
    `${formatCount(totals.human, 'view')} by people${formatChangeOf('human', totals, range, comparison)}`,
    ` and ${formatNumber(totals.ai)} by AI${formatChangeOf('ai', totals, range, comparison)}`,
    ` ${formatPlace(range)}`,
    comparison === undefined ? '' : `, compared with ${formatPrevious(comparison, emptyDaysBefore)}`,
    parts < options.parts.length
      ? `, ${formatNumber(parts)} of ${formatCount(options.parts.length, options.split)}`
      : '',
    isEmpty ? '' : listEmptyDays(days),
    unread > 0 ? `; the views of ${formatCount(unread, 'day')} aren't known` : '',
    previousRange && !comparison ? `; the change from ${formatDates(previousRange)} isn't known` : '',
    haveChanged ? '; the totals changed while they were read' : '',
    isGap ? '; data is probably missing' : '',
  ]
  return `${sentence.join('')}.`
}

/** Of rows that are missing, nobody knows what `exclude` leaves out. */
function formatUnknown({ isExcluded, range }: ExportReport['options'], { parts }: ExportReport['result']) {
  if (isExcluded === undefined || parts.length === 0) return undefined
  return `Views by people and by AI ${formatPlace(range)} aren't known: rows are missing, and \`exclude\` is set.`
}

/** Nothing without a comparison. Of few views, a change in percent says nothing. */
function formatChangeOf(
  figure: 'human' | 'ai',
  totals: Record<'human' | 'ai', number>,
  { dateTo }: DateRange,
  comparison: Comparison | undefined,
): string {
  if (comparison === undefined) return ''
  const { totals: previous, lengths, range } = comparison
  const before = previous[figure]
  const percent = formatPercent(totals[figure], before, lengths)
  const isRecount = figure === 'ai' && isAcrossAiChange(range.dateFrom, dateTo)
  const note = isRecount ? ', counted differently before July 31, 2026' : ''
  const perDay = namePerDay(lengths)
  // Just "per day" would be a growth every day.
  const unit = perDay === '' ? '' : ` in views${perDay}`
  return percent === '' ? ` (${formatNumber(before)} before)` : ` (${percent}${unit}${note})`
}

function formatPlace(range: DateRange): string {
  if (range.dateFrom === undefined) return formatRange(range)
  return `${countDays(range) === 1 && Date.parse(range.dateTo) % DAY_MS === 0 ? 'on' : 'in'} ${formatRange(range)}`
}

function formatPrevious({ range, lengths, isEmpty }: Comparison, emptyDays: number): string {
  const dates = namePerDay(lengths) === '' ? formatDates(range) : formatRange(range)
  if (isEmpty) return `${dates}, which has no views`
  return emptyDays === 0 ? dates : `${dates}, of which ${formatCount(emptyDays, 'day')} had no views`
}

/** Names all of them, neighbors as one range. */
function listEmptyDays(days: readonly RangeTotals[]): string {
  const empty = findEmptyDays(days)
  const ranges: DateRange[] = []
  for (const { range } of empty) {
    const last = ranges.at(-1)
    if (last !== undefined && last.dateTo === range.dateFrom) last.dateTo = range.dateTo
    else ranges.push({ ...range })
  }
  if (ranges.length === 0) return ''
  const names = new Intl.ListFormat('en-US').format(ranges.map(formatShortDates))
  return `; ${names} ${empty.length === 1 ? 'has' : 'have'} no views`
}
