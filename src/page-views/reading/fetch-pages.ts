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
  /** Fetches the rows of a page from `offset` on, until `signal` is aborted. */
  fetchPage: (offset: number, signal: AbortSignal) => Promise<UnreadViewsPage>
  signal: AbortSignal
}

/** A page that doesn't lead to the rows that follow: reading on would miss rows. */
export class BrokenPagesError extends Error {
  override readonly name = 'BrokenPagesError'
  readonly hint = 'This is an error of the service. Try again later, or with another `limit`.'

  /** @param what what's wrong with the page */
  constructor(offset: number, what: string) {
    super(`Couldn't get page views: the page at offset ${offset} ${what}.`)
  }
}

/**
 * Fetches page after page and yields them in order, whatever the order of the answers.
 * The first page is requested alone. Then as many are in flight as pages have arrived, up to `concurrency`: a small
 * site costs no request past its end.
 * @throws the first failure in the order of the pages, after all pages before it
 */
export async function* fetchPages(options: PagesOptions): AsyncGenerator<{ offset: number; page: ViewsPage }> {
  const { limit, concurrency } = options
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const inFlight: PageInFlight[] = []
  let nextOffset = options.offset
  let arrived = 0
  /** A later page has failed, so the pages after it aren't needed. */
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
    for (let asked = inFlight.shift(); asked !== undefined; asked = inFlight.shift()) {
      const { offset } = asked
      const page = (await asked.answer).read()
      const { views, hasMore } = page
      arrived += 1
      const isShort = hasMore && views.length < limit
      while (hasMore && !isShort && !isEndInSight && inFlight.length < Math.min(concurrency, arrived)) request()
      // The rows of a short page count, too.
      if (!isShort || views.length > 0) yield { offset, page }
      if (isShort)
        throw new BrokenPagesError(offset, `has ${views.length} of ${limit} rows, but claims that more follow`)
      if (!hasMore) return await refuseLateRows(inFlight, stopping)
    }
  } finally {
    stopping.abort()
  }
}

interface PageInFlight {
  offset: number
  answer: Promise<UnreadViewsPage>
}

/** For answers to requests that were sent before the last page was known. */
const LATE_ANSWERS_MS = 5_000

/** Refuses rows behind the last page. A failure there says nothing. */
async function refuseLateRows(inFlight: readonly PageInFlight[], stopping: AbortController): Promise<void> {
  setTimeout(() => stopping.abort(), LATE_ANSWERS_MS).unref()
  for (const { offset, answer } of inFlight) {
    const late = await answer.then((page) => page.read()).catch(() => undefined)
    if (late && late.views.length > 0)
      throw new BrokenPagesError(offset, 'has rows, but an earlier page claims to be the last')
  }
}
