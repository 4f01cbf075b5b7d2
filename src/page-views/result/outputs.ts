import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { MoverList } from '../comparison/ranking.ts'
import type { ExportResult } from '../export-page-views.ts'
import { formatChange } from './words.ts'

/** What the outputs are made from; empty when nothing was exported. */
export interface OutputFacts extends Partial<ExportResult> {
  /** As it was sent, if it was. */
  range?: DateRange
  commentUrl?: string | undefined
}

/** How each output of `action.yml` is made; undefined where there is nothing. */
const OUTPUTS = {
  human: ({ totals }: OutputFacts) => totals?.human,
  ai: ({ totals }: OutputFacts) => totals?.ai,
  total: ({ totals }: OutputFacts) => totals?.total,
  rows: ({ rows = 0 }: OutputFacts) => rows,
  file: ({ file }: OutputFacts) => file,
  complete: ({ outcome }: OutputFacts) => outcome === 'complete',
  nextOffset: ({ nextOffset }: OutputFacts) => nextOffset,
  top: ({ top }: OutputFacts) => formatPages(top),
  previousTotal: ({ comparison }: OutputFacts) => comparison?.totals.total,
  change: (facts: OutputFacts) => formatChangeOf('total', facts),
  previousHuman: ({ comparison }: OutputFacts) => comparison?.totals.human,
  previousAi: ({ comparison }: OutputFacts) => comparison?.totals.ai,
  changeHuman: (facts: OutputFacts) => formatChangeOf('human', facts),
  changeAi: (facts: OutputFacts) => formatChangeOf('ai', facts),
  rising: ({ comparison }: OutputFacts) => formatPages(comparison?.rising),
  falling: ({ comparison }: OutputFacts) => formatPages(comparison?.falling),
  gone: ({ comparison }: OutputFacts) => formatPages(comparison?.gone),
  commentUrl: ({ commentUrl }: OutputFacts) => commentUrl,
  dateFrom: ({ range, requests }: OutputFacts) => (requests ? range?.dateFrom : undefined),
  dateTo: ({ range, requests }: OutputFacts) => (requests ? range?.dateTo : undefined),
}

export type OutputName = keyof typeof OUTPUTS

/** Sets every output; an empty string where there is nothing. */
export function writeOutputs(outputs: Outputs<OutputName>, facts: OutputFacts = {}): void {
  for (const [name, make] of Object.entries(OUTPUTS))
    outputs.set(name as OutputName, String(make(facts) ?? ''))
}

function formatChangeOf(name: keyof ViewCounts, { totals, comparison }: OutputFacts): string | undefined {
  return totals && comparison && formatChange(totals[name], comparison.totals[name])
}

type Page = { path: UntrustedText }

/** A JSON array of the pages that there is room for. */
function formatPages(pages: readonly Page[] = []): string {
  return `[${selectFitting(pages).map(formatPage).join()}]`
}

/** The kernel takes no environment variable over 128 KiB, and `env:` is where a list of pages is safe to use. */
const MAXIMUM_LIST_BYTES = 100 * 1024

/** The pages that an output has room for. One that is too long by itself costs no other its place. */
function selectFitting(pages: readonly Page[]): readonly Page[] {
  let bytes = 2
  return pages.filter((page) => {
    const length = Buffer.byteLength(formatPage(page)) + 1
    if (bytes + length > MAXIMUM_LIST_BYTES) return false
    bytes += length
    return true
  })
}

function formatPage({ path, ...counts }: Page): string {
  return JSON.stringify({ path: readUntrustedText(path), ...counts })
}

/** The outputs that some pages are left out of, since they were too long. */
export function listCutOutputs({ top = [], comparison }: OutputFacts): OutputName[] {
  const lists: Record<'top' | MoverList, readonly Page[]> = {
    top,
    rising: comparison?.rising ?? [],
    falling: comparison?.falling ?? [],
    gone: comparison?.gone ?? [],
  }
  return (Object.keys(lists) as (keyof typeof lists)[]).filter(
    (name) => selectFitting(lists[name]).length < lists[name].length,
  )
}
