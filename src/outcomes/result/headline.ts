import { DAY_MS } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'

/** The numbers of a report, as in its outputs and its first sentence. */
export type Totals = ReturnType<typeof countOutcomes>

type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests'>

export function countOutcomes(report: Counted) {
  const { pullRequests, requests } = report
  const count = (state: PullRequestOutcome['state']) => selectState(report, state).length
  const times = selectState(report, 'merged')
    .flatMap((each) => measureLife(each) ?? [])
    .toSorted((a, b) => a - b)
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  return {
    /** Prompts sent. */
    requests: requests.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: pullRequests.length,
    ...{ merged: count('merged'), open: count('open'), closed: count('closed') },
    unreadable: count('unreadable'),
    asWritten: pullRequests.filter(({ isAsWritten }) => isAsWritten).length,
    /** From the creation to the merge, in milliseconds; undefined if nothing was merged. */
    medianMs: low === undefined || high === undefined ? undefined : (low + high) / 2,
  }
}

/** The newest first. */
export function selectState({ pullRequests }: Counted, state: PullRequestOutcome['state']) {
  return pullRequests.filter((each) => each.state === state)
}

/** From the creation of a pull request to its end, in milliseconds; undefined if it isn't known. */
export function measureLife({ facts, createdMs }: PullRequestOutcome): number | undefined {
  const durationMs = Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '') - createdMs
  return Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined
}

/** The first sentence: `9 of 12 documentation pull requests were merged, 7 of them as written; half within 6 hours.` */
export function formatHeadline(totals: Totals): string {
  const { requests, pullRequests, merged, open, closed, asWritten, medianMs } = totals
  const finished = merged + closed
  if (requests === 0) return 'No prompts were sent in this period.'
  if (pullRequests === 0) return `No pull request came of ${formatCount(requests, 'prompt')}.`
  if (finished + open === 0) return "The documentation pull requests couldn't be read."
  if (finished === 0)
    return `No documentation pull request is finished yet; ${formatNumber(open)} ${open === 1 ? 'is' : 'are'} open.`
  const all = formatCount(finished, 'documentation pull request')
  if (merged === 0) return `None of ${all} was merged.`
  const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil)
  if (merged === 1)
    return `1 of ${all} was merged, ${asWritten === 1 ? 'as written' : 'changed by others'}; within ${time}.`
  const some = asWritten === 0 ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)
  return `${formatNumber(merged)} of ${all} were merged, ${some} of them as written; half within ${time}.`
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/**
 * `40 minutes`, `6 hours`, `3 days`; at least a minute.
 * @param round `ceil` for a time in which it happened, `floor` for an age
 */
export function formatLength(lengthMs: number, round: (value: number) => number): string {
  const durationMs = Math.round(lengthMs / MINUTE_MS) * MINUTE_MS
  if (durationMs >= 2 * DAY_MS) return formatCount(round(durationMs / DAY_MS), 'day')
  if (durationMs >= HOUR_MS) return formatCount(round(durationMs / HOUR_MS), 'hour')
  return formatCount(Math.max(1, durationMs / MINUTE_MS), 'minute')
}
