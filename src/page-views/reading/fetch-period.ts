import type { DocsService } from '../../docs-service/client.ts'
import { MaximumRequestsError } from '../../docs-service/errors.ts'
import type { RequestCount } from '../../docs-service/request.ts'
import type { ViewCounts, ViewsPage } from '../../docs-service/schema.ts'
import { fetchViewsPages } from '../../docs-service/views-pages.ts'
import type { DateRange } from '../../formatting/dates.ts'
import type { ExportWarning, Shortfall } from '../problems.ts'
import { createDataChecks } from './data-checks.ts'

export interface PeriodQuery {
  range: DateRange
  /** Rows per request. */
  limit: number
  /** Rows to skip. */
  offset: number
}

export interface ServiceReader {
  service: Pick<DocsService, 'getPageViews'>
  signal: AbortSignal
}

export interface CountingReader extends ServiceReader {
  /** How many requests are left, retries included. */
  requests: RequestCount
}

export interface PageReader extends CountingReader {
  /** Receives every page, in order. */
  takePage: (page: ViewsPage) => void | Promise<void>
}

export interface FetchedPeriod {
  rows: number
  pages: number
  /** As received with the first page; undefined without one. */
  totals: ViewCounts | undefined
  shortfalls: Shortfall[]
  warnings: ExportWarning[]
  /** Whether every row was read, so that a page without a row has no views. */
  isWhole: boolean
  /** Where to continue. If rows have moved or are missing, that's the first one of all. */
  nextOffset: number
  failure?: unknown
}

/** Fetches page after page until the last one, the request limit, or a failure. Never throws. */
export async function fetchPeriod(
  { range, limit, offset: firstOffset }: PeriodQuery,
  { service, signal, requests, takePage }: PageReader,
): Promise<FetchedPeriod> {
  const checks = createDataChecks()
  const limits = { signal, deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take }
  let [pages, nextOffset] = [0, firstOffset]
  let isLimitReached = false
  let failure: unknown
  try {
    for await (const placed of fetchViewsPages(service, { ...range, limit, offset: firstOffset }, limits)) {
      await takePage(placed.page)
      checks.add(placed)
      pages += 1
      nextOffset = placed.offset + limit
    }
  } catch (error) {
    // If a failed request couldn't be repeated for lack of requests, the failure is what ended the reading.
    isLimitReached = error instanceof MaximumRequestsError && error.cause === undefined
    if (!isLimitReached) failure = error
  }
  const isToEnd = !isLimitReached && failure === undefined && firstOffset === 0
  const { shortfalls, isBelow, ...found } = checks.finish(isToEnd)
  return {
    ...found,
    pages,
    shortfalls: isLimitReached ? ['request limit', ...shortfalls] : shortfalls,
    isWhole: isToEnd && shortfalls.length === 0 && !isBelow,
    nextOffset: shortfalls.length > 0 ? firstOffset : nextOffset,
    failure,
  }
}
