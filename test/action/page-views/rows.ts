import { readFileSync } from 'node:fs'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import type { ViewRow } from '../../world/docs-service/page-views.ts'

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
