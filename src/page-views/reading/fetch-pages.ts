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
  /** Where the next page begins. */
  nextOffset: number
  page: ViewsPage
}

/** A page that doesn't lead to the rows that follow: reading on would miss rows, or never end. */
export class BrokenPagesError extends Error {
  override readonly name = 'BrokenPagesError'
  readonly hint = 'This is an error of the service. Try again later, or with another `limit`.'

  /** @param what what's wrong with the page */
  constructor(offset: number, what: string, claim = 'but claims that more follow') {
    super(`Couldn't get page views: the page at offset ${offset} ${what}, ${claim}.`)
  }
}

/**
 * Fetches page after page and yields them in order, whatever the order of the answers.
 * The first page is requested alone. Then as many are in flight as pages have arrived, up to `concurrency`: a small
 * site costs no request past its end.
 * @throws the first failure in the order of the pages, after all pages before it
 */
export async function* fetchPages(options: PagesOptions): AsyncGenerator<PageAt, void, void> {
  const { concurrency } = options
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])
  const inFlight: PageInFlight[] = []
  const { limit } = options
  let nextOffset = options.offset
  let lastPage: ViewsPage | undefined
  let arrived = 0
  /** A later page has failed, so the pages after it aren't needed. */
  let isEndInSight = false

  const request = () => {
    const offset = nextOffset
    const answer = options.fetchPage({ limit, offset }, signal)
    answer.catch(() => {
      isEndInSight = true
    })
    inFlight.push({ offset, answer })
    nextOffset += limit
  }

  request()
  try {
    for (let asked = inFlight.shift(); asked !== undefined; asked = inFlight.shift()) {
      const { offset } = asked
      const page = (await asked.answer).read()
      const { views, hasMore } = page
      arrived += 1
      if (hasMore) refuseRepetition(page, lastPage, offset)
      lastPage = page
      const isShort = hasMore && views.length < limit
      while (hasMore && !isShort && !isEndInSight && inFlight.length < Math.min(concurrency, arrived)) request()
      // The rows of a short page count, too.
      if (!isShort || views.length > 0) yield { offset, nextOffset: offset + Math.min(views.length, limit), page }
      if (isShort) throw new BrokenPagesError(offset, `has ${views.length} of ${limit} rows`)
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
  const timer = setTimeout(() => stopping.abort(), LATE_ANSWERS_MS)
  const answers = await Promise.allSettled(inFlight.map(async ({ answer }) => (await answer).read()))
  clearTimeout(timer)
  for (const [at, answer] of answers.entries())
    if (answer.status === 'fulfilled' && answer.value.views.length > 0)
      throw new BrokenPagesError(inFlight[at]?.offset ?? 0, 'has rows', 'but an earlier page claims to be the last')
}

/** A service that ignores `offset` sends the same page again and again. */
function refuseRepetition({ views }: ViewsPage, lastPage: ViewsPage | undefined, offset: number): void {
  const first = views[0]?.path
  // Nearly every page has a new first row, and then needs no set.
  if (!lastPage?.views.some(({ path }) => path === first)) return
  const known = new Set(lastPage.views.map(({ path }) => path))
  if (views.every(({ path }) => known.has(path)))
    throw new BrokenPagesError(offset, 'has only rows of the previous page')
}
