import type { ViewRow } from '../../../world/docs-service/page-views.ts'
import { DAY_MS } from '../../days.ts'
import type { Site } from './site.ts'

/** Two periods of a site, in milliseconds since 1970, and what a report leaves out of its figures. */
export interface Question {
  range: { from: number; to: number }
  before: { from: number; to: number }
  isExcluded?: (path: string) => boolean
}

type Views = Omit<ViewRow, 'path'>

const NONE: Views = { human: 0, ai: 0, total: 0 }

/** Counts what a report has to say, from the views of the site, by the rules of the page. */
export function recount(site: Site, { range, before, isExcluded = () => false }: Question) {
  const rows = site.rowsOf(range)
  const earlier = new Map(site.rowsOf(before).map((row) => [row.path, row]))
  const hasGap = rows.length === 0 || earlier.size === 0
  const paths = new Set([...rows.map(({ path }) => path), ...(hasGap ? [] : earlier.keys())])
  const now = new Map(rows.map((row) => [row.path, row]))
  const pages = [...paths].map((path) => ({
    path,
    now: now.get(path) ?? NONE,
    before: earlier.get(path) ?? (hasGap ? undefined : NONE),
  }))
  const [days, daysBefore] = [range, before].map(({ from, to }) => (to - from) / DAY_MS) as [number, number]

  /** The pages that rise (1) or fall (-1) most, and how far, per day. */
  function list(direction: 1 | -1) {
    return pages
      .filter(({ path, before }) => !hasGap && before !== undefined && !isExcluded(path))
      .map(({ path, now: { total }, before: { total: then } = NONE }) => {
        const expected = (then * days) / daysBefore
        const [change, noise] = [direction * (total - expected), 3 * Math.sqrt(total + then)]
        // Fractions of days are rounded.
        const isListed = change >= 10 - 1e-9 && change >= expected / 5 - 1e-9 && change > noise
        return { path, change: Math.round((change / days) * 1e6), isListed }
      })
      .filter(({ isListed }) => isListed)
      .sort((a, b) => b.change - a.change)
  }

  return {
    rows: pages.map(({ path, now, before }) => [path, ...toCells(now), ...toCells(before)].join()),
    totals: sum(rows.filter(({ path }) => !isExcluded(path))),
    totalsBefore: sum([...earlier.values()].filter(({ path }) => !isExcluded(path))),
    rising: list(1),
    falling: list(-1),
  }
}

const toCells = (views: Views | undefined) => [views?.human, views?.ai, views?.total]

export function sum(rows: readonly Views[]): Views {
  const add = (name: keyof Views) => rows.reduce((all, row) => all + row[name], 0)
  return { human: add('human'), ai: add('ai'), total: add('total') }
}
