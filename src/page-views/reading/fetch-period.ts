import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewsPage } from '../../docs-service/schema.ts'
import { fetchViewsPages } from '../../docs-service/views-pages.ts'
import type { DateRange } from '../../reports/dates.ts'
import { createDataChecks } from './data-checks.ts'

export interface PeriodQuery {
  range: DateRange
  /** Rows per request. */
  limit: number
  /** Rows to skip. */
  offset: number
  /** Requests to send at most, retries included. */
  maximumRequests: number
}

export interface PageReader {
  service: Pick<DocsService, 'getPageViews'>
  signal: AbortSignal
  /** Whether to wait after a 429 and try again. */
  waitForQuota: boolean
  /** Receives every page, in order. */
  takePage: (page: ViewsPage) => void | Promise<void>
}

export type FetchedPeriod = Awaited<ReturnType<typeof fetchPeriod>>

/** Fetches page after page until the last one, the request limit, or a failure. Never throws. */
export async function fetchPeriod(
  { range, limit, offset: firstOffset, maximumRequests }: PeriodQuery,
  { service, signal, waitForQuota, takePage }: PageReader,
) {
  const checks = createDataChecks()
  const requests = createRequestCount(maximumRequests)
  const limits = { signal, deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota }
  let nextOffset = firstOffset
  let isLimitReached = false
  let failure: unknown
  try {
    for await (const placed of fetchViewsPages(service, { ...range, limit, offset: firstOffset }, limits)) {
      await takePage(placed.page)
      checks.add(placed)
      nextOffset = placed.offset + limit
    }
  } catch (error) {
    // If a failed request couldn't be repeated for lack of requests, the failure is what ended the reading.
    const isLimitAlone = error instanceof RequestLimitError && error.cause === undefined
    isLimitReached = isLimitAlone && nextOffset > firstOffset
    if (!isLimitReached) failure = error
  }
  const { shortfalls, ...found } = checks.finish(!isLimitReached && failure === undefined && firstOffset === 0)
  return {
    ...found,
    /** Retries included. */
    requests: requests.sent(),
    shortfalls: isLimitReached ? ['request limit' as const, ...shortfalls] : shortfalls,
    /** Where to continue. If rows have moved or are missing, that's the first one of all. */
    nextOffset: shortfalls.length > 0 ? firstOffset : nextOffset,
    failure,
  }
}
