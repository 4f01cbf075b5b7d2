/** A row as the service sends it (https://www.mintlify.com/docs/api/analytics/views). */
export interface ViewRow {
  path: string
  human: number
  ai: number
  total: number
}

/** Milliseconds since 1970; `from` inclusive, `to` exclusive. */
export interface ViewRange {
  from?: number
  to?: number
}

export interface ViewTotals {
  human: number
  ai: number
  total: number
}

interface ViewSelection {
  totals: ViewTotals
  /** Number of rows in the range. */
  count: number
  /** The rows from `offset` on, at most `limit`. The order is the same at every call. */
  rows(offset: number, limit: number): ViewRow[]
}

/** Where the service takes page views from. */
export interface PageViews {
  select(range: ViewRange): ViewSelection
}

const dayMs = 24 * 60 * 60 * 1000

export interface GeneratedPageViews {
  /** Default 4000. */
  pages?: number
  /** Default 90. */
  days?: number
  /** The same seed gives the same paths and counts. Default 1. */
  seed?: number
  /** The last day with views, `YYYY-MM-DD`. Default: today (UTC). */
  lastDay?: string
}

/**
 * A site's views by page and day: few pages are read a lot, weekends are quiet, some pages are read by AI more than by
 * people, and that share grows. Within a day, views come evenly, so that a range may start and end at any time.
 */
export function createPageViews(options: GeneratedPageViews = {}): PageViews {
  const { pages = 4000, days = 90, seed = 1, lastDay } = options
  const lastDayMs = lastDay === undefined ? Math.floor(Date.now() / dayMs) * dayMs : Date.parse(lastDay)
  const firstDayMs = lastDayMs - (days - 1) * dayMs
  const site: Site = { pages, days, firstDayMs, ...generateCounts(pages, days, seed) }
  const selections = new Map<string, ViewSelection>()
  return {
    select(range) {
      // The pages of one export ask for the same range again and again.
      const key = `${range.from} ${range.to}`
      const selection = selections.get(key) ?? selectFromSite(site, range)
      if (selections.size > 20) selections.clear()
      selections.set(key, selection)
      return selection
    },
  }
}

/** These rows, exactly as given and in this order, whatever the range. `totals` default to the sums. */
export function servePageViews(rows: readonly ViewRow[], totals: ViewTotals = sumRows(rows)): PageViews {
  const selection: ViewSelection = {
    totals,
    count: rows.length,
    rows: (offset, limit) => rows.slice(offset, offset + limit),
  }
  return { select: () => selection }
}

interface Site {
  pages: number
  days: number
  firstDayMs: number
  /** For page `p` and day `d`, at `p * (days + 1) + d`: the views of all days before `d`. */
  human: Uint32Array
  ai: Uint32Array
}

function generateCounts(pages: number, days: number, seed: number): Pick<Site, 'human' | 'ai'> {
  const human = new Uint32Array(pages * (days + 1))
  const ai = new Uint32Array(pages * (days + 1))
  for (let page = 0; page < pages; page += 1) {
    // Zipf's law, with ranks spread over the site.
    const popularity = 3000 / (1 + Math.floor(randomAt(seed, page) * pages))
    const aiShare = 0.05 + 0.7 * randomAt(seed + 1, page)
    for (let day = 0; day < days; day += 1) {
      const at = page * (days + 1) + day
      const noise = randomAt(seed + 2, at)
      const views = popularity * (day % 7 < 5 ? 1 : 0.45) * (0.5 + noise)
      const growth = 0.6 + (0.8 * day) / days
      human[at + 1] = (human[at] ?? 0) + roundByChance(views * (1 - aiShare), noise)
      ai[at + 1] = (ai[at] ?? 0) + roundByChance(views * aiShare * growth, 1 - noise)
    }
  }
  return { human, ai }
}

function selectFromSite(site: Site, range: ViewRange): ViewSelection {
  const from = range.from ?? Number.NEGATIVE_INFINITY
  const to = Math.max(from, range.to ?? Number.POSITIVE_INFINITY)
  const rows: { page: number; human: number; ai: number; total: number }[] = []
  for (let page = 0; page < site.pages; page += 1) {
    const human = countBefore(site, site.human, page, to) - countBefore(site, site.human, page, from)
    const ai = countBefore(site, site.ai, page, to) - countBefore(site, site.ai, page, from)
    if (human + ai > 0) rows.push({ page, human, ai, total: human + ai })
  }
  rows.sort((a, b) => b.total - a.total || a.page - b.page)
  return {
    totals: sumRows(rows),
    count: rows.length,
    rows: (offset, limit) =>
      rows
        .slice(offset, offset + limit)
        .map(({ page, human, ai, total }) => ({ path: pathOfPage(page), human, ai, total })),
  }
}

/** Views of a page before a moment. Never falls with time, so that neighboring ranges add up. */
function countBefore(site: Site, sums: Uint32Array, page: number, timeMs: number): number {
  const position = Math.min(Math.max((timeMs - site.firstDayMs) / dayMs, 0), site.days)
  const day = Math.floor(position)
  const at = page * (site.days + 1) + day
  const before = sums[at] ?? 0
  if (day === site.days) return before
  return before + Math.floor(((sums[at + 1] ?? before) - before) * (position - day))
}

const sections = ['guides', 'api-reference', 'concepts', 'integrations', 'sdks', 'tutorials', 'changelog']
const subjects = [
  'authentication',
  'webhooks',
  'rate-limits',
  'pagination',
  'errors',
  'billing',
  'projects',
  'users',
  'teams',
  'search',
  'deployments',
  'domains',
  'analytics',
  'exports',
  'tokens',
  'permissions',
  'events',
  'storage',
  'logs',
]
const aspects = [
  'overview',
  'quickstart',
  'create',
  'list',
  'update',
  'delete',
  'configure',
  'troubleshooting',
  'examples',
  'migration',
  'limits',
  'best-practices',
  'faq',
]

/** A plausible path, another for every index. */
function pathOfPage(index: number): string {
  if (index === 0) return '/'
  const pick = (names: string[], number: number): string => names[number % names.length] ?? 'page'
  const names = [
    pick(sections, index),
    pick(subjects, Math.floor(index / sections.length)),
    pick(aspects, Math.floor(index / (sections.length * subjects.length))),
  ]
  const round = Math.floor(index / (sections.length * subjects.length * aspects.length))
  return `/${names.join('/')}${round === 0 ? '' : `-${round + 1}`}`
}

function sumRows(rows: Iterable<Omit<ViewRow, 'path'>>): ViewTotals {
  const totals = { human: 0, ai: 0, total: 0 }
  for (const row of rows) {
    totals.human += row.human
    totals.ai += row.ai
    totals.total += row.total
  }
  return totals
}

/** 0.3 becomes 1 in three of ten cases: rarely read pages have views on some days. */
function roundByChance(value: number, chance: number): number {
  return Math.floor(value) + (chance < value % 1 ? 1 : 0)
}

/** A number from 0 to 1 that depends on nothing but its arguments (the mixing step of murmur3). */
function randomAt(seed: number, index: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
