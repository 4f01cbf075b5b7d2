import type { DocsService } from '../docs-service/client.ts'
import { RequestLimitError } from '../docs-service/errors.ts'
import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { createDataChecks, type DataWarning } from './data-checks.ts'
import type { DateRange } from './date-range.ts'
import type { ExportFile } from './export-file.ts'
import { type Extension, FORMATS, type Format } from './formats.ts'
import { type PageAt, readPages } from './pages.ts'
import { createTopPages } from './top-pages.ts'

/** What to export. */
export interface ExportOptions {
  range: DateRange
  /** Rows a request. */
  limit: number
  /** Rows to skip. */
  offset: number
  /** Requests to send at most, repeats included. */
  maximumRequests: number
  concurrency: number
  extension: Extension
  /** How many of the most viewed pages to keep. */
  topCount: number
}

/** What the export needs from outside. */
export interface ExportSurroundings {
  service: Pick<DocsService, 'getPageViews'>
  file: ExportFile
  signal: AbortSignal
  /** Told after each page. */
  onProgress?: (progress: { rows: number; requests: number }) => void
}

/** `stopped`: `maximumRequests` was reached. */
export type ExportOutcome = 'complete' | 'stopped' | 'failed'

export interface ExportResult {
  outcome: ExportOutcome
  /** As the first page says. */
  totals?: ViewCounts
  /** Rows written. */
  rows: number
  /** Requests sent, repeats included. */
  requests: number
  /** Path of the file from the workspace; nothing when there is none. */
  file?: string
  /** Where to go on; nothing when complete. */
  nextOffset?: number
  top: ViewRow[]
  warnings: DataWarning[]
  /** Why it failed. */
  failure?: unknown
}

/**
 * Exports all pages of page views (interface section 4.3) to a file, in the order of the service. Memory does not grow
 * with the number of rows. Rows that were read before a failure are kept in a partial file.
 */
export async function exportPageViews(
  options: ExportOptions,
  surroundings: ExportSurroundings,
): Promise<ExportResult> {
  const requests = createRequestCount(options.maximumRequests)
  const collection = createCollection(options, surroundings.file)
  const end = await collect(options, surroundings, requests, collection)
  const file = await finishFile(end, collection, surroundings.file)
  const outcome = file.failure === undefined ? end.outcome : 'failed'
  const failure = file.failure ?? end.failure
  const { totals, rows, top, warnings } = collection.summarize(outcome === 'complete' && options.offset === 0)
  return {
    outcome,
    rows: file.path === undefined ? 0 : rows,
    requests: requests.sent(),
    top,
    warnings,
    ...(totals === undefined ? {} : { totals }),
    ...(file.path === undefined ? {} : { file: file.path }),
    ...(outcome === 'complete'
      ? {}
      : { nextOffset: file.path === undefined ? options.offset : end.nextOffset }),
    ...(failure === undefined ? {} : { failure }),
  }
}

interface End {
  outcome: ExportOutcome
  nextOffset: number
  failure?: unknown
}

/** Reads and writes page after page until the last one, the limit of requests, or a failure. */
async function collect(
  { range, limit, offset, concurrency }: ExportOptions,
  { service, signal, onProgress }: ExportSurroundings,
  requests: RequestCount,
  collection: Collection,
): Promise<End> {
  const limits = { deadline: Number.POSITIVE_INFINITY, allowRequest: requests.take }
  let nextOffset = offset
  try {
    const pages = readPages({
      fetchPage: (at, pageSignal) =>
        service.getPageViews({ ...range, limit, offset: at }, { ...limits, signal: pageSignal }),
      limit,
      offset,
      concurrency,
      signal,
    })
    for await (const pageAt of pages) {
      await collection.add(pageAt)
      nextOffset = pageAt.offset + limit
      onProgress?.({ rows: collection.rows(), requests: requests.sent() })
    }
    return { outcome: 'complete', nextOffset }
  } catch (failure) {
    const isLimit = failure instanceof RequestLimitError
    if (isLimit && collection.hasBegun()) return { outcome: 'stopped', nextOffset }
    // What made a repeat necessary says more than that there was no request left for it.
    return { outcome: 'failed', nextOffset, failure: isLimit ? (failure.cause ?? failure) : failure }
  }
}

/** Gives the file its name. A failure here is the result, too: the rows are lost then. */
async function finishFile(
  { outcome }: End,
  collection: Collection,
  file: ExportFile,
): Promise<{ path?: string; failure?: unknown }> {
  try {
    // Without a page nothing is known, and an empty file would look like a result.
    if (!collection.hasBegun()) return {}
    await collection.end()
    return { path: outcome === 'failed' ? await file.keepPartial() : await file.keep() }
  } catch (failure) {
    return { failure }
  } finally {
    await file.discard()
  }
}

interface Collection {
  add(pageAt: PageAt): Promise<void>
  end(): Promise<void>
  hasBegun(): boolean
  rows(): number
  summarize(isWhole: boolean): {
    totals: ViewCounts | undefined
    rows: number
    top: ViewRow[]
    warnings: DataWarning[]
  }
}

function createCollection(
  { range, limit, extension, topCount }: ExportOptions,
  file: ExportFile,
): Collection {
  const format: Format = FORMATS[extension]
  const checks = createDataChecks(limit)
  const top = createTopPages(topCount)
  let totals: ViewCounts | undefined
  let rows = 0
  return {
    async add(pageAt) {
      const { page } = pageAt
      const beginning = totals === undefined ? format.begin({ ...range, totals: page.totals }) : ''
      await file.write(beginning + format.rows(page.views, rows === 0))
      totals ??= page.totals
      rows += page.views.length
      checks.add(pageAt)
      page.views.forEach(top.add)
    },
    end: () => file.write(format.end()),
    hasBegun: () => totals !== undefined,
    rows: () => rows,
    summarize: (isWhole) => ({ totals, rows, top: top.list(), warnings: checks.finish(isWhole) }),
  }
}

interface RequestCount {
  /** Counts one more, unless that would be too many. */
  take: () => boolean
  sent: () => number
}

function createRequestCount(maximum: number): RequestCount {
  let sent = 0
  return {
    take() {
      if (sent >= maximum) return false
      sent += 1
      return true
    },
    sent: () => sent,
  }
}
