import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { DateRange } from '../date-range.ts'
import { explainFailure } from '../explain-failure.ts'
import { attachQuote, type ExportWarning } from '../export-warning.ts'
import { type PageReader, type PeriodQuery, type Reading, readPeriod } from '../reading/read-period.ts'

/** The views of the previous period, page by page. */
export interface PreviousPeriod {
  range: DateRange
  totals: ViewCounts
  requests: number
  /** Views of a page; 0 when it had none. */
  viewsOf(path: UntrustedText): number
  /** Pages that `viewsOf` was not called for. */
  listOthers(): Iterable<{ path: UntrustedText; views: number }>
}

/** Nothing, with the reason, when the previous period could not be read whole. */
export interface PreviousReading {
  period?: PreviousPeriod
  warnings: ExportWarning[]
}

/**
 * Room for the pages of one period, counted in characters of their paths and a fixed part for each: about 500,000 pages
 * of usual length.
 */
const MAXIMUM_SIZE = 64 * 1024 * 1024
const SIZE_OF_PAGE = 100

class TooManyPagesError extends Error {}

/** Reads the whole of the previous period into memory. Never throws. */
export async function readPreviousPeriod(
  query: PeriodQuery,
  reader: Omit<PageReader, 'takePage'>,
  maximumSize = MAXIMUM_SIZE,
): Promise<PreviousReading> {
  const pages: Pages = new Map()
  let size = 0
  let totals: ViewCounts | undefined
  const add = ({ path, total }: ViewRow) => {
    const known = pages.get(path)
    // Rows may move between pages while they are read; nothing is counted twice.
    if (known !== undefined) known.views = Math.max(known.views, total)
    else {
      size += SIZE_OF_PAGE + readUntrustedText(path).length
      if (size > maximumSize) throw new TooManyPagesError()
      pages.set(path, { views: total, isAsked: false })
    }
  }
  const reading = await readPeriod(query, {
    ...reader,
    takePage({ page }) {
      totals ??= page.totals
      page.views.forEach(add)
    },
  })
  if (reading.end !== 'whole' || totals === undefined) return { warnings: [warn(reading, pages.size)] }
  const { range } = query
  return { period: { range, totals, requests: reading.requests, ...lookUpIn(pages) }, warnings: [] }
}

type Pages = Map<UntrustedText, { views: number; isAsked: boolean }>

function lookUpIn(pages: Pages): Pick<PreviousPeriod, 'viewsOf' | 'listOthers'> {
  return {
    viewsOf(path) {
      const page = pages.get(path)
      if (page === undefined) return 0
      page.isAsked = true
      return page.views
    },
    *listOthers() {
      for (const [path, { views, isAsked }] of pages) if (!isAsked) yield { path, views }
    },
  }
}

function warn({ end, failure }: Reading, pages: number): ExportWarning {
  const begin = 'The previous period was not read whole:'
  const about = 'comparison'
  if (failure instanceof TooManyPagesError)
    return { about, message: `${begin} only ${pages} of its pages fit into memory.` }
  if (end === 'stopped')
    return { about, message: `${begin} \`max-requests\` was reached, which counts for each period.` }
  if (end === 'gap')
    return { about, message: `${begin} a page was shorter than asked for, so rows may be missing.` }
  const { problem, detail } = explainFailure(failure)
  return { about, message: `${begin} ${problem}`, ...attachQuote('The service said', detail) }
}
