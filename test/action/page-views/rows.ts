import { readFileSync } from 'node:fs'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import {
  type PageViews,
  servePageViews,
  type ViewRange,
  type ViewRow,
} from '../../world/docs-service/page-views.ts'

/** Rows with paths `/page-0`, `/page-1` and so on, the most viewed first. */
export function makeRows(count: number): ViewRow[] {
  return Array.from({ length: count }, (_, index) => {
    const human = 2 * (count - index)
    const ai = count - index
    return { path: `/page-${index}`, human, ai, total: human + ai }
  })
}

const COLUMNS = ['path', 'human', 'ai', 'total'] as const

/** What the CSV file of these rows must be. */
export function toCsv(rows: readonly ViewRow[]): string {
  return [COLUMNS.join(), ...rows.map((row) => COLUMNS.map((name) => row[name]).join()), ''].join('\r\n')
}

/** The rows of a CSV file whose paths need no quotes; of columns besides, nothing. */
export function readRows(path: string): ViewRow[] {
  const [, ...lines] = readFileSync(path, 'utf8').split('\r\n').slice(0, -1)
  return lines.map((line) => {
    const [first = '', ...counts] = line.split(',')
    const [human = 0, ai = 0, total = 0] = counts.map(Number)
    return { path: first, human, ai, total }
  })
}

/** Answers with this page, whatever was asked. */
export function page(
  views: readonly ViewRow[],
  hasMore: boolean,
  totals = { human: 0, ai: 0, total: 0 },
): FaultResponse {
  return { kind: 'answer', status: 200, body: { totals, views, hasMore } }
}

/** A site whose rows depend on the first day that is asked for. */
export function serveByFirstDay(rowsFrom: Readonly<Record<string, readonly ViewRow[]>>): PageViews {
  return {
    select({ from }: ViewRange) {
      const day = from === undefined ? '' : new Date(from).toISOString().slice(0, 10)
      return servePageViews(rowsFrom[day] ?? []).select({})
    },
  }
}

/** A row that only people have read. */
export function row(path: string, total: number): ViewRow {
  return { path, human: total, ai: 0, total }
}

/** The outputs of a step that has exported nothing. */
export const NO_OUTPUTS = {
  human: '',
  ai: '',
  total: '',
  rows: '0',
  file: '',
  complete: 'false',
  nextOffset: '',
  top: '[]',
  previousTotal: '',
  change: '',
  rising: '[]',
  falling: '[]',
  commentUrl: '',
  dateFrom: '',
  dateTo: '',
}
