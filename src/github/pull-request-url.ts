export interface RepositoryPlace {
  owner: string
  repo: string
}

export interface PullRequestPlace extends RepositoryPlace {
  number: number
}

/** The place of a pull request whose URL has GitHub's form, on any host; undefined for any other URL. */
export function parsePullRequestUrl({ pathname }: URL): PullRequestPlace | undefined {
  const [, owner, repo, number] = /^\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,10})\/?$/u.exec(pathname) ?? []
  const isPlace = owner !== undefined && repo !== undefined && ![owner, repo].some((part) => /^\.+$/u.test(part))
  return isPlace ? { owner, repo, number: Number(number) } : undefined
}

/** The place of a pull request on the server at `serverUrl`; undefined for any other URL. */
export function locatePullRequest(url: URL, serverUrl: URL): PullRequestPlace | undefined {
  return url.host === serverUrl.host ? parsePullRequestUrl(url) : undefined
}

/** `owner/name#7` for a pull request, or else the URL. */
export function formatPullRequest(url: URL): string {
  const place = parsePullRequestUrl(url)
  return place === undefined ? url.href : `${place.owner}/${place.repo}#${place.number}`
}
