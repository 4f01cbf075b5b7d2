import type { UntrustedText } from '../untrusted/text.ts'
import { type Account, isListed } from './account.ts'
import type { Commit } from './commits.ts'
import { GitHubError } from './errors.ts'
import type { GitHub } from './github.ts'
import type { PullRequestPlace } from './pull-request-url.ts'
import type { PullRequestFacts } from './pull-requests.ts'

/** Other people have written in a pull request, or may have. */
export interface OtherAuthors {
  reason: 'commits' | 'too-many-commits' | 'unreadable'
  failure?: GitHubError
}

/**
 * Finds commits in a pull request that are neither by the author of the first one, nor by an app or one of
 * `ignoreAuthors`. A merge of the base branch with GitHub's own button doesn't count.
 * @returns undefined if there are no such commits
 * @throws the signal's reason on a cancelled run
 */
export async function findOtherAuthors(
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
  place: PullRequestPlace,
  { commitCount }: Pick<PullRequestFacts, 'commitCount'>,
  { ignoreAuthors, maximumCommits }: { ignoreAuthors: readonly string[]; maximumCommits: number },
): Promise<OtherAuthors | undefined> {
  const tooMany: OtherAuthors = { reason: 'too-many-commits' }
  if (commitCount !== undefined && commitCount > maximumCommits) return tooMany
  try {
    const commits = await github.fetchPullRequestCommits(place, maximumCommits)
    // GitHub may have more commits than a full list shows.
    if (commits.length >= maximumCommits && commits.length !== commitCount) return tooMany
    if (commits.length < (commitCount || 1)) return { reason: 'unreadable' }
    return hasOthers(commits, ignoreAuthors) ? { reason: 'commits' } : undefined
  } catch (failure) {
    if (!(failure instanceof GitHubError)) throw failure
    return { reason: 'unreadable', failure }
  }
}

/** Whether an app or one of `ignoreAuthors` opened a pull request. */
export function isByApp({ author }: Pick<PullRequestFacts, 'author'>, ignoreAuthors: readonly string[]): boolean {
  return author !== undefined && isApp(author, ignoreAuthors)
}

function isApp({ type, login }: Account, ignoreAuthors: readonly string[]): boolean {
  return type === 'Bot' || isListed(login, ignoreAuthors)
}

function hasOthers(commits: readonly Commit[], ignoreAuthors: readonly string[]): boolean {
  const written = commits.filter(({ parents, committer }) => parents.length !== 2 || committer !== 'web-flow')
  const author = written[0] && identify(written[0])
  return written.some(
    (commit) => (author === undefined || identify(commit) !== author) && !isApp(commit.author, ignoreAuthors),
  )
}

/** The account, or else the address. */
function identify({ author, email }: Commit): number | UntrustedText | undefined {
  return author.id ?? email
}
