import { type Paint, paintSpans, type Span, widthOf, wrapSpans } from './terminal.ts'

export interface Table {
  header: Cell[]
  rows: Cell[][]
}

export interface Cell {
  spans: Span[]
  align: 'left' | 'right'
}

const gap = '  '

/** A table without frames: columns as wide as they have to be, the widest wrapped where the line is too short. */
export function drawTable({ header, rows }: Table, columns: number, paint: Paint): string[] {
  const hasHeader = header.some(({ spans }) => widthOf(spans) > 0)
  const all = hasHeader ? [header, ...rows] : rows
  const widths = chooseWidths(all, columns)
  const lines = all.flatMap((cells, index) => [
    ...drawRow(cells, widths, paint),
    ...(hasHeader && index === 0 ? [widths.map((width) => paint('─'.repeat(width), 'dim')).join(gap)] : []),
  ])
  return lines.map((line) => line.trimEnd())
}

function chooseWidths(rows: Cell[][], columns: number): number[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((cells) => widthOf(cells[column]?.spans ?? []))),
  )
  const room = Math.max(count, columns - gap.length * (count - 1))
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 1) - 1
  }
  return widths
}

function drawRow(cells: Cell[], widths: number[], paint: Paint): string[] {
  const wrapped = widths.map((width, column) => wrapSpans(cells[column]?.spans ?? [], width))
  const height = Math.max(1, ...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, column) => {
        const spans = wrapped[column]?.[line] ?? []
        const padding = ' '.repeat(Math.max(0, width - widthOf(spans)))
        const text = paintSpans(spans, paint)
        return cells[column]?.align === 'right' ? padding + text : text + padding
      })
      .join(gap),
  )
}
