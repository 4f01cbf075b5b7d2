import { stringify } from 'csv-stringify/sync'
import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { readOutsideText } from '../outside-text.ts'
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
    rows: (rows) => stringify(rows as ViewRow[], CSV_OPTIONS),
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
  columns: [...COLUMNS],
  record_delimiter: LINE_END,
  // A spreadsheet would run a cell that begins with = + - @, a tab or a line end.
  escape_formulas: true,
  cast: { string: hideBehindQuote },
}

/** The option above looks at the first character only, and spreadsheets pass over some white space before it. */
function hideBehindQuote(text: string): string {
  return /^[\s\p{C}]/u.test(text) && !/^[\t\r]/.test(text) ? `'${text}` : text
}

function formatJsonRow({ path, human, ai, total }: ViewRow): string {
  return JSON.stringify({ path: readOutsideText(path), human, ai, total })
}
