import type { DocsService } from '../docs-service/client.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import type { GitHub } from '../github/github.ts'
import { isPage } from '../page-traffic/views-of-files.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Inputs } from './inputs.ts'
import { fetchUnseenJobs, fetchViews } from './reading/ask-service.ts'
import { fetchDetails, fetchPullRequests, listGaps, type PullRequest } from './reading/fetch-pull-requests.ts'
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
    ...subject
  }: Pick<Inputs, 'apiKey' | 'previousApiKey' | 'projectId' | 'period' | 'trafficDays'>,
  repository: string,
  { github, service, serverUrl, signal, clock }: OutcomesDependencies,
): Promise<OutcomesReport> {
  const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)]
  const isInPeriod = (timeMs: number) => timeMs >= sinceMs && timeMs < endMs
  const limit = () => ({ signal, deadline: clock.now() + SERVICE_TIME_MS })
  const { comments, problem, notes } = await fetchOurComments(github, { ...subject, repository }, sinceMs)
  const claims = comments.map(({ claim }) => claim).filter((claim) => parsePrompts(claim).some(isInPeriod))
  const unseen = await fetchUnseenJobs(service, claims, limit())

  const links = claims
    .toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0))
    .map((claim) => listLinks(claim, unseen.jobs.get(claim)))
  // The pull requests of the last prompts come before earlier ones that the comments know.
  const wanted = [...links.flatMap(([link]) => link ?? []), ...links.flat()]
  const find = await fetchPullRequests(github, serverUrl, wanted)
  const requests = comments
    .flatMap((each) => listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs))
    .filter(({ timeMs }) => isInPeriod(timeMs))
  const pullRequests: PullRequestOutcome[] = []
  for (const [linked, own] of Map.groupBy(requests, ({ link }) => link && find(link))) {
    if (linked === undefined) continue
    const pullRequest = await fetchDetails(github, linked)
    const pages = pullRequest.files.filter(isPage).map(({ path }) => path)
    const threads = [...new Set(own.map(({ thread }) => thread))]
    pullRequests.push({ ...pullRequest, pages, threads, requestCount: own.length })
  }

  const merged = pullRequests.filter(({ state }) => state === 'merged')
  const nowMs = clock.wallClock()
  const query = { github, service, ...limit(), days: trafficDays ?? 0, nowMs }
  const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query)
  return {
    ...{ period, trafficDays, nowMs, requests, problem },
    pullRequests: pullRequests
      .map((each) => ({ ...each, views: traffic?.views.get(each.url) }))
      .toSorted((a, b) => b.createdMs - a.createdMs),
    notes: [...notes, ...listGaps(pullRequests), ...unseen.notes, ...(traffic?.notes ?? [])],
  }
}
