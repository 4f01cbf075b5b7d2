import { ActionError } from '../../runner/action-error.ts'
import { createMatcher } from '../../runner/inputs.ts'
import { formatCount, formatNumber } from '../../text/numbers.ts'
import type { Connected, Context } from '../context.ts'
import { isListed } from '../trigger.ts'
import type { Change, ChangedFile } from './changes.ts'
import { fetchFiles } from './files.ts'

/** What counts of what changed. */
export interface Counted {
  /** With the files that count, where they were needed. */
  told: Change[]
  /** How many pull requests and commits count, and aren't told: there are too many. */
  more: { pullRequests: number; commits: number }
  /** How many don't count, by the reason, as words. */
  leftOut: string
  /** A changed file that `paths` doesn't match; empty if there is none. */
  missedFile: string
  /** Why files couldn't be read; empty if all were. */
  gap: string
}

/** More than this doesn't help the agent. */
const MAXIMUM_TOLD = { 'pull request': 50, commit: 20 }
/** Tokens of workflows have 1,000 requests an hour. */
const MAXIMUM_LISTS = 100
/** Lists that are read side by side. */
const BATCH = 10

/**
 * Leaves out what doesn't count: by its author, the label `no-docs`, or its files. Lists of files are read only if
 * `paths` decides, or the prompt shows them; what can't be read counts.
 * @param changes newest first
 */
export async function selectCounting(context: Connected<Context>, changes: readonly Change[]): Promise<Counted> {
  const { ignoreAuthors, paths, context: choice } = context.inputs
  const isByPaths = paths.length > 0
  const byAuthor = changes.filter(({ author }) => isListed(author, ignoreAuthors))
  const byLabel = changes.filter((change) => !byAuthor.includes(change) && hasLabel(change))
  const candidates = changes.filter((change) => !byAuthor.includes(change) && !byLabel.includes(change))
  // `paths` decides over all of them; otherwise files are only shown.
  const wanted = isByPaths ? candidates : choice === 'full' ? takeTold(candidates) : []
  const { files, gap } = await readFiles(context, wanted.slice(0, MAXIMUM_LISTS))
  const select = createFileFilter(paths)
  const counting = candidates
    .map((change): Change => ({ ...change, files: files.get(change) && select(files.get(change) ?? []) }))
    .filter((change, index) => !isLeftOut(change, files.get(candidates[index] as Change)))
  const told = takeTold(counting)
  const count = (kind: Change['kind'], of: readonly Change[]) => of.filter((change) => change.kind === kind).length
  const reasons: [number, string][] = [
    [byAuthor.length, '`ignore-authors`'],
    [byLabel.length, '`no-docs`'],
    [candidates.length - counting.length, '`paths`'],
  ]
  const missed = [...files.values()].flat().find((file) => isByPaths && select([file]).length === 0)
  return {
    told,
    more: {
      pullRequests: count('pull request', counting) - count('pull request', told),
      commits: count('commit', counting) - count('commit', told),
    },
    leftOut: reasons.flatMap(([number, by]) => (number > 0 ? [`${formatNumber(number)} by ${by}`] : [])).join(', '),
    missedFile: missed?.path ?? '',
    gap,
  }
}

function takeTold(changes: readonly Change[]): Change[] {
  return [
    ...changes.filter(({ kind }) => kind === 'pull request').slice(0, MAXIMUM_TOLD['pull request']),
    ...changes.filter(({ kind }) => kind === 'commit').slice(0, MAXIMUM_TOLD.commit),
  ]
}

function hasLabel(change: Change): boolean {
  return change.kind === 'pull request' && change.labels.some((label) => label.toLowerCase() === 'no-docs')
}

/** An empty list isn't known to be all: it counts. */
function isLeftOut({ files }: Change, all: readonly ChangedFile[] | undefined): boolean {
  return files?.length === 0 && all !== undefined && all.length > 0
}

/** A file counts if a glob matches its new or old path, and no glob behind a `!` matches either. */
function createFileFilter(paths: readonly string[]): (files: readonly ChangedFile[]) => ChangedFile[] {
  const included = paths.filter((glob) => !glob.startsWith('!'))
  const isIncluded = createMatcher(included)
  const isExcluded = createMatcher(paths.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1) : [])))
  return (files) =>
    files.filter(({ path, previousPath = path }) => {
      const both = [path, previousPath]
      return (included.length === 0 || both.some(isIncluded)) && !both.some(isExcluded)
    })
}

/** Reads lists of files, until one can't be read: the others could hardly be, either. */
async function readFiles(
  context: Connected<Context>,
  changes: readonly Change[],
): Promise<{ files: Map<Change, ChangedFile[]>; gap: string }> {
  const files = new Map<Change, ChangedFile[]>()
  try {
    for (let start = 0; start < changes.length; start += BATCH) {
      const batch = changes.slice(start, start + BATCH)
      const lists = await Promise.all(batch.map((change) => fetchFiles(context, change)))
      for (const [index, change] of batch.entries()) files.set(change, lists[index] ?? [])
    }
    return { files, gap: '' }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return { files, gap: error.text }
  }
}

/** Why nothing counts, as sentences. */
export function explainNothing({ leftOut, missedFile }: Counted, paths: readonly string[]): string {
  if (leftOut === '') return 'Nothing has changed.'
  const patterns = paths.map((glob) => `\`${glob}\``).join(', ')
  const missed = missedFile === '' ? '' : ` For example, \`paths\` (${patterns}) leaves out \`${missedFile}\`.`
  return `None of the changes counts: left out ${leftOut}.${missed}`
}

/** How much counts and isn't told, in words; empty where all of it is. */
export function describeMore({ more }: Counted): string {
  const parts = [
    more.pullRequests > 0 ? formatCount(more.pullRequests, 'more pull request') : '',
    more.commits > 0 ? formatCount(more.commits, 'more commit') : '',
  ]
  return parts.filter(Boolean).join(' and ')
}
