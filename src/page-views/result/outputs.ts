import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { selectFitting } from '../../reports/output-list.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { Movers } from '../comparison/ranking.ts'
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
  return `[${selectFitting(pages, formatPage).map(formatPage).join()}]`
}

function formatPage({ path, ...counts }: Page): string {
  return JSON.stringify({ path: readUntrustedText(path), ...counts })
}

/** The outputs that some pages are left out of, since they were too long. */
export function listCutOutputs({ top = [], comparison }: OutputFacts): OutputName[] {
  const { rising = [], falling = [], gone = [] } = comparison ?? {}
  const lists = Object.entries({ top, rising, falling, gone } satisfies Record<
    'top' | keyof Movers,
    readonly Page[]
  >)
  return lists
    .filter(([, pages]) => selectFitting(pages, formatPage).length < pages.length)
    .map(([name]) => name as OutputName)
}
