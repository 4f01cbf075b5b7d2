/** `owner/name#7` for a pull request on GitHub, the URL for anything else. */
export function nameOf(pullRequest: URL): string {
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/(\d+)\/?$/u.exec(pullRequest.pathname) ?? []
  return repository === undefined ? pullRequest.href : `${repository}#${number}`
}
