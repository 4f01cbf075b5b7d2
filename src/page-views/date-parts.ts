import { type DateRange, formatMoment } from '../formatting/dates.ts'
import { DAY_MS } from '../formatting/times.ts'

/** What a range can be split into: days, weeks from Monday through Sunday, or months, all in UTC. */
export const SPLITS = ['none', 'day', 'week', 'month'] as const

export type Split = (typeof SPLITS)[number]

/** Splits a range into its days, weeks or months, in order. The first and the last one may be shorter. */
export function splitRange({ dateFrom, dateTo }: DateRange, split: Split): DateRange[] {
  if (split === 'none' || dateFrom === undefined) return [{ ...(dateFrom && { dateFrom }), dateTo }]
  const endMs = Date.parse(dateTo)
  const parts: DateRange[] = []
  for (let fromMs = Date.parse(dateFrom), toMs: number; fromMs < endMs; fromMs = toMs) {
    toMs = Math.min(findEnd(fromMs, split), endMs)
    parts.push({ dateFrom: formatMoment(fromMs), dateTo: formatMoment(toMs) })
  }
  return parts
}

/** The end of the day, week or month that a moment is in. */
function findEnd(atMs: number, split: 'day' | 'week' | 'month'): number {
  const at = new Date(atMs)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (split === 'month') return Date.UTC(year, month + 1)
  const daysLeft = split === 'day' ? 1 : 7 - ((at.getUTCDay() + 6) % 7)
  return Date.UTC(year, month, day) + daysLeft * DAY_MS
}
