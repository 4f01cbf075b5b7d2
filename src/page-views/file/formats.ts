import { stringify } from 'csv-stringify/sync'
import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/** A page in both periods. */
export interface ComparedRow extends ViewRow {
  /** Views in the previous period, by people and by AI and together. */
  previousHuman: number
  previousAi: number
  previous: number
  /** Of `total`. */
  change: number
}

type Columns<Row> = Readonly<Record<string, (row: Row) => number>>

/** The columns after the path, in every format. */
export const COLUMNS = {
  human: ({ human }) => human,
  ai: ({ ai }) => ai,
  total: ({ total }) => total,
} satisfies Columns<ViewRow>

/** The same with a comparison. */
export const COMPARED_COLUMNS = {
  ...COLUMNS,
  previous: ({ previous }) => previous,
  change: ({ change }) => change,
  previousHuman: ({ previousHuman }) => previousHuman,
  previousAi: ({ previousAi }) => previousAi,
} satisfies Columns<ComparedRow>

export interface ExportHeader extends DateRange {
  totals: ViewCounts
  previous?: DateRange & { totals: ViewCounts }
}

/** Formats a file piece by piece. */
export interface Format<Row> {
  begin(header: ExportHeader): string
  /** @param isFirst whether no rows were written before */
  rows(rows: readonly Row[], isFirst: boolean): string
  end(): string
}

export const EXTENSIONS = ['.csv', '.json', '.ndjson'] as const

export type Extension = (typeof EXTENSIONS)[number]

export function createFormat<Row extends ViewRow>(extension: Extension, columns: Columns<Row>): Format<Row> {
  const fields = Object.entries(columns)
  const formatLine = (row: Row) =>
    fields.reduce((line, [, read]) => `${line},${read(row)}`, formatPath(row.path)) + LINE_END
  // Counts are finite, so their decimals are JSON.
  const formatObject = (row: Row) => {
    const start = `{"path":${JSON.stringify(readUntrustedText(row.path))}`
    return `${fields.reduce((text, [name, read]) => `${text},"${name}":${read(row)}`, start)}}`
  }
  const formats: Record<Extension, Format<Row>> = {
    '.csv': {
      begin: () => ['path', ...Object.keys(columns)].join(',') + LINE_END,
      rows: (rows) => rows.map(formatLine).join(''),
      end: () => '',
    },
    '.json': {
      begin: ({ previous, ...header }) => {
        const fields = { ...toFields(header), ...(previous && { previous: toFields(previous) }) }
        return `${JSON.stringify(fields).slice(0, -1)},"views":[`
      },
      rows: (rows, isFirst) =>
        rows.length === 0 ? '' : `${isFirst ? '' : ','}\n${rows.map(formatObject).join(',\n')}`,
      end: () => '\n]}\n',
    },
    '.ndjson': {
      begin: () => '',
      rows: (rows) => rows.map((row) => `${formatObject(row)}\n`).join(''),
      end: () => '',
    },
  }
  return formats[extension]
}

function toFields({ dateFrom, dateTo, totals }: Omit<ExportHeader, 'previous'>): object {
  const { human, ai, total } = totals
  return { dateFrom: dateFrom ?? null, dateTo, totals: { human, ai, total } }
}

/** https://www.rfc-editor.org/rfc/rfc4180#section-2 */
const LINE_END = '\r\n'

const CSV_OPTIONS = {
  eof: false,
  // For many readers, a lone CR or LF outside quotes ends the record.
  record_delimiter: LINE_END,
  quote_record_delimiter: true,
  // Where the decimal separator is a comma, spreadsheets split cells at a semicolon.
  quoted_match: /[;\t]/,
  // A spreadsheet runs a cell that begins with = + - @, a tab or a carriage return as a formula.
  escape_formulas: true,
}

function formatPath(path: UntrustedText): string {
  const text = readUntrustedText(path)
  // Nearly every path needs no quotes, and the library takes several times the time and memory.
  return /^\/[\w/.~%-]*$/.test(text) ? text : stringify([[hideBehindQuote(text)]], CSV_OPTIONS)
}

/** `escape_formulas` checks the first character only, and spreadsheets skip some white space before it. */
function hideBehindQuote(text: string): string {
  return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text
}
