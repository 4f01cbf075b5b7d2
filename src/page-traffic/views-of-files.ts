import type { ViewCounts } from '../docs-service/schema.ts'
import { addViews, NO_VIEWS } from '../docs-service/view-counts.ts'
import type { ChangedFile } from '../github/changes.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import type { SiteFolder } from './site-folder.ts'
import type { SiteViews } from './site-views.ts'

type RepositoryFile = Pick<ChangedFile, 'path' | 'previousPath' | 'status'>

/** Whether a file is a page of the site. Files in `snippets` are only parts of pages. */
export function isPage({ path }: Pick<RepositoryFile, 'path'>): boolean {
  return toSitePath(path) !== undefined
}

/**
 * Finds the views of pages under their current and previous paths. Each path counts for one file. No row means no views
 * if all rows were read and another page of the folder has views. Otherwise, it means nothing.
 * @param files of one repository, with possible duplicates
 * @param folder undefined if it isn't known: then only paths that fit as they are count
 * @param newPages `count` if new pages are already on the site
 * @returns the views by path of the file, without files that have no known views
 */
export function findViewsOfFiles(
  files: readonly RepositoryFile[],
  { byPath, isPartial }: SiteViews,
  folder: SiteFolder | undefined,
  newPages: 'ignore' | 'count' = 'ignore',
): Map<UntrustedText, ViewCounts> {
  const pages = files.filter((file) => isPage(file) && (newPages === 'count' || !isNew(file)))
  const owners = new Map<string, UntrustedText>()
  const claim = (owner: UntrustedText, path: UntrustedText) => {
    const sitePath = toSitePath(path, folder)
    if (sitePath !== undefined && !owners.has(sitePath)) owners.set(sitePath, owner)
  }
  // A current path takes precedence over the previous path of another file.
  for (const { path } of pages) claim(path, path)
  for (const page of pages) if (page.previousPath !== undefined && !isNew(page)) claim(page.path, page.previousPath)

  const isRead = (sitePath = '') => (byPath.get(sitePath)?.total ?? 0) > 0
  const isZeroKnown = !isPartial && folder?.files.some((file) => isRead(toSitePath(file, folder)))
  const views = new Map<UntrustedText, ViewCounts>()
  for (const [sitePath, owner] of owners)
    if (isZeroKnown || isRead(sitePath))
      views.set(owner, addViews(views.get(owner) ?? NO_VIEWS, byPath.get(sitePath) ?? NO_VIEWS))
  return views
}

/** The previous path of a copy is its original, which has views of its own. */
function isNew({ status }: RepositoryFile): boolean {
  return status === 'added' || status === 'copied'
}

/** In the folder: `/guides/a` for the file `guides/a.mdx`, `/guides` for its index; undefined for all other files. */
function toSitePath(path: UntrustedText, folder?: SiteFolder): string | undefined {
  const [file, start = ''] = [readUntrustedText(path), folder?.path]
  const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${file.slice(start.length).normalize('NFC')}`) ?? []
  if (!file.startsWith(start) || name === '' || name.includes('/snippets/')) return undefined
  return name.replace(/\/index$/u, '') || '/'
}
