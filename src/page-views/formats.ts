import { stringify } from 'csv-stringify/sync'
import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { readUntrustedText } from '../untrusted/text.ts'
import type { DateRange } from './date-range.ts'

/** Extensions of files, which say the format. */
export const EXTENSIONS = ['.csv', '.json', '.ndjson'] as const

export type Extension = (typeof EXTENSIONS)[number]

/** What is known before the first row. */
export interface ExportHeader extends DateRange {
  totals: ViewCounts
}

/** Text of a file, written piece by piece. */
export interface Format {
  begin(header: ExportHeader): string
  /** Rows of one page; `isFirst` until a page with rows was written. */
  rows(rows: readonly ViewRow[], isFirst: boolean): string
  end(): string
}

export const FORMATS: Record<Extension, Format> = {
  '.csv': {
    begin: () => `${COLUMNS.join(',')}${LINE_END}`,
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

/** RFC 4180 section 2. */
const LINE_END = '\r\n'

const CSV_OPTIONS = {
  record_delimiter: LINE_END,
  // A lone CR or LF would end the record for many readers, and what follows would begin one. Off unless asked for.
  quote_record_delimiter: true,
  // Where a comma divides decimals, spreadsheets divide cells at a semicolon: what follows it would begin one as well.
  quoted_match: /[;\t]/,
  // A spreadsheet would run a cell that begins with = + - @, a tab or a carriage return.
  escape_formulas: true,
}

function formatCsvRow({ path, human, ai, total }: ViewRow): string {
  const text = readUntrustedText(path)
  // What nearly every path looks like needs no quotes; the library takes several times the time and memory.
  if (/^\/[\w/.~%-]*$/.test(text)) return `${text},${human},${ai},${total}${LINE_END}`
  return stringify([[hideBehindQuote(text), human, ai, total]], CSV_OPTIONS)
}

/** The option above looks at the first character only, and spreadsheets pass over some white space before it. */
function hideBehindQuote(text: string): string {
  return /^(?![\t\r])[\s\p{C}]/u.test(text) ? `'${text}` : text
}

function formatJsonRow({ path, human, ai, total }: ViewRow): string {
  return JSON.stringify({ path: readUntrustedText(path), human, ai, total })
}
