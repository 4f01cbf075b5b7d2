import type { DocsService } from '../docs-service/client.ts'
import { type DateRange, toDay } from '../formatting/dates.ts'
import { formatCount } from '../formatting/numbers.ts'
import { DAY_MS } from '../formatting/times.ts'
import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/github.ts'
import type { ChangedPaths, PullRequestEntry } from '../github/pull-request-list.ts'
import { REPORT_PATIENCE } from '../network/patience.ts'
import { findPrevious } from '../reports/period.ts'
import { CancelledError } from '../runner/cancellation.ts'
import { countPeriod, type Figures, isIn, selectEnded, selectOpen } from './count.ts'
import type { Inputs } from './inputs.ts'
import { fetchEdits } from './reading/edits.ts'
import { listPullRequests, type PullRequestList } from './reading/list-pull-requests.ts'
import { fetchPageViews, type PageViews } from './reading/page-views.ts'

/** What became of the pull requests of an author. Times are in milliseconds since 1970. */
export interface OutcomesReport extends Pick<Inputs, 'author' | 'period' | 'trafficDays'> {
  /** `owner/name`. */
  repository: string
  previousPeriod: DateRange
  nowMs: number
  list: PullRequestList
  figures: Figures
  /** Undefined if the list doesn't reach back to the beginning of the previous period. */
  previous: Figures | undefined
  /** How many are open now; undefined if open ones weren't read. */
  openCount: number | undefined
  /** Undefined if nothing is open, or the oldest one may be missing. */
  oldestOpenDays: number | undefined
  /** The last one first. */
  merged: PullRequestEntry[]
  closed: PullRequestEntry[]
  /** The oldest first. */
  open: PullRequestEntry[]
  /** All that are open, or were opened, merged or closed in the period; the last changed first. */
  pullRequests: PullRequestEntry[]
  /** By number; a number that isn't here isn't known. */
  isWithoutEdits: ReadonlyMap<number, boolean>
  /** By number; a number that isn't here isn't known. */
  changed: ReadonlyMap<number | undefined, ChangedPaths>
  /** Undefined unless page views are shown. */
  views: PageViews | undefined
  /** How many pull requests of the list are by the author. */
  byAuthor: number
  /** The bots with the most pull requests in the list, at most three. */
  bots: { login: string; count: number }[]
  /** What the figures leave out, in sentences. */
  notes: string[]
}

interface Outside {
  github: GitHub
  /** Called only if page views are shown. */
  connectService: () => DocsService
  signal: AbortSignal
  /** Monotonic, and milliseconds since 1970 by GitHub's clock. */
  clock: { now: () => number; wallClock: () => number }
}

/**
 * Lists the pull requests of a repository, and counts those of an author.
 * @throws GitHubError or `CancelledError` if nothing could be listed; what else couldn't be read is a note
 */
export async function reportOutcomes(inputs: Inputs, outside: Outside): Promise<OutcomesReport> {
  const { place, author, period, trafficDays } = inputs
  const { github, clock, signal } = outside
  const span = { fromMs: Date.parse(period.dateFrom), toMs: Date.parse(period.dateTo) }
  const before = findPrevious(period)
  const list = await listPullRequests(github, place, before.fromMs)
  const own = list.pullRequests.filter((each) => each.author.login?.toLowerCase() === author.toLowerCase())
  const merged = selectEnded(own, 'merged', span)
  const isPreviousKnown = list.reachesMs <= before.fromMs
  const earlier = isPreviousKnown ? selectEnded(own, 'merged', before) : []
  const edits = await fetchEdits(github, place, [...merged, ...earlier])
  const files = await fetchFiles(github, inputs, merged)
  const query = { github, place, days: trafficDays ?? 0, nowMs: clock.wallClock(), signal }
  const deadline = clock.now() + REPORT_PATIENCE.waitingMs
  const views =
    trafficDays === undefined
      ? undefined
      : await fetchPageViews(merged, files.changed, { ...query, service: outside.connectService(), deadline })
  const closed = selectEnded(own, 'closed', span)
  const open = selectOpen(own)
  const counted = new Set([...merged, ...closed, ...open])
  const nowMs = clock.wallClock()
  const oldest = list.isOpenWhole ? open[0] : undefined
  return {
    repository: `${place.owner}/${place.repo}`,
    author,
    period,
    trafficDays,
    previousPeriod: { dateFrom: toDay(before.fromMs), dateTo: toDay(before.toMs) },
    nowMs,
    list,
    figures: countPeriod(own, edits.isWithoutEdits, span),
    previous: isPreviousKnown ? countPeriod(own, edits.isWithoutEdits, before) : undefined,
    openCount: list.isOpenWhole || open.length > 0 ? open.length : undefined,
    oldestOpenDays: oldest && Math.max(0, Math.floor((nowMs - Date.parse(oldest.createdAt)) / DAY_MS)),
    merged,
    closed,
    open,
    pullRequests: own.filter((each) => counted.has(each) || isIn(span, each.createdAt)),
    isWithoutEdits: edits.isWithoutEdits,
    changed: files.changed,
    views,
    byAuthor: own.length,
    bots: countBots(list.pullRequests),
    notes: [...explainList(list), ...edits.notes, ...files.notes, ...(views?.notes ?? [])],
  }
}

/** Reads which files the merged pull requests change, as far as GitHub sends them. */
async function fetchFiles(github: GitHub, { place }: Inputs, merged: readonly PullRequestEntry[]) {
  const changed = new Map<number | undefined, ChangedPaths>()
  try {
    for await (const page of github.fetchChangedPaths(place, merged))
      for (const each of page) changed.set(each.number, each)
    return { changed, notes: [] }
  } catch (error) {
    if (!(error instanceof GitHubError || error instanceof CancelledError)) throw error
    return { changed, notes: [`Not all changed pages could be read. ${error.message}`] }
  }
}

function countBots(pullRequests: readonly PullRequestEntry[]) {
  const logins = pullRequests.flatMap(({ author }) => (author.type === 'Bot' && author.login) || [])
  return [...Map.groupBy(logins, (login) => login)]
    .map(([login, { length: count }]) => ({ login, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
}

function explainList({ pullRequests, isWhole, failure }: PullRequestList): string[] {
  if (isWhole) return []
  const read = formatCount(pullRequests.length, 'pull request')
  return [failure === undefined ? `The action reads up to ${read}.` : `Only ${read} could be read. ${failure.message}`]
}
