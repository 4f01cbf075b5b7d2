import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/github.ts'
import type { RepositoryPlace } from '../github/pull-request-url.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** The folder of a site in a repository. */
export interface SiteFolder {
  /** Such as `docs/`; empty for the root. */
  path: string
  /** All files of the repository. */
  files: readonly UntrustedText[]
}

/** Finds the folder of the site in a base commit, if it is certain. `problem`: why the commit couldn't be read. */
export async function fetchSiteFolder(
  { github, signal }: { github: Pick<GitHub, 'fetchTree'>; signal: AbortSignal },
  place: RepositoryPlace | undefined,
  sha: string | undefined,
): Promise<{ folder?: SiteFolder | undefined; problem?: string }> {
  if (place === undefined || sha === undefined) return {}
  try {
    return { folder: findSiteFolder(await github.fetchTree(place, sha)) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    const hint = error.isTransient ? error.hint : 'The token in `github-token` needs `contents: read` there.'
    return { problem: `Views may be missing for some pages. ${error.what} ${hint}` }
  }
}

/** The topmost folder with a configuration; undefined if there are several side by side, or none. */
export function findSiteFolder(files: readonly UntrustedText[]): SiteFolder | undefined {
  const folders = files.flatMap((file) => /^(|.*\/)(?:docs|mint)\.json$/su.exec(readUntrustedText(file))?.[1] ?? [])
  const [path] = folders.toSorted((a, b) => a.length - b.length)
  return path !== undefined && folders.every((folder) => folder.startsWith(path)) ? { path, files } : undefined
}
