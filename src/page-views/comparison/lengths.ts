import { countDays, type DateRange } from '../../formatting/dates.ts'

/** Days of a period and of the previous one; both 1 where they are equally long. */
export interface PeriodLengths {
  days: number
  previousDays: number
}

/** Finds the days of both periods where they differ, as those of months do. */
export function findLengths(range: DateRange, previous: DateRange): PeriodLengths {
  const [days, previousDays] = [countDays(range), countDays(previous)]
  return days === previousDays ? { days: 1, previousDays: 1 } : { days, previousDays }
}

/** What stands behind a change: nothing, or that it is per day. */
export function namePerDay({ days, previousDays }: PeriodLengths): string {
  return days === previousDays ? '' : ' per day'
}

/** The difference of two figures; of those per day, with two decimals, if the periods have different lengths. */
export function changePerDay(now: number, before: number, { days, previousDays }: PeriodLengths): number {
  const change = now / days - before / previousDays
  return days === previousDays ? change : Math.round(change * 100) / 100
}
