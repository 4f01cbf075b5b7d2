import { DAY_MS, HOUR_MS } from '../text/dates.ts'
import type { Outcomes, PullRequest } from './pull-requests.ts'

/** What is told of a period; `undefined` isn't known, or there is none. */
export interface Figures {
  merged: number
  mergedWithoutEdits: number | undefined
  /** How many were merged of which it isn't known whether they were edited. */
  mergedUnknown: number
  previousMerged: number
  closed: number
  opened: number
  /** From creation to merge. */
  medianHours: number | undefined
  open: number
  oldestOpenDays: number | undefined
  /** Whether all that are open or were merged are listed. */
  complete: boolean
}

/** Counts outcomes. @param nowMs milliseconds since 1970 */
export function countOutcomes({ merged, open, ...counts }: Outcomes, nowMs: number): Figures {
  const known = merged.listed.flatMap(({ commits }) => isWithoutEdits(commits) ?? [])
  const areMergedListed = merged.listed.length === merged.count
  const areOpenListed = open.listed.length === open.count
  const hours = merged.listed.map((each) => measureLifeMs(each, nowMs) / HOUR_MS)
  const days = open.listed.map((each) => measureLifeMs(each, nowMs) / DAY_MS)
  return {
    ...counts,
    merged: merged.count,
    mergedWithoutEdits: known.length > 0 || merged.count === 0 ? known.filter(Boolean).length : undefined,
    mergedUnknown: Math.max(0, merged.count - known.length),
    medianHours: areMergedListed ? findMedian(hours) : undefined,
    open: open.count,
    oldestOpenDays: areOpenListed && days.length > 0 ? Math.floor(Math.max(...days)) : undefined,
    complete: areMergedListed && areOpenListed,
  }
}

/**
 * Whether no commit has a person as author or co-author; merges of other branches don't count.
 * @returns undefined if GitHub doesn't say so
 */
export function isWithoutEdits(commits: PullRequest['commits']): boolean | undefined {
  const read = (commits?.nodes ?? []).flatMap((node) => node?.commit ?? [])
  const own = read.filter(({ parents }) => parents.totalCount < 2)
  const authors = own.flatMap(({ authors: { nodes } }) => nodes ?? []).filter((author) => author !== null)
  const kinds = authors.map(findKind)
  if (kinds.includes('person')) return false
  const isWhole =
    read.length > 0 &&
    read.length === commits?.totalCount &&
    authors.length === own.reduce((sum, commit) => sum + commit.authors.totalCount, 0)
  return isWhole && !kinds.includes('unknown') ? true : undefined
}

interface Author {
  email: string | null
  user: { login: string } | null
}

/**
 * A bot is known by its noreply address, which `Copilot` alone has without `[bot]`; its account isn't a user.
 * https://docs.github.com/account-and-profile/reference/email-addresses-reference#your-noreply-email-address
 */
function findKind({ email, user }: Author): 'bot' | 'person' | 'unknown' {
  const [, name = ''] = /^(?:\d+\+)?([^@]+)@users\.noreply\.[\w.-]+$/iu.exec(email ?? '') ?? []
  if ([name, user?.login].some((login) => login?.endsWith('[bot]')) || name === 'Copilot') return 'bot'
  return user === null && name === '' ? 'unknown' : 'person'
}

/** From the creation to the merge, or until now. */
export function measureLifeMs({ createdAt, mergedAt }: PullRequest, nowMs: number): number {
  const endMs = mergedAt === null ? nowMs : Date.parse(mergedAt)
  return Math.max(0, endMs - Date.parse(createdAt))
}

function findMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
