import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'

/** The numbers of a report, as its outputs and its first sentence have them. */
export type Totals = ReturnType<typeof countOutcomes>

type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests'>

export function countOutcomes(report: Counted) {
  const { pullRequests, requests } = report
  const merged = selectState(report, 'merged')
  const times = merged.flatMap((each) => measureLife(each) ?? []).toSorted((a, b) => a - b)
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  return {
    /** Prompts sent. */
    requests: requests.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: pullRequests.length,
    merged: merged.length,
    open: selectState(report, 'open').length,
    closed: selectState(report, 'closed').length,
    unreadable: selectState(report, 'unreadable').length,
    asWritten: pullRequests.filter(({ isAsWritten }) => isAsWritten).length,
    /** From the creation to the merge, in milliseconds; undefined where nothing was merged. */
    medianMs: low === undefined || high === undefined ? undefined : (low + high) / 2,
  }
}

/** The newest first. */
export function selectState({ pullRequests }: Counted, state: PullRequestOutcome['state']) {
  return pullRequests.filter((each) => each.state === state)
}

/** From the creation of a pull request to its end, in milliseconds; undefined where that isn't known. */
export function measureLife({ facts, createdMs }: PullRequestOutcome): number | undefined {
  const durationMs = Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '') - createdMs
  return Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined
}

/** The first sentence: `9 of 12 documentation pull requests were merged, 7 of them as written; half within 6 hours.` */
export function formatHeadline(totals: Totals): string {
  const { requests, pullRequests, merged, open, closed } = totals
  const finished = merged + closed
  if (requests === 0) return 'No prompts were sent in this period.'
  if (pullRequests === 0) return `No pull request came of ${formatCount(requests, 'prompt')}.`
  if (finished === 0)
    return open === 0
      ? "The documentation pull requests couldn't be read."
      : `No documentation pull request is finished yet; ${formatNumber(open)} ${open === 1 ? 'is' : 'are'} open.`
  const share = `${merged === 0 ? 'None' : formatNumber(merged)} of ${formatCount(finished, 'documentation pull request')}`
  return merged === 0 ? `${share} was merged.` : `${share} ${formatMerged(totals)}.`
}

function formatMerged({ merged, asWritten, medianMs }: Totals): string {
  const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil)
  if (merged === 1)
    return `was merged, ${asWritten === 1 ? 'as written' : 'changed by others'}; within ${time}`
  const some = asWritten === 0 ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)
  return `were merged, ${some} of them as written; half within ${time}`
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]

/**
 * `40 minutes`, `6 hours`, `3 days`; at least a minute.
 * @param round `ceil` for what happened within that time, `floor` for an age
 */
export function formatLength(lengthMs: number, round: (value: number) => number): string {
  const durationMs = Math.round(lengthMs / MINUTE_MS) * MINUTE_MS
  if (durationMs >= 2 * DAY_MS) return formatCount(round(durationMs / DAY_MS), 'day')
  if (durationMs >= HOUR_MS) return formatCount(round(durationMs / HOUR_MS), 'hour')
  return formatCount(Math.max(1, durationMs / MINUTE_MS), 'minute')
}
