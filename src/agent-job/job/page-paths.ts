import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/**
 * Finds the pages of a site that files in its repository make.
 * @param files paths in the repository; a file that is no Markdown makes no page
 * @param paths of the site, as the analytics name them
 * @returns those of `paths` that a file belongs to, in the order of `paths`
 */
export function findPages(files: readonly UntrustedText[], paths: readonly UntrustedText[]): UntrustedText[] {
  const known = new Set(paths.map(normalizePath))
  const found = new Set(files.map((file) => findPath(readUntrustedText(file), known)))
  return paths.filter((path) => found.has(normalizePath(path)))
}

/** The path of one file; undefined when none fits, or several do. */
function findPath(file: string, known: ReadonlySet<string>): string | undefined {
  const [, name] = /^(.+)\.mdx?$/iu.exec(`/${file}`) ?? []
  if (name === undefined) return undefined
  const path = removeIndex(name)
  if (known.has(path)) return path
  const fitting = listWithoutFolders(name).filter((candidate) => known.has(candidate))
  return fitting.length === 1 ? fitting[0] : undefined
}

/**
 * `/docs/guides/a` without one or more folders at its start: `/guides/a` and `/a`. The folders that hold the site in its
 * repository are no part of its paths, and nothing says which those are.
 */
function listWithoutFolders(name: string): string[] {
  const names = name.split('/').slice(1)
  const shorter = names.slice(1).map((_, index) => removeIndex(`/${names.slice(index + 1).join('/')}`))
  // The index of a folder further down is hardly ever the first page of the site.
  return names.length > 2 ? shorter.filter((path) => path !== '/') : shorter
}

function removeIndex(name: string): string {
  return name.replace(/\/index$/u, '') || '/'
}

/** Visitors ask for a page with and without a slash at its end. */
function normalizePath(path: UntrustedText): string {
  return readUntrustedText(path).replace(/(?<=.)\/$/u, '')
}
