import type { UnreadViewsPage } from '../docs-service/client.ts'
import type { ViewsPage } from '../docs-service/schema.ts'

/** How to get from page to page. */
export interface PagesOptions {
  /** Receives the rows from `offset` on; must listen to `signal`. */
  fetchPage: (offset: number, signal: AbortSignal) => Promise<UnreadViewsPage>
  /** Rows in a page. */
  limit: number
  /** Rows to skip before the first page. */
  offset: number
  /** Requests in flight at one time. */
  concurrency: number
  signal: AbortSignal
}

/** A page and where it begins. */
export interface PageAt {
  offset: number
  page: ViewsPage
}

/** A page without rows claims that there are more, which would never end. */
export class EmptyPageError extends Error {
  override readonly name = 'EmptyPageError'
  readonly hint = 'This is a mistake of the service. Try again later, or with another `limit`.'

  constructor(offset: number) {
    super(`Could not get page views: the page at offset ${offset} is empty, yet claims that there are more.`)
  }
}

/**
 * Reads page after page (interface section 4.3) and gives them in order, whatever the order of the answers.
 * The first page is asked for alone; after it up to `concurrency` are in flight, counted from the last page
 * that was given, so that at most `concurrency - 1` requests go past the end.
 * @throws the first failure in the order of the pages, after all pages before it
 */
export async function* readPages(options: PagesOptions): AsyncGenerator<PageAt, void, void> {
  const { limit, concurrency } = options
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const inFlight: { offset: number; answer: Promise<UnreadViewsPage> }[] = []
  let nextOffset = options.offset
  /** A page further on has failed: nothing behind it is of use. */
  let isEndInSight = false

  const request = () => {
    const answer = options.fetchPage(nextOffset, signal)
    answer.catch(() => {
      isEndInSight = true
    })
    inFlight.push({ offset: nextOffset, answer })
    nextOffset += limit
  }

  request()
  try {
    for (let next = inFlight.shift(); next !== undefined; next = inFlight.shift()) {
      const page = (await next.answer).read()
      if (page.hasMore && page.views.length === 0) throw new EmptyPageError(next.offset)
      while (page.hasMore && !isEndInSight && inFlight.length < concurrency) request()
      yield { offset: next.offset, page }
      if (!page.hasMore) return
    }
  } finally {
    stopping.abort()
  }
}
