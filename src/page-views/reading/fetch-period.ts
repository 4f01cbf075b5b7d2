import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewCounts, ViewsPage } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { createDataChecks, type DataShortfall, type DataWarning } from './data-checks.ts'
import { fetchPages, type Paging } from './fetch-pages.ts'

export interface PeriodQuery extends Paging {
  range: DateRange
  /** Requests to send at most, repeats included. */
  maximumRequests: number
}

/** Who takes the pages. */
export interface PageReader {
  service: Pick<DocsService, 'getPageViews'>
  signal: AbortSignal
  /** Whether 429 is waited for; true if it is left out. */
  waitForQuota?: boolean
  /** Gets every page, in order. */
  takePage: (page: ViewsPage) => void | Promise<void>
  /** Called after each page. */
  onProgress?: ((progress: { rows: number; requests: number }) => void) | undefined
}

/** Why the rows that were read aren't all, though nothing failed. */
export type Shortfall = 'request limit' | DataShortfall

export interface FetchedPeriod {
  rows: number
  /** Requests sent, repeats included. */
  requests: number
  /** As the first page says; undefined when none came. */
  totals: ViewCounts | undefined
  /** Empty when every row was read; a failure is named apart. */
  shortfalls: Shortfall[]
  /** Where to continue: the first row that may be missing. Where rows have moved, everything has to be read again. */
  nextOffset: number
  /** Whether all rows together have fewer views than the totals. Then nobody knows which pages have none. */
  isBelowTotals: boolean
  warnings: DataWarning[]
  /** Why it failed; undefined when it did not. */
  failure?: unknown
}

/** Fetches page after page until the last one, the limit of requests, or a failure. Never throws. */
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
    const { gapAt, shortfalls, ...findings } = checks.finish(isWhole)
    const hasMoved = shortfalls.some((shortfall) => shortfall !== 'short page')
    return {
      ...findings,
      rows,
      requests: requests.sent(),
      totals,
      shortfalls: [...(isLimitReached ? ['request limit' as const] : []), ...shortfalls],
      nextOffset: hasMoved ? query.offset : (gapAt ?? nextOffset),
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
    // If no request was left to repeat a failed one, the failure ended the reading.
    const isLimitAlone = failure instanceof RequestLimitError && failure.cause === undefined
    return isLimitAlone && nextOffset > query.offset ? finish(true) : finish(false, failure)
  }
}
