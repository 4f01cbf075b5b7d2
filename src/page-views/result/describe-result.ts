import type { DateRange } from '../date-range.ts'
import type { ExportResult } from '../export-page-views.ts'
import { formatCount } from './format-number.ts'

/** The range as it was sent. */
export function describeRange({ dateFrom, dateTo }: DateRange): string {
  return `${dateFrom ?? "the service's default start"} to ${dateTo} (not included)`
}

/** Says why an export that did not fail is not complete. */
export function describeIncompleteness({ outcome, requests }: ExportResult): string {
  return outcome === 'stopped'
    ? `\`max-requests\` was reached after ${formatCount(requests, 'request')}.`
    : 'A page was shorter than asked for, so rows may be missing.'
}

/** Says in one sentence how to go on after an export that is not complete: with the very same dates, or rows shift. */
export function describeContinuation(
  { file, nextOffset = 0 }: ExportResult,
  { dateFrom, dateTo }: DateRange,
): string {
  if (file === undefined) return 'No file was written.'
  const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `
  return `The rows so far are in \`${file}\`; go on with \`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\` and another \`file\`.`
}
