import { matchAt } from './match-at.ts'
import type { Span } from './placed-text.ts'

/** The cells of a table's row. A pipe splits cells also within code, unless a backslash is in front of it. */
export function splitCells(row: string): Span[] {
  const cells: Span[] = []
  let from = row.startsWith('|') ? findCellStart(row, 0) : 0
  while (from < row.length) {
    const [content = ''] = matchAt(cellContent, row, from) ?? []
    const to = from + content.length
    cells.push({ from, to })
    from = to < row.length ? findCellStart(row, to) : to
  }
  return cells
}

function findCellStart(row: string, pipe: number): number {
  return pipe + (matchAt(cellStart, row, pipe)?.[0].length ?? 0)
}

const cellStart = /\|[ \t\v\f]*/y
const cellContent = /(?:\\[!-/:-@[-`{-~]|[^|])+/y

/** Whether this is the line below a table's header. */
export function isDelimiterRow(row: string): boolean {
  return /^(?:\|[ \t\v\f]*)?:?-+:?[ \t\v\f]*(?:\|[ \t\v\f]*:?-+:?[ \t\v\f]*)*(?:\|[ \t\v\f]*)?$/.test(row)
}
