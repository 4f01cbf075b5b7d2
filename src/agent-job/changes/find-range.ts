import type { CommitComparison, ListedRelease } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { quoteInOneLine } from '../../untrusted/escape.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { Range } from './changes.ts'

/** A range, and what GitHub says of it. */
export interface ComparedRange {
  range: Range
  comparison: CommitComparison
}

/** Reports why there is nothing to compare, or that it can't be read. A title has no period. */
export type RangeNotes = Record<'notice' | 'gap', (title: string, text: string) => void>

type Reads = Pick<GitHub, 'fetchComparison' | 'fetchReleases'>

const UNKNOWN = "Couldn't determine what changed"

/**
 * The commits of a push.
 * @returns why they aren't known, in sentences, where GitHub doesn't find a commit, or the two share nothing
 * @throws GitHubError, also where the token can't see the repository
 */
export async function comparePush(
  { base, head }: Range,
  github: Pick<GitHub, 'fetchComparison' | 'fetchRepository'>,
  { notice }: Pick<RangeNotes, 'notice'>,
): Promise<ComparedRange | string> {
  try {
    return beginAtMergeBase({ range: { base, head }, comparison: await github.fetchComparison(base, head) }, notice)
  } catch (error) {
    if (!isNotFound(error)) throw error
    // GitHub answers 404 also where the token can't see the repository. Then this fails, too.
    await github.fetchRepository()
    return `${UNKNOWN}. ${error.message} To document recent changes, run the workflow with \`since\`.`
  }
}

/** The range itself; of a branch that was force-pushed, from where both lines are one, with a notice. */
export function beginAtMergeBase(found: ComparedRange, notice: RangeNotes['notice']): ComparedRange {
  const { range, comparison } = found
  const { status, mergeBase } = comparison
  if (status !== 'diverged' || mergeBase === undefined) return found
  const text = `It no longer contains ${range.base}. The changes since ${mergeBase} are included.`
  notice('The branch was force-pushed', text)
  return { range: { ...range, base: mergeBase }, comparison }
}

/** As an event has it. Times are in ISO 8601. */
export interface ComparedRelease {
  id: number | undefined
  tag?: UntrustedText
  isPrerelease: boolean
  publishedAt?: string
}

/** The newest release may belong to another major version, which this one doesn't build on. */
const MAXIMUM_TRIES = 20

/**
 * The commits since the newest published release before this one that is its ancestor.
 * @returns why nothing has changed, in a sentence; undefined where there is nothing to compare with, which `notes`
 * reports
 * @throws GitHubError
 */
export async function compareRelease(
  release: ComparedRelease,
  github: Reads,
  notes: RangeNotes,
): Promise<ComparedRange | string | undefined> {
  const head = release.tag === undefined ? undefined : readUntrustedText(release.tag)
  const isEnough = (found: readonly ListedRelease[]) => listBefore(release, found).length >= MAXIMUM_TRIES
  const releases = await github.fetchReleases(isEnough)
  const previous = listBefore(release, releases).slice(0, MAXIMUM_TRIES)
  let failure: GitHubError | undefined
  for (const { tag } of previous) {
    if (head === undefined) break
    try {
      const base = readUntrustedText(tag)
      const comparison = await github.fetchComparison(base, head)
      if (comparison.status === 'ahead') return { range: { base, head }, comparison }
      // An older release would show changes again that the previous one has brought.
      if (comparison.status === 'identical')
        return `Nothing has changed since the previous release, ${quoteInOneLine(tag)}.`
    } catch (error) {
      // The tag of one release may be gone.
      if (!isNotFound(error)) throw error
      failure = error
    }
  }
  if (failure !== undefined)
    return void notes.gap(`${UNKNOWN}: a previous release couldn't be compared`, failure.message)
  if (previous.length === 0) return void notes.notice('No changes to show', describeFirst(release, releases))
  const title = `${UNKNOWN}: no previous release is an ancestor of this one`
  return void notes.gap(title, `The latest ${previous.length} published releases were compared.`)
}

function describeFirst({ isPrerelease }: ComparedRelease, releases: readonly ListedRelease[]): string {
  const isAfterPrerelease = !isPrerelease && releases.some((each) => each.isPrerelease)
  return `This is the first published release${isAfterPrerelease ? " that isn't a prerelease" : ''}.`
}

/** The published releases before `release`, newest first; prereleases only if `release` is one. */
function listBefore(release: ComparedRelease, releases: readonly ListedRelease[]): ListedRelease[] {
  const publishedAt = release.publishedAt ?? releases.find(({ id }) => id === release.id)?.publishedAt
  const previous = releases.filter(
    (each) =>
      !each.isDraft &&
      each.id !== release.id &&
      each.tag !== release.tag &&
      (!each.isPrerelease || release.isPrerelease) &&
      each.publishedAt !== undefined &&
      (publishedAt === undefined || each.publishedAt < publishedAt),
  )
  return previous.toSorted((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))
}

function isNotFound(error: unknown): error is GitHubError {
  return error instanceof GitHubError && error.status === 404
}
