import { DAY_MS } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import { MAXIMUM_COMMENTS } from '../reading/our-comments.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'

/** The numbers of a report, as in its outputs and its first sentence. */
export type Totals = ReturnType<typeof countOutcomes>

type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests' | 'missing'>

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
    missing: report.missing,
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
 * The first sentence: `9 of 12 documentation pull requests were merged, 7 of them without edits; half within 6 hours.`
 * It begins with what wasn't read.
 */
export function formatHeadline(totals: Totals): string {
  const { requests, pullRequests, unread, unreadable, missing } = totals
  const comments = `the newest ${formatNumber(MAXIMUM_COMMENTS)} comments`
  if (requests === 0 && pullRequests === 0) {
    if (missing.comments) return `No prompt of this period is in ${comments}.`
    return missing.keys
      ? 'No prompt of this period is in the comments that this API key signed.'
      : 'No prompts were sent in this period.'
  }
  const scopes = [
    ...(missing.comments ? [`in ${comments}`] : []),
    ...(unread > 0 ? [`of the newest ${formatCount(pullRequests - unread, 'pull request')}`] : []),
  ].join(', ')
  const sentence = formatCounts(totals)
  const rest = unreadable - unread
  const isKnown = rest === 0 || unreadable === pullRequests
  const whole = isKnown ? sentence : `${sentence.slice(0, -1)}; not known for ${formatNumber(rest)}.`
  const isScoped = scopes !== '' && unreadable < pullRequests
  return isScoped ? `${scopes.charAt(0).toUpperCase()}${scopes.slice(1)}: ${whole.replace(/^No/u, 'no')}` : whole
}

function formatCounts(totals: Totals): string {
  const { pullRequests, merged, closed, unreadable, medianMs } = totals
  const finished = merged + closed
  if (pullRequests > 0 && unreadable === pullRequests) return "The documentation pull requests couldn't be read."
  if (finished === 0) return formatUnfinished(totals)
  const all = formatCount(finished, 'documentation pull request')
  if (merged === 0) return `None of ${all} was merged.`
  const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil)
  const written = formatAsWritten(totals)
  if (merged === 1) return `1 of ${all} was merged, ${written}; within ${time}.`
  return `${formatNumber(merged)} of ${all} were merged, ${written}; half within ${time}.`
}

function formatUnfinished({ requests, pullRequests, open, unreadable, missing }: Totals): string {
  const be = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`
  if (pullRequests === 0) {
    const prompts = `${formatCount(requests, 'prompt')} ${requests === 1 ? 'was' : 'were'} sent`
    return `No pull request was opened, merged or closed; ${missing.prompts ? 'at least ' : ''}${prompts}.`
  }
  const rest = open > 0 ? be(open, 'is open', 'are open') : be(pullRequests - unreadable, 'was opened', 'were opened')
  return `No documentation pull request was merged or closed in this period; ${rest}.`
}

function formatAsWritten({ merged, asWritten, asWrittenUnknown }: Totals): string {
  if (asWrittenUnknown === merged) return 'not known whether edited'
  if (merged === 1) return asWritten === 1 ? 'without edits' : 'with edits'
  const isNone = asWritten === 0 && asWrittenUnknown === 0
  const some = isNone ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)
  const unknown = asWrittenUnknown > 0 ? ` (not known for ${formatNumber(asWrittenUnknown)})` : ''
  return `${some} of them without edits${unknown}`
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
