import type { DocsService } from '../docs-service/client.ts'
import type { ViewCounts } from '../docs-service/schema.ts'
import type { GitHub } from '../github/github.ts'
import { isPage } from '../page-traffic/views-of-files.ts'
import type { DateRange } from '../reports/dates.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { listRequests, type Request } from './reading/attribution.ts'
import { fetchUnseenJobs } from './reading/fetch-jobs.ts'
import {
  createPullRequestReader,
  identifyPullRequest,
  type LinkedPullRequest,
  type PullRequestDetails,
} from './reading/fetch-pull-requests.ts'
import { fetchViews } from './reading/fetch-views.ts'
import {
  explainMissingComments,
  explainNothingCounts,
  type ReportSubject,
  selectOurComments,
} from './reading/our-comments.ts'
import { type CommentRequests, parsePrompts, parseRequests } from './reading/requests.ts'
import { formatCount } from './result/words.ts'

/** What the report is about. */
export interface OutcomesQuery extends ReportSubject {
  period: Required<DateRange>
  /** Days of page views; undefined: none are asked for. */
  trafficDays: number | undefined
  serverUrl: URL
}

export interface OutcomesDependencies {
  github: Pick<
    GitHub,
    'fetchRepositoryComments' | 'fetchPullRequest' | 'fetchChangedFiles' | 'fetchPullRequestCommits'
  >
  service: Pick<DocsService, 'getAgentJob' | 'getPageViews'>
  signal: AbortSignal
  /** Monotonic, in milliseconds. */
  now: () => number
  /** By GitHub's clock, in milliseconds since 1970. */
  wallClock: () => number
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

export interface OutcomesReport {
  period: Required<DateRange>
  /** When it was made, in milliseconds since 1970. */
  nowMs: number
  requests: readonly Request<unknown>[]
  /** The newest first, those that couldn't be read last. */
  pullRequests: readonly PullRequestOutcome[]
  /** Older pull requests that weren't read. */
  unreadCount: number
  trafficDays: number | undefined
  /** Why no comment counts, though there are some. */
  problem: string | undefined
  /** What the numbers leave out, in sentences. */
  notes: readonly string[]
}

const MAXIMUM_COMMENTS = 3_000
/** All that the service is asked, jobs and page views each. */
const SERVICE_TIME_MS = 60_000

/**
 * Reads our comments, the pull requests that they link, and what became of them.
 * @throws GitHubError where the comments can't be read, or the signal's reason; all else is a note
 */
export async function reportOutcomes(
  query: OutcomesQuery,
  { github, service, signal, now, wallClock }: OutcomesDependencies,
): Promise<OutcomesReport> {
  const { period, trafficDays, serverUrl } = query
  const sinceMs = Date.parse(period.dateFrom)
  const listed = await github.fetchRepositoryComments(new Date(sinceMs).toISOString(), MAXIMUM_COMMENTS)
  const ours = selectOurComments(listed.comments, query)
  const isInPeriod = (timeMs: number) => timeMs >= sinceMs && timeMs < Date.parse(period.dateTo)
  const limit = () => ({ service, signal, deadline: now() + SERVICE_TIME_MS })
  const claims = ours.comments.map(({ comment }) => comment.payload)
  const { jobs, notes } = await fetchUnseenJobs(
    claims.filter((claim) => parsePrompts(claim).some(isInPeriod)),
    limit(),
  )
  const comments = ours.comments.map((each) =>
    parseRequests(each, isInPeriod, jobs.get(each.comment.payload)),
  )
  const lastMs = ({ prompts }: CommentRequests) => prompts.at(-1)?.sentMs ?? 0
  const linking = comments
    .filter(({ prompts }) => prompts.some((prompt) => prompt.isInPeriod))
    .toSorted((a, b) => lastMs(b) - lastMs(a))
  const reader = createPullRequestReader(github, serverUrl)
  const linked = await reader.readAll(linking.flatMap(({ links }) => links))
  const requests = comments.flatMap((each) =>
    listRequests(each, (url) => linked.get(identifyPullRequest(url))),
  )
  const pullRequests = await collectPullRequests(requests, reader.readDetails)
  const merged = pullRequests.filter(({ state }) => state === 'merged')
  const traffic =
    trafficDays === undefined
      ? undefined
      : await fetchViews(merged, { ...limit(), days: trafficDays, nowMs: wallClock() })
  const unread = pullRequests.filter(({ state }) => state === 'unread').length
  return {
    ...{ period, trafficDays, requests, unreadCount: unread, nowMs: wallClock() },
    pullRequests: pullRequests
      .filter(({ state }) => state !== 'unread')
      .map((each) => ({ ...each, views: traffic?.views.get(each) }))
      .toSorted((a, b) => (a.createdMs === b.createdMs ? 0 : b.createdMs - a.createdMs)),
    problem: explainNothingCounts(ours),
    notes: [
      ...explainMissingComments(ours, { isWhole: listed.isWhole, maximum: MAXIMUM_COMMENTS, sinceMs }),
      ...(unread === 0
        ? []
        : [`${formatCount(unread, 'older pull request')} weren't read: a report reads 100.`]),
      ...explainOtherServers(pullRequests),
      ...reader.listNotes(),
      ...notes,
      ...(traffic?.notes ?? []),
    ],
  }
}

/** The pull requests that requests of the period have led to. */
async function collectPullRequests(
  requests: readonly Request<LinkedPullRequest>[],
  readDetails: (pullRequest: LinkedPullRequest) => Promise<PullRequestDetails>,
): Promise<PullRequestOutcome[]> {
  const collected: PullRequestOutcome[] = []
  for (const [pullRequest, own] of Map.groupBy(requests, (request) => request.pullRequest)) {
    if (pullRequest === undefined) continue
    const details = await readDetails(pullRequest)
    const pages = details.files.filter(isPage).map(({ path }) => path)
    const threads = [...new Set(own.map(({ thread }) => thread))]
    collected.push({ ...pullRequest, ...details, pages, threads, requestCount: own.length })
  }
  return collected
}

function explainOtherServers(pullRequests: readonly PullRequestOutcome[]): string[] {
  const count = pullRequests.filter(
    ({ state, place }) => state === 'unreadable' && place === undefined,
  ).length
  return count === 0
    ? []
    : [`${formatCount(count, 'pull request')} couldn't be read: they aren't on this GitHub server.`]
}
