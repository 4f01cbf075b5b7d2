import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { DateRange } from '../date-range.ts'
import { type PageAt, readPages } from './pages.ts'

/** Which rows to read, and how. */
export interface PeriodQuery {
  range: DateRange
  /** Rows a request. */
  limit: number
  /** Rows to skip. */
  offset: number
  /** Requests to send at most, repeats included. */
  maximumRequests: number
  concurrency: number
}

/** Who takes the pages. */
export interface PageReader {
  service: Pick<DocsService, 'getPageViews'>
  signal: AbortSignal
  /** Gets every page, in order. */
  takePage: (pageAt: PageAt) => void | Promise<void>
  /** Called after each page. */
  onProgress?: ((progress: { rows: number; requests: number }) => void) | undefined
}

/**
 * How far the reading came: `whole`: to the last row; `gap`: as well, but a page on the way was shorter than asked for;
 * `stopped`: `maximumRequests` was reached; `failed`: a failure ended it.
 */
export type ReadingEnd = 'whole' | 'gap' | 'stopped' | 'failed'

export interface Reading {
  end: ReadingEnd
  rows: number
  /** Requests sent, repeats included. */
  requests: number
  /** The first row that may be missing; meaningless when `end` is `whole`. */
  nextOffset: number
  /** Why it failed. */
  failure?: unknown
}

/** Reads page after page until the last one, the limit of requests, or a failure. Never throws. */
export async function readPeriod(query: PeriodQuery, reader: PageReader): Promise<Reading> {
  const { range, maximumRequests, ...paging } = query
  const requests = createRequestCount(maximumRequests)
  const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take }
  let rows = 0
  let nextOffset = query.offset
  let gap: number | undefined
  const finish = (end: ReadingEnd, failure?: unknown): Reading => ({
    end,
    rows,
    requests: requests.sent(),
    nextOffset: gap ?? nextOffset,
    ...(failure === undefined ? {} : { failure }),
  })
  try {
    const pages = readPages({
      ...paging,
      signal: reader.signal,
      fetchPage: (page, signal) => reader.service.getPageViews({ ...range, ...page }, { ...limits, signal }),
    })
    for await (const pageAt of pages) {
      await reader.takePage(pageAt)
      rows += pageAt.page.views.length
      gap ??= findGap(pageAt)
      nextOffset = pageAt.nextOffset
      reader.onProgress?.({ rows, requests: requests.sent() })
    }
    return finish(gap === undefined ? 'whole' : 'gap')
  } catch (failure) {
    // If no request was left to repeat a failed one, the failure ended the reading.
    const isLimitAlone = failure instanceof RequestLimitError && failure.cause === undefined
    return isLimitAlone && nextOffset > query.offset ? finish('stopped') : finish('failed', failure)
  }
}

/** Where rows may be missing before the next page begins. */
function findGap({ offset, nextOffset, page }: PageAt): number | undefined {
  const end = offset + page.views.length
  return page.hasMore && end < nextOffset ? end : undefined
}
