import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import { countOutcomes, type Totals } from './headline.ts'

type Facts = { report: OutcomesReport; totals: Totals }

const HOUR_MS = 60 * 60_000

/** How each output of `action.yml` is made; `commentUrl` is known last. */
const OUTPUTS = {
  requests: ({ totals }: Facts) => totals.requests,
  pullRequests: ({ totals }: Facts) => totals.pullRequests,
  merged: ({ totals }: Facts) => totals.merged,
  open: ({ totals }: Facts) => totals.open,
  closed: ({ totals }: Facts) => totals.closed,
  unreadable: ({ totals }: Facts) => totals.unreadable,
  asWritten: ({ totals }: Facts) => totals.asWritten,
  medianHours: ({ totals: { medianMs } }: Facts) =>
    medianMs === undefined ? '' : (medianMs / HOUR_MS).toFixed(1),
  report: ({ report }: Facts) => formatReport(report),
  commentUrl: () => '',
}

export type OutputName = keyof typeof OUTPUTS

/** Sets every output; all are empty strings where there is no report. */
export function writeOutputs(outputs: Outputs<OutputName>, report?: OutcomesReport): void {
  const facts = report && { report, totals: countOutcomes(report) }
  for (const [name, make] of Object.entries(OUTPUTS))
    outputs.set(name as OutputName, facts === undefined ? '' : String(make(facts)))
}

/** The kernel takes no environment variable over 128 KiB, and `env:` is where a list by others is safe to use. */
const MAXIMUM_BYTES = 100 * 1024

/** A JSON array of the newest pull requests that there is room for. */
function formatReport({ pullRequests }: OutcomesReport): string {
  let bytes = 2
  const fitting = pullRequests.map(formatEntry).filter((entry) => {
    bytes += Buffer.byteLength(entry) + 1
    return bytes <= MAXIMUM_BYTES
  })
  return `[${fitting.join()}]`
}

function formatEntry({
  url,
  state,
  facts,
  threads,
  requestCount,
  isAsWritten,
  pages,
}: PullRequestOutcome): string {
  const isEnded = state === 'merged' || state === 'closed'
  return JSON.stringify({
    prLink: url.href,
    title: facts?.title === undefined ? '' : readUntrustedText(facts.title),
    state,
    createdAt: facts?.createdAt ?? '',
    mergedAt: (state === 'merged' && facts?.mergedAt) || '',
    closedAt: (isEnded && facts?.closedAt) || '',
    threads,
    requests: requestCount,
    asWritten: isAsWritten,
    additions: facts?.additions ?? 0,
    deletions: facts?.deletions ?? 0,
    pages: pages.map(readUntrustedText),
  })
}
