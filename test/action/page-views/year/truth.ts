import { DAY_MS, dayAt, type Site } from './site.ts'

/** A run of the action, at 06:17 of a day. */
export interface Report {
  on: string
  period: string
  compare?: 'none'
  /** Globs, and what they match. */
  exclude?: { globs: string; matches: RegExp }
  /** Requests per period, of which the rows of the file come. */
  maxRequests?: number
}

export interface Range {
  from: number
  to: number
}

export interface Counts {
  human: number
  ai: number
  total: number
}

/** A page that at least one of the two periods has. */
export interface PageTruth {
  path: string
  now: Counts
  before: Counts
}

export type Truth = ReturnType<typeof findTruth>
export type Side = 'rising' | 'falling' | 'new' | 'noViews'

export const TOP = 10
const NONE: Counts = { human: 0, ai: 0, total: 0 }

/** What a report has to say. */
export function findTruth(site: Site, report: Report) {
  const { range, before, isToDate } = findRanges(report)
  const isCut = report.maxRequests !== undefined && site.rowsOf(range).length > 250 * report.maxRequests
  const compared = report.compare === 'none' || isCut ? undefined : before
  const isExcluded = (path: string) => report.exclude?.matches.test(path) ?? false
  const file = pairPages(site, range, compared).slice(0, isCut ? 250 * (report.maxRequests ?? 0) : undefined)
  const excluded = file.filter(({ path }) => isExcluded(path))
  const pages = file.filter(({ path }) => !isExcluded(path))
  const whole = site.rowsOf(range).filter(({ path }) => !isExcluded(path))
  const now = sum(whole)
  const then = sum(pages.map((page) => page.before))
  const [days, daysBefore] = [countDays(range), countDays(compared ?? range)]
  const isPerDay = days !== daysBefore
  const change = (page: Omit<PageTruth, 'path'>, key: keyof Counts = 'total') =>
    isPerDay ? page.now[key] / days - page.before[key] / daysBefore : page.now[key] - page.before[key]
  const percent = (page: Omit<PageTruth, 'path'>, key: keyof Counts = 'total') =>
    100 * ((page.now[key] * daysBefore) / (page.before[key] * days) - 1)
  const all = { now, before: then }
  const hasGap = now.total === 0 || then.total === 0

  /** In whole numbers, which have no rounding. */
  function falls(page: PageTruth): boolean {
    const [now, then] = [page.now.total * daysBefore, page.before.total * days]
    const [allNow, allThen] = [all.now.total * daysBefore, all.before.total * days]
    if (then - now < 10 * daysBefore) return false
    return allNow < allThen ? now * allThen <= then * (2 * allNow - allThen) : 5 * now <= 4 * then
  }

  const isWhollyFallen = !hasGap && percent(all) <= -50
  const isOn: Record<Side, (page: PageTruth) => boolean> = {
    rising: (page) => page.now.total > 0 && page.before.total > 0 && change(page) > 0,
    falling: (page) => page.now.total > 0 && page.before.total > 0 && falls(page) && !isWhollyFallen,
    new: (page) => page.now.total > 0 && page.before.total === 0,
    noViews: (page) => page.now.total === 0 && page.before.total > 0,
  }
  const sides = Object.fromEntries(
    Object.entries(isOn).map(([side, belongs]) => [side, compared && !hasGap ? pages.filter(belongs) : []]),
  ) as Record<Side, PageTruth[]>
  return {
    ...{ report, range, before: compared, isToDate, isCut, isPerDay, isWhollyFallen, hasGap },
    ...{ file, excluded, pages, all, sides, change, percent },
    /** The same site and globs, in another range. */
    totalsOf: (other: Range) => sum(site.rowsOf(other).filter(({ path }) => !isExcluded(path))),
  }
}

export const countDays = ({ from, to }: Range) => (to - from) / DAY_MS

export const sum = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (all, { human, ai, total }) => ({ human: all.human + human, ai: all.ai + ai, total: all.total + total }),
    NONE,
  )

/** The rows of the file: those of the period as the service has them, then what only the previous one has. */
function pairPages(site: Site, range: Range, before: Range | undefined): PageTruth[] {
  const earlier = new Map(before && site.rowsOf(before).map((row) => [row.path, row]))
  const rows = site.rowsOf(range).map((now) => ({ path: now.path, now, before: earlier.get(now.path) ?? NONE }))
  for (const { path } of rows) earlier.delete(path)
  return [...rows, ...[...earlier.values()].map((row) => ({ path: row.path, now: NONE, before: row }))]
}

/** The first of the month that is so many months away. */
const monthAt = (day: number, months: number): number => {
  const date = new Date(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

function findRanges({ on, period }: Report): { range: Range; before: Range; isToDate: boolean } {
  const today = dayAt(on)
  if (period.endsWith('d') || period === 'last-week') {
    const to = period === 'last-week' ? today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS : today
    const length = (period === 'last-week' ? 7 : Number.parseInt(period, 10)) * DAY_MS
    return { range: { from: to - length, to }, before: { from: to - 2 * length, to: to - length }, isToDate: false }
  }
  const first = monthAt(today, 0)
  if (period === 'last-month' || today === first) {
    const from = monthAt(today, -1)
    return { range: { from, to: first }, before: { from: monthAt(today, -2), to: from }, isToDate: false }
  }
  // The same days of the previous month, as far as it has them.
  const from = monthAt(today, -1)
  const to = Math.min(first, from + (today - first))
  return { range: { from: first, to: today }, before: { from, to }, isToDate: true }
}
