import type { CommitComparison } from '../../../github/changes.ts'
import type { Commit } from '../../../github/commits.ts'
import { GitHubError } from '../../../github/errors.ts'
import type { GitHub } from '../../../github/github.ts'
import { toDay } from '../../../reports/dates.ts'
import { formatCount } from '../../../reports/numbers.ts'
import type { Log } from '../../../runner/log.ts'
import type { ToldRange } from '../../claim/claim.ts'
import { type Counted, type CountReads, type Rules, selectCounting } from '../changes/what-counts.ts'

/** Where a range begins: at a commit, as long as GitHub knows it, or else at a moment. */
export interface Start {
  base: string | undefined
  sinceMs: number
  nowMs: number
  isLastRun: boolean
  /** The end of the sentence "It begins …". */
  reason: string
}

export type BranchChanges = Exclude<Awaited<ReturnType<typeof fetchBranchChanges>>, string>

/** What the prompt of a run covers; only the range, if an earlier attempt sent the prompt. */
export type Covered = Pick<BranchChanges, 'range'> & Partial<BranchChanges>

type Reads = CountReads & Pick<GitHub, 'fetchCommitsSince' | 'fetchClosedPullRequests'>

const MAXIMUM_LISTED_COMMITS = 500
const MAXIMUM_PULL_REQUESTS = 500
const LEFT_OUT_LABEL = 'no-docs'

/**
 * Reads what changed on the run's branch, from `start` up to the run's commit.
 * @returns the pull requests that count, the last merged first; `isByDate`: whether dates decide which those are, since
 * GitHub lists only a part of the commits; or a sentence if there's nothing to document
 * @throws GitHubError
 */
export async function fetchBranchChanges(
  start: Start,
  { ref, sha: head, ...names }: Record<'ref' | 'sha', string> & Omit<ToldRange, 'base' | 'head'>,
  rules: Omit<Rules, 'leftOutLabel'>,
  github: Reads,
  log: Pick<Log, 'notice'>,
) {
  const branch = ref.replace(/^refs\/heads\//u, '')
  const { base, comparison } = await compare(start, head, github, log)
  const { commits, commitCount } = comparison
  if (commitCount === 0) return `Nothing has changed on ${branch} since ${base.slice(0, 7)}.`
  const isByDate = commits.length < commitCount
  const days = findDays(commits, base, head)
  const ids = new Set(commits.map(({ sha }) => sha))
  const closed = await github.fetchClosedPullRequests(branch, MAXIMUM_PULL_REQUESTS)
  const merged = closed.filter(({ isMerged, mergeCommit = '', mergedAt = '' }) => {
    const isLate = isMerged && mergedAt !== '' && mergedAt >= (days?.[0] ?? '')
    return ids.has(mergeCommit) || (isLate && (isByDate || mergeCommit === ''))
  })
  const sorted = merged.toSorted((a, b) => ((a.mergedAt ?? '') < (b.mergedAt ?? '') ? 1 : -1))
  const counted = await selectCounting(comparison, sorted, { ...rules, leftOutLabel: LEFT_OUT_LABEL }, github, true)
  const { pullRequests, leftOut } = counted
  if (counted.commitCount === 0 && pullRequests.length === 0)
    return `All changes on ${branch} since ${base.slice(0, 7)} are left out: ${formatLeftOut(leftOut)}.`
  const range: ToldRange = { ...names, base, head }
  return { start, range, comparison: counted as CommitComparison, pullRequests, leftOut, isByDate, days }
}

async function compare(start: Start, head: string, github: Reads, { notice }: Pick<Log, 'notice'>) {
  let { base } = start
  let comparison = base === undefined ? undefined : await github.fetchComparison(base, head).catch(passOverGone)
  if (base === undefined || comparison === undefined) {
    const text = `The changes since ${toDay(start.sinceMs)} are included.`
    if (start.isLastRun) notice("Couldn't find where the previous run ended", text)
    base = await findCommit(start.sinceMs, head, github, notice)
    comparison = await github.fetchComparison(base, head)
  }
  const { status, mergeBase } = comparison
  if (status !== 'diverged' || mergeBase === undefined) return { base, comparison }
  const text = `It no longer contains ${base}. The changes since ${mergeBase} are included.`
  notice('The branch was force-pushed', text)
  return { base: mergeBase, comparison: await github.fetchComparison(mergeBase, head) }
}

/** What doesn't count, as a number: `2 pull requests`, or `3 commits` where none was by pull request. */
export function formatLeftOut({ pullRequests, commits }: Counted['leftOut']): string {
  return pullRequests > 0 ? formatCount(pullRequests, 'pull request') : formatCount(commits, 'commit')
}

function passOverGone(error: unknown): undefined {
  if (!(error instanceof GitHubError) || !error.isGone) throw error
}

/** The commit at which the branch was at a moment; its first one, where it is younger. */
async function findCommit(sinceMs: number, head: string, github: Reads, notice: Log['notice']) {
  const since = new Date(sinceMs).toISOString().replace(/\.\d+/u, '')
  const listed = await github.fetchCommitsSince(head, since)
  if (listed.length >= MAXIMUM_LISTED_COMMITS)
    notice('Not all changes are included', `Only the last ${MAXIMUM_LISTED_COMMITS} commits are read.`)
  const firstParents = new Map(listed.map(({ sha, parents: [first] }) => [sha, first]))
  let commit = head
  // Each commit once: a history has no circles.
  for (const _ of listed) commit = firstParents.get(commit) ?? commit
  return commit
}

/** When the oldest and the newest commit of the range came to the branch, of those that are listed. */
function findDays(commits: readonly Commit[], base: string, head: string): [string, string] | undefined {
  const first = commits.find(({ parents: [parent] }) => parent === base) ?? commits[0]
  const last = commits.find(({ sha }) => sha === head) ?? commits.at(-1)
  const [from = '', to = ''] = [first?.committedAt ?? '', last?.committedAt ?? ''].toSorted()
  return Date.parse(from) > 0 ? [from, to] : undefined
}
