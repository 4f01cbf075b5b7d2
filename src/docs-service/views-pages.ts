import type { DocsService, ViewsQuery } from './client.ts'
import type { Limits } from './request.ts'
import type { ViewsPage } from './schema.ts'

/** A page of page views, and where it begins. */
export interface PlacedPage {
  /** Rows before the page. */
  offset: number
  page: ViewsPage
  /** Whether it has fewer rows than requested although more follow, so that rows may be missing. */
  isShort: boolean
}

/**
 * Fetches one page after the other, as the interface says: while `hasMore`, `offset` grows by `limit`. A service that
 * ignores `offset` never ends, so `limits.allowRequest` has to.
 * @throws DocsServiceError or MaximumRequestsError, after all pages before it
 */
export async function* fetchViewsPages(
  service: Pick<DocsService, 'getPageViews'>,
  query: ViewsQuery,
  limits: Limits,
): AsyncGenerator<PlacedPage> {
  const { limit } = query
  let { offset } = query
  let hasMore = true
  while (hasMore) {
    const page = await service.getPageViews({ ...query, offset }, limits)
    hasMore = page.hasMore
    yield { offset, page, isShort: hasMore && page.views.length < limit }
    offset += limit
  }
}
