import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts } from '../../docs-service/schema.ts'
import { fetchSiteViews } from '../../page-traffic/site-views.ts'
import { findViewsOfFiles } from '../../page-traffic/views-of-files.ts'
import type { LinkedPullRequest, PullRequestDetails } from './fetch-pull-requests.ts'

/**
 * Fetches how often the pages of merged pull requests were read. New pages count, since they are on the site by now.
 * @returns sums over the pages of each; a pull request without pages on the site is missing
 * @throws the signal's reason
 */
export async function fetchViews(
  merged: readonly (LinkedPullRequest & PullRequestDetails)[],
  query: Parameters<typeof fetchSiteViews>[0],
): Promise<{ views: ReadonlyMap<LinkedPullRequest, ViewCounts>; isPartial: boolean; notes: string[] }> {
  const views = new Map<LinkedPullRequest, ViewCounts>()
  if (merged.length === 0) return { views, isPartial: false, notes: [] }
  try {
    const site = await fetchSiteViews(query)
    const repositories = Map.groupBy(merged, ({ place }) => `${place?.owner}/${place?.repo}`.toLowerCase())
    for (const pullRequests of repositories.values()) {
      const all = pullRequests.flatMap(({ files }) => files)
      const found = findViewsOfFiles(all, site, 'count')
      for (const each of pullRequests) {
        const counts = each.files.flatMap(({ path }) => found.get(path) ?? [])
        if (counts.length > 0) views.set(each, counts.reduce(add))
      }
    }
    return { views, isPartial: site.isPartial, notes: [] }
  } catch (error) {
    query.signal.throwIfAborted()
    if (!(error instanceof DocsServiceError)) throw error
    return {
      views,
      isPartial: false,
      notes: [`The page views couldn't be read. ${error.message} ${error.hint}`],
    }
  }
}

function add(one: ViewCounts, other: ViewCounts): ViewCounts {
  return { human: one.human + other.human, ai: one.ai + other.ai, total: one.total + other.total }
}
