import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { ViewCounts } from '../../docs-service/schema.ts'
import { addViews, NO_VIEWS } from '../../docs-service/view-counts.ts'
import type { GitHub } from '../../github/github.ts'
import type { ChangedPaths, PullRequestEntry } from '../../github/pull-request-list.ts'
import type { RepositoryPlace } from '../../github/pull-request-url.ts'
import { fetchSiteFolder } from '../../page-traffic/site-folder.ts'
import { fetchSiteViews, type TrafficQuery } from '../../page-traffic/site-views.ts'
import { findViewsOfFiles, isPage } from '../../page-traffic/views-of-files.ts'
import { CancelledError } from '../../runner/cancellation.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

/** Views of several pages; `isPartial`: at least so many, since the views of a page aren't known. */
export type SummedViews = ViewCounts & { isPartial: boolean }

/** Views of pages that merged pull requests changed. Each page counts once. */
export interface PageViews {
  /** By number of the pull request: the views of those of its pages that count there; absent if none are known. */
  views: Map<number, SummedViews>
  /** By number: the pull requests where its other pages count. */
  elsewhere: Map<number, number[]>
  /** Of all pages; undefined if none are known. */
  total: SummedViews | undefined
  /** What couldn't be read, in sentences. */
  notes: string[]
}

interface Query extends TrafficQuery {
  service: DocsService
  github: Pick<GitHub, 'fetchTree'>
  place: RepositoryPlace
}

/**
 * Fetches views of the pages in merged pull requests. A page counts in the one that was merged last.
 * @param merged the last one first
 */
export async function fetchPageViews(
  merged: readonly PullRequestEntry[],
  changed: ReadonlyMap<number | undefined, ChangedPaths>,
  query: Query,
): Promise<PageViews> {
  const result: PageViews = { views: new Map(), elsewhere: new Map(), total: undefined, notes: [] }
  if (merged.length === 0) return result
  try {
    const site = await fetchSiteViews(query)
    const { folder, problem } = await fetchSiteFolder(query, query.place, merged[0]?.baseSha)
    if (problem !== undefined) result.notes.push(problem)
    if (site.isPartial) result.notes.push('Only some of the page views were read, because the site has too many pages.')
    // New pages count, since they are on the site by now.
    const files = merged.flatMap(({ number }) => changed.get(number)?.files ?? [])
    share(merged, changed, findViewsOfFiles(files, site, folder, 'count'), result)
  } catch (error) {
    const reason: unknown = query.signal.aborted ? query.signal.reason : error
    if (reason instanceof CancelledError) result.notes.push(`Page views weren't read. ${reason.message}`)
    else if (reason instanceof DocsServiceError) result.notes.push(`${reason.message} ${reason.hint}`)
    else throw reason
  }
  return result
}

function share(
  merged: readonly PullRequestEntry[],
  changed: ReadonlyMap<number | undefined, ChangedPaths>,
  viewsOfPages: ReadonlyMap<UntrustedText, ViewCounts>,
  result: PageViews,
): void {
  const owners = new Map<UntrustedText, number>()
  for (const { number } of merged) {
    const { files, isWhole } = changed.get(number) ?? { files: [], isWhole: false }
    const pages = files.filter(isPage)
    const others = pages.flatMap(({ path }) => owners.get(path) ?? [])
    if (others.length > 0) result.elsewhere.set(number, [...new Set(others)])
    const own = pages.filter(({ path }) => !owners.has(path))
    for (const { path } of own) owners.set(path, number)
    const known = own.flatMap(({ path }) => viewsOfPages.get(path) ?? [])
    // The views of a renamed page under its previous path aren't known.
    const isCertain = known.length === own.length && own.every(({ status }) => status !== 'renamed')
    const isPartial = !isWhole || !isCertain
    const isNone = pages.length === 0 && isWhole
    if (known.length > 0 || isNone) result.views.set(number, { ...known.reduce(addViews, NO_VIEWS), isPartial })
    const total = result.total ?? { ...NO_VIEWS, isPartial: false }
    result.total = { ...known.reduce(addViews, total), isPartial: total.isPartial || isPartial }
  }
}
