import { readFileSync } from 'node:fs'
import type { ViewRow } from '../../world/docs-service/page-views.ts'

/** Rows with paths `/page-0`, `/page-1` and so on, the most viewed first. */
export function makeRows(count: number): ViewRow[] {
  return Array.from({ length: count }, (_, index) => {
    const ai = count - index
    return { path: `/page-${index}`, human: 2 * ai, ai, total: 3 * ai }
  })
}

/** The rows in a CSV file without quotes, and without further columns. */
export function readRows(path: string): ViewRow[] {
  const lines = readFileSync(path, 'utf8').split('\r\n').slice(1, -1)
  return lines.map((line) => {
    const [name = '', ...views] = line.split(',')
    const [human = 0, ai = 0, total = 0] = views.map(Number)
    return { path: name, human, ai, total }
  })
}

/** A row that only people have read. */
export function row(path: string, total: number): ViewRow {
  return { path, human: total, ai: 0, total }
}
