import { isListed } from '../../../github/account.ts'
import type { ChangedFile, ChangedFiles, CommitComparison } from '../../../github/changes.ts'
import type { GitHub } from '../../../github/github.ts'
import type { ListedPullRequest } from '../../../github/pull-requests.ts'
import type { PathPatterns } from '../../../runner/globs.ts'
import { readUntrustedText } from '../../../untrusted/text.ts'
import { listBrought, toUnread, type Unit } from './list-brought.ts'
import { hasPatterns, selectFiles } from './select-files.ts'

/** What decides. `leftOutLabel`: pull requests with this label don't count. */
export interface Rules {
  paths: PathPatterns
  ignoreAuthors: readonly string[]
  leftOutLabel?: string
  /** Whether the prompt shows files and commits. */
  showsFiles: boolean
}

/** A comparison without what doesn't count. */
export interface Counted extends CommitComparison {
  /** The pull requests that count, in the given order. */
  pullRequests: ListedPullRequest[]
  /** How much doesn't count. */
  leftOut: { pullRequests: number; commits: number; files: number }
}

export type CountReads = Pick<GitHub, 'fetchChangedFiles' | 'fetchComparison' | 'fetchPullRequestCommits'>

/** Tokens of workflows have 1,000 requests an hour. */
const MAXIMUM_READS = 100

/**
 * Leaves out what `paths` excludes, what an account of `ignore-authors` wrote, and pull requests with the label. A file
 * that also something that counts has changed counts. What each part has changed is read only where it decides; unread,
 * it counts.
 * @param pullRequests that were merged in the range
 * @param isCutRead whether files beyond GitHub's limit are read from the pull requests
 */
export async function selectCounting(
  comparison: CommitComparison,
  pullRequests: readonly ListedPullRequest[],
  rules: Rules,
  github: CountReads,
  isCutRead = false,
): Promise<Counted> {
  const none = { pullRequests: 0, commits: 0, files: 0 }
  if (!needsReads(comparison, pullRequests, rules, isCutRead))
    return { ...comparison, pullRequests: [...pullRequests], leftOut: none }
  if (comparison.changed?.isWhole && selectFiles(comparison.changed.files, rules.paths).length === 0)
    return leaveOutAll(comparison, pullRequests.length)
  const isOut = (pull: ListedPullRequest) => isLeftOut(pull, rules)
  const parts = await listBrought(comparison.commits, pullRequests, isOut, rules.ignoreAuthors, github)
  // Commits that GitHub didn't list count, and may have changed any file.
  if (comparison.commits.length < comparison.commitCount) parts.push({ commits: [], isLeftOut: false })
  const isNothingLeft = parts.length > 0 && parts.every((part) => part.isLeftOut)
  const isRead = !isNothingLeft && (rules.showsFiles || hasPatterns(rules.paths))
  const units = isRead ? await readChanged(parts, github) : parts
  const counting = units.filter((unit) => counts(unit, rules.paths))
  const files = listFiles(comparison, counting, isCutRead)
  const selected = isNothingLeft ? [] : selectFiles(files, rules.paths)
  const shown = selected.filter((file) => !isOnlyLeftOut(file, units, counting))
  const kept = new Set(counting.flatMap((unit) => [unit.pullRequest, ...unit.commits.map(({ sha }) => sha)]))
  const commits = comparison.commits.filter(({ sha }) => kept.has(sha))
  const hidden = comparison.commits.length - commits.length
  const merged = pullRequests.filter((each) => kept.has(each))
  const isWhole = comparison.changed?.isWhole || (isCutRead && counting.every(({ changed }) => changed?.isWhole))
  return {
    ...comparison,
    changed: comparison.changed && { files: shown, isWhole: isWhole === true },
    commits,
    commitCount: comparison.commitCount - hidden,
    pullRequests: merged,
    leftOut: {
      pullRequests: pullRequests.length - merged.length,
      commits: hidden,
      files: files.length - shown.length,
    },
  }
}

/** What `paths` excludes without a further request. */
function leaveOutAll(comparison: CommitComparison, pullRequests: number): Counted {
  const { changed, commitCount } = comparison
  const leftOut = { pullRequests, commits: commitCount, files: changed?.files.length ?? 0 }
  const nothing = { changed: { files: [], isWhole: true }, commits: [], commitCount: 0, pullRequests: [] }
  return { ...comparison, ...nothing, leftOut }
}

function isLeftOut({ author, labels = [] }: ListedPullRequest, { ignoreAuthors, leftOutLabel }: Rules): boolean {
  const hasLabel = labels.some((label) => readUntrustedText(label).toLowerCase() === leftOutLabel)
  return hasLabel || isListed(author?.login, ignoreAuthors)
}

/** Whether there is something to leave out, or files to add. */
function needsReads(
  { changed, commits }: CommitComparison,
  pullRequests: readonly ListedPullRequest[],
  rules: Rules,
  isCutRead: boolean,
): boolean {
  const isByIgnored = commits.some(({ author }) => isListed(author.login, rules.ignoreAuthors))
  if (isByIgnored || pullRequests.some((each) => isLeftOut(each, rules))) return true
  if (changed === undefined) return false
  const isNarrowed = hasPatterns(rules.paths) && selectFiles(changed.files, rules.paths).length < changed.files.length
  return isNarrowed || (isCutRead && !changed.isWhole)
}

/** What is left out comes first: without its files, nothing of it can be left out. */
async function readChanged(units: readonly Unit[], github: CountReads): Promise<Unit[]> {
  const order = [...units].sort((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut)).slice(0, MAXIMUM_READS)
  const read = new Map<Unit, ChangedFiles | undefined>()
  for (const unit of order) read.set(unit, await fetchChanged(unit, github))
  return units.map((unit) => ({ ...unit, changed: read.get(unit) }))
}

async function fetchChanged({ pullRequest, commits: [commit] }: Unit, github: CountReads) {
  if (pullRequest !== undefined) return await github.fetchChangedFiles(pullRequest.number).catch(toUnread)
  if (commit === undefined) return undefined
  const [parent] = commit.parents
  // The commits that a merge brought are listed as well.
  if (parent === undefined || commit.parents.length > 1) return { files: [], isWhole: true }
  return (await github.fetchComparison(parent, commit.sha).catch(toUnread))?.changed
}

function counts({ isLeftOut: isOut, changed }: Unit, paths: PathPatterns): boolean {
  if (isOut) return false
  return !hasPatterns(paths) || !changed?.isWhole || selectFiles(changed.files, paths).length > 0
}

/** The files of the comparison; where that is cut, also those that the parts have changed. */
function listFiles({ changed }: CommitComparison, counting: readonly Unit[], isCutRead: boolean): ChangedFile[] {
  const files = new Map((changed?.files ?? []).map((file) => [readUntrustedText(file.path), file]))
  const added = isCutRead && changed?.isWhole === false ? counting : []
  for (const file of added.flatMap((unit) => unit.changed?.files ?? [])) {
    const path = readUntrustedText(file.path)
    if (!files.has(path)) files.set(path, file)
  }
  return [...files.values()]
}

/** Whether only what is left out has changed a file. A part that wasn't read may have changed it. */
function isOnlyLeftOut(file: ChangedFile, units: readonly Unit[], counting: readonly Unit[]): boolean {
  const hasChanged = ({ changed }: Unit) => changed?.files.some((each) => isSameFile(each, file)) === true
  const isByOut = units.some((unit) => unit.isLeftOut && hasChanged(unit))
  return isByOut && !counting.some((unit) => unit.changed === undefined || hasChanged(unit))
}

function isSameFile(one: ChangedFile, other: ChangedFile): boolean {
  const names = ({ path, previousPath = path }: ChangedFile) => [path, previousPath].map(readUntrustedText)
  return names(one).some((name) => names(other).includes(name))
}
