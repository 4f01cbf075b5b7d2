import type { ViewCounts } from '../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import type { SiteViews } from './site-views.ts'

/** A file that a pull request changes in the repository of a documentation site. */
export interface RepositoryFile {
  path: UntrustedText
  /** Its path before it was renamed. */
  previousPath?: UntrustedText | undefined
  /** `added`, `modified`, `removed`, `renamed` and the like, as GitHub says it. */
  status: string
}

/** Whether a file makes a page of the site. What lies in `snippets` is only put into pages. */
export function isPage({ path }: Pick<RepositoryFile, 'path'>): boolean {
  return findName(path) !== ''
}

/**
 * The views of the pages that files make, and of their paths before they were renamed. A path counts for one file.
 * @param files of one repository; one that several pull requests change may come more than once
 * @param newPages whether pages that are new are on the site already, so that they have views
 * @returns by the path of the file; a file is missing if it is no page, or nobody knows its views
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
  // The path that a file has now goes before one that another file had.
  for (const { path } of pages) claim(path, path)
  for (const page of pages) for (const old of listOldPaths(page)) claim(page.path, old)

  const views = new Map<UntrustedText, ViewCounts>()
  for (const [sitePath, owner] of owners) views.set(owner, add(views.get(owner), byPath.get(sitePath)))
  return views
}

/** A copy has the path of its original as its previous one, but none of its readers. */
function isNew({ status }: RepositoryFile): boolean {
  return status === 'added' || status === 'copied'
}

function listOldPaths(file: RepositoryFile): UntrustedText[] {
  return file.previousPath === undefined || isNew(file) ? [] : [file.previousPath]
}

/** `/docs/guides/a` for the file `docs/guides/a.mdx`; empty for a file that isn't a page. */
function findName(path: UntrustedText): string {
  const [, name = ''] = /^(.*[^/])\.mdx?$/isu.exec(`/${readUntrustedText(path).normalize('NFC')}`) ?? []
  return name.includes('/snippets/') ? '' : name
}

/** The path on the site, without the folder that holds the site; empty for a name that isn't in it. */
function toSitePath(name: string, folder: string): string {
  if (!name.startsWith(`${folder}/`)) return ''
  return name.slice(folder.length).replace(/\/index$/u, '') || '/'
}

/**
 * The folder that holds the site in its repository: the one under which most pages are found. In doubt it is none, so
 * that the pages of a language or of a version (`/es`) never pass for others.
 * @param pages each with the names that it has and had
 * @returns such as `/docs`; empty for the repository's own root
 */
function findSiteFolder(pages: readonly string[][], byPath: ReadonlyMap<string, unknown>): string {
  const onSite = new Set(Array.from(byPath.keys(), (path) => path.split('/')[1]))
  const mayHoldSite = (folder: string) => !folder.split('/').some((name) => name !== '' && onSite.has(name))
  const isFound = (name: string, folder: string) => {
    const path = toSitePath(name, folder)
    // Every site has a first page, so the index of a folder further down says little.
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

/** None, `/docs` and `/docs/guides` for `/docs/guides/a`. */
function listFolders(name: string): string[] {
  return Array.from(name.matchAll(/\//gu), ({ index }) => name.slice(0, index))
}

function add(one: ViewCounts | undefined, other: ViewCounts | undefined): ViewCounts {
  const sum = (field: keyof ViewCounts) => (one?.[field] ?? 0) + (other?.[field] ?? 0)
  return { human: sum('human'), ai: sum('ai'), total: sum('total') }
}
