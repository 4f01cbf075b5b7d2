import type { UnreadViewsPage } from '../../docs-service/client.ts'
import type { ViewsPage } from '../../docs-service/schema.ts'

/** How to get from page to page. */
export interface PagesOptions {
  /** Receives up to `limit` rows from `offset` on; must listen to `signal`. */
  fetchPage: (query: { limit: number; offset: number }, signal: AbortSignal) => Promise<UnreadViewsPage>
  /** Rows to ask for. */
  limit: number
  /** Rows to skip before the first page. */
  offset: number
  /** Requests in flight at one time. */
  concurrency: number
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

/** A page without rows claims that there are more, which would never end. */
export class EmptyPageError extends Error {
  override readonly name = 'EmptyPageError'
  readonly hint = 'This is an error of the service. Try again later, or with another `limit`.'

  constructor(offset: number) {
    super(`Could not get page views: the page at offset ${offset} is empty, yet claims that there are more.`)
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
      const length = page.views.length
      if (page.hasMore && length === 0) throw new EmptyPageError(offset)
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
