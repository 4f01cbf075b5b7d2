import { stringify } from 'csv-stringify/sync'
import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import type { DateRange } from '../../formatting/dates.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/** A page in both periods. */
export interface ComparedRow extends ViewRow {
  /** Views in the previous period; undefined if they aren't known. */
  previous: ViewCounts | undefined
}

type Columns<Row> = Readonly<Record<string, (row: Row) => number | undefined>>

/** The columns after the path, in every format. */
export const COLUMNS = {
  human: ({ human }) => human,
  ai: ({ ai }) => ai,
  total: ({ total }) => total,
} satisfies Columns<ViewRow>

/** The same with a comparison. */
export const COMPARED_COLUMNS = {
  ...COLUMNS,
  previousHuman: ({ previous }) => previous?.human,
  previousAi: ({ previous }) => previous?.ai,
  previousTotal: ({ previous }) => previous?.total,
} satisfies Columns<ComparedRow>

export interface PartHeader extends DateRange {
  totals: ViewCounts
  previous?: DateRange & { totals: ViewCounts }
}

/** Formats one file piece by piece, in this order: each part with its rows, then the end. */
export interface Format<Row> {
  beginPart(header: PartHeader): string
  rows(rows: readonly Row[]): string
  endPart(): string
  end(): string
}

export const EXTENSIONS = ['.csv', '.json', '.ndjson'] as const

export type Extension = (typeof EXTENSIONS)[number]

/** @param isSeries whether JSON is an array of parts */
export function createFormat<Row extends ViewRow>(
  extension: Extension,
  columns: Columns<Row>,
  isSeries: boolean,
): Format<Row> {
  const fields = Object.entries(columns)
  const formatObject = (row: Row, start = '') => {
    const path = `{${start}"path":${JSON.stringify(readUntrustedText(row.path))}`
    // Counts are finite, so their decimals are JSON.
    return `${fields.reduce((text, [name, read]) => `${text},"${name}":${read(row) ?? null}`, path)}}`
  }
  if (extension === '.json') return createJson(formatObject, isSeries)
  let [parts, dates] = [0, '']
  return extension === '.csv'
    ? {
        beginPart({ dateFrom = '', dateTo }) {
          dates = `${dateFrom},${dateTo},`
          parts += 1
          return parts > 1 ? '' : ['dateFrom', 'dateTo', 'path', ...Object.keys(columns)].join(',') + LINE_END
        },
        rows: (rows) =>
          rows
            .map((row) => fields.reduce((line, [, read]) => `${line},${read(row) ?? ''}`, dates + formatPath(row.path)))
            .map((line) => line + LINE_END)
            .join(''),
        endPart: () => '',
        end: () => '',
      }
    : {
        beginPart({ dateFrom = null, dateTo }) {
          dates = `${JSON.stringify({ dateFrom, dateTo }).slice(1, -1)},`
          return ''
        },
        rows: (rows) => rows.map((row) => `${formatObject(row, dates)}\n`).join(''),
        endPart: () => '',
        end: () => '',
      }
}

function createJson<Row>(formatObject: (row: Row) => string, isSeries: boolean): Format<Row> {
  let [parts, rowsOfPart] = [0, 0]
  return {
    beginPart({ previous, ...header }) {
      parts += 1
      rowsOfPart = 0
      const fields = { ...toFields(header), ...(previous && { previous: toFields(previous) }) }
      const before = parts > 1 ? ',\n' : isSeries ? '[\n' : ''
      return `${before}${JSON.stringify(fields).slice(0, -1)},"views":[`
    },
    rows(rows) {
      const before = rows.length === 0 ? '' : rowsOfPart === 0 ? '\n' : ',\n'
      rowsOfPart += rows.length
      return before + rows.map((row) => formatObject(row)).join(',\n')
    },
    endPart: () => '\n]}',
    end: () => (isSeries ? '\n]\n' : '\n'),
  }
}

function toFields({ dateFrom, dateTo, totals }: Omit<PartHeader, 'previous'>): object {
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

/**
 * `escape_formulas` checks the first character only, and spreadsheets skip some white space before it. Where a
 * spreadsheet splits cells at another character, quotes in the middle of a cell are text, and a formula may follow.
 */
function hideBehindQuote(text: string): string {
  const later = text.replaceAll(/(?<=[;\t\r\n][\s\p{C}"]*)[=+\-@＝＋－＠]/gu, "'$&")
  return /^(?![\t\r])[\s\p{C}]/u.test(later) ? `'${later}` : later
}
