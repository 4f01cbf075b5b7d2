import type { DocsService } from '../docs-service/client.ts'
import type { GitHub } from '../github/github.ts'
import { locatePullRequest } from '../github/pull-request-url.ts'
import { REPORT_PATIENCE } from '../network/patience.ts'
import { isPage } from '../page-traffic/views-of-files.ts'
import { toDay } from '../reports/dates.ts'
import { findPrevious, type Period } from '../reports/period.ts'
import type { Inputs } from './inputs.ts'
import { fetchUnseenJobs, fetchViews, type SummedViews } from './reading/ask-service.ts'
import { fetchPullRequests, listGaps, type PullRequest } from './reading/fetch-pull-requests.ts'
import { fetchOurComments } from './reading/our-comments.ts'
import { listLinks, listRequests, parsePrompts, type Request } from './reading/requests.ts'

/** A pull request of the period. */
export type PullRequestOutcome = ReturnType<typeof describe> & { views?: SummedViews | undefined }

export type OutcomesReport = Awaited<ReturnType<typeof reportOutcomes>>

interface Outside {
  github: GitHub
  service: DocsService
  serverUrl: URL
  signal: AbortSignal
  /** Monotonic, and milliseconds since 1970 by GitHub's clock. */
  clock: { now: () => number; wallClock: () => number }
}

/**
 * Reads our comments, the pull requests that they link, and what became of them.
 * @param repository as markers name it
 * @returns the pull requests newest first, unreadable ones last; `before`: undefined where the comments don't reach that
 * far; `notes`: what the numbers leave out, in sentences
 * @throws GitHubError where the comments can't be read, or the signal's reason; all else is a note
 */
export async function reportOutcomes(
  { period, trafficDays, ignoreAuthors, apiKey, previousApiKey, projectId }: Inputs,
  repository: string,
  { github, service, serverUrl, signal, clock }: Outside,
) {
  const { sinceMs, isInPeriod, ...previous } = measure(period)
  // For all jobs, and again for the page views: as long as waits may take.
  const limit = () => ({ signal, deadline: clock.now() + REPORT_PATIENCE.waitingMs })
  const ours = await fetchOurComments(github, { apiKey, previousApiKey, projectId, repository }, sinceMs)
  const claims = ours.comments.map(({ claim }) => claim)
  const newestFirst = claims.toSorted((a, b) => (parsePrompts(b).at(-1) ?? 0) - (parsePrompts(a).at(-1) ?? 0))
  // A job of an earlier prompt may have a pull request of this period.
  const unseen = await fetchUnseenJobs(service, newestFirst, limit())

  const links = newestFirst.map((claim) => listLinks(claim, unseen.jobs.get(claim)))
  // In a repository, numbers are in the order of creation, which isn't known before they are read.
  const numberOf = (url: URL) => locatePullRequest(url, serverUrl)?.number ?? 0
  const wanted = links.flat().toSorted((a, b) => numberOf(b) - numberOf(a))
  const isCounted = (each: PullRequest) =>
    each.facts === undefined || each.state === 'open' || isInPeriod(each.createdMs) || isInPeriod(findEndMs(each))
  const { pullRequests: all, find } = await fetchPullRequests(
    github,
    serverUrl,
    wanted,
    ignoreAuthors,
    isCounted,
    clock.wallClock,
  )
  const everyRequest = ours.comments.flatMap((each) =>
    listRequests(each, unseen.jobs.get(each.claim), (url) => find(url)?.createdMs),
  )
  const byPullRequest = Map.groupBy(everyRequest, ({ link }) => link && find(link))
  const mentions = ours.comments.flatMap(({ thread, claim }) =>
    listLinks(claim, unseen.jobs.get(claim)).map((url) => ({ thread, pullRequest: find(url) })),
  )
  const threads = Map.groupBy(mentions, ({ pullRequest }) => pullRequest)
  const pullRequests = all
    .filter(isCounted)
    .toSorted((a, b) => b.createdMs - a.createdMs)
    .map((each) => describe(each, byPullRequest.get(each) ?? [], threads.get(each) ?? [], isInPeriod))
  const isWhole = unseen.unknown === 0 && all.every(({ facts }) => facts !== undefined)

  const merged = pullRequests.filter(({ state, isEndInPeriod }) => state === 'merged' && isEndInPeriod)
  const nowMs = clock.wallClock()
  const query = { github, service, ...limit(), days: trafficDays ?? 0, nowMs }
  const traffic = trafficDays === undefined ? undefined : await fetchViews(merged, query)
  return {
    period,
    trafficDays,
    /** When it was made, in milliseconds since 1970. */
    nowMs,
    /** Why none of the action's comments counts. */
    problem: ours.problem,
    missing: { ...ours.missing, jobs: unseen.unknown },
    requests: everyRequest.filter(({ timeMs }) => isInPeriod(timeMs)),
    /** Pull requests that GitHub's limit didn't leave out, earlier ones included. */
    read: all.filter(({ state }) => state !== 'unread').length,
    before: isWhole && ours.reachesBackTo(previous.beforeMs) ? countBefore(previous, everyRequest, all) : undefined,
    pullRequests: pullRequests.map((each): PullRequestOutcome => ({ ...each, views: traffic?.views.get(each.url) })),
    notes: [...ours.notes, ...listGaps(pullRequests), ...unseen.notes, ...(traffic?.notes ?? [])],
  }
}

/** The period, and the one before, in milliseconds since 1970. */
function measure(period: Period) {
  const [sinceMs, endMs] = [Date.parse(period.dateFrom), Date.parse(period.dateTo)]
  const { fromMs: beforeMs, toMs } = findPrevious(period)
  return {
    sinceMs,
    beforeMs,
    range: { dateFrom: toDay(beforeMs), dateTo: toDay(toMs) },
    isInPeriod: (timeMs: number) => timeMs >= sinceMs && timeMs < endMs,
    isBefore: (timeMs: number) => timeMs >= beforeMs && timeMs < toMs,
  }
}

/** @param own the requests that led to it, or continued it @param mentions in our comments */
function describe(
  pullRequest: PullRequest,
  own: readonly Request[],
  mentions: readonly { thread: string }[],
  isInPeriod: (timeMs: number) => boolean,
) {
  return {
    ...pullRequest,
    /** Changed pages, of its first hundred files. */
    pages: pullRequest.files.filter(isPage).map(({ path }) => path),
    /** URLs of the threads in which it was requested. */
    threads: [...new Set(mentions.map(({ thread }) => thread))],
    /** Number of prompts of the period. */
    requestCount: own.filter(({ timeMs }) => isInPeriod(timeMs)).length,
    /** Whether it was merged or closed in the period. */
    isEndInPeriod: isInPeriod(findEndMs(pullRequest)),
  }
}

function countBefore(
  { range, isBefore }: Pick<ReturnType<typeof measure>, 'range' | 'isBefore'>,
  requests: readonly Request[],
  pullRequests: readonly PullRequest[],
) {
  const count = (state: PullRequest['state']) =>
    pullRequests.filter((each) => each.state === state && isBefore(findEndMs(each))).length
  return {
    ...range,
    requests: requests.filter(({ timeMs, end }) => end !== 'not-sent' && isBefore(timeMs)).length,
    merged: count('merged'),
    closed: count('closed'),
  }
}

/** When it was merged or closed, in milliseconds since 1970; not a number for any other. */
function findEndMs({ facts }: PullRequest): number {
  return Date.parse(facts?.mergedAt ?? facts?.closedAt ?? '')
}
