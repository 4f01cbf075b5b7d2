/** Views of a page, or of the whole site (section 2.3 of the interface). */
export interface ViewCounts {
  human: number
  ai: number
  total: number
}

/** Views of one page. */
export interface ViewRow extends ViewCounts {
  path: string
}

/** One page of results. */
export interface ViewsPage {
  /** Of the whole site in the range. */
  totals: ViewCounts
  views: ViewRow[]
  hasMore: boolean
}

/** Section 4.3 of the interface. */
export interface ViewsQuery {
  /** `YYYY-MM-DD` or an ISO 8601 timestamp. */
  dateFrom?: string
  /** The same; exclusive. */
  dateTo?: string
  /** Rows per page, 1 to 250. */
  limit: number
  /** Rows to skip. */
  offset: number
}

/**
 * Checks one page of page views. Every field is required. Rows stay the objects of the JSON parser, since there may
 * be a million of them.
 * @returns the page, or, as a text, what is wrong with it
 */
export function parseViewsPage(value: unknown): ViewsPage | string {
  const { totals, views, hasMore } = (value ?? {}) as Partial<ViewsPage>
  if (!hasCounts(totals)) return "`totals` isn't three numbers of views"
  if (!Array.isArray(views)) return "`views` isn't a list"
  if (typeof hasMore !== 'boolean') return '`hasMore` is neither `true` nor `false`'
  const wrong = views.findIndex((row) => typeof row?.path !== 'string' || !hasCounts(row))
  return wrong === -1 ? { totals, views, hasMore } : `row ${wrong + 1} isn't a path with three numbers of views`
}

function hasCounts(value: Partial<ViewCounts> | undefined): value is ViewCounts {
  return isCount(value?.human) && isCount(value.ai) && isCount(value.total)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
