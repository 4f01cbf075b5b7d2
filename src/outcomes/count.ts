import type { PullRequestEntry } from '../github/pull-request-list.ts'

/** What happened in a period. */
export interface Figures {
  merged: number
  /** Undefined if it isn't known for any of those that were merged. */
  mergedWithoutEdits: number | undefined
  /** How many were merged of which it isn't known. */
  mergedUnknown: number
  /** Without a merge. */
  closed: number
  opened: number
  /** From the creation to the merge; undefined if nothing was merged. */
  medianHours: number | undefined
}

/** In milliseconds since 1970; the end is exclusive. */
export interface Span {
  fromMs: number
  toMs: number
}

/**
 * Counts pull requests by the dates when they were opened, merged or closed, as GitHub shows them now: one that was
 * closed and reopened is open.
 * @param isWithoutEdits by number; a number that isn't here isn't known
 */
export function countPeriod(
  pullRequests: readonly PullRequestEntry[],
  isWithoutEdits: ReadonlyMap<number, boolean>,
  span: Span,
): Figures {
  const merged = selectEnded(pullRequests, 'merged', span)
  const known = merged.flatMap(({ number }) => isWithoutEdits.get(number) ?? [])
  const hours = merged.map((each) => measureLifeMs(each) / 3_600_000).toSorted((a, b) => a - b)
  const [low, high] = [hours[(hours.length - 1) >> 1], hours[hours.length >> 1]]
  return {
    merged: merged.length,
    mergedWithoutEdits: known.length > 0 || merged.length === 0 ? known.filter(Boolean).length : undefined,
    mergedUnknown: merged.length - known.length,
    closed: selectEnded(pullRequests, 'closed', span).length,
    opened: pullRequests.filter(({ createdAt }) => isIn(span, createdAt)).length,
    medianHours: low === undefined || high === undefined ? undefined : (low + high) / 2,
  }
}

/** Those that were merged, or closed without a merge, in a period, the last one first. */
export function selectEnded(
  pullRequests: readonly PullRequestEntry[],
  state: 'merged' | 'closed',
  span: Span,
): PullRequestEntry[] {
  return pullRequests
    .filter((each) => each.state === state && isIn(span, findEnd(each)))
    .toSorted((a, b) => Date.parse(findEnd(b)) - Date.parse(findEnd(a)))
}

/** The oldest first. */
export function selectOpen(pullRequests: readonly PullRequestEntry[]): PullRequestEntry[] {
  return pullRequests
    .filter(({ state }) => state === 'open')
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

/** From the creation of a merged or closed pull request to its end, in milliseconds. */
export function measureLifeMs(pullRequest: PullRequestEntry): number {
  return Math.max(0, Date.parse(findEnd(pullRequest)) - Date.parse(pullRequest.createdAt))
}

export function isIn({ fromMs, toMs }: Span, time: string): boolean {
  return Date.parse(time) >= fromMs && Date.parse(time) < toMs
}

/** When it was merged or closed. */
function findEnd({ mergedAt, closedAt }: PullRequestEntry): string {
  return mergedAt ?? closedAt ?? ''
}
