import { stringify } from 'csv-stringify/sync'
import type { ViewRow } from '../service/views.ts'
import { type Period, toDates } from './period.ts'

/** https://www.rfc-editor.org/rfc/rfc4180#section-2 */
const LINE_END = '\r\n'

/**
 * CSV, or NDJSON with the names of the CSV columns.
 * @returns what a file begins with, and what each row is
 */
export function createFormat(file: string, period: Period): { head: string; formatRow: (row: ViewRow) => string } {
  const { dateFrom, dateTo } = toDates(period)
  if (/\.csv$/iu.test(file))
    return {
      head: `dateFrom,dateTo,path,human,ai,total${LINE_END}`,
      formatRow: ({ path, human, ai, total }) =>
        `${dateFrom ?? ''},${dateTo},${formatPath(path)},${human},${ai},${total}${LINE_END}`,
    }
  return {
    head: '',
    formatRow: ({ path, human, ai, total }) =>
      `${JSON.stringify({ dateFrom: dateFrom ?? null, dateTo, path, human, ai, total })}\n`,
  }
}

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

function formatPath(path: string): string {
  // Nearly every path needs no quotes, and the library takes several times the time and memory.
  return /^\/[\w/.~%-]*$/u.test(path) ? path : stringify([[hideBehindQuote(path)]], CSV_OPTIONS)
}

/**
 * `escape_formulas` checks the first character only, and spreadsheets skip some white space before it. Where a
 * spreadsheet splits cells at another character, quotes in the middle of a cell are text, and a formula may follow.
 */
function hideBehindQuote(text: string): string {
  const later = text.replaceAll(/(?<=[;\t\r\n][\s\p{C}"]*)[=+\-@＝＋－＠]/gu, "'$&")
  return /^(?![\t\r])[\s\p{C}]/u.test(later) ? `'${later}` : later
}
