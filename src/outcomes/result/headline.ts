import { DAY_MS } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'

/** The numbers of a report, as in its outputs and its first sentence. */
export type Totals = ReturnType<typeof countOutcomes>

type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests' | 'isWhole'>

export function countOutcomes(report: Counted) {
  const { pullRequests, requests } = report
  const count = (state: PullRequestOutcome['state']) => selectState(report, state).length
  const merged = selectState(report, 'merged')
  const unread = count('unread')
  const times = merged.flatMap((each) => measureLife(each) ?? []).toSorted((a, b) => a - b)
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  return {
    /** Prompts sent. */
    requests: requests.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: pullRequests.length,
    ...{ merged: merged.length, open: count('open'), closed: count('closed') },
    unreadable: count('unreadable') + unread,
    asWritten: merged.filter(({ isAsWritten }) => isAsWritten).length,
    asWrittenUnknown: merged.filter(({ isAsWritten }) => isAsWritten === undefined).length,
    /** Behind GitHub's limit. */
    unread,
    isWhole: report.isWhole,
    /** From the creation to the merge, in milliseconds; undefined if nothing was merged. */
    medianMs: low === undefined || high === undefined ? undefined : (low + high) / 2,
  }
}

/** The newest first; merged and closed ones by their date in the period. */
export function selectState({ pullRequests }: Counted, state: PullRequestOutcome['state']) {
  const isEnd = state === 'merged' || state === 'closed'
  return pullRequests.filter((each) => each.state === state && (!isEnd || each.isEndInPeriod))
}

/** From the creation of a pull request to its end, in milliseconds; undefined if it isn't known. */
export function measureLife({ facts, createdMs }: PullRequestOutcome): number | undefined {
  const durationMs = Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '') - createdMs
  return Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined
}

/**
 * The first sentence: `9 of 12 documentation pull requests were merged, 7 of them as written; half within 6 hours.`
 * It begins with what wasn't read.
 */
export function formatHeadline(totals: Totals): string {
  const { requests, pullRequests, unread, unreadable, isWhole } = totals
  if (requests === 0 && pullRequests === 0)
    return isWhole
      ? 'No prompts were sent in this period.'
      : 'The comments that were read know no prompts of this period.'
  const newest = unread > 0 ? [`of the newest ${formatNumber(pullRequests - unread)} pull requests`] : []
  const scope = [...(isWhole ? [] : ['at least, since not all prompts could be read']), ...newest].join(', ')
  const sentence = formatCounts(totals)
  const rest = unreadable - unread
  const isKnown = rest === 0 || rest === pullRequests
  const whole = isKnown ? sentence : `${sentence.slice(0, -1)}; not known for ${formatNumber(rest)}.`
  return scope === '' ? whole : `${scope.charAt(0).toUpperCase()}${scope.slice(1)}: ${whole}`
}

function formatCounts(totals: Totals): string {
  const { requests, pullRequests, merged, open, closed, unreadable, medianMs } = totals
  const finished = merged + closed
  if (pullRequests === 0)
    return `No pull request was opened, merged or closed; ${formatCount(requests, 'prompt')} ${requests === 1 ? 'was' : 'were'} sent.`
  if (unreadable === pullRequests) return "The documentation pull requests couldn't be read."
  if (finished === 0)
    return `No documentation pull request was merged or closed; ${formatNumber(open)} ${open === 1 ? 'is' : 'are'} open.`
  const all = formatCount(finished, 'documentation pull request')
  if (merged === 0) return `None of ${all} was merged.`
  const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil)
  const written = formatAsWritten(totals)
  if (merged === 1) return `1 of ${all} was merged, ${written}; within ${time}.`
  return `${formatNumber(merged)} of ${all} were merged, ${written}; half within ${time}.`
}

function formatAsWritten({ merged, asWritten, asWrittenUnknown }: Totals): string {
  if (asWrittenUnknown === merged) return 'not known whether as written'
  if (merged === 1) return asWritten === 1 ? 'as written' : 'changed by others'
  const some = asWritten === 0 ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)
  const unknown = asWrittenUnknown > 0 ? ` (not known for ${formatNumber(asWrittenUnknown)})` : ''
  return `${asWritten === 0 && asWrittenUnknown > 0 ? '0' : some} of them as written${unknown}`
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
