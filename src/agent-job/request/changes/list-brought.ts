import { isListed } from '../../../github/account.ts'
import type { ChangedFiles } from '../../../github/changes.ts'
import type { Commit } from '../../../github/commits.ts'
import { GitHubError } from '../../../github/errors.ts'
import type { GitHub } from '../../../github/github.ts'
import type { ListedPullRequest } from '../../../github/pull-requests.ts'
import { readUntrustedText } from '../../../untrusted/text.ts'

/** One merged pull request, or one commit that came without. */
export interface Unit {
  pullRequest?: ListedPullRequest
  /** Of those that are listed. */
  commits: Commit[]
  isLeftOut: boolean
  /** The files that it changed; undefined if they weren't read. */
  changed?: ChangedFiles | undefined
}

/** GitHub lists no more commits of a pull request. */
export const MAXIMUM_COMMITS = 250

type Commits = ReadonlyMap<string, Commit>

/**
 * Divides the commits of a range into those that each merged pull request brought, and those that came without.
 * A squash brought one; a merge commit what its other parents have; a rebase as many as the pull request has.
 * @param isOut whether a pull request is left out; without one, the author of a commit decides
 */
export async function listBrought(
  commits: readonly Commit[],
  pullRequests: readonly ListedPullRequest[],
  isOut: (pullRequest: ListedPullRequest) => boolean,
  ignoreAuthors: readonly string[],
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
): Promise<Unit[]> {
  const free = new Map(commits.map((commit) => [commit.sha, commit]))
  const units: Unit[] = []
  const ends = new Set(pullRequests.map(({ mergeCommit }) => mergeCommit))
  // A merge commit's side may hold merges of other pull requests: the oldest takes its own first.
  for (const pullRequest of pullRequests.toSorted(byMerge)) {
    const last = free.get(pullRequest.mergeCommit ?? '')
    const found = last ? await findCommits(last, free, ends, pullRequest, github) : []
    for (const { sha } of found) free.delete(sha)
    units.push({ pullRequest, commits: found, isLeftOut: isOut(pullRequest) })
  }
  const all = new Map(commits.map((commit) => [commit.sha, commit]))
  const out = new Set(units.flatMap((unit) => (unit.isLeftOut ? unit.commits : [])))
  // Oldest first, so that a merge comes after what it merged.
  for (const commit of free.values()) {
    const merged = listReachable(commit.parents.slice(1), all)
    const isByIgnored = isListed(commit.author.login, ignoreAuthors)
    const isLeftOut = merged.length > 0 ? merged.every((each) => out.has(each)) : isByIgnored
    if (isLeftOut) out.add(commit)
    units.push({ commits: [commit], isLeftOut })
  }
  return units
}

function byMerge(a: ListedPullRequest, b: ListedPullRequest): number {
  return (a.mergedAt ?? '') < (b.mergedAt ?? '') ? -1 : 1
}

async function findCommits(
  last: Commit,
  free: Commits,
  ends: ReadonlySet<string | undefined>,
  { number }: ListedPullRequest,
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
): Promise<Commit[]> {
  const [first = '', ...others] = last.parents
  if (others.length > 0) {
    const before = listReachable([first], free)
    return [last, ...listReachable(others, free).filter((commit) => !before.includes(commit))]
  }
  // GitHub makes the commit of a squash. Of a rebase, the previous commits may be of the same pull request.
  const previous = free.get(first)
  if (previous === undefined || ends.has(first) || last.committer?.login === 'web-flow') return [last]
  const written = await github.fetchPullRequestCommits({ number }, MAXIMUM_COMMITS).catch(toUnread)
  return matchRebased(last, written?.toReversed() ?? [], free)
}

/** For what decides only what is left out. @throws any error but GitHub's */
export function toUnread(error: unknown): undefined {
  if (!(error instanceof GitHubError)) throw error
}

/** Rebased commits have other IDs, and the same first lines in the same order. */
function matchRebased(last: Commit, written: readonly Commit[], free: Commits): Commit[] {
  const found: Commit[] = []
  let commit: Commit | undefined = last
  for (const { subject } of written) {
    if (commit === undefined || readUntrustedText(commit.subject) !== readUntrustedText(subject)) break
    found.push(commit)
    commit = free.get(commit.parents[0] ?? '')
  }
  return found.length === written.length && found.length > 0 ? found : [last]
}

/** The commits of the range that these have as ancestors, with themselves. */
function listReachable(from: readonly string[], commits: Commits): Commit[] {
  const found = new Set<Commit>()
  const open = [...from]
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = commits.get(sha)
    if (commit === undefined || found.has(commit)) continue
    found.add(commit)
    open.push(...commit.parents)
  }
  return [...found]
}
