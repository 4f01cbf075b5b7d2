import { stringify } from 'csv-stringify/sync'
import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { DateRange } from '../date-range.ts'

/** Extensions of files, which say the format. */
export const EXTENSIONS = ['.csv', '.json', '.ndjson'] as const

export type Extension = (typeof EXTENSIONS)[number]

/** What is known before the first row. */
export interface ExportHeader extends DateRange {
  totals: ViewCounts
  /** Whether every row has `previous` and `change`. */
  isCompared: boolean
}

/** A row as it is written. */
export interface ExportRow extends ViewRow {
  /** Views in the previous period. */
  previous?: number
  /** How many more views than in the previous period. */
  change?: number
}

/** Text of a file, written piece by piece. */
export interface Format {
  begin(header: ExportHeader): string
  /** Rows of one page; `isFirst` until a page with rows was written. */
  rows(rows: readonly ExportRow[], isFirst: boolean): string
  end(): string
}

/** How each format is written. CSV follows https://www.rfc-editor.org/rfc/rfc4180#section-2 */
export const FORMATS: Record<Extension, Format> = {
  '.csv': {
    begin: ({ isCompared }) =>
      `${[...COLUMNS, ...(isCompared ? COMPARED_COLUMNS : [])].join(',')}${LINE_END}`,
    rows: (rows) => rows.map(formatCsvRow).join(''),
    end: () => '',
  },
  '.json': {
    begin: ({ dateFrom = null, dateTo, totals: { human, ai, total } }) =>
      `${JSON.stringify({ dateFrom, dateTo, totals: { human, ai, total } }).slice(0, -1)},"views":[`,
    rows: (rows, isFirst) =>
      rows.length === 0 ? '' : `${isFirst ? '' : ','}\n${rows.map(formatJsonRow).join(',\n')}`,
    end: () => '\n]}\n',
  },
  '.ndjson': {
    begin: () => '',
    rows: (rows) => rows.map((row) => `${formatJsonRow(row)}\n`).join(''),
    end: () => '',
  },
}

const COLUMNS = ['path', 'human', 'ai', 'total'] as const
const COMPARED_COLUMNS = ['previous', 'change'] as const

/** RFC 4180 section 2. */
const LINE_END = '\r\n'

const CSV_OPTIONS = {
  eof: false,
  // A lone CR or LF would end the record for many readers, and what follows would begin one. Off unless asked for.
  record_delimiter: LINE_END,
  quote_record_delimiter: true,
  // Where a comma divides decimals, spreadsheets divide cells at a semicolon: what follows it would begin one as well.
  quoted_match: /[;\t]/,
  // A spreadsheet would run a cell that begins with = + - @, a tab or a carriage return.
  escape_formulas: true,
}

function formatCsvRow({ path, human, ai, total, previous, change }: ExportRow): string {
  const compared = previous === undefined ? '' : `,${previous},${change}`
  return `${formatPath(path)},${human},${ai},${total}${compared}${LINE_END}`
}

function formatPath(path: UntrustedText): string {
  const text = readUntrustedText(path)
  // What nearly every path looks like needs no quotes; the library takes several times the time and memory.
  return /^\/[\w/.~%-]*$/.test(text) ? text : stringify([[hideBehindQuote(text)]], CSV_OPTIONS)
}

/** The option above looks at the first character only, and spreadsheets pass over some white space before it. */
function hideBehindQuote(text: string): string {
  return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text
}

/** What is undefined is left out. */
function formatJsonRow({ path, human, ai, total, previous, change }: ExportRow): string {
  return JSON.stringify({ path: readUntrustedText(path), human, ai, total, previous, change })
}
