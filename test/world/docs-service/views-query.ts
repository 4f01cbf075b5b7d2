import type { ViewRange } from './page-views.ts'

/** The query of a page views request, checked (https://www.mintlify.com/docs/api/analytics/views). */
export interface ViewsQuery {
  range: ViewRange
  limit: number
  offset: number
}

/** Reads the query parameters; gives all that is wrong with them, if something is. */
export function readViewsQuery(query: Readonly<Record<string, string>>): ViewsQuery | { problems: string[] } {
  const problems: string[] = []
  const readTime = (name: string): number | undefined => {
    const text = query[name]
    if (text === undefined) return undefined
    const time = parseTime(text)
    if (time === undefined) problems.push(`${name}: must be an ISO 8601 timestamp or YYYY-MM-DD`)
    return time
  }
  const readInteger = (name: string, fallback: number, least: number, most: number): number => {
    const text = query[name]
    if (text === undefined) return fallback
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    problems.push(
      most === Number.MAX_SAFE_INTEGER
        ? `${name}: must be an integer of at least ${least}`
        : `${name}: must be an integer from ${least} to ${most}`,
    )
    return fallback
  }
  const from = readTime('dateFrom')
  const to = readTime('dateTo')
  const limit = readInteger('limit', 50, 1, 250)
  const offset = readInteger('offset', 0, 0, Number.MAX_SAFE_INTEGER)
  if (problems.length > 0) return { problems }
  return { range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, limit, offset }
}

const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** Milliseconds since 1970; days begin in UTC, and so is a timestamp that names no zone. */
function parseTime(text: string): number | undefined {
  const match = timePattern.exec(text)
  const [, day = '', time, zone = 'Z'] = match ?? []
  const midnight = new Date(`${day}T00:00Z`)
  // `Date` turns 30 February into 2 March: only what comes out as it went in is a day.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
  if (time === undefined) return midnight.getTime()
  const moment = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(moment) ? undefined : moment
}
