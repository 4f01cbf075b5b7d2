import { DAY_MS, toDay } from './dates.ts'

/** Whole days in UTC, as `YYYY-MM-DD`. */
export interface Period {
  dateFrom: string
  /** Exclusive. */
  dateTo: string
  /** Whether a later run has more days of it, as with `this-month`. */
  isToDate: boolean
  /** Whether it is a calendar month, or a part of one. */
  isMonth: boolean
}

export function listAllowedPeriods(maximumDays: number): string {
  return `a number of whole days from 1d to ${maximumDays}d, \`last-week\`, \`last-month\` or \`this-month\``
}

/**
 * Parses the input `period`, ignoring case: `<n>d` (whole days up to the last midnight), `last-week` (Monday to
 * Monday), `last-month`, or `this-month` (from the first to the last midnight; on the first, `last-month`).
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
  const firstMs = Date.parse(`${toDay(todayMs).slice(0, 7)}-01`)
  const lastMonth = { ...createPeriod(subtractMonths(firstMs, 1), firstMs), isMonth: true }
  switch (text.toLowerCase()) {
    case 'last-week': {
      const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * DAY_MS
      return createPeriod(mondayMs - 7 * DAY_MS, mondayMs)
    }
    case 'last-month':
      return lastMonth
    case 'this-month':
      return firstMs === todayMs ? lastMonth : { ...createPeriod(firstMs, todayMs), isMonth: true, isToDate: true }
    default:
      return undefined
  }
}

/**
 * The period before: the same days of the previous month, which may be shorter; the whole month before a whole one; for
 * any other period as many days.
 * @returns milliseconds since 1970; the end is exclusive
 */
export function findPrevious({ dateFrom, dateTo, isMonth, isToDate }: Period) {
  const [startMs, endMs] = [Date.parse(dateFrom), Date.parse(dateTo)]
  if (!isMonth) return { fromMs: 2 * startMs - endMs, toMs: startMs }
  const fromMs = subtractMonths(startMs, 1)
  return { fromMs, toMs: isToDate ? Math.min(fromMs + endMs - startMs, startMs) : startMs }
}

/** @param dayMs the first of a month in UTC, in milliseconds since 1970 */
export function subtractMonths(dayMs: number, months: number): number {
  const day = new Date(dayMs)
  return day.setUTCMonth(day.getUTCMonth() - months)
}

function createPeriod(fromMs: number, toMs: number): Period {
  return { dateFrom: toDay(fromMs), dateTo: toDay(toMs), isToDate: false, isMonth: false }
}
