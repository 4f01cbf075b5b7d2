import type { Service } from '../service/client.ts'
import type { ViewCounts, ViewRow } from '../service/views.ts'
import type { Inputs } from './inputs.ts'
import { type Period, toQuery } from './period.ts'

/** What every step of a run has; `main.ts` makes it. */
export interface Context {
  inputs: Inputs
  service: Pick<Service, 'getViews'>
  /** Requests so far, of at most `maximumRequests`. Those that are repeated after a failure count once. */
  requests: number
}

/** How far the rows of a period were read. */
export interface Reading {
  /** Of the whole site, as they came with the first page; undefined without one. */
  totals: ViewCounts | undefined
  pages: number
  /** Whether the last page was read. */
  isEnded: boolean
  /** Where to continue. */
  nextOffset: number
  /** What points to a missing row, in sentences. */
  doubts: Set<string>
}

export function startReading(offset: number): Reading {
  return { totals: undefined, pages: 0, isEnded: false, nextOffset: offset, doubts: new Set() }
}

/** Whether every row of the period was read, so that a page without a row had no views. */
export function isWhole({ isEnded, doubts }: Reading, offset: number): boolean {
  return isEnded && doubts.size === 0 && offset === 0
}

/** Paths that are looked for on later pages. More would let the memory grow with the site. */
const REMEMBERED_PATHS = 100_000

/**
 * Reads page after page, to the last one or the end of the budget. `reading` tells how far it came, also after an
 * error.
 * @throws ActionError, the signal's reason, or what `takeRows` throws
 */
export async function readPages(
  context: Context,
  period: Period,
  reading: Reading,
  takeRows: (rows: ViewRow[]) => void | Promise<void>,
): Promise<void> {
  const { inputs, service } = context
  const paths = new Set<string>()
  while (!reading.isEnded && context.requests < inputs.maximumRequests) {
    context.requests += 1
    const query = { ...toQuery(period), limit: inputs.limit, offset: reading.nextOffset }
    const { totals, views, hasMore } = await service.getViews(query)
    reading.totals ??= totals
    await takeRows(views)
    if (hasMore && views.length < inputs.limit) reading.doubts.add(DOUBTS.short)
    if (views.some(({ path }) => paths.has(path))) reading.doubts.add(DOUBTS.repeated)
    if (!areEqual(totals, reading.totals)) reading.doubts.add(DOUBTS.changed)
    for (const { path } of views) if (paths.size < REMEMBERED_PATHS) paths.add(path)
    reading.pages += 1
    reading.nextOffset += inputs.limit
    reading.isEnded = !hasMore
  }
}

/** Reads the totals of a period, with one request. */
export async function readTotals(context: Context, period: Period): Promise<ViewCounts> {
  context.requests += 1
  const { totals } = await context.service.getViews({ ...toQuery(period), limit: 1, offset: 0 })
  return totals
}

const DOUBTS = {
  short: 'A request before the last one returned too few rows, so rows may be missing.',
  repeated: 'Two requests returned the same path, so another row may be missing.',
  changed: 'The totals changed during the export, so rows may be missing.',
}

function areEqual(a: ViewCounts, b: ViewCounts): boolean {
  return a.human === b.human && a.ai === b.ai && a.total === b.total
}

export const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

export function addViews(a: ViewCounts, b: ViewCounts): ViewCounts {
  return { human: a.human + b.human, ai: a.ai + b.ai, total: a.total + b.total }
}
