import { selectFitting } from '../../reports/output-list.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import { countOutcomes, type Totals } from './headline.ts'

/** How each output of `action.yml` is made; `commentUrl` is known last. */
const OUTPUTS = {
  requests: ({ requests }: Totals) => requests,
  pullRequests: ({ pullRequests }: Totals) => pullRequests,
  merged: ({ merged }: Totals) => merged,
  open: ({ open }: Totals) => open,
  closed: ({ closed }: Totals) => closed,
  unreadable: ({ unreadable }: Totals) => unreadable,
  asWritten: ({ asWritten }: Totals) => asWritten,
  medianHours: ({ medianMs }: Totals) => (medianMs === undefined ? '' : (medianMs / 3_600_000).toFixed(1)),
  report: (_totals: Totals, report: OutcomesReport) => formatReport(report),
  commentUrl: () => '',
}

export type OutputName = keyof typeof OUTPUTS

/** Sets every output; all are empty strings where there is no report. */
export function writeOutputs(outputs: Outputs<OutputName>, report?: OutcomesReport): void {
  for (const [name, make] of Object.entries(OUTPUTS))
    outputs.set(name as OutputName, report === undefined ? '' : String(make(countOutcomes(report), report)))
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
    asWritten: entry.isAsWritten,
    additions: facts?.additions ?? 0,
    deletions: facts?.deletions ?? 0,
    pages: entry.pages.map(readUntrustedText),
  })
}
