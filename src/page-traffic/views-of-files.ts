import type { ViewCounts } from '../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import type { SiteViews } from './site-views.ts'

/** A file that a pull request changes. */
export interface RepositoryFile {
  path: UntrustedText
  previousPath?: UntrustedText | undefined
  /** `added`, `modified`, `removed`, `renamed`, or another status that GitHub names. */
  status: string
}

/** Whether a file is a page of the site. Files in `snippets` are only parts of pages. */
export function isPage({ path }: Pick<RepositoryFile, 'path'>): boolean {
  return toSitePath(path) !== undefined
}

/**
 * Finds the views of pages under their current and previous paths. Each path counts for one file.
 * @param files of one repository, with possible duplicates
 * @param newPages `count` if new pages are already on the site
 * @returns the views by path of the file, without files that have no known views
 */
export function findViewsOfFiles(
  files: readonly RepositoryFile[],
  { byPath }: Pick<SiteViews, 'byPath'>,
  newPages: 'ignore' | 'count' = 'ignore',
): Map<UntrustedText, ViewCounts> {
  const pages = files.filter((file) => isPage(file) && (newPages === 'count' || !isNew(file)))
  const owners = new Map<string, UntrustedText>()
  const claim = (owner: UntrustedText, path: UntrustedText) => {
    const sitePath = toSitePath(path)
    if (sitePath !== undefined && byPath.has(sitePath) && !owners.has(sitePath)) owners.set(sitePath, owner)
  }
  // A current path takes precedence over the previous path of another file.
  for (const { path } of pages) claim(path, path)
  for (const page of pages) for (const old of listOldPaths(page)) claim(page.path, old)

  const views = new Map<UntrustedText, ViewCounts>()
  for (const [sitePath, owner] of owners) views.set(owner, addViews(views.get(owner), byPath.get(sitePath)))
  return views
}

/** The previous path of a copy is its original, which has views of its own. */
function isNew({ status }: RepositoryFile): boolean {
  return status === 'added' || status === 'copied'
}

function listOldPaths(file: RepositoryFile): UntrustedText[] {
  return file.previousPath === undefined || isNew(file) ? [] : [file.previousPath]
}

/** `/guides/a` for the file `guides/a.mdx`, `/guides` for its index; undefined if the file isn't a page. */
function toSitePath(path: UntrustedText): string | undefined {
  const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${readUntrustedText(path).normalize('NFC')}`) ?? []
  if (name === '' || name.includes('/snippets/')) return undefined
  return name.replace(/\/index$/u, '') || '/'
}

/** The sum, where one may be unknown. */
export function addViews(one: ViewCounts | undefined, other: ViewCounts | undefined): ViewCounts {
  const sum = (field: keyof ViewCounts) => (one?.[field] ?? 0) + (other?.[field] ?? 0)
  return { human: sum('human'), ai: sum('ai'), total: sum('total') }
}
