import { type Outputs, selectFitting } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import { countOutcomes } from './headline.ts'

/** The outputs of `action.yml`, in its order; `commentUrl` is known last. */
const NAMES = [
  ...(['requests', 'pullRequests', 'merged', 'open', 'closed', 'unreadable', 'asWritten'] as const),
  ...(['asWrittenUnknown', 'medianHours', 'report', 'commentUrl'] as const),
]
export type OutputName = (typeof NAMES)[number]

/** Sets every output; all are empty strings without a report. */
export function writeOutputs(outputs: Outputs<OutputName>, report?: OutcomesReport): void {
  const { medianMs, unread, read, missing, ...counts } = report ? countOutcomes(report) : {}
  const medianHours = medianMs === undefined ? '' : (medianMs / 3_600_000).toFixed(1)
  const values: Partial<Record<OutputName, string | number>> = { ...counts, medianHours }
  if (report !== undefined) values.report = formatReport(report)
  for (const name of NAMES) outputs.set(name, String(values[name] ?? ''))
}

/** The pull requests that there is room for. */
function formatReport({ pullRequests }: OutcomesReport): string {
  const read = pullRequests.filter(({ state }) => state !== 'unread')
  return `[${selectFitting(read, formatEntry).map(formatEntry).join()}]`
}

function formatEntry({ url, state, facts, ...entry }: PullRequestOutcome): string {
  return JSON.stringify({
    prLink: url.href,
    title: facts?.title === undefined ? '' : readUntrustedText(facts.title),
    state,
    createdAt: facts?.createdAt ?? '',
    mergedAt: (state === 'merged' && facts?.mergedAt) || '',
    closedAt: (state !== 'open' && facts?.closedAt) || '',
    threads: entry.threads,
    requests: entry.requestCount,
    asWritten: entry.isAsWritten ?? (state === 'merged' ? null : false),
    additions: facts?.additions ?? 0,
    deletions: facts?.deletions ?? 0,
    pages: entry.pages.map(readUntrustedText),
  })
}
