/** One section of the results. */
export interface BenchSection {
  title: string
  /** A description of the measurement, in Markdown. */
  text: string
  columns: string[]
  rows: string[][]
}

/** The section in Markdown. With `isAligned`, its columns have an even width, for terminals. */
export function formatSection({ title, text, columns, rows }: BenchSection, isAligned: boolean): string {
  const widths = columns.map((name, column) =>
    isAligned ? Math.max(name.length, 3, ...rows.map((row) => row[column]?.length ?? 0)) : 3,
  )
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const table = [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
  return [`## ${title}`, text, table.join('\n')].join('\n\n')
}
