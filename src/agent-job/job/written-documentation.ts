import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import { orFailure } from '../../network/cancelled-requests.ts'
import { fetchSiteFolder } from '../../page-traffic/site-folder.ts'
import { fetchSiteViews } from '../../page-traffic/site-views.ts'
import { findViewsOfFiles, isPage } from '../../page-traffic/views-of-files.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { JobDependencies } from './dependencies.ts'

/** The documentation pull request as GitHub shows it when the run ends. */
export interface WrittenDocumentation {
  /** Absent if GitHub sends none. */
  title?: UntrustedText
  state: 'open' | 'closed' | 'merged'
  /** The commit at its head; absent if GitHub sends none. */
  headSha?: string
  /** All changed pages, in the order in which they are shown. */
  pages: ChangedPage[]
  /** How many changed files aren't pages. */
  otherFileCount: number
  /** Absent unless the views were read. `days`: of which; `isPartial`: whether only a part of the site was searched. */
  traffic?: { days: number; isPartial: boolean }
}

/** A page of the documentation that a pull request changes. */
export interface ChangedPage {
  path: UntrustedText
  /** As GitHub names it, such as `added`. */
  status: string
  /** Lines. */
  additions: number
  deletions: number
  /** Absent where they aren't known, or weren't requested. */
  views?: ViewCounts
}

/** The result must not wait longer for the views. */
const VIEWS_TIME_LIMIT_MS = 30_000

/**
 * Reads what a documentation pull request changes now, and how often its pages were read. What GitHub doesn't let the
 * token read is left out; only where `days` is set, a warning says so.
 * @param days of which the views are read; undefined for none
 * @returns undefined when the pull request can't be read
 */
export async function fetchWrittenDocumentation(
  pullRequest: URL,
  days: number | undefined,
  dependencies: JobDependencies,
): Promise<WrittenDocumentation | undefined> {
  const { run, github, signal, log } = dependencies
  const miss = (reason: string) => {
    if (days === undefined) log.info(`The changed pages aren't listed. ${reason}`)
    else log.warning('The result is shown without traffic', reason)
    return undefined
  }
  const place = locatePullRequest(pullRequest, run.serverUrl)
  if (place === undefined) return miss(`${pullRequest.href} isn't a pull request on ${run.serverUrl.host}.`)
  if (github === undefined) return miss('To read the pull request, set `github-token`.')
  const [facts, changed] = await Promise.all([
    orFailure(github.fetchPullRequest(place), GitHubError, signal),
    orFailure(github.fetchChangedFiles(place.number, place), GitHubError, signal),
  ])
  const failure = [facts, changed].find((each) => each instanceof GitHubError)
  if (failure !== undefined) miss(failure.message)
  if (facts instanceof GitHubError) return undefined

  const all = changed instanceof GitHubError ? [] : changed.files
  const files = all.filter(isPage)
  const site = days === undefined || files.length === 0 ? undefined : await fetchViews(days, dependencies)
  const { folder, problem } = site ? await fetchSiteFolder({ github, signal }, place, facts.baseSha) : {}
  if (problem !== undefined) log.warning("Couldn't find the folder of the site", problem)
  const views = site && findViewsOfFiles(files, site, folder)
  const pages = files.map(({ path, status, additions, deletions }) =>
    dropAbsent({ path, status, additions, deletions, views: views?.get(path) }),
  )
  // Most read first, then by path.
  pages.sort(
    (one, other) =>
      (other.views?.total ?? -1) - (one.views?.total ?? -1) ||
      (readUntrustedText(one.path) < readUntrustedText(other.path) ? -1 : 1),
  )
  const { title, state, isMerged, headSha } = facts
  return dropAbsent({
    title,
    state: isMerged ? ('merged' as const) : state,
    headSha,
    pages,
    otherFileCount: all.length - files.length,
    traffic: site && { days: site.days, isPartial: site.isPartial },
  })
}

/** Any failure is a warning: the pages are shown without views. */
async function fetchViews(days: number, { service, clock, signal, log }: JobDependencies) {
  const deadline = clock.now() + VIEWS_TIME_LIMIT_MS
  const request = fetchSiteViews({ days, service, nowMs: clock.wallClock(), signal, deadline })
  const site = await orFailure(request, DocsServiceError, signal)
  if (!(site instanceof DocsServiceError)) return { ...site, days }
  log.warning('The result is shown without traffic', `${site.message} ${site.hint}`)
  return undefined
}
