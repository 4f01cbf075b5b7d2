import type { ViewCounts } from '../../docs-service/schema.ts'
import { addViews, NO_VIEWS, subtractViews } from '../../docs-service/view-counts.ts'
import { countDays, type DateRange } from '../../formatting/dates.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { CountingReader } from './fetch-period.ts'

/** The totals of a range, from one request. */
export interface RangeTotals {
  range: DateRange
  received: ViewCounts
  /** Without what `exclude` leaves out; undefined if that isn't known. */
  totals: ViewCounts | undefined
}

/** Whole days without a view. A part of a day proves nothing. */
export function findEmptyDays(days: readonly RangeTotals[]): RangeTotals[] {
  return days.filter(({ range, received }) => received.total === 0 && countDays(range) === 1)
}

/**
 * Fetches totals with a request for one row. With `isExcluded` it's a page of rows, and the totals are known if it has
 * all of them.
 * @throws DocsServiceError
 */
export async function fetchTotals(
  range: DateRange,
  { limit, isExcluded }: { limit: number; isExcluded?: ((path: UntrustedText) => boolean) | undefined },
  { service, signal, requests }: CountingReader,
): Promise<RangeTotals> {
  const query = { ...range, limit: isExcluded ? limit : 1, offset: 0 }
  const limits = { signal, deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take }
  const page = await service.getPageViews(query, limits)
  const left = isExcluded ? page.views.filter(({ path }) => isExcluded(path)).reduce(addViews, NO_VIEWS) : NO_VIEWS
  const totals = isExcluded && page.hasMore ? undefined : subtractViews(page.totals, left)
  return { range, received: page.totals, totals }
}
