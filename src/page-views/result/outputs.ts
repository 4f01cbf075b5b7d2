import { type Outputs, selectFitting } from '../../runner/outputs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { Mover } from '../comparison/movers.ts'
import type { ExportOptions } from '../export-options.ts'
import type { ExportResult } from '../export-page-views.ts'
import { formatChange } from './words.ts'

/** What outputs tell; nothing if nothing was requested. */
export interface OutputFacts {
  result?: ExportResult
  options?: ExportOptions
}

const OUTPUTS = {
  human: (facts: OutputFacts) => findTotals(facts)?.human,
  ai: (facts: OutputFacts) => findTotals(facts)?.ai,
  total: (facts: OutputFacts) => findTotals(facts)?.total,
  previousHuman: ({ result }: OutputFacts) => result?.comparison?.totals.human,
  previousAi: ({ result }: OutputFacts) => result?.comparison?.totals.ai,
  changeHuman: (facts: OutputFacts) => formatChangeOf('human', facts),
  changeAi: (facts: OutputFacts) => formatChangeOf('ai', facts),
  top: ({ result }: OutputFacts) => formatPages(result?.top),
  rising: ({ result }: OutputFacts) => formatPages(result?.comparison?.movers?.rising.map(toColumns)),
  falling: ({ result }: OutputFacts) => formatPages(result?.comparison?.movers?.falling.map(toColumns)),
  rows: ({ result }: OutputFacts) => result?.rows ?? 0,
  file: ({ result }: OutputFacts) => result?.file,
  complete: ({ result }: OutputFacts) => result?.outcome === 'complete',
  nextFrom: ({ result }: OutputFacts) => result?.next?.from,
  nextOffset: ({ result }: OutputFacts) => result?.next?.offset,
  dateFrom: ({ result, options }: OutputFacts) => (result?.requests ? options?.range.dateFrom : undefined),
  dateTo: ({ result, options }: OutputFacts) => (result?.requests ? options?.range.dateTo : undefined),
  commentUrl: () => undefined,
}

export type OutputName = keyof typeof OUTPUTS

/** Sets every output of `action.yml`, to an empty string if there is no value. `commentUrl` follows later. */
export function writeOutputs(outputs: Outputs<OutputName>, facts: OutputFacts = {}): void {
  for (const [name, make] of Object.entries(OUTPUTS)) outputs.set(name as OutputName, String(make(facts) ?? ''))
}

/** The totals of the whole range; undefined if they aren't known. */
function findTotals({ result, options }: OutputFacts) {
  return result?.known?.parts === options?.parts.length ? result?.known?.totals : undefined
}

function formatChangeOf(name: 'human' | 'ai', facts: OutputFacts): string | undefined {
  const [totals, comparison] = [findTotals(facts), facts.result?.comparison]
  return totals && comparison && formatChange(totals[name], comparison.totals[name], comparison.lengths)
}

/** With the names of the file's columns. */
function toColumns({ previous: { human, ai, total }, ...page }: Mover) {
  return { ...page, previousHuman: human, previousAi: ai, previousTotal: total }
}

type Page = { path: UntrustedText }

function formatPages(pages: readonly Page[] = []): string {
  return `[${selectFitting(pages, formatPage).map(formatPage).join()}]`
}

function formatPage({ path, ...counts }: Page): string {
  return JSON.stringify({ path: readUntrustedText(path), ...counts })
}
