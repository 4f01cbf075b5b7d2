import { readFileSync } from 'node:fs'
import { type PageViews, servePageViews, type ViewRange, type ViewRow } from '../../world/docs-service/page-views.ts'

/** Rows with paths `/page-0`, `/page-1` and so on, the most viewed first. */
export function makeRows(count: number): ViewRow[] {
  return Array.from({ length: count }, (_, index) => {
    const ai = count - index
    return { path: `/page-${index}`, human: 2 * ai, ai, total: 3 * ai }
  })
}

/** The lines of a CSV file without quotes, as values by column name. */
export function readLines(path: string): Record<string, string>[] {
  const [header = [], ...lines] = readFileSync(path, 'utf8')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}

/** The rows in such a file, without further columns. */
export function readRows(path: string): ViewRow[] {
  return readLines(path).map(({ path: name = '', human, ai, total }) => {
    return { path: name, human: Number(human), ai: Number(ai), total: Number(total) }
  })
}

/** A site whose rows depend on the first day of the range. */
export function serveByFirstDay(viewsFrom: Readonly<Record<string, readonly ViewRow[] | PageViews>>): PageViews {
  return {
    select(range: ViewRange) {
      const day = range.from === undefined ? '' : new Date(range.from).toISOString().slice(0, 10)
      const views = viewsFrom[day] ?? []
      return ('select' in views ? views : servePageViews(views)).select(range)
    },
  }
}

/** A row that only people have read. */
export function row(path: string, total: number): ViewRow {
  return { path, human: total, ai: 0, total }
}
