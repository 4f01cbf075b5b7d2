import type { ViewRow } from '../../../world/docs-service/page-views.ts'
import { countDays, DAY_MS } from '../../days.ts'
import { dayAt, type Site } from './site.ts'

/** A run of the action, at 06:17 of a day. */
export interface Report {
  on: string
  period: string
  compare?: string
  /** Globs, and what they match. */
  exclude?: { globs: string; matches: RegExp }
  /** Requests for each period, of 250 rows. */
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

export interface Change {
  now: Counts
  before: Counts
}

/** A page that at least one of the two periods has. */
export interface PageTruth extends Change {
  path: string
}

export type Truth = ReturnType<typeof findTruth>
export type Side = 'rising' | 'falling' | 'new' | 'noViews'

/** With fewer views, pages are counted, and changes have no percentage. */
export const TEN = 10
const NONE: Counts = { human: 0, ai: 0, total: 0 }

/** What a report has to say. */
export function findTruth(site: Site, report: Report) {
  const { range, before } = findRanges(report)
  const [limit, known] = [250 * (report.maxRequests ?? 100), site.rowsOf(range)]
  const isCut = known.length > limit
  const compared = report.compare === 'none' || isCut ? undefined : before
  const isExcluded = ({ path }: { path: string }) => report.exclude?.matches.test(path) ?? false
  const totals = new Map<string, Counts>()
  /** Of the same site, without the same pages, in any range. */
  function totalsOf(each: Range): Counts {
    const key = `${each.from} ${each.to}`
    const known = totals.get(key) ?? sum(site.rowsOf(each).filter((row) => !isExcluded(row)))
    totals.set(key, known)
    return known
  }

  const all = { now: totalsOf(range), before: compared ? totalsOf(compared) : NONE }
  // Pages that the other period doesn't have say nothing where it has none at all.
  const hasGap = all.now.total === 0 || all.before.total === 0
  const earlier = (compared && site.rowsOf(compared)) ?? []
  // What the report leaves out of its figures is in the file all the same.
  const file = pairPages(known.slice(0, limit), earlier, known.length === 0)
  const pages = file.filter((page) => !isExcluded(page))
  const [days, daysBefore] = [countDays(range), countDays(compared ?? range)]
  const isPerDay = days !== daysBefore
  const change = ({ now, before }: Change, key: keyof Counts = 'total') =>
    isPerDay ? now[key] / days - before[key] / daysBefore : now[key] - before[key]
  const percent = ({ now, before }: Change, key: keyof Counts = 'total') =>
    100 * ((now[key] * daysBefore) / (before[key] * days) - 1)

  /** In whole numbers, which have no rounding. */
  function falls(page: PageTruth): boolean {
    const [now, then] = [page.now.total * daysBefore, page.before.total * days]
    const [allNow, allThen] = [all.now.total * daysBefore, all.before.total * days]
    if (then - now < TEN * daysBefore) return false
    return allNow < allThen ? now * allThen <= then * (2 * allNow - allThen) : 5 * now <= 4 * then
  }

  const isWhollyFallen = !hasGap && percent(all) <= -50
  const isComparable = compared !== undefined && !hasGap
  const findPages = (isOne: (page: PageTruth) => boolean) => (isComparable ? pages.filter(isOne) : [])
  const inBoth = ({ now, before }: PageTruth) => now.total > 0 && before.total > 0
  const sides: Record<Side, PageTruth[]> = {
    rising: findPages((page) => inBoth(page) && change(page) > 0),
    falling: findPages((page) => inBoth(page) && falls(page) && !isWhollyFallen),
    new: findPages(({ before }) => before.total === 0),
    noViews: findPages(({ now }) => now.total === 0),
  }
  return {
    report,
    range,
    before: compared,
    isCut,
    isPerDay,
    isWhollyFallen,
    hasGap,
    all,
    sides,
    file,
    pages,
    excluded: file.filter(isExcluded),
    change,
    percent,
    totalsOf,
    known: known.length,
    isEmpty: (each: Range) => site.rowsOf(each).length === 0,
  }
}

export const hasTen = ({ now, before }: Change) => now.total + before.total >= TEN

export const sum = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (all, { human, ai, total }) => ({ human: all.human + human, ai: all.ai + ai, total: all.total + total }),
    NONE,
  )

/** The rows of the file: those of the period as the service has them, then what only the previous one has. */
function pairPages(rows: readonly ViewRow[], rowsBefore: readonly ViewRow[], hasGap: boolean): PageTruth[] {
  const earlier = new Map(rowsBefore.map((row) => [row.path, row]))
  const pages = rows.map((now) => ({ path: now.path, now, before: earlier.get(now.path) ?? NONE }))
  for (const { path } of rows) earlier.delete(path)
  const others = hasGap ? [] : [...earlier.values()]
  return [...pages, ...others.map((before) => ({ path: before.path, now: NONE, before }))]
}

/** The first of the month that is so many months away. */
const monthAt = (day: number, months: number): number => {
  const date = new Date(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

function findRanges({ on, period }: Report): { range: Range; before: Range } {
  const today = dayAt(on)
  if (period.endsWith('d') || period === 'last-week') {
    const to = period === 'last-week' ? today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS : today
    const length = (period === 'last-week' ? 7 : Number.parseInt(period, 10)) * DAY_MS
    return { range: { from: to - length, to }, before: { from: to - 2 * length, to: to - length } }
  }
  const first = monthAt(today, 0)
  const from = monthAt(today, -1)
  return { range: { from, to: first }, before: { from: monthAt(today, -2), to: from } }
}
