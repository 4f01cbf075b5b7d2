import type { DocsService } from '../docs-service/client.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import type { GitHub } from '../github/github.ts'
import { isPage } from '../page-traffic/views-of-files.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Inputs } from './inputs.ts'
import { fetchUnseenJobs } from './reading/fetch-jobs.ts'
import {
  createPullRequestReader,
  type LinkedPullRequest,
  type PullRequestDetails,
} from './reading/fetch-pull-requests.ts'
import { fetchViews } from './reading/fetch-views.ts'
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

/** A pull request of the period, and what became of it. */
export interface PullRequestOutcome extends LinkedPullRequest, PullRequestDetails {
  /** Pages that it changes, of its first hundred files. */
  pages: UntrustedText[]
  /** Addresses of the threads that asked for it. */
  threads: string[]
  /** Prompts of the period that led to it, or continued it. */
  requestCount: number
  /** Undefined where they aren't known. */
  views?: ViewCounts | undefined
}

export interface OutcomesReport extends Pick<Inputs, 'period' | 'trafficDays'> {
  /** When it was made, in milliseconds since 1970. */
  nowMs: number
  requests: readonly Request[]
  /** The newest first, those that couldn't be read last. */
  pullRequests: readonly PullRequestOutcome[]
  /** Whether page views were searched for in a part of the site only. */
  isPartOfSite: boolean
  /** Why no comment counts, though there are some. */
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
  { period, trafficDays, ...subject }: Pick<Inputs, 'apiKey' | 'projectId' | 'period' | 'trafficDays'>,
  repository: string,
  { github, service, serverUrl, signal, clock }: OutcomesDependencies,
): Promise<OutcomesReport> {
  const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)]
  const isInPeriod = (timeMs: number) => timeMs >= sinceMs && timeMs < endMs
  const limit = () => ({ signal, deadline: clock.now() + SERVICE_TIME_MS })
  const { comments, problem, notes } = await fetchOurComments(github, { ...subject, repository }, sinceMs)
  const claims = comments.map(({ claim }) => claim).filter((claim) => parsePrompts(claim).some(isInPeriod))
  const unseen = await fetchUnseenJobs(service, claims, limit())

  const reader = createPullRequestReader(github, serverUrl)
  const newest = claims.toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0))
  const links = newest.map((claim) => listLinks(claim, unseen.jobs.get(claim)))
  // What the last prompts have led to goes before what the comments know of earlier ones.
  const find = await reader.readAll([...links.flatMap(([link]) => link ?? []), ...links.flat()])
  const requests = comments
    .flatMap((each) => listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs))
    .filter(({ timeMs }) => isInPeriod(timeMs))
  const pullRequests: PullRequestOutcome[] = []
  for (const [pullRequest, own] of Map.groupBy(requests, ({ link }) => link && find(link))) {
    if (pullRequest === undefined) continue
    const details = await reader.readDetails(pullRequest)
    const pages = details.files.filter(isPage).map(({ path }) => path)
    const threads = [...new Set(own.map(({ thread }) => thread))]
    pullRequests.push({ ...pullRequest, ...details, pages, threads, requestCount: own.length })
  }

  const merged = pullRequests.filter(({ state }) => state === 'merged')
  const query = { service, ...limit(), days: trafficDays ?? 0, nowMs: clock.wallClock() }
  const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query)
  return {
    ...{ period, trafficDays, nowMs: clock.wallClock(), requests, problem },
    isPartOfSite: traffic?.isPartial === true,
    pullRequests: pullRequests
      .map((each) => ({ ...each, views: traffic?.views.get(each) }))
      .toSorted((a, b) => b.createdMs - a.createdMs),
    notes: [...notes, ...reader.listNotes(), ...unseen.notes, ...(traffic?.notes ?? [])],
  }
}
