import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewCounts, ViewsPage } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { createDataChecks, type DataShortfall, type Findings } from './data-checks.ts'
import { fetchPages, type Paging } from './fetch-pages.ts'

export interface PeriodQuery extends Paging {
  range: DateRange
  /** Requests to send at most, retries included. */
  maximumRequests: number
}

export interface PageReader {
  service: Pick<DocsService, 'getPageViews'>
  signal: AbortSignal
  /** Whether to wait after a 429 and try again. Default: true. */
  waitForQuota?: boolean
  /** Receives every page, in order. */
  takePage: (page: ViewsPage) => void | Promise<void>
  /** Called after each page. */
  onProgress?: ((progress: { rows: number; requests: number }) => void) | undefined
}

/** Why rows are missing although nothing failed. */
export type Shortfall = 'request limit' | DataShortfall

export interface FetchedPeriod extends Pick<Findings, 'belowTotals' | 'unsearched'> {
  rows: number
  /** Requests sent, retries included. */
  requests: number
  /** From the first page; undefined without one. */
  totals: ViewCounts | undefined
  shortfalls: Shortfall[]
  /** Where to continue. If rows have moved, that's the first one of all. */
  nextOffset: number
  failure?: unknown
}

/** Fetches page after page until the last one, the request limit, or a failure. Never throws. */
export async function fetchPeriod(query: PeriodQuery, reader: PageReader): Promise<FetchedPeriod> {
  const { range, maximumRequests, ...paging } = query
  const { waitForQuota = true } = reader
  const checks = createDataChecks()
  let totals: ViewCounts | undefined
  const requests = createRequestCount(maximumRequests)
  let rows = 0
  let nextOffset = query.offset
  const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota }
  const finish = (isLimitReached: boolean, failure?: unknown): FetchedPeriod => {
    const isWhole = !isLimitReached && failure === undefined && query.offset === 0
    const { shortfalls, belowTotals, unsearched } = checks.finish(isWhole)
    return {
      belowTotals,
      unsearched,
      rows,
      requests: requests.sent(),
      totals,
      shortfalls: [...(isLimitReached ? ['request limit' as const] : []), ...shortfalls],
      nextOffset: shortfalls.length > 0 ? query.offset : nextOffset,
      failure,
    }
  }
  try {
    const pages = fetchPages({
      ...paging,
      signal: reader.signal,
      fetchPage: (page, signal) => reader.service.getPageViews({ ...range, ...page }, { ...limits, signal }),
    })
    for await (const pageAt of pages) {
      const { page } = pageAt
      await reader.takePage(page)
      totals ??= page.totals
      rows += page.views.length
      checks.add(pageAt)
      nextOffset = pageAt.nextOffset
      reader.onProgress?.({ rows, requests: requests.sent() })
    }
    return finish(false)
  } catch (failure) {
    // If a failed request couldn't be repeated for lack of requests, the failure is what ended the reading.
    const isLimitAlone = failure instanceof RequestLimitError && failure.cause === undefined
    return isLimitAlone && nextOffset > query.offset ? finish(true) : finish(false, failure)
  }
}
