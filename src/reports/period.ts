import { toDay } from '../formatting/dates.ts'
import { DAY_MS } from '../formatting/times.ts'

/** Whole days in UTC, as `YYYY-MM-DD`. */
export interface Period {
  dateFrom: string
  /** Exclusive. */
  dateTo: string
  /** Whether it is a calendar month. */
  isMonth: boolean
}

export function formatPeriodRule(maximumDays: number): string {
  return `Write a number of days from \`1d\` to \`${maximumDays}d\`, \`last-week\` or \`last-month\`.`
}

/**
 * Parses the input `period`, ignoring case: `<n>d` (whole days up to the last midnight), `last-week` (Monday through
 * Sunday), or `last-month`.
 * @param nowMs milliseconds since 1970
 * @returns undefined for any other text
 */
export function parsePeriod(text: string, nowMs: number, maximumDays: number): Period | undefined {
  const todayMs = nowMs - (nowMs % DAY_MS)
  const [, digits] = /^(\d{1,6})d$/iu.exec(text) ?? []
  if (digits !== undefined) {
    const days = Number(digits)
    return days >= 1 && days <= maximumDays ? createPeriod(todayMs - days * DAY_MS, todayMs) : undefined
  }
  switch (text.toLowerCase()) {
    case 'last-week': {
      const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * DAY_MS
      return createPeriod(mondayMs - 7 * DAY_MS, mondayMs)
    }
    case 'last-month': {
      const firstMs = Date.parse(`${toDay(todayMs).slice(0, 7)}-01`)
      return createPeriod(subtractMonths(firstMs, 1), firstMs, true)
    }
    default:
      return undefined
  }
}

/**
 * The period before: the month before a month, and as many days before any other period.
 * @returns milliseconds since 1970; the end is exclusive
 */
export function findPrevious({ dateFrom, dateTo, isMonth }: Period): { fromMs: number; toMs: number } {
  const [startMs, endMs] = [Date.parse(dateFrom), Date.parse(dateTo)]
  return { fromMs: isMonth ? subtractMonths(startMs, 1) : 2 * startMs - endMs, toMs: startMs }
}

/** @param dayMs the first of a month in UTC, in milliseconds since 1970 */
export function subtractMonths(dayMs: number, months: number): number {
  const day = new Date(dayMs)
  return day.setUTCMonth(day.getUTCMonth() - months)
}

function createPeriod(fromMs: number, toMs: number, isMonth = false): Period {
  return { dateFrom: toDay(fromMs), dateTo: toDay(toMs), isMonth }
}
