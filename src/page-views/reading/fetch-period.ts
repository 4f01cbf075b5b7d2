import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewsPage } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { createDataChecks } from './data-checks.ts'
import { fetchPages, type Paging } from './fetch-pages.ts'

export interface PeriodQuery extends Paging {
  range: DateRange
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
  { range, maximumRequests, ...paging }: PeriodQuery,
  { service, signal, waitForQuota, takePage }: PageReader,
) {
  const checks = createDataChecks()
  const requests = createRequestCount(maximumRequests)
  const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota }
  const { limit, offset: firstOffset } = paging
  let nextOffset = firstOffset
  let isLimitReached = false
  let failure: unknown
  try {
    const pages = fetchPages({
      ...paging,
      signal,
      fetchPage: (offset, signal) => service.getPageViews({ ...range, limit, offset }, { ...limits, signal }),
    })
    for await (const { page, offset } of pages) {
      await takePage(page)
      checks.add(page, offset)
      nextOffset = offset + Math.min(page.views.length, limit)
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
    /** Where to continue. If rows have moved, that's the first one of all. */
    nextOffset: shortfalls.length > 0 ? firstOffset : nextOffset,
    failure,
  }
}
