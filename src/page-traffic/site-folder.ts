import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/github.ts'
import type { RepositoryPlace } from '../github/pull-request-url.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

export type SiteFolder = NonNullable<ReturnType<typeof findSiteFolder>>

/** Finds the folder of the site in a base commit, if it is certain. `problem`: why the commit couldn't be read. */
export async function fetchSiteFolder(
  { github, signal }: { github: Pick<GitHub, 'fetchTree'>; signal: AbortSignal },
  place: RepositoryPlace | undefined,
  sha: string | undefined,
) {
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

/**
 * The topmost folder with a configuration, such as `docs/`, or empty for the root; and all files of the repository.
 * @returns undefined if there are several side by side, or none
 */
export function findSiteFolder(files: readonly UntrustedText[]) {
  const folders = files.flatMap((file) => /^(|.*\/)(?:docs|mint)\.json$/su.exec(readUntrustedText(file))?.[1] ?? [])
  const [path] = folders.toSorted((a, b) => a.length - b.length)
  return path !== undefined && folders.every((folder) => folder.startsWith(path)) ? { path, files } : undefined
}
