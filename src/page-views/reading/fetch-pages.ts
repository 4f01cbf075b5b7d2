import type { UnreadViewsPage } from '../../docs-service/client.ts'
import type { ViewsPage } from '../../docs-service/schema.ts'

export interface Paging {
  /** Rows per request. */
  limit: number
  /** Rows to skip. */
  offset: number
  concurrency: number
}

interface PagesOptions extends Paging {
  /** Fetches up to `limit` rows from `offset` on, until `signal` is aborted. */
  fetchPage: (query: { limit: number; offset: number }, signal: AbortSignal) => Promise<UnreadViewsPage>
  signal: AbortSignal
}

export interface PageAt {
  offset: number
  /** Rows that were requested. */
  limit: number
  /** Where the next page begins. */
  nextOffset: number
  page: ViewsPage
}

/** A page has nothing new but claims that more follow, so reading would never end. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError'
  readonly hint = 'This is an error of the service. Try again later, or with another `limit`.'

  /** @param what what's wrong with the page */
  constructor(offset: number, what: string) {
    super(`Could not get page views: the page at offset ${offset} ${what}, but claims that more follow.`)
  }
}

/**
 * Fetches page after page and yields them in order, whatever the order of the answers.
 * The first page is requested alone. If it's shorter than requested and more follow, its length becomes the limit.
 * Then up to `concurrency` pages are in flight, counted from the last page that was yielded, so at most
 * `concurrency - 1` requests go past the end.
 * @throws the first failure in the order of the pages, after all pages before it
 */
export async function* fetchPages(options: PagesOptions): AsyncGenerator<PageAt, void, void> {
  const { concurrency } = options
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const inFlight: { offset: number; limit: number; answer: Promise<UnreadViewsPage> }[] = []
  let { limit, offset: nextOffset } = options
  let lastPage: ViewsPage | undefined
  /** A later page has failed, so the pages after it aren't needed. */
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
  // Nearly every page has a new first row, and then needs no set.
  if (!lastPage?.views.some(({ path }) => path === first.path)) return
  const known = new Set(lastPage.views.map(({ path }) => path))
  if (views.every(({ path }) => known.has(path)))
    throw new EndlessPagesError(offset, 'has only rows of the previous page')
}
