import { createRequestCount } from '../../docs-service/request.ts'
import type { ViewCounts, ViewsPage } from '../../docs-service/schema.ts'
import { addViews, NO_VIEWS, subtractViews } from '../../docs-service/view-counts.ts'
import type { DateRange } from '../../formatting/dates.ts'
import { formatCount } from '../../formatting/numbers.ts'
import type { ExportOptions } from '../export-options.ts'
import { type ExportWarning, explainFailure, explainShortfalls, type Shortfall } from '../problems.ts'
import { fetchPeriod, type ServiceReader } from '../reading/fetch-period.ts'
import { fetchTotals } from '../reading/fetch-totals.ts'
import type { PageTable } from './page-table.ts'

export type CompareOptions = ExportOptions & { previousRange: DateRange }

type Problem = Pick<ExportWarning, 'message' | 'quote'>

/** What is known of the previous period. */
export type PreviousPeriod = {
  requests: number
  warnings: ExportWarning[]
} & (
  | { totals: undefined; problem: Problem }
  | {
      /** Without what `exclude` leaves out. */
      totals: ViewCounts
      received: ViewCounts
      /** Whether every row was read, so that a page without a row had no views. */
      isWhole: boolean
      shortfalls: readonly Shortfall[]
      /** Why the pages can't be compared. */
      problem?: Problem | undefined
    }
)

/** Reads all rows of the previous period. Never throws. */
export async function readPreviousRows(
  { previousRange: range, limit, maximumRequests, isExcluded }: CompareOptions,
  table: PageTable,
  reader: ServiceReader,
): Promise<PreviousPeriod> {
  let left = NO_VIEWS
  const takePage = ({ views }: ViewsPage) => {
    for (const row of views) {
      table.addPrevious(row)
      if (isExcluded?.(row.path)) left = addViews(left, row)
    }
  }
  const requests = createRequestCount(maximumRequests)
  const fetched = await fetchPeriod({ range, limit, offset: 0 }, { ...reader, requests, takePage })
  const { totals: received, shortfalls, failure, isWhole } = fetched
  const warnings = fetched.warnings.map((each) => ({ ...each, message: `Previous period: ${each.message}` }))
  const known = { requests: requests.sent(), warnings }
  const isLimitReached = shortfalls.includes('request limit')
  const isCut = failure !== undefined || isLimitReached
  const why = isLimitReached
    ? `It needs more than ${formatCount(maximumRequests, 'request')}, the maximum in \`max-requests\`.`
    : explainShortfalls(shortfalls)
  const problem = isCut || (isExcluded && shortfalls.length > 0) ? describe(failure, why) : undefined
  if (received === undefined || (isExcluded && problem))
    return { ...known, totals: undefined, problem: problem ?? { message: NOT_READ } }
  return { ...known, totals: subtractViews(received, left), received, isWhole, shortfalls, problem }
}

/** Reads the totals of the previous period, with one request. Never throws. */
export async function readPreviousTotals(
  { previousRange, limit }: CompareOptions,
  reader: ServiceReader,
): Promise<PreviousPeriod> {
  const requests = createRequestCount(Number.POSITIVE_INFINITY)
  try {
    const { received } = await fetchTotals(previousRange, { limit }, { ...reader, requests })
    return { requests: requests.sent(), warnings: [], totals: received, received, isWhole: false, shortfalls: [] }
  } catch (failure) {
    return { requests: requests.sent(), warnings: [], totals: undefined, problem: describe(failure, '') }
  }
}

const NOT_READ = "The previous period couldn't be read completely."

function describe(failure: unknown, otherwise: string): Problem {
  const { problem, detail } = failure === undefined ? { problem: otherwise } : explainFailure(failure)
  return { message: `${NOT_READ} ${problem}`.trim(), quote: detail }
}
