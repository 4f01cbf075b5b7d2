/** One section of the results. */
export interface BenchSection {
  title: string
  /** A description of the measurement, in Markdown. */
  text: string
  tables: BenchTable[]
}

export interface BenchTable {
  columns: string[]
  rows: string[][]
}

/** A row of the table of results. */
export interface BenchRow {
  what: string
  value: string
  /** The highest value that is allowed. */
  limit?: string
  /** Whether the value is within the limit. */
  isWithin?: boolean
}

/** Rows as a table: what, measured, limit, and whether the limit is kept. */
export function tabulate(rows: readonly BenchRow[]): BenchTable {
  return {
    columns: ['what', 'measured', 'limit', 'kept'],
    rows: rows.map(({ what, value, limit = '', isWithin }) => [what, value, limit, describe(isWithin)]),
  }
}

/** The section in Markdown, with columns of even width for terminals. */
export function formatSection({ title, text, tables }: BenchSection): string {
  return [`## ${title}`, text, ...tables.map(formatTable)].join('\n\n')
}

function formatTable({ columns, rows }: BenchTable): string {
  const widths = columns.map((name, column) => Math.max(name.length, 3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function describe(isWithin: boolean | undefined): string {
  if (isWithin === undefined) return ''
  return isWithin ? 'yes' : 'NO'
}
