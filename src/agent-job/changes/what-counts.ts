import { ActionError } from '../../runner/action-error.ts'
import { createMatcher } from '../../runner/inputs.ts'
import { isListed } from '../../text/lists.ts'
import { formatCount, formatNumber } from '../../text/numbers.ts'
import type { Connected, Context } from '../context.ts'
import { RunEnd } from '../run-end.ts'
import type { Change, ChangedFile, Changes } from './changes.ts'
import { fetchFiles } from './files.ts'

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
 * @param unread how many older commits weren't read, and may count
 * @throws RunEnd if nothing counts
 */
export async function selectCounting(
  context: Connected<Context>,
  changes: readonly Change[],
  unread = 0,
): Promise<Omit<Changes, 'range'>> {
  const { ignoreAuthors, paths, context: choice } = context.inputs
  const byAuthor = changes.filter(({ author }) => isListed(author, ignoreAuthors))
  const byLabel = changes.filter((change) => !byAuthor.includes(change) && hasLabel(change))
  const candidates = changes.filter((change) => !byAuthor.includes(change) && !byLabel.includes(change))
  // `paths` decides over all of them; otherwise files are only shown.
  const compared = paths.length > 0 ? candidates.slice(0, MAXIMUM_LISTS) : candidates
  const wanted = paths.length > 0 ? compared : choice === 'full' ? takeTold(candidates) : []
  const { files, gap } = await readFiles(context, wanted)
  const isMatching = createFileFilter(paths)
  const counting = compared.flatMap((change): Change[] => {
    const all = files.get(change)
    const matching = all?.filter(isMatching)
    // An empty list isn't known to be all: it counts.
    return all?.length && matching?.length === 0 ? [] : [{ ...change, files: matching }]
  })
  const leftOut = formatReasons([
    [byAuthor.length, '`ignore-authors`'],
    [byLabel.length, '`no-docs`'],
    [compared.length - counting.length, '`paths`'],
  ])
  const uncompared = candidates.length - compared.length
  if (counting.length === 0 && unread + uncompared === 0) {
    const missed = [...files.values()].flat().find((file) => !isMatching(file))
    throw new RunEnd('skipped', explainNothing(leftOut, paths, missed))
  }
  const told = takeTold(counting)
  const notes = [
    ...describeRest(counting, told),
    ...(uncompared === 0 ? [] : [`Not compared with \`paths\`: ${formatCount(uncompared, 'change')}.`]),
    ...(unread === 0 ? [] : [`Not read: ${formatCount(unread, 'older commit')}.`]),
  ]
  return { told, notes, leftOut, gap }
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

/** A file counts if a glob matches its new or old path, and no glob behind a `!` matches either. */
function createFileFilter(paths: readonly string[]): (file: ChangedFile) => boolean {
  const included = paths.filter((glob) => !glob.startsWith('!'))
  const isIncluded = createMatcher(included)
  const isExcluded = createMatcher(paths.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1) : [])))
  return ({ path, previousPath = path }) => {
    const both = [path, previousPath]
    return (included.length === 0 || both.some(isIncluded)) && !both.some(isExcluded)
  }
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

/** Such as ``2 by `no-docs`, 1 by `paths` ``. */
function formatReasons(reasons: readonly [count: number, by: string][]): string {
  return reasons.flatMap(([count, by]) => (count > 0 ? [`${formatNumber(count)} by ${by}`] : [])).join(', ')
}

function explainNothing(leftOut: string, paths: readonly string[], missed: ChangedFile | undefined): string {
  if (leftOut === '') return 'Nothing has changed.'
  const patterns = paths.map((glob) => `\`${glob}\``).join(', ')
  const example = missed === undefined ? '' : ` For example, \`paths\` (${patterns}) leaves out \`${missed.path}\`.`
  return `No changes to document. Left out: ${leftOut}.${example}`
}

/** How much counts, and isn't told. */
function describeRest(counting: readonly Change[], told: readonly Change[]): string[] {
  const rest = (['pull request', 'commit'] as const).flatMap((kind) => {
    const [all, listed] = [counting, told].map((changes) => changes.filter((change) => change.kind === kind).length)
    const count = (all ?? 0) - (listed ?? 0)
    return count > 0 ? [formatCount(count, `more ${kind}`)] : []
  })
  return rest.length === 0 ? [] : [`Not listed: ${rest.join(' and ')}.`]
}
