import { DAY_MS } from './dates.ts'

/** Whole days in UTC, in milliseconds since 1970. */
export interface Period {
  fromMs: number
  /** Exclusive. */
  toMs: number
  /** As the input has it, such as `last-week`. */
  text: string
}

/**
 * Parses the input `period`: `<n>d` (whole days up to the last midnight), `last-week` (Monday through Sunday), or
 * `last-month`. Its case doesn't matter.
 * @param nowMs milliseconds since 1970
 * @returns undefined for any other text
 */
export function parsePeriod(given: string, nowMs: number, maximumDays: number): Period | undefined {
  const text = given.toLowerCase()
  const today = new Date(nowMs - (nowMs % DAY_MS))
  const days = Number(/^(\d{1,5})d$/u.exec(text)?.[1] ?? 0)
  if (days >= 1 && days <= maximumDays) return { fromMs: today.getTime() - days * DAY_MS, toMs: today.getTime(), text }
  if (text === 'last-week') {
    const mondayMs = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS
    return { fromMs: mondayMs - 7 * DAY_MS, toMs: mondayMs, text }
  }
  if (text !== 'last-month') return undefined
  const toMs = today.setUTCDate(1)
  return { fromMs: subtractMonth(toMs), toMs, text }
}

/** The month before a month, and the same number of days before any other period. */
export function findPreviousPeriod({ fromMs, toMs, text }: Period): Period {
  const previousMs = text === 'last-month' ? subtractMonth(fromMs) : 2 * fromMs - toMs
  return { fromMs: previousMs, toMs: fromMs, text }
}

/** `Nov 16–22, 2026`, in UTC. */
export function formatPeriod({ fromMs, toMs }: Period): string {
  return formatDays(fromMs, toMs - DAY_MS)
}

/** The first and the last day, in UTC, without what both share. */
export function formatDays(firstMs: number, lastMs = firstMs): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  // The spaces around the dash are thin ones, which few fonts for logs have.
  const [first = '', last = ''] = format.formatRange(firstMs, lastMs).split(/\s*–\s*/u)
  if (last === '') return first
  return /^\d/u.test(last) ? `${first}–${last}` : `${first} – ${last}`
}

/** The length as a noun, as in "the week before": `day`, `week`, `month` or `28 days`. */
export function formatLength({ fromMs, toMs, text }: Period): string {
  const days = (toMs - fromMs) / DAY_MS
  if (text === 'last-month') return 'month'
  return days === 1 ? 'day' : days === 7 ? 'week' : `${days} days`
}

/** @param firstMs the first day of a month, in milliseconds since 1970 */
function subtractMonth(firstMs: number): number {
  const day = new Date(firstMs)
  return day.setUTCMonth(day.getUTCMonth() - 1)
}
