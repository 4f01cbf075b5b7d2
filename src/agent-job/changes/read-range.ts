import type { AssociatedPullRequest } from '../../github/associated-pull-requests.ts'
import type { ChangedFiles, CommitComparison } from '../../github/changes.ts'
import type { Commit } from '../../github/commits.ts'
import type { GitHub } from '../../github/github.ts'
import { isSameRepository } from '../../github/requests.ts'
import type { ChangedCommit, ChangedPullRequest, Range } from './changes.ts'

/** What came with the commits of a range, whether it counts or not. */
export interface Brought {
  /** Absent for a pull request that is no range. */
  range?: Range
  /** The last merged first. */
  pullRequests: ChangedPullRequest[]
  /** Those that came without a pull request, the newest first. Merges aren't among them: their commits are. */
  commits: ChangedCommit[]
  unlistedCommits: number
  times?: [oldest: string, newest: string]
  /** The files of the whole range, of which GitHub lists up to 300. */
  changed?: ChangedFiles | undefined
}

/** What came with the commits that an event is about, and what couldn't be read of it. */
export interface BroughtByEvent {
  /** Absent where the event has no range, or there is nothing to compare with. */
  brought?: Brought
  /** Sentences for people. */
  gaps: readonly string[]
  /** Why a release or a push has no changes, in sentences. */
  note?: string
}

export interface RangeReads {
  github: Pick<GitHub, 'fetchAssociatedPullRequests'>
  /** `owner/name` */
  repository: string
  /** Waits for GitHub, which may need a moment to relate the commits of a push; absent for other ranges. */
  pause?: (() => Promise<void>) | undefined
}

/**
 * Finds which pull requests brought the commits of a comparison.
 * @throws GitHubError: without this relation, nothing is known of what may be told
 */
export async function readRange(range: Range, comparison: CommitComparison, reads: RangeReads): Promise<Brought> {
  const { commits, commitCount, changed } = comparison
  const times = findTimes(commits, range)
  // A merge tells nothing of its own: its commits say which pull request brought them.
  const single = commits.filter(({ parents }) => parents.length < 2)
  const relations = await relate(single, reads)
  return {
    range,
    ...attribute(single, relations),
    unlistedCommits: commitCount - commits.length,
    ...(times && { times }),
    changed,
  }
}

type Relations = ReadonlyMap<string, readonly AssociatedPullRequest[]>

/** The merged pull requests of this repository by commit, the first merged first. */
async function relate(commits: readonly Commit[], { github, repository, pause }: RangeReads): Promise<Relations> {
  const relations = await fetchMerged(commits)
  const without = commits.filter(({ sha }) => !relations.get(sha)?.length)
  if (pause === undefined || without.length === 0) return relations
  await pause()
  return new Map([...relations, ...(await fetchMerged(without))])

  async function fetchMerged(asked: readonly Commit[]): Promise<Relations> {
    const found = await github.fetchAssociatedPullRequests(asked.flatMap(({ nodeId }) => nodeId ?? []))
    return new Map([...found].map(([sha, pullRequests]) => [sha, selectMerged(pullRequests, repository)]))
  }
}

/** A fork's commits are also related to pull requests of its parent, and others to pull requests that are open. */
function selectMerged(pullRequests: readonly AssociatedPullRequest[], repository: string): AssociatedPullRequest[] {
  return pullRequests
    .filter((each) => each.mergedAt !== undefined && isSameRepository(each.repository ?? '', repository))
    .toSorted((a, b) => compareTimes(a.mergedAt, b.mergedAt))
}

/** Gives each commit to the pull request that was merged first: its title and labels are the reason of the change. */
function attribute(commits: readonly Commit[], relations: Relations): Pick<Brought, 'pullRequests' | 'commits'> {
  const own = new Map<number, { pullRequest: AssociatedPullRequest; commits: string[] }>()
  const without: ChangedCommit[] = []
  // Pull requests with commits of one that was merged earlier, such as a merge of `develop`.
  const merging = new Set<number>()
  for (const { sha, subject, author } of commits) {
    const [pullRequest, ...later] = relations.get(sha) ?? []
    for (const { number } of later) merging.add(number)
    if (pullRequest === undefined) without.unshift({ kind: 'commit', sha, subject, author: author.login })
    else if (own.get(pullRequest.number)?.commits.push(sha) === undefined)
      own.set(pullRequest.number, { pullRequest, commits: [sha] })
  }
  // Of those that were merged in the same second, the later one in the range comes first.
  const newest = [...own.values()]
    .reverse()
    .sort((a, b) => compareTimes(b.pullRequest.mergedAt, a.pullRequest.mergedAt))
  const pullRequests = newest.map(({ pullRequest, commits: shas }): ChangedPullRequest => {
    const { number, title, url, author, labels } = pullRequest
    const ownCommits = merging.has(number) ? shas : undefined
    return { kind: 'pull request', number, title, url, author: author.login, labels, ownCommits }
  })
  return { pullRequests, commits: without }
}

/** When the oldest and the newest commit came to the branch, of those that are listed. */
function findTimes(commits: readonly Commit[], { base }: Range): [string, string] | undefined {
  const first = commits.find(({ parents: [parent] }) => parent === base) ?? commits[0]
  const times = [first?.committedAt ?? '', commits.at(-1)?.committedAt ?? '']
  const [oldest = '', newest = ''] = times.toSorted(compareTimes)
  return Date.parse(oldest) > 0 ? [oldest, newest] : undefined
}

/** ISO 8601, in UTC, without fractions: the order of the texts. */
function compareTimes(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b)
}
