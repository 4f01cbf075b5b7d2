import { explain } from '../runner/action-error.ts'
import type { ChangedFile } from './changes/changes.ts'
import { parseFile } from './changes/files.ts'
import type { Connected } from './context.ts'

/** A documentation pull request on this GitHub server, as it is now. */
export interface PullRequest {
  url: URL
  title: string
  state: 'open' | 'closed' | 'merged'
  headSha: string
  fileCount: number
}

/** A file that it changes. */
export type DocumentationFile = Pick<ChangedFile, 'path' | 'additions' | 'deletions'>

/** The owner, name and number in the URL of a pull request on this server; undefined for any other. */
export function locatePullRequest(
  url: URL,
  serverUrl: URL,
): { owner: string; repo: string; pull_number: number } | undefined {
  const prefix = serverUrl.pathname.replace(/\/$/u, '')
  const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : ''
  const [, owner, repo, number] = /^\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})\/?$/u.exec(path) ?? []
  if (url.origin !== serverUrl.origin || owner === undefined || repo === undefined) return undefined
  return { owner, repo, pull_number: Number(number) }
}

/** The number at the end of a link to a pull request, or a merge request; undefined if there is none. */
export function parsePullRequestNumber(url: URL): number | undefined {
  const [, number] = /\/(?:pull|pulls|merge_requests|pull-requests)\/(\d{1,10})\/?$/u.exec(url.pathname) ?? []
  return number === undefined ? undefined : Number(number)
}

/**
 * Reads a pull request.
 * @returns undefined if it isn't on this server
 * @throws ActionError if it can't be read
 */
export async function fetchPullRequest({ run, github }: Connected, url: URL): Promise<PullRequest | undefined> {
  const place = locatePullRequest(url, run.serverUrl)
  if (place === undefined) return undefined
  const { data } = await github.rest.pulls.get(place).catch(explain(`Couldn't read the pull request ${url.href}`))
  return {
    url,
    title: data.title,
    state: data.merged ? 'merged' : data.state,
    headSha: data.head.sha,
    fileCount: data.changed_files,
  }
}

/** The first hundred files that a pull request on this server changes. @throws ActionError if they can't be read */
export async function listFiles({ run, github }: Connected, url: URL): Promise<DocumentationFile[]> {
  const place = locatePullRequest(url, run.serverUrl)
  if (place === undefined) return []
  const { data } = await github.rest.pulls
    .listFiles({ ...place, per_page: 100 })
    .catch(explain(`Couldn't list the files of ${url.href}`))
  return data.map(parseFile)
}
