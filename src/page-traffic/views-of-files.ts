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
  return findName(path) !== ''
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
  const names = pages.map((page) => [page.path, ...listOldPaths(page)].map(findName))
  const folder = findSiteFolder(names, byPath)

  const owners = new Map<string, UntrustedText>()
  const claim = (owner: UntrustedText, path: UntrustedText) => {
    const sitePath = toSitePath(findName(path), folder)
    if (byPath.has(sitePath) && !owners.has(sitePath)) owners.set(sitePath, owner)
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

/** `/docs/guides/a` for the file `docs/guides/a.mdx`; empty if the file isn't a page. */
function findName(path: UntrustedText): string {
  const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${readUntrustedText(path).normalize('NFC')}`) ?? []
  return name.includes('/snippets/') ? '' : name
}

/** The path on the site, without the folder of the site; empty for a file outside of it. */
function toSitePath(name: string, folder: string): string {
  if (!name.startsWith(`${folder}/`)) return ''
  return name.slice(folder.length).replace(/\/index$/u, '') || '/'
}

/**
 * The folder of the site in its repository, such as `/docs`: the folder with which most pages have views. In doubt it
 * is the root (empty), so that pages of a language or version (`/es`) aren't mistaken for others.
 * @param pages each with its current and previous names
 */
function findSiteFolder(pages: readonly string[][], byPath: ReadonlyMap<string, unknown>): string {
  const onSite = new Set(Array.from(byPath.keys(), (path) => path.split('/')[1]))
  const mayHoldSite = (folder: string) => !folder.split('/').some((name) => name !== '' && onSite.has(name))
  const isFound = (name: string, folder: string) => {
    const path = toSitePath(name, folder)
    // Every site has a home page, so the index of a deeper folder isn't evidence.
    return byPath.has(path) && (path !== '/' || folder.split('/').length <= 2)
  }
  const counts = new Map<string, number>()
  for (const names of pages) {
    const fitting = names.flatMap((name) => listFolders(name).filter((folder) => isFound(name, folder)))
    for (const folder of new Set(fitting)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const candidates = [...counts].filter(([folder]) => mayHoldSite(folder))
  const most = Math.max(...candidates.map(([, count]) => count))
  const best = candidates.filter(([, count]) => count === most)
  return best.length === 1 ? (best[0]?.[0] ?? '') : ''
}

/** The root (empty), `/docs` and `/docs/guides` for `/docs/guides/a`. */
function listFolders(name: string): string[] {
  return Array.from(name.matchAll(/\//gu), ({ index }) => name.slice(0, index))
}

/** The sum, where one may be unknown. */
export function addViews(one: ViewCounts | undefined, other: ViewCounts | undefined): ViewCounts {
  const sum = (field: keyof ViewCounts) => (one?.[field] ?? 0) + (other?.[field] ?? 0)
  return { human: sum('human'), ai: sum('ai'), total: sum('total') }
}
