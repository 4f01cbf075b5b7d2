import { formatCount } from '../../formatting/numbers.ts'
import type { Account } from '../../github/account.ts'
import type { Commit } from '../../github/commits.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { PullRequestEntry } from '../../github/pull-request-list.ts'
import type { RepositoryPlace } from '../../github/pull-request-url.ts'
import { CancelledError } from '../../runner/cancellation.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

const MAXIMUM_COMMITS = 100
/** A workflow's token has 1,000 requests per hour, for all runs of its repository. */
const MAXIMUM_PULL_REQUESTS = 500
const MAXIMUM_FAILURES = 3

/** Which pull requests were merged without edits. */
export interface Edits {
  /** By number; a pull request that isn't here isn't known. */
  isWithoutEdits: Map<number, boolean>
  /** What couldn't be read, in sentences. */
  notes: string[]
}

/**
 * Reads the commits of merged pull requests, with a request for each (two for over 100 commits), until three have
 * failed, or the run is canceled.
 * @param merged those that matter most come first
 */
export async function fetchEdits(
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
  place: RepositoryPlace,
  merged: readonly PullRequestEntry[],
): Promise<Edits> {
  const isWithoutEdits = new Map<number, boolean>()
  const failures: Error[] = []
  for (const { number } of merged.slice(0, MAXIMUM_PULL_REQUESTS)) {
    if (failures.length >= MAXIMUM_FAILURES) break
    try {
      const commits = await github.fetchPullRequestCommits({ ...place, number }, MAXIMUM_COMMITS + 1)
      const found = isWithoutPeople(commits)
      if (found !== undefined) isWithoutEdits.set(number, found)
    } catch (error) {
      if (!(error instanceof GitHubError || error instanceof CancelledError)) throw error
      failures.push(error)
    }
  }
  const unread = merged.length - isWithoutEdits.size
  const why = failures[0]?.message ?? 'The action reads up to 500 pull requests, with up to 100 commits each.'
  const note = `Edits aren't known for ${formatCount(unread, 'merged pull request')}. ${why}`
  return { isWithoutEdits, notes: unread > 0 ? [note] : [] }
}

/**
 * Whether bots wrote all commits of a pull request: each has an account as author, and no person as author, committer
 * or co-author. Merges of the base branch don't count.
 * @returns undefined if there are none, or too many to read
 */
export function isWithoutPeople(commits: readonly Commit[]): boolean | undefined {
  if (commits.length === 0 || commits.length > MAXIMUM_COMMITS) return undefined
  const own = commits.filter(({ parents }) => parents.length < 2)
  return own.every(({ author, committer, coAuthors = [] }) => {
    const isAuthorBot = author.id !== undefined && !isPerson(author)
    // GitHub commits for the author.
    const isCommitterPerson = committer !== undefined && committer.login !== 'web-flow' && isPerson(committer)
    return isAuthorBot && !isCommitterPerson && coAuthors.every(isAddressOfBot)
  })
}

/** An account that isn't a bot. */
function isPerson({ id, type }: Account): boolean {
  return id !== undefined && type !== 'Bot'
}

/**
 * Whether the login in a noreply address is that of a bot. `Copilot` is the only one without `[bot]`.
 * https://docs.github.com/account-and-profile/reference/email-addresses-reference#your-noreply-email-address
 */
function isAddressOfBot(address: UntrustedText): boolean {
  return /(?:\[bot\]|^\d+\+Copilot)@users\.noreply\.github\.com$/iu.test(readUntrustedText(address))
}
