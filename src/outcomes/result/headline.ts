import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'

/** The numbers of a report, as in its outputs and its first sentence. */
export type Totals = ReturnType<typeof countOutcomes>

type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests' | 'missing' | 'read'>

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
    merged: merged.length,
    open: count('open'),
    closed: count('closed'),
    unreadable: count('unreadable') + unread,
    asWritten: merged.filter(({ isAsWritten }) => isAsWritten).length,
    asWrittenUnknown: merged.filter(({ isAsWritten }) => isAsWritten === undefined).length,
    /** Behind GitHub's limit. */
    unread,
    read: report.read,
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
  const { requests, pullRequests, unread, read, unreadable, missing } = totals
  const places = [
    ...(missing.comments > 0 ? [`in the newest ${formatNumber(missing.comments)} comments`] : []),
    ...(missing.keys ? ['in the comments that this API key signed'] : []),
  ]
  if (requests === 0 && pullRequests === 0) {
    const where = places[0] ?? (missing.prompts && 'in what the comments remember')
    const none = where ? `No prompt of this period is ${where}` : 'No prompts were sent in this period'
    return `${[none, ...listUnknown(totals)].join('; ')}.`
  }
  const sentence = [formatCounts(totals), ...listUnknown(totals)].join('; ')
  const isCut = unread > 0 && unreadable < pullRequests
  const scopes = [...places, ...(isCut ? [`of the newest ${formatCount(read, 'pull request')}`] : [])].join(', ')
  if (scopes === '') return `${sentence}.`
  return `${scopes.charAt(0).toUpperCase()}${scopes.slice(1)}: ${sentence.replace(/^No/u, 'no')}.`
}

/** What isn't whole, other than what the sentence begins with. */
function listUnknown({ requests, pullRequests, unread, unreadable, missing }: Totals): string[] {
  const rest = unreadable === pullRequests ? 0 : unreadable - unread
  const unknown = [
    ...(rest > 0 ? [formatNumber(rest)] : []),
    ...(missing.jobs > 0 ? [formatCount(missing.jobs, 'job')] : []),
  ]
  return [
    ...(missing.prompts && pullRequests > 0 ? [formatPrompts(requests, 'at least ')] : []),
    ...(unknown.length > 0 ? [`not known for ${unknown.join(' and for ')}`] : []),
  ]
}

function formatPrompts(requests: number, bound = ''): string {
  return `${bound}${formatCount(requests, 'prompt')} ${requests === 1 ? 'was' : 'were'} sent`
}

function formatCounts(totals: Totals): string {
  const { requests, pullRequests, merged, closed, unreadable, medianMs, missing } = totals
  if (pullRequests === 0) {
    const prompts = formatPrompts(requests, missing.prompts ? 'at least ' : '')
    return `No pull request was opened, merged or closed; ${prompts}`
  }
  if (unreadable === pullRequests) return `${formatCount(unreadable, 'documentation pull request')} couldn't be read`
  if (merged + closed === 0) return formatUnfinished(totals)
  const all = formatCount(pullRequests - unreadable, 'documentation pull request')
  if (merged === 0) return `None of ${all} was merged`
  const time = medianMs === undefined ? 'an unknown time' : formatLength(medianMs, Math.ceil)
  const written = formatAsWritten(totals)
  if (merged === 1) return `1 of ${all} was merged, ${written}; within ${time}`
  return `${formatNumber(merged)} of ${all} were merged, ${written}; half within ${time}`
}

function formatUnfinished({ pullRequests, open, unreadable }: Totals): string {
  const be = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`
  const rest = open > 0 ? be(open, 'is open', 'are open') : be(pullRequests - unreadable, 'was opened', 'were opened')
  return `No documentation pull request was merged or closed in this period; ${rest}`
}

function formatAsWritten({ merged, asWritten, asWrittenUnknown }: Totals): string {
  if (asWrittenUnknown === merged) return 'not known whether edited'
  if (merged === 1) return asWritten === 1 ? 'without edits' : 'with edits'
  const isNone = asWritten === 0 && asWrittenUnknown === 0
  const some = isNone ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)
  const unknown = asWrittenUnknown > 0 ? ` (not known for ${formatNumber(asWrittenUnknown)})` : ''
  return `${some} of them without edits${unknown}`
}

/**
 * `40 minutes`, `6 hours`, `3 days`; at least a minute.
 * @param round `ceil` for a time in which it happened, `floor` for an age
 */
export function formatLength(lengthMs: number, round: (value: number) => number): string {
  const minutes = Math.round(lengthMs / 60_000)
  if (minutes >= 48 * 60) return formatCount(round(minutes / (24 * 60)), 'day')
  if (minutes >= 60) return formatCount(round(minutes / 60), 'hour')
  return formatCount(Math.max(1, minutes), 'minute')
}
