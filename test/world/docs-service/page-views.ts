/** A row as the service sends it (https://www.mintlify.com/docs/api/analytics/views). */
export interface ViewRow {
  path: string
  human: number
  ai: number
  total: number
}

/** Milliseconds since 1970; `from` inclusive, `to` exclusive. */
interface ViewRange {
  from?: number | undefined
  to?: number | undefined
}

type ViewTotals = Omit<ViewRow, 'path'>

/** Where the service takes page views from. The order of the rows is the same at every call. */
export interface PageViews {
  select(range: ViewRange): { totals: ViewTotals; rows: readonly ViewRow[] }
}

/** These rows, exactly as given and in this order, whatever the range. `totals` default to the sums. */
export function servePageViews(rows: readonly ViewRow[], totals: ViewTotals = sumRows(rows)): PageViews {
  return { select: () => ({ totals, rows }) }
}

/**
 * Rows that move while they are read: each request is answered from the next of these states, the last one for ever.
 * `totals` default to the sums of the state.
 */
export function serveMovingPageViews(states: readonly (readonly ViewRow[])[], totals?: ViewTotals): PageViews {
  let requests = 0
  return {
    select() {
      const rows = states[Math.min(requests, states.length - 1)] ?? []
      requests += 1
      return servePageViews(rows, totals).select({})
    },
  }
}

function sumRows(rows: readonly ViewRow[]): ViewTotals {
  const sum = (name: keyof ViewTotals): number => rows.reduce((total, row) => total + row[name], 0)
  return { human: sum('human'), ai: sum('ai'), total: sum('total') }
}

const dayMs = 24 * 60 * 60 * 1000
const days = 120
const size = 4000
/** Another one gives other counts. */
const seed = 2278

/**
 * The views of a site by page and day, until today (UTC): few pages are read a lot, weekends are quiet, some pages are read by
 * AI more than by people, and that share grows. A day's views come at its beginning.
 */
export function createPageViews(): PageViews {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const dayOf = (timeMs: number): number => Math.max(0, Math.ceil((timeMs - today) / dayMs) + days - 1)
  const pages = Array.from({ length: size }, (_, index) => generatePage(index))
  return {
    select: ({ from = 0, to = Number.POSITIVE_INFINITY }) =>
      servePageViews(listRows(pages, dayOf(from), dayOf(to))).select({}),
  }
}

/** A page, and its views on each day. */
type Page = ReturnType<typeof generatePage>

function generatePage(index: number) {
  // Zipf's law, with ranks spread over the site.
  const popularity = 3000 / (1 + Math.floor(randomAt(seed, index) * size))
  const aiShare = 0.05 + 0.7 * randomAt(seed + 1, index)
  const human: number[] = []
  const ai: number[] = []
  for (let day = 0; day < days; day += 1) {
    const noise = randomAt(seed + 2, index * (days + 1) + day)
    const views = popularity * (day % 7 < 5 ? 1 : 0.45) * (0.5 + noise)
    const growth = 0.6 + (0.8 * day) / days
    human.push(roundByChance(views * (1 - aiShare), noise))
    ai.push(roundByChance(views * aiShare * growth, 1 - noise))
  }
  return { path: pathOfPage(index), human, ai }
}

/** The pages that were viewed, most viewed first. */
function listRows(pages: readonly Page[], firstDay: number, endDay: number): ViewRow[] {
  const sum = (views: number[]): number => views.slice(firstDay, endDay).reduce((a, b) => a + b, 0)
  return pages
    .map((page) => ({ path: page.path, human: sum(page.human), ai: sum(page.ai) }))
    .map((row) => ({ ...row, total: row.human + row.ai }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
}

const sections = 'guides api-reference concepts integrations sdks tutorials changelog'.split(' ')
const subjects = [
  ...'authentication webhooks rate-limits pagination errors billing projects users teams'.split(' '),
  ...'search deployments domains analytics exports tokens permissions events storage logs'.split(' '),
]
const aspects = [
  ...'overview quickstart create list update delete'.split(' '),
  ...'configure troubleshooting examples migration limits best-practices faq'.split(' '),
]

/** Pages that the agent's repository has files for. */
const written: Record<string, string> = {
  '/integrations/storage/limits': '/configuration',
  '/api-reference/teams/overview': '/quickstart',
}

/** A plausible path, another for every index. There are three versions, of which the newest has no name. */
function pathOfPage(index: number): string {
  if (index === 0) return '/'
  let rest = index
  let path = ''
  for (const names of [sections, subjects, aspects]) {
    path += `/${names[rest % names.length]}`
    rest = Math.floor(rest / names.length)
  }
  return rest === 0 ? (written[path] ?? path) : `/v${3 - rest}${path}`
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
