import type { DocsService, UnreadViewsPage } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewCounts, ViewsPage } from '../../docs-service/schema.ts'
import type { DateRange } from '../date-range.ts'
import { createDataChecks, type DataWarning } from './data-checks.ts'

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
  /** Whether 429 is waited for; true if it is left out. */
  waitForQuota?: boolean
  /** Gets every page, in order. */
  takePage: (page: ViewsPage) => void | Promise<void>
  /** Called after each page. */
  onProgress?: ((progress: { rows: number; requests: number }) => void) | undefined
}

/** Why the rows that were read aren't all, though nothing failed. */
export type Shortfall = 'request limit' | 'short page' | 'repeated paths'

export interface Reading {
  rows: number
  /** Requests sent, repeats included. */
  requests: number
  /** As the first page says; undefined when none came. */
  totals: ViewCounts | undefined
  /** Empty when every row was read; a failure is named apart. */
  shortfalls: Shortfall[]
  /** Where to go on: the first row that may be missing. After repeated paths, everything has to be read again. */
  nextOffset: number
  warnings: DataWarning[]
  /** Why it failed; undefined when it did not. */
  failure?: unknown
}

/** Reads page after page until the last one, the limit of requests, or a failure. Never throws. */
export async function readPeriod(query: PeriodQuery, reader: PageReader): Promise<Reading> {
  const { range, maximumRequests, ...paging } = query
  const { waitForQuota = true } = reader
  const checks = createDataChecks()
  let totals: ViewCounts | undefined
  const requests = createRequestCount(maximumRequests)
  let rows = 0
  let nextOffset = query.offset
  const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take, waitForQuota }
  const finish = (isLimitReached: boolean, failure?: unknown): Reading => {
    const isWhole = !isLimitReached && failure === undefined && query.offset === 0
    const { warnings, gapAt, hasRepeatsElsewhere } = checks.finish(isWhole)
    const shortfalls: [boolean, Shortfall][] = [
      [isLimitReached, 'request limit'],
      [gapAt !== undefined, 'short page'],
      [hasRepeatsElsewhere, 'repeated paths'],
    ]
    return {
      rows,
      requests: requests.sent(),
      totals,
      shortfalls: shortfalls.filter(([is]) => is).map(([, name]) => name),
      nextOffset: hasRepeatsElsewhere ? query.offset : (gapAt ?? nextOffset),
      warnings,
      failure,
    }
  }
  try {
    const pages = readPages({
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

/** How to get from page to page. */
interface PagesOptions extends Pick<PeriodQuery, 'limit' | 'offset' | 'concurrency'> {
  /** Receives up to `limit` rows from `offset` on; must listen to `signal`. */
  fetchPage: (query: { limit: number; offset: number }, signal: AbortSignal) => Promise<UnreadViewsPage>
  signal: AbortSignal
}

/** A page and its place among the others. */
export interface PageAt {
  offset: number
  /** Rows that were asked for. */
  limit: number
  /** Where the page after it begins. */
  nextOffset: number
  page: ViewsPage
}

/** A page claims that there are more, and brings nothing new, which would never end. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError'
  readonly hint = 'This is an error of the service. Try again later, or with another `limit`.'

  /** @param what the page at `offset` is, as far as it is wrong */
  constructor(offset: number, what: string) {
    super(`Could not get page views: the page at offset ${offset} ${what}, yet claims that there are more.`)
  }
}

/**
 * Reads page after page and yields them in order, whatever the order of the answers.
 * The first page is asked for alone. If it is shorter than asked for and there is more, the service allows fewer rows
 * a page, and from there on its length is what is asked for. After it up to `concurrency` pages are in flight, counted
 * from the last page that was given, so that at most `concurrency - 1` requests go past the end.
 * @throws the first failure in the order of the pages, after all pages before it
 */
export async function* readPages(options: PagesOptions): AsyncGenerator<PageAt, void, void> {
  const { concurrency } = options
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const inFlight: { offset: number; limit: number; answer: Promise<UnreadViewsPage> }[] = []
  let { limit, offset: nextOffset } = options
  let lastPage: ViewsPage | undefined
  /** A later page has failed, so the pages after it are not needed. */
  let isEndInSight = false

  const request = () => {
    const query = { limit, offset: nextOffset }
    const answer = options.fetchPage(query, signal)
    answer.catch(() => {
      isEndInSight = true
    })
    inFlight.push({ ...query, answer })
    nextOffset += limit
  }

  request()
  try {
    for (let asked = inFlight.shift(); asked !== undefined; asked = inFlight.shift()) {
      const { offset } = asked
      const page = (await asked.answer).read()
      refuseEndless(page, lastPage, offset)
      lastPage = page
      const length = page.views.length
      if (page.hasMore && offset === options.offset && length < limit) {
        limit = length
        nextOffset = offset + length
      }
      while (page.hasMore && !isEndInSight && inFlight.length < concurrency) request()
      yield { offset, limit: asked.limit, nextOffset: offset + limit, page }
      if (!page.hasMore) return
    }
  } finally {
    stopping.abort()
  }
}

/** A service that ignores `offset` sends the same page again and again. */
function refuseEndless({ views, hasMore }: ViewsPage, lastPage: ViewsPage | undefined, offset: number): void {
  if (!hasMore) return
  const [first] = views
  if (first === undefined) throw new EndlessPagesError(offset, 'is empty')
  // Nearly every page is new from its first row on, so most of them need no set.
  if (!lastPage?.views.some(({ path }) => path === first.path)) return
  const known = new Set(lastPage.views.map(({ path }) => path))
  if (views.every(({ path }) => known.has(path)))
    throw new EndlessPagesError(offset, 'holds only rows of the page before it')
}
