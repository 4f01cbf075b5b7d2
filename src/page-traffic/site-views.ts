import type { DocsService } from '../docs-service/client.ts'
import { MaximumRequestsError } from '../docs-service/errors.ts'
import { createRequestCount } from '../docs-service/request.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import { fetchViewsPages } from '../docs-service/views-pages.ts'
import { DAY_MS } from '../formatting/times.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** The views of a site's pages. */
export interface SiteViews {
  /** By path, as normalized by `normalizePath`. */
  byPath: Map<string, ViewCounts>
  /** Whether the site has, or may have, more rows. */
  isPartial: boolean
}

export interface TrafficQuery {
  days: number
  service: Pick<DocsService, 'getPageViews'>
  /** Milliseconds since 1970. */
  nowMs: number
  signal: AbortSignal
  /** On the monotonic clock of the service. */
  deadline: number
}

/** An organization has 100 analytics requests per hour, so a comment uses only a few. */
const MAXIMUM_REQUESTS = 4
const ROWS_PER_REQUEST = 250

/**
 * Fetches the views of the last days, in at most four requests including repeats.
 * @throws DocsServiceError if they can't be read
 */
export async function fetchSiteViews(query: TrafficQuery): Promise<SiteViews> {
  const { service, days, nowMs, signal, deadline } = query
  const range = {
    dateFrom: new Date(nowMs - days * DAY_MS).toISOString(),
    dateTo: new Date(nowMs).toISOString(),
  }
  const limits = { signal, deadline, allowRequest: createRequestCount(MAXIMUM_REQUESTS).take }
  const byPath = new Map<string, ViewCounts>()
  const first = { ...range, limit: ROWS_PER_REQUEST, offset: 0 }
  let isPartial = false
  try {
    for await (const { page, isShort } of fetchViewsPages(service, first, limits)) {
      for (const row of page.views) keepLarger(byPath, normalizePath(row.path), row)
      isPartial ||= isShort
    }
    return { byPath, isPartial }
  } catch (error) {
    // More rows would take too many requests.
    if (error instanceof MaximumRequestsError && error.cause === undefined) return { byPath, isPartial: true }
    throw error instanceof MaximumRequestsError ? error.cause : error
  }
}

function keepLarger(byPath: Map<string, ViewCounts>, path: string, { human, ai, total }: ViewCounts): void {
  if (total > (byPath.get(path)?.total ?? -1)) byPath.set(path, { human, ai, total })
}

/** Visitors request a page with and without a slash at its end, and with different encodings. */
function normalizePath(given: UntrustedText): string {
  let path = readUntrustedText(given)
  try {
    path = decodeURIComponent(path)
  } catch {
    // A percent sign that encodes nothing.
  }
  return path.normalize('NFC').replace(/(?<=.)\/$/u, '')
}
