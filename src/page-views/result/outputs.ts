import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../reports/dates.ts'
import { type Outputs, selectFitting } from '../../runner/outputs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { ExportResult } from '../export-page-views.ts'
import { formatChange } from './words.ts'

export interface OutputFacts extends Partial<ExportResult> {
  range?: DateRange
  commentUrl?: string | undefined
}

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
  rising: ({ comparison }: OutputFacts) => formatPages(comparison?.rises),
  falling: ({ comparison }: OutputFacts) => formatPages(comparison?.falling),
  noViews: ({ comparison }: OutputFacts) => formatPages(comparison?.noViews),
  commentUrl: ({ commentUrl }: OutputFacts) => commentUrl,
  dateFrom: ({ range, requests }: OutputFacts) => (requests ? range?.dateFrom : undefined),
  dateTo: ({ range, requests }: OutputFacts) => (requests ? range?.dateTo : undefined),
}

export type OutputName = keyof typeof OUTPUTS

/** Sets every output of `action.yml`, to an empty string if there is no value. */
export function writeOutputs(outputs: Outputs<OutputName>, facts: OutputFacts = {}): void {
  for (const [name, make] of Object.entries(OUTPUTS)) outputs.set(name as OutputName, String(make(facts) ?? ''))
}

function formatChangeOf(name: keyof ViewCounts, { totals, comparison }: OutputFacts): string | undefined {
  return totals && comparison && formatChange(totals[name], comparison.totals[name], comparison.lengths)
}

type Page = { path: UntrustedText }

function formatPages(pages: readonly Page[] = []): string {
  return `[${selectFitting(pages, formatPage).map(formatPage).join()}]`
}

function formatPage({ path, ...counts }: Page): string {
  return JSON.stringify({ path: readUntrustedText(path), ...counts })
}
