import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import { formatCount, formatLength, formatNumber } from './words.ts'

/** What the numbers are made from. */
export type Counted = Pick<OutcomesReport, 'pullRequests' | 'requests' | 'unreadCount'>

/** The numbers of a report, as its outputs and its first sentence have them. */
export interface Totals {
  /** Prompts sent. */
  requests: number
  pullRequests: number
  merged: number
  open: number
  closed: number
  unreadable: number
  asWritten: number
  /** From the creation to the merge, in milliseconds; undefined where nothing was merged. */
  medianMs: number | undefined
}

export function countOutcomes({ pullRequests, requests, unreadCount }: Counted): Totals {
  const count = (state: PullRequestOutcome['state']) =>
    pullRequests.filter((each) => each.state === state).length
  return {
    requests: requests.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: pullRequests.length + unreadCount,
    merged: count('merged'),
    open: count('open'),
    closed: count('closed'),
    unreadable: count('unreadable'),
    asWritten: pullRequests.filter(({ isAsWritten }) => isAsWritten).length,
    medianMs: findMedian(pullRequests.flatMap((each) => measureMerge(each) ?? [])),
  }
}

/** From the creation of a pull request to its merge, in milliseconds. */
export function measureMerge({ state, facts, createdMs }: PullRequestOutcome): number | undefined {
  const durationMs = Date.parse(facts?.mergedAt ?? '') - createdMs
  return state === 'merged' && Number.isFinite(durationMs) ? Math.max(0, durationMs) : undefined
}

function findMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** The sentence that the report begins with: `9 of 12 documentation pull requests were merged, 7 of them as written`. */
export function formatHeadline(totals: Totals): string {
  const { requests, pullRequests, merged, open, closed } = totals
  const finished = merged + closed
  if (requests === 0) return 'No prompts were sent in this period.'
  if (pullRequests === 0) return `${formatCount(requests, 'prompt')} led to no pull request.`
  if (finished === 0)
    return open === 0
      ? `What became of ${formatCount(pullRequests, 'documentation pull request')} couldn't be read.`
      : `No documentation pull request is merged or closed yet; ${formatNumber(open)} ${open === 1 ? 'is' : 'are'} open.`
  if (merged === 0)
    return finished === 1
      ? 'The only finished documentation pull request was closed without a merge.'
      : `None of ${formatNumber(finished)} finished documentation pull requests was merged.`
  const share = `${formatNumber(merged)} of ${formatCount(finished, 'documentation pull request')}`
  return `${share} ${merged === 1 ? 'was' : 'were'} merged, ${formatAuthorship(totals)}${formatPace(totals)}.`
}

function formatAuthorship({ merged, asWritten }: Totals): string {
  if (merged === 1) return asWritten === 1 ? 'as written' : 'with changes by others'
  return `${asWritten === 0 ? 'none' : asWritten === merged ? 'all' : formatNumber(asWritten)} of them as written`
}

function formatPace({ merged, medianMs }: Totals): string {
  if (medianMs === undefined) return ''
  return `; ${merged === 1 ? '' : 'half '}within ${formatLength(medianMs, Math.ceil)}`
}
