import type { DocsService } from '../docs-service/client.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import type { GitHub } from '../github/github.ts'
import { isPage } from '../page-traffic/views-of-files.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Inputs } from './inputs.ts'
import { fetchUnseenJobs, fetchViews } from './reading/ask-service.ts'
import { fetchPullRequests, listGaps, type PullRequest } from './reading/fetch-pull-requests.ts'
import { fetchOurComments } from './reading/our-comments.ts'
import { listLinks, listRequests, parsePrompts, type Request } from './reading/requests.ts'

/** What the report needs from outside. */
export interface OutcomesDependencies {
  github: GitHub
  service: DocsService
  serverUrl: URL
  signal: AbortSignal
  /** Monotonic, and milliseconds since 1970 by GitHub's clock. */
  clock: { now: () => number; wallClock: () => number }
}

/** A pull request of the period. */
export interface PullRequestOutcome extends PullRequest {
  /** Changed pages, of its first hundred files. */
  pages: UntrustedText[]
  /** URLs of the threads in which it was requested. */
  threads: string[]
  /** Whether it was merged or closed in the period. */
  isEndInPeriod: boolean
  /** Number of prompts of the period. */
  requestCount: number
  views?: ViewCounts | undefined
}

export interface OutcomesReport extends Pick<Inputs, 'period' | 'trafficDays'> {
  /** When it was made, in milliseconds since 1970. */
  nowMs: number
  requests: readonly Request[]
  /** The newest first, unreadable ones last. */
  pullRequests: readonly PullRequestOutcome[]
  /** Why none of the action's comments counts. */
  problem: string | undefined
  /** Whether all comments were read, and each remembers all its prompts. */
  isWhole: boolean
  /** What was counted in as many days before; undefined where the comments don't reach that far. */
  before: { requests: number; merged: number; closed: number } | undefined
  /** What the numbers leave out, in sentences. */
  notes: readonly string[]
}

/** For all jobs, and again for the page views. */
const SERVICE_TIME_MS = 60_000

/**
 * Reads our comments, the pull requests that they link, and what became of them.
 * @param repository as markers name it
 * @throws GitHubError where the comments can't be read, or the signal's reason; all else is a note
 */
export async function reportOutcomes(
  {
    period,
    trafficDays,
    ignoreAuthors,
    ...subject
  }: Pick<Inputs, 'apiKey' | 'projectId' | 'period' | 'trafficDays' | 'ignoreAuthors'>,
  repository: string,
  { github, service, serverUrl, signal, clock }: OutcomesDependencies,
): Promise<OutcomesReport> {
  const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)]
  const isInPeriod = (timeMs: number) => timeMs >= sinceMs && timeMs < endMs
  const limit = () => ({ signal, deadline: clock.now() + SERVICE_TIME_MS })
  const { comments, problem, isWhole, notes } = await fetchOurComments(github, { ...subject, repository }, sinceMs)
  const claims = comments.map(({ claim }) => claim)
  const ofPeriod = claims.filter((claim) => parsePrompts(claim).some(isInPeriod))
  const unseen = await fetchUnseenJobs(service, ofPeriod, limit())

  const links = claims
    .toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0))
    .map((claim) => listLinks(claim, unseen.jobs.get(claim)))
  // The pull requests of the last prompts come before earlier ones that the comments know.
  const wanted = [...links.flatMap(([link]) => link ?? []), ...links.flat()]
  const isCounted = (each: PullRequest) =>
    each.facts === undefined || each.state === 'open' || isInPeriod(each.createdMs) || isInPeriod(findEndMs(each))
  const { pullRequests: all, find } = await fetchPullRequests(github, serverUrl, wanted, { ignoreAuthors, isCounted })
  const everyRequest = comments.flatMap((each) =>
    listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs),
  )
  const requests = everyRequest.filter(({ timeMs }) => isInPeriod(timeMs))
  const byPullRequest = Map.groupBy(everyRequest, ({ link }) => link && find(link))
  const pullRequests = all.filter(isCounted).map((pullRequest): PullRequestOutcome => {
    const own = byPullRequest.get(pullRequest) ?? []
    const pages = pullRequest.files.filter(isPage).map(({ path }) => path)
    const threads = [...new Set(own.map(({ thread }) => thread))]
    const requestCount = own.filter(({ timeMs }) => isInPeriod(timeMs)).length
    return { ...pullRequest, pages, threads, requestCount, isEndInPeriod: isInPeriod(findEndMs(pullRequest)) }
  })
  const isBefore = (timeMs: number) => timeMs >= 2 * sinceMs - endMs && timeMs < sinceMs
  const endedBefore = (state: PullRequest['state']) =>
    all.filter((each) => each.state === state && isBefore(findEndMs(each))).length
  const before = {
    requests: everyRequest.filter(({ timeMs, end }) => end !== 'not-sent' && isBefore(timeMs)).length,
    merged: endedBefore('merged'),
    closed: endedBefore('closed'),
  }
  const isAllRead = isWhole && all.every(({ facts }) => facts !== undefined)

  const merged = pullRequests.filter(({ state, isEndInPeriod }) => state === 'merged' && isEndInPeriod)
  const nowMs = clock.wallClock()
  const query = { service, ...limit(), days: trafficDays ?? 0, nowMs }
  const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query)
  return {
    ...{ period, trafficDays, nowMs, requests, problem, isWhole },
    before: isAllRead ? before : undefined,
    pullRequests: pullRequests
      .map((each) => ({ ...each, views: traffic?.views.get(each.url) }))
      .toSorted((a, b) => b.createdMs - a.createdMs),
    notes: [...notes, ...listGaps(pullRequests), ...unseen.notes, ...(traffic?.notes ?? [])],
  }
}

/** When it was merged or closed, in milliseconds since 1970; not a number for any other. */
function findEndMs({ facts }: PullRequest): number {
  return Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '')
}
