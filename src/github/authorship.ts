import { type Account, isListed } from './account.ts'
import type { Commit } from './commits.ts'
import type { GitHub } from './github.ts'
import type { PullRequestPlace } from './pull-request-url.ts'
import type { PullRequestFacts } from './pull-requests.ts'

/** Whether a person is author or committer of a commit that isn't a merge; undefined if commits are missing. */
export async function hasCommitByPerson(
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
  place: PullRequestPlace,
  { commitCount }: Pick<PullRequestFacts, 'commitCount'>,
  { ignoreAuthors, maximumCommits }: { ignoreAuthors: readonly string[]; maximumCommits: number },
): Promise<boolean | undefined> {
  const commits = await github.fetchPullRequestCommits(place, maximumCommits)
  const first = commits[0]?.email
  const isPerson = (account: Account, email: Commit['email']) =>
    account.id === undefined
      ? email === undefined || email !== first
      : account.type === 'User' && !isListed(account.login, ignoreAuthors)
  const isByPerson = commits
    .filter(({ parents }) => parents.length < 2)
    .some(({ author, email, committer = author, committerEmail }) => {
      // GitHub commits for the author.
      const isOther = committer.login !== 'web-flow' && (committer.id !== undefined || committerEmail !== undefined)
      return isPerson(author, email) || (isOther && isPerson(committer, committerEmail))
    })
  if (isByPerson) return true
  // GitHub may have more commits than a full list shows.
  const isWhole = commitCount === undefined ? commits.length < maximumCommits : commits.length === commitCount
  return isWhole && commits.length > 0 ? false : undefined
}

/** Whether an app or one of `ignoreAuthors` opened a pull request. */
export function isByApp({ author }: Pick<PullRequestFacts, 'author'>, ignoreAuthors: readonly string[]): boolean {
  return author !== undefined && (author.type === 'Bot' || isListed(author.login, ignoreAuthors))
}
