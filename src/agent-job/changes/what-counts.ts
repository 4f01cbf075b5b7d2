import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { isListed } from '../../github/account.ts'
import type { ChangedFiles } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { PathPatterns } from '../../runner/globs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Change, Changes, LeftOutReason } from './changes.ts'
import type { Brought } from './read-range.ts'
import { hasPatterns, selectFiles } from './select-files.ts'

/** What decides. In a range, pull requests with the label `no-docs` don't count, either. */
export interface Rules {
  paths: PathPatterns
  ignoreAuthors: readonly string[]
}

export type FileReads = Pick<GitHub, 'fetchChangedFiles' | 'fetchCommitFiles'>

/** Reports files that can't be read, once; then no others are read. */
export type NoteUnread = (error: GitHubError) => void

/** More than this doesn't help the agent. */
const MAXIMUM_TOLD = 50
/** Tokens of workflows have 1,000 requests an hour. */
const MAXIMUM_LISTS = 100
/** Of one pull request. */
const MAXIMUM_OWN_COMMITS = 30
const LEFT_OUT_LABEL = 'no-docs'
const REASONS: readonly LeftOutReason[] = ['ignore-authors', LEFT_OUT_LABEL, 'paths']

/**
 * Leaves out what doesn't count: whole pull requests and commits by their author, label or files, and single files.
 * Lists of files are read only if `paths` decides; what can't be read counts.
 */
export async function selectCounting(
  brought: Brought,
  rules: Rules,
  github: FileReads,
  noteUnread: NoteUnread,
): Promise<Changes> {
  const { range, unlistedCommits, times, changed } = brought
  const all: readonly Change[] = [...brought.pullRequests, ...brought.commits]
  const leftOut = new Map<LeftOutReason, number>()
  const leaveOut = (reason: LeftOutReason) => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  const candidates = all.filter((change) => {
    const reason = range && leavesOut(change, rules.ignoreAuthors)
    if (reason) leaveOut(reason)
    return !reason
  })

  const decides = hasPatterns(rules.paths)
  // GitHub's own list of the range spares all others.
  const isNothing = decides && changed?.isWhole === true && selectFiles(changed.files, rules.paths).length === 0
  const isRead = decides && !isNothing
  const read = isRead ? await readFiles(candidates.slice(0, MAXIMUM_LISTS), rules.paths, github, noteUnread) : []
  const listed = isRead ? [...read, ...candidates.slice(MAXIMUM_LISTS)] : candidates
  const counting = listed.filter(({ files }) => {
    const isOut = isNothing || (files?.isWhole === true && files.files.length === 0 && decides)
    if (isOut) leaveOut('paths')
    return !isOut
  })
  const rest = counting.slice(MAXIMUM_TOLD)
  const pullRequests = rest.filter(({ kind }) => kind === 'pull request').length
  return {
    ...(range && { range }),
    told: counting.slice(0, MAXIMUM_TOLD),
    more: { pullRequests, commits: rest.length - pullRequests },
    leftOut: REASONS.map((reason) => ({ reason, count: leftOut.get(reason) ?? 0 })).filter(({ count }) => count > 0),
    unlistedCommits,
    undecided: decides ? counting.filter(({ files }) => !files?.files.length).length : 0,
    ...(times && { times }),
  }
}

/** The same changes with the files of those that are told. */
export async function addFiles(
  changes: Changes,
  paths: PathPatterns,
  github: FileReads,
  noteUnread: NoteUnread,
): Promise<Changes> {
  return { ...changes, told: await readFiles(changes.told, paths, github, noteUnread) }
}

/** Whether something counts for certain: what couldn't be read starts no job. */
export function isWorthARun({ told, more, undecided }: Changes): boolean {
  return told.length + more.pullRequests + more.commits > undecided
}

/** Such as `2 by no-docs, 1 by paths`, as Markdown; empty if everything counts. */
export function formatLeftOut({ leftOut }: Pick<Changes, 'leftOut'>): string {
  return leftOut.map(({ reason, count }) => `${formatNumber(count)} by \`${reason}\``).join(', ')
}

/** Why nothing starts a job, as a sentence. */
export function explainNothing(changes: Changes): string {
  const { range, leftOut, undecided, unlistedCommits } = changes
  const unread = undecided + unlistedCommits
  if (unread > 0) return "Nothing that could be read counts. Some changes couldn't be read, and those start no job."
  if (leftOut.length === 0) {
    // A tag may have any name.
    const isCommit = range !== undefined && /^[\da-f]{7,64}$/u.test(range.base)
    return isCommit ? `Nothing has changed since ${range.base.slice(0, 7)}.` : 'Nothing has changed.'
  }
  if (range !== undefined) return `Nothing counts: left out ${formatLeftOut(changes)}.`
  return 'None of the changed files matches `paths`.'
}

/** How much isn't told in a range, although it counts or may count, as sentences. */
export function listUntold({ more, unlistedCommits, undecided }: Changes): string[] {
  const rest = [
    ...(more.pullRequests > 0 ? [formatCount(more.pullRequests, 'more pull request')] : []),
    ...(more.commits > 0 ? [formatCount(more.commits, 'more commit')] : []),
  ]
  const older = Number.isFinite(unlistedCommits) ? formatCount(unlistedCommits, 'older commit') : 'older commits'
  return [
    ...(rest.length > 0 ? [`Not listed: ${rest.join(' and ')}.`] : []),
    ...(unlistedCommits > 0 ? [`Not read: ${older}.`] : []),
    ...(undecided > 0 ? [`Not compared with \`paths\`: ${formatNumber(undecided)}.`] : []),
  ]
}

/** What is missing from the lists of files, as sentences. */
export function listCuts({ range, told }: Changes): string[] {
  const unread = range === undefined ? 0 : told.filter(({ files }) => files === undefined).length
  return [
    ...(told.some(({ files }) => files?.isWhole === false) ? ['More files changed than GitHub lists.'] : []),
    ...(unread > 0 ? [`The files of ${formatCount(unread, 'change')} weren't read.`] : []),
  ]
}

/** Why a whole change of a range doesn't count, whatever files it has; undefined if it may count. */
export function leavesOut(change: Change, ignoreAuthors: readonly string[]): LeftOutReason | undefined {
  if (isListed(change.author, ignoreAuthors)) return 'ignore-authors'
  const labels = change.kind === 'pull request' ? change.labels : []
  return labels.some((label) => readUntrustedText(label).toLowerCase() === LEFT_OUT_LABEL) ? 'no-docs' : undefined
}

async function readFiles(
  changes: readonly Change[],
  paths: PathPatterns,
  github: FileReads,
  noteUnread: NoteUnread,
): Promise<Change[]> {
  let isUnreadable = false
  const read: Change[] = []
  for (const change of changes) {
    const files = change.files ?? (isUnreadable ? undefined : await readOne(change))
    read.push({ ...change, ...(files && { files }) })
  }
  return read

  async function readOne(change: Change): Promise<ChangedFiles | undefined> {
    try {
      const { files, isWhole } = await fetchFiles(change, github)
      return { files: selectFiles(files, paths), isWhole }
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      isUnreadable = true
      noteUnread(error)
      return undefined
    }
  }
}

async function fetchFiles(change: Change, github: FileReads): Promise<ChangedFiles> {
  if (change.kind === 'commit') return await github.fetchCommitFiles(change.sha)
  if (change.ownCommits === undefined) return await github.fetchChangedFiles(change.number)
  const own = change.ownCommits.slice(0, MAXIMUM_OWN_COMMITS)
  const lists: ChangedFiles[] = []
  for (const sha of own) lists.push(await github.fetchCommitFiles(sha))
  const isWhole = own.length === change.ownCommits.length && lists.every((list) => list.isWhole)
  return { files: lists.flatMap(({ files }) => files), isWhole }
}
