import type { ChangedFile, Changes, CommitComparison, ListedRelease } from '../../../github/changes.ts'
import { GitHubError } from '../../../github/errors.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import type { Push, Release, Thread } from '../trigger.ts'

/** What changed by the pull request, push or release that a run is about. */
export interface WhatChanged {
  files: ChangedFile[]
  /** Whether these are all files. */
  isWhole: boolean
  /** First lines of commit messages, oldest first; none for a pull request. */
  commits: UntrustedText[]
  commitCount: number
}

/** What a run is about, as far as something changed in it. A push with a thread is that pull request. */
export interface ChangeSource {
  thread: Thread | undefined
  release: Release | undefined
  push: Push | undefined
}

/** Where it is said why something isn't in the prompt. */
export interface ChangeNotes {
  /** There is nothing of that kind. */
  notice(title: string, text: string): void
  /** It was asked for, and can't be read. `title` is a sentence without its period, in our own words. */
  gap(title: string, detail: string): void
}

/**
 * Reads what changed: by a release since the one before it, by a push, or by a pull request.
 * @returns undefined where there is nothing to compare with; `notes` has it
 * @throws GitHubError
 */
export async function fetchChanges(
  { thread, release, push }: ChangeSource,
  github: Changes,
  notes: ChangeNotes,
): Promise<WhatChanged | undefined> {
  if (release !== undefined) return await fetchReleaseChanges(release, github, notes)
  if (thread !== undefined) return await fetchPullRequestChanges(thread, push, github)
  return push && (await fetchPushChanges(push, github, notes))
}

const UNKNOWN = 'What changed is not known'

async function fetchPullRequestChanges(
  { number }: Thread,
  push: Push | undefined,
  github: Changes,
): Promise<WhatChanged> {
  const commits = (push?.commits ?? []).flatMap(({ subject }) => (subject === undefined ? [] : [subject]))
  return { ...(await github.fetchChangedFiles(number)), commits, commitCount: commits.length }
}

async function fetchPushChanges(
  { before, after, comparison }: Push,
  github: Changes,
  notes: ChangeNotes,
): Promise<WhatChanged | undefined> {
  if (comparison !== undefined) return toWhatChanged(comparison, notes)
  if (before === undefined || after === undefined) {
    const what = before === undefined ? 'made' : 'deleted'
    notes.gap(`${UNKNOWN}: the push ${what} a branch or tag`, 'There is no commit to compare with.')
    return undefined
  }
  try {
    return toWhatChanged(await github.fetchComparison(before, after), notes)
  } catch (error) {
    if (!isNotFound(error)) throw error
    notes.gap(
      `${UNKNOWN}: the commit before the push is gone`,
      `There is nothing to compare the push with: the commit is gone, as after a forced push, or the token may not read it. ${error.message}`,
    )
    return undefined
  }
}

/** Of a line of releases that is maintained beside a later one, the one before may not be the newest. */
const MAXIMUM_TRIES = 5

async function fetchReleaseChanges(
  release: Release,
  github: Changes,
  notes: ChangeNotes,
): Promise<WhatChanged | undefined> {
  const head = release.tag === undefined ? undefined : readUntrustedText(release.tag)
  const isEnough = (found: readonly ListedRelease[]) => listBefore(release, found).length >= MAXIMUM_TRIES
  const previous = listBefore(release, await github.fetchReleases(isEnough)).slice(0, MAXIMUM_TRIES)
  let failure: GitHubError | undefined
  for (const { tag } of previous) {
    if (head === undefined) break
    try {
      const compared = await github.fetchComparison(readUntrustedText(tag), head)
      if (compared.status === 'ahead') return toWhatChanged(compared, notes)
      // An older release would bring changes as new that this one has brought.
      if (compared.status === 'identical')
        return noteNothing('Nothing has changed since the previous release.', notes)
    } catch (error) {
      // The tag of one release may be gone.
      if (!isNotFound(error)) throw error
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  const reason =
    previous.length === 0
      ? 'This is the first published release.'
      : 'None of the latest published releases before this one is its ancestor.'
  return noteNothing(reason, notes)
}

function noteNothing(reason: string, notes: ChangeNotes): undefined {
  notes.notice('No changes to show', reason)
}

/** The published releases before `release`, newest first; prereleases only if `release` is one. */
function listBefore(release: Release, releases: readonly ListedRelease[]): ListedRelease[] {
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

function toWhatChanged({ changed, commits, commitCount }: CommitComparison, notes: ChangeNotes): WhatChanged {
  if (changed === undefined)
    notes.gap(`${UNKNOWN}: no files are named`, 'The comparison of the commits came without `files`.')
  const subjects = commits.map(({ subject }) => subject)
  return { ...(changed ?? { files: [], isWhole: false }), commits: subjects, commitCount }
}

function isNotFound(error: unknown): error is GitHubError {
  return error instanceof GitHubError && error.status === 404
}
