import type { DocsService } from '../../docs-service/client.ts'
import { RequestLimitError } from '../../docs-service/errors.ts'
import { createRequestCount, type Limits } from '../../docs-service/request.ts'
import type { ViewRow } from '../../docs-service/schema.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Traffic } from '../result/traffic.ts'
import { findPages } from './page-paths.ts'

export interface TrafficQuery {
  /** The files that the pull request changes. */
  files: readonly UntrustedText[]
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
const MAXIMUM_PAGES = 10
const DAY_MS = 24 * 60 * 60_000

/**
 * Reads the views of the pages that `files` make. Of a large site only the first 1,000 rows are looked at.
 * @returns undefined when none of the files is a page with views
 * @throws DocsServiceError when the views can't be read
 */
export async function readTraffic(query: TrafficQuery): Promise<Traffic | undefined> {
  const views = await readViews(query)
  const rows = findPages(query.files, [...views.keys()])
    .flatMap((path) => views.get(path) ?? [])
    .toSorted((a, b) => b.total - a.total)
    .slice(0, MAXIMUM_PAGES)
  return rows.length === 0 ? undefined : { rows, days: query.days }
}

/** The rows that there are, by their paths. */
async function readViews(query: TrafficQuery): Promise<Map<UntrustedText, ViewRow>> {
  const { service, days, nowMs, signal, deadline } = query
  const range = {
    dateFrom: new Date(nowMs - days * DAY_MS).toISOString(),
    dateTo: new Date(nowMs).toISOString(),
  }
  const limits: Limits = { signal, deadline, allowRequest: createRequestCount(MAXIMUM_REQUESTS).take }
  const views = new Map<UntrustedText, ViewRow>()
  try {
    for (let offset = 0; ; ) {
      const page = (await service.getPageViews({ ...range, limit: ROWS_PER_REQUEST, offset }, limits)).read()
      for (const row of page.views) views.set(row.path, row)
      // The service may give fewer rows than asked for.
      offset += page.views.length
      if (!page.hasMore || page.views.length === 0) return views
    }
  } catch (error) {
    // There is more, but it would take too many requests.
    if (error instanceof RequestLimitError && error.cause === undefined) return views
    throw error instanceof RequestLimitError ? error.cause : error
  }
}
