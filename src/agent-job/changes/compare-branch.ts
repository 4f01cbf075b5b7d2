import { toDay } from '../../formatting/dates.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Log } from '../../runner/log.ts'
import { beginAtMergeBase, type ComparedRange } from './find-range.ts'

/** Where a range begins: at a commit, as long as GitHub knows it, or else at a moment. */
export interface Start {
  base: string | undefined
  /** In milliseconds since 1970. */
  sinceMs: number
  isLastRun: boolean
  /** Why there: the end of the sentence "Starts …". */
  reason: string
}

/** A range of a branch, and why it begins there. */
export type BranchRange = ComparedRange & Pick<Start, 'reason'>

type Reads = Pick<GitHub, 'fetchComparison' | 'fetchCommitsSince'>

const MAXIMUM_LISTED_COMMITS = 1_000

const CUT = 'at the oldest of the last 1,000 commits'

/**
 * The commits of a branch from `start` up to the run's commit. Of a branch that was force-pushed, it begins where both
 * lines are one.
 * @returns `reason` is that of `start` unless the range begins at another commit
 * @throws GitHubError
 */
export async function compareBranch(
  start: Start,
  head: string,
  github: Reads,
  { notice }: Pick<Log, 'notice'>,
): Promise<BranchRange> {
  const found = await compareKnown(start.base, head, github)
  if (found === undefined) {
    if (start.isLastRun) {
      const text = `The changes since ${toDay(start.sinceMs)} are included. For more, run it once with \`since: <n>d\`.`
      notice("Couldn't find where the previous run ended", text)
    }
    const { base, isCut } = await findCommit(start.sinceMs, head, github, notice)
    const comparison = await github.fetchComparison(base, head)
    const gone = `on ${toDay(start.sinceMs)}, because GitHub no longer has the commit where it would start`
    const reason = start.base === undefined ? start.reason : gone
    // How many older ones there are isn't known.
    const commitCount = isCut ? Number.POSITIVE_INFINITY : comparison.commitCount
    return { range: { base, head }, comparison: { ...comparison, commitCount }, reason: isCut ? CUT : reason }
  }
  const begun = beginAtMergeBase(found, notice)
  return { ...begun, reason: begun === found ? start.reason : 'before the commits that a force push replaced' }
}

/** @returns undefined if GitHub has no such commit anymore, or it shares nothing with the branch */
async function compareKnown(base: string | undefined, head: string, github: Reads): Promise<ComparedRange | undefined> {
  if (base === undefined) return undefined
  try {
    return { range: { base, head }, comparison: await github.fetchComparison(base, head) }
  } catch (error) {
    if (!(error instanceof GitHubError) || !error.isGone) throw error
    return undefined
  }
}

/**
 * The newest commit before a moment on the first-parent line of the branch; its first one, where that is younger. The
 * dates of other lines are those of commits that came later.
 */
async function findCommit(
  sinceMs: number,
  head: string,
  github: Reads,
  notice: Log['notice'],
): Promise<{ base: string; isCut: boolean }> {
  const since = new Date(sinceMs).toISOString().replace(/\.\d+/u, '')
  const listed = await github.fetchCommitsSince(head, since)
  const isCut = listed.length >= MAXIMUM_LISTED_COMMITS
  if (isCut) notice('Not all changes are included', `Only the last ${MAXIMUM_LISTED_COMMITS} commits are read.`)
  const firstParents = new Map(listed.map(({ sha, parents: [first] }) => [sha, first]))
  let commit = head
  // Each commit once: a history has no circles.
  for (const _ of listed) commit = firstParents.get(commit) ?? commit
  return { base: commit, isCut }
}
