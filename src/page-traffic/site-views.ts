import type { DocsService } from '../docs-service/client.ts'
import { RequestLimitError } from '../docs-service/errors.ts'
import { createRequestCount, type Limits } from '../docs-service/request.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** How often the pages of a site were read. */
export interface SiteViews {
  /** By path, in the form that `normalizePath` gives. */
  byPath: ReadonlyMap<string, ViewCounts>
  /** Whether there are more rows than were read. */
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

/** An organization has 100 analytics requests an hour: a comment is worth a few of them. */
const MAXIMUM_REQUESTS = 4
const ROWS_PER_REQUEST = 250
const DAY_MS = 24 * 60 * 60_000

/**
 * Fetches the views of the last days, repeats of failed requests included in at most four requests.
 * @throws DocsServiceError when they can't be read
 */
export async function fetchSiteViews(query: TrafficQuery): Promise<SiteViews> {
  const { service, days, nowMs, signal, deadline } = query
  const range = {
    dateFrom: new Date(nowMs - days * DAY_MS).toISOString(),
    dateTo: new Date(nowMs).toISOString(),
  }
  const limits: Limits = { signal, deadline, allowRequest: createRequestCount(MAXIMUM_REQUESTS).take }
  const byPath = new Map<string, ViewCounts>()
  try {
    for (let offset = 0; ; ) {
      const page = (await service.getPageViews({ ...range, limit: ROWS_PER_REQUEST, offset }, limits)).read()
      for (const row of page.views) keepLarger(byPath, normalizePath(row.path), row)
      // The service may give fewer rows than asked for.
      offset += page.views.length
      if (!page.hasMore || page.views.length === 0) return { byPath, isPartial: page.hasMore }
    }
  } catch (error) {
    // There is more, but it would take too many requests.
    if (error instanceof RequestLimitError && error.cause === undefined) return { byPath, isPartial: true }
    throw error instanceof RequestLimitError ? error.cause : error
  }
}

function keepLarger(byPath: Map<string, ViewCounts>, path: string, { human, ai, total }: ViewCounts): void {
  const known = byPath.get(path)
  if (known === undefined || known.total < total) byPath.set(path, { human, ai, total })
}

/** Visitors ask for a page with and without a slash at its end, and with letters written in several ways. */
function normalizePath(path: UntrustedText): string {
  return decode(readUntrustedText(path))
    .normalize('NFC')
    .replace(/(?<=.)\/$/u, '')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A sign of per cent that encodes nothing.
    return path
  }
}
