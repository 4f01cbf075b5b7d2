import { GitHubError } from '../../github/errors.ts'
import type { PullRequests } from '../../github/pull-requests.ts'
import type { Log } from '../../runner/log.ts'
import type { Trigger } from './trigger.ts'

/**
 * Finds out whether one of `ignoreAuthors` caused an event without a command. Documenting the agent's own merges would
 * never end.
 * @param github undefined when there is no token
 * @returns why the run is to end, or undefined
 */
export async function findLoop(
  { thread, release, push }: Pick<Trigger, 'thread' | 'release' | 'push'>,
  ignoreAuthors: readonly string[],
  github: Pick<PullRequests, 'listPullRequestsOfCommit'> | undefined,
  log: Pick<Log, 'warning'>,
): Promise<string | undefined> {
  const isIgnored = (login: string | undefined): login is string =>
    login !== undefined && ignoreAuthors.some((author) => author.toLowerCase() === login.toLowerCase())

  if (isIgnored(thread?.author)) return explain(`the ${thread.kind}`, thread.author)
  if (isIgnored(release?.author)) return explain('the release', release.author)
  if (push === undefined || ignoreAuthors.length === 0) return undefined
  const [first] = push.authors
  if (isIgnored(first) && push.authors.every(isIgnored)) return explain('all commits of the push', first)
  const pull = (await readPulls(push.headSha, github, log)).find(({ author }) => isIgnored(author))
  return pull?.author === undefined
    ? undefined
    : explain(`pull request #${pull.number}, which the push belongs to`, pull.author)
}

function explain(what: string, login: string): string {
  return `"${login}" wrote ${what}, and is listed in ignore-authors.`
}

async function readPulls(
  sha: string | undefined,
  github: Pick<PullRequests, 'listPullRequestsOfCommit'> | undefined,
  log: Pick<Log, 'warning'>,
): ReturnType<PullRequests['listPullRequestsOfCommit']> {
  if (sha === undefined || github === undefined) return []
  try {
    return await github.listPullRequestsOfCommit(sha)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    log.warning('The author of the push is not checked', error.message)
    return []
  }
}
