import type { ViewCounts } from '../../docs-service/schema.ts'
import { countDays, type DateRange, formatDates, formatDay, formatShortDates } from '../../formatting/dates.ts'
import { formatNumber } from '../../formatting/numbers.ts'
import { renderViewsChart } from '../../reports/charts.ts'
import { details, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { Split } from '../date-parts.ts'
import type { ExportReport } from './export-report.ts'
import { AI_CHANGE, isAcrossAiChange } from './words.ts'

/** What the points of a series are. */
type Unit = Exclude<Split, 'none'> | 'period'

/** The views of a part of a series. */
export interface SeriesPoint {
  range: DateRange
  /** Undefined if they aren't known. */
  totals: ViewCounts | undefined
  /** Stands behind the dates. */
  note?: string
}

/** Renders the days of the range, or the parts that it is split into, as a chart of people and AI, and as a table. */
export function renderParts({ options: { split }, result }: ExportReport): Markdown[] {
  if (split !== 'none') return renderSeries(split, result.parts)
  return result.days.some(({ totals }) => totals !== undefined) ? renderSeries('day', result.days) : []
}

/**
 * @param name of each part
 * @param charted the parts in the chart
 */
export function renderSeries(name: Unit, points: readonly SeriesPoint[], charted = points): Markdown[] {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const labels = charted.map(({ range }) => LABELS[name](range, charted.length))
  const known = charted.flatMap(({ totals }) => totals ?? [])
  const chart = known.length < charted.length ? [] : renderViewsChart(name, labels, known)
  const note = isAcrossAiChange(first.range.dateFrom, last.range.dateTo) ? [markdown`${AI_CHANGE}`] : []
  const rows = points.map(({ range, totals, note = '' }) => [
    markdown`${formatName(name, range)}${note}`,
    ...(['human', 'ai', 'total'] as const).map((key) => markdown`${totals ? formatNumber(totals[key]) : 'not known'}`),
  ])
  const title = name.replace(/^./u, (letter) => letter.toUpperCase())
  const header = [title, 'People', 'AI', 'Total'].map((text) => markdown`${text}`)
  const content = table(header, rows, [':--', '--:', '--:', '--:'])
  return [...chart, ...note, rows.length > MOST_OPEN_ROWS ? details(`Views by ${name}`, content) : content]
}

const MOST_OPEN_ROWS = 12

/** A whole day has its weekday: `Wed, Nov 18, 2026`. */
function formatName(name: Unit, range: DateRange): string {
  const { dateFrom = '' } = range
  return name === 'day' && countDays(range) === 1
    ? `${formatDay(Date.parse(dateFrom))}, ${dateFrom.slice(0, 4)}`
    : formatDates(range)
}

/** Of more days, there is only room for the names of Mondays. */
const MOST_WEEKDAYS = 14

/** Short names below a chart, of so many points. */
const LABELS: Record<Unit, (range: DateRange, count: number) => string> = {
  day({ dateFrom = '' }, count) {
    const label = formatDay(Date.parse(dateFrom)).replace(/, .* /u, ' ')
    return count > MOST_WEEKDAYS ? label.replace(/^(?!Mon).* /u, '') : label
  },
  week: ({ dateFrom = '' }) => formatDay(Date.parse(dateFrom)).replace(/^.*, /u, ''),
  month: ({ dateFrom = '' }) => dateFrom.slice(0, 7),
  period: formatShortDates,
}
