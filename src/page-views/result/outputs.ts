import type { ViewCounts } from '../../docs-service/schema.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { DateRange } from '../date-range.ts'
import type { Comparison, ExportResult } from '../export-page-views.ts'
import { formatChange } from './format-number.ts'

/** The outputs of the action. */
export type OutputName =
  | 'human'
  | 'ai'
  | 'total'
  | 'rows'
  | 'file'
  | 'complete'
  | 'nextOffset'
  | 'top'
  | 'previousTotal'
  | 'change'
  | 'rising'
  | 'falling'
  | 'commentUrl'
  | 'dateFrom'
  | 'dateTo'

/** The kernel takes no environment variable over 128 KiB, and `env:` is where a list of pages is safe to use. */
const MAXIMUM_LIST_BYTES = 100 * 1024

/**
 * Sets every output; without a result as for an export that came to nothing.
 * @param range as it was sent
 * @returns the lists that were cut because they were too long
 */
export function writeOutputs(
  outputs: Outputs<OutputName>,
  result?: ExportResult,
  range?: DateRange,
): OutputName[] {
  const totals: Partial<ViewCounts> = result?.totals ?? {}
  const comparison: Partial<Comparison> = result?.comparison ?? {}
  const sent: Partial<DateRange> = (result?.requests ? range : undefined) ?? {}
  const lists = {
    top: formatList(result?.top),
    rising: formatList(comparison.rising),
    falling: formatList(comparison.falling),
  }
  const values: Record<OutputName, string | number | boolean | undefined> = {
    human: totals.human,
    ai: totals.ai,
    total: totals.total,
    rows: result?.rows ?? 0,
    file: result?.file,
    complete: result?.outcome === 'complete',
    nextOffset: result?.nextOffset,
    top: lists.top.text,
    previousTotal: comparison.totals?.total,
    change: formatTotalChange(totals.total, comparison.totals?.total),
    rising: lists.rising.text,
    falling: lists.falling.text,
    // Set once the comment is there.
    commentUrl: undefined,
    dateFrom: sent.dateFrom,
    dateTo: sent.dateTo,
  }
  for (const name of Object.keys(values) as OutputName[]) outputs.set(name, String(values[name] ?? ''))
  return (Object.keys(lists) as (keyof typeof lists)[]).filter((name) => lists[name].isCut)
}

function formatTotalChange(now: number | undefined, before: number | undefined): string {
  return now === undefined || before === undefined ? '' : formatChange(now, before)
}

/** A JSON array of as many of the pages as there is room for. */
function formatList(pages: readonly { path: UntrustedText }[] = []): { text: string; isCut: boolean } {
  const items = pages.map(({ path, ...counts }) =>
    JSON.stringify({ path: readUntrustedText(path), ...counts }),
  )
  let bytes = 2
  const fitting = items.filter((item) => {
    bytes += Buffer.byteLength(item) + 1
    return bytes <= MAXIMUM_LIST_BYTES
  })
  return { text: `[${fitting.join()}]`, isCut: fitting.length < items.length }
}
