import { isListed } from '../../../github/account.ts'
import type { ChangedFiles, Changes, CommitComparison, ListedRelease } from '../../../github/changes.ts'
import type { Commit } from '../../../github/commits.ts'
import { GitHubError } from '../../../github/errors.ts'
import { quoteInOneLine } from '../../../untrusted/escape.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import type { Push, Release, Trigger } from '../trigger.ts'
import { toUnread } from './list-brought.ts'
import { hasPatterns } from './select-files.ts'
import { type Counted, type CountReads, type Rules, selectCounting } from './what-counts.ts'

export interface WhatChanged extends ChangedFiles {
  /** First lines of commit messages, oldest first; none for a pull request. */
  commits: UntrustedText[]
  commitCount: number
  /** Whether GitHub lists only a part of the files. */
  isCut?: boolean
  /** How many files don't count, of those that are left out by more than `paths`. */
  leftOut?: number
  /** Why there are none, in a sentence. */
  note?: string
}

/** The subject of a run, if it changes files. A push with a thread is that pull request. */
export type ChangeSource = { [Part in 'thread' | 'release' | 'push']: Trigger[Part] | undefined } & {
  /** The commits of the thread, where they decide what counts. */
  fetchCommits: () => Promise<Commit[] | undefined>
}

/** Reports why something isn't in the prompt: there is nothing, or it can't be read. A title has no period. */
export type ChangeNotes = Record<'notice' | 'gap', (title: string, text: string) => void>

/**
 * Reads what changed: by a release since the previous one, by a push, or by a pull request.
 * @returns undefined where there is nothing to compare with, which `notes` reports
 * @throws GitHubError
 */
export async function fetchChanges(
  { thread, release, push, fetchCommits }: ChangeSource,
  github: Changes & CountReads,
  notes: ChangeNotes,
  rules: Rules,
): Promise<WhatChanged | undefined> {
  if (thread === undefined || release !== undefined) {
    const compared = release
      ? await compareRelease(release, github, notes)
      : push && (push.comparison ?? (await comparePush(push, github, notes)))
    if (compared === undefined) return undefined
    if (typeof compared === 'string') return { files: [], isWhole: false, commits: [], commitCount: 0, note: compared }
    // With `since`, it is decided already.
    const isCounted = compared === push?.comparison
    return toWhatChanged(isCounted ? compared : await selectCounting(compared, [], rules, github), notes)
  }
  const listCommits = push === undefined ? fetchCommits : () => listMerged(push, github, rules)
  return await fetchPullRequestChanges(thread.number, push, listCommits, github, notes, rules)
}

/** What a pull request changes, by its event, by the push that merged it, or by a command. */
async function fetchPullRequestChanges(
  number: number,
  push: Push | undefined,
  listCommits: ChangeSource['fetchCommits'],
  github: Changes & CountReads,
  notes: ChangeNotes,
  rules: Rules,
): Promise<WhatChanged> {
  const [changed, listed] = await Promise.all([github.fetchChangedFiles(number), listCommits()])
  // Without the push, no commit is shown: only ignored ones decide anything.
  const decides = push !== undefined || listed?.some(({ author }) => isListed(author.login, rules.ignoreAuthors))
  if (listed === undefined || !decides) {
    const counting = (push?.commits ?? []).filter(({ author }) => !isListed(author, rules.ignoreAuthors))
    const commits = counting.flatMap(({ subject }) => subject ?? [])
    return { ...changed, commits, commitCount: commits.length, ...(!changed.isWhole && { isCut: true }) }
  }
  const compared = { changed, commits: listed, commitCount: listed.length, status: undefined, mergeBase: undefined }
  const what = toWhatChanged(await selectCounting(compared, [], rules, github), notes)
  // A pull request is described by its title.
  return push === undefined ? { ...what, commits: [], commitCount: 0 } : what
}

/** The commits of the push that merged a pull request; undefined where they decide nothing, or weren't read. */
async function listMerged(
  { before, after, commits }: Push,
  github: CountReads,
  { ignoreAuthors, paths }: Rules,
): Promise<Commit[] | undefined> {
  const isByIgnored = commits.some(({ author }) => isListed(author, ignoreAuthors))
  if ((!isByIgnored && !hasPatterns(paths)) || before === undefined || after === undefined) return undefined
  const compared = await github.fetchComparison(before, after).catch(toUnread)
  return compared && compared.commits.length === compared.commitCount ? compared.commits : undefined
}

const UNKNOWN = "Couldn't determine what changed"

async function comparePush(
  { before, after }: Push,
  github: Changes,
  notes: ChangeNotes,
): Promise<CommitComparison | undefined> {
  if (before === undefined || after === undefined) {
    const what = before === undefined ? 'created' : 'deleted'
    return void notes.gap(`${UNKNOWN}: the push ${what} a branch or tag`, 'There is no commit to compare with.')
  }
  try {
    return await github.fetchComparison(before, after)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const reasons = "A force push may have removed it, or the token can't read it."
    return void notes.gap(`${UNKNOWN}: the commit before the push is gone`, `${reasons} ${error.message}`)
  }
}

/** The newest release may belong to another major version, which this one doesn't build on. */
const MAXIMUM_TRIES = 20

async function compareRelease(
  release: Release,
  github: Changes,
  notes: ChangeNotes,
): Promise<CommitComparison | string | undefined> {
  const head = release.tag === undefined ? undefined : readUntrustedText(release.tag)
  const isEnough = (found: readonly ListedRelease[]) => listBefore(release, found).length >= MAXIMUM_TRIES
  const previous = listBefore(release, await github.fetchReleases(isEnough)).slice(0, MAXIMUM_TRIES)
  let failure: GitHubError | undefined
  for (const { tag } of previous) {
    if (head === undefined) break
    try {
      const compared = await github.fetchComparison(readUntrustedText(tag), head)
      if (compared.status === 'ahead') return compared
      // An older release would show changes again that the previous one has brought.
      if (compared.status === 'identical')
        return `Nothing has changed since the previous release, ${quoteInOneLine(tag)}.`
    } catch (error) {
      // The tag of one release may be gone.
      if (!isNotFound(error)) throw error
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  if (previous.length === 0) return void notes.notice('No changes to show', 'This is the first published release.')
  const title = `${UNKNOWN}: no previous release is an ancestor of this one`
  return void notes.gap(title, `The latest ${previous.length} published releases were compared.`)
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

function toWhatChanged(compared: CommitComparison & Partial<Counted>, notes: ChangeNotes): WhatChanged {
  const { changed, commits, commitCount, leftOut } = compared
  if (changed === undefined)
    notes.gap(`${UNKNOWN}: GitHub listed no files`, 'The comparison of the commits has no `files`.')
  const subjects = commits.map(({ subject }) => subject)
  const files = changed ?? { files: [], isWhole: false }
  const isCut = changed?.isWhole === false
  return {
    ...files,
    commits: subjects,
    commitCount,
    ...(isCut && { isCut }),
    ...(leftOut?.files && { leftOut: leftOut.files }),
  }
}

function isNotFound(error: unknown): error is GitHubError {
  return error instanceof GitHubError && error.status === 404
}
