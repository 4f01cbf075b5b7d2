import type { PageViews, ViewRange, ViewRow } from '../../../world/docs-service/page-views.ts'
import { pathOfPage, randomAt, servePageViews } from '../../../world/docs-service/page-views.ts'
import { DAY_MS } from '../../days.ts'

/** Midnight (UTC) of such a date. */
export const dayAt = (date: string): number => Date.parse(`${date}T00:00:00Z`)

const FIRST_DAY = dayAt('2025-11-01')
const DAYS = 430
const toDay = (timeMs: number): number => Math.min(DAYS, Math.max(0, Math.ceil((timeMs - FIRST_DAY) / DAY_MS)))

interface Page {
  path: string
  /** Views on a working day. */
  popularity: number
  /** From 0 to 1. */
  aiShare: number
  /** The dates from and until which it has views. */
  from?: string
  until?: string
}

/** From the first date until the second one, all pages have so many times the views. */
type Weather = readonly [from: string, until: string, factor: number]

/** A site, and the truth about it. */
export interface Site extends PageViews {
  rowsOf(range: Required<ViewRange>): readonly ViewRow[]
}

/** 5,000 pages: renames, a new section, a deletion, a scanner's week, an empty day, an empty week, growth and Christmas. */
export function createLargeSite(): Site {
  const pages = Array.from({ length: 5000 }, (_, index): Page => {
    const popularity = 3000 / (1 + Math.floor(randomAt(1, index) * 5000))
    return { path: pathOfPage(index), popularity, aiShare: 0.05 + 0.7 * randomAt(2, index) }
  })
  const [renamed, moved, deleted, added] = [
    pages.slice(900, 940),
    pages.slice(1300, 1310),
    pages.filter(({ path }) => path.startsWith('/v1/api')),
    pages.slice(300, 360),
  ]
  for (const [at, page] of renamed.entries()) Object.assign(page, { path: `${page.path}-${at}`, until: '2026-03-16' })
  for (const page of moved) Object.assign(page, { until: '2026-05-06', popularity: 20 })
  for (const page of deleted) Object.assign(page, { until: '2026-06-10' })
  for (const page of added) Object.assign(page, { from: '2026-04-15', popularity: 30 })
  const others = [
    ...renamed.map((page) => ({ ...page, path: `/learn${page.path}`, from: '2026-03-16', until: '2027-01-01' })),
    ...moved.map((page) => ({ ...page, path: `${page.path}-v2`, from: '2026-05-06', until: '2027-01-01' })),
  ]
  const scanned = Array.from({ length: 400 }, (_, index): Page => {
    const path = ['.env', '.git/config', 'wp-admin/setup.php', 'a|b`c`', '@octocat'][index % 5]
    const dates = { from: '2026-09-14', until: '2026-09-21' }
    return { path: `/${Math.floor(index / 5)}/${path}`, popularity: 95, aiShare: 0, ...dates }
  })
  const weather: Weather[] = [
    ['2025-12-23', '2026-01-05', 0.2],
    ['2026-07-20', '2026-07-27', 0],
    ['2026-08-10', '2027-01-01', 1.3],
    ['2026-10-14', '2026-10-15', 0],
    ['2026-12-21', '2027-01-01', 0.2],
  ]
  return createSite([...pages, ...others, ...scanned], weather)
}

/** 300 pages, 1,900 views a week. */
export function createSmallSite(): Site {
  const pages = Array.from({ length: 300 }, (_, index): Page => {
    const popularity = 52 / (1 + Math.floor(randomAt(3, index) * 300))
    return { path: pathOfPage(index), popularity, aiShare: 0.05 + 0.7 * randomAt(4, index) }
  })
  return createSite(pages, [['2025-12-23', '2026-01-05', 0.2]])
}

function createSite(pages: readonly Page[], weather: readonly Weather[]): Site {
  const factors = Float64Array.from({ length: DAYS }, (_, day) => {
    const time = FIRST_DAY + day * DAY_MS
    const weekday = new Date(time).getUTCDay() % 6 > 0 ? 1 : 0.45
    const now = weather.filter(([from, until]) => time >= dayAt(from) && time < dayAt(until))
    return now.reduce((factor, [, , each]) => factor * each, weekday)
  })
  const sums = pages.map((page, index) => ({ path: page.path, ...sumDays(page, index, factors) }))
  const known = new Map<string, readonly ViewRow[]>()

  function listRows(from: number, to: number): ViewRow[] {
    const count = (before: Uint32Array) => (before[toDay(to)] ?? 0) - (before[toDay(from)] ?? 0)
    return sums
      .map(({ path, human, ai }) => ({ path, human: count(human), ai: count(ai), total: count(human) + count(ai) }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
  }
  function rowsOf({ from, to }: Required<ViewRange>): readonly ViewRow[] {
    const rows = known.get(`${from} ${to}`) ?? listRows(from ?? 0, to ?? 0)
    known.set(`${from} ${to}`, rows)
    return rows
  }
  return { rowsOf, select: ({ from, to }) => servePageViews(rowsOf({ from, to })).select({}) }
}

/** The views before each day, and after the last one. */
function sumDays(page: Page, index: number, factors: Float64Array) {
  const human = new Uint32Array(DAYS + 1)
  const ai = new Uint32Array(DAYS + 1)
  const [first, end] = [page.from ?? '2025-11-01', page.until ?? '2027-01-01'].map((date) => toDay(dayAt(date)))
  for (let day = 0; day < DAYS; day += 1) {
    const isThere = day >= (first ?? 0) && day < (end ?? 0)
    const views = isThere ? page.popularity * (factors[day] ?? 0) * (0.5 + randomAt(3 * index + 5, day)) : 0
    const share = views * page.aiShare
    // A part of a view is one on some days, and nobody reads what isn't there.
    const round = (value: number, seed: number) => Math.floor(value + (views > 0 ? randomAt(3 * index + seed, day) : 0))
    human[day + 1] = (human[day] ?? 0) + round(views - share, 6)
    ai[day + 1] = (ai[day] ?? 0) + round(share, 7)
  }
  return { human, ai }
}
