import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import type { ChangedFile } from '../../github/changes.ts'
import { shorten } from '../../untrusted/escape.ts'
import { readUntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { Change, Changes } from './changes.ts'
import { type Quotes, quoteBlock, quotePath } from './quote.ts'
import { isGenerated } from './select-files.ts'
import { listCuts, listUntold } from './what-counts.ts'

/** How much of what changed the prompt shows: titles, also names of files, or also patches. */
export type Detail = 'reference' | 'full' | 'diff'

/** What changed, as lines of the prompt. */
export interface RenderedChanges {
  lines: string[]
  /** One line for people, such as `14 patches (57,120 characters) and 3 file names`; empty without patches to show. */
  description: string
  /** The same by names alone, for a service that rejects the patches; absent if there are none. */
  withoutPatches?: Omit<RenderedChanges, 'withoutPatches'>
}

interface ShownChange {
  kind: Change['kind']
  /** Empty for the one pull request that isn't a range: the prompt names it above. */
  title: string
  /** Undefined if its files aren't shown. */
  files: readonly ShownFile[] | undefined
}

interface ShownFile {
  path: string
  line: string
  /** Empty when only the name is shown. */
  patch: string
}

/** More names than this don't help the agent. */
const MAXIMUM_NAMES = 300
/** Characters of the first line of a commit message. */
const MAXIMUM_SUBJECT = 200

/** Renders each change with its files, and their patches up to the limit, below it. */
export function renderChanges(changes: Changes, detail: Detail, quotes: Quotes): RenderedChanges {
  const chosen = choosePatches(detail === 'diff' ? changes.told.flatMap(({ files }) => files?.files ?? []) : [])
  const isListed = changes.range !== undefined
  const shown = changes.told.map((change): ShownChange => {
    const files = change.files?.files.map((file) => showFile(file, chosen.has(file), quotes))
    const title = isListed ? showTitle(change, quotes) : ''
    return { kind: change.kind, title, files: detail === 'reference' ? undefined : files?.sort(byPath) }
  })
  const untold = isListed ? listUntold(changes) : []
  const notes = [...untold, ...(detail === 'reference' ? [] : listCuts(changes))].map((note) => `- ${note}`)
  const range = isListed ? renderRange(changes, quotes) : []
  const render = (all: readonly ShownChange[]) => {
    const description = detail === 'diff' ? describe(all.flatMap(({ files }) => files ?? [])) : ''
    const heading = isListed || description === '' ? [] : [`- Changed files: ${description}`]
    return { lines: [...range, ...heading, ...renderAll(all, changes.more), ...notes], description }
  }
  if (chosen.size === 0) return render(shown)
  const named = shown.map((each) => ({ ...each, files: each.files?.map((file) => ({ ...file, patch: '' })) }))
  return { ...render(shown), withoutPatches: render(named) }
}

/** The most characters of patches in a prompt. */
const PATCH_LIMIT = 60_000

/**
 * Chooses the files whose patches are shown, without those that a tool writes: whole patches, the smallest first,
 * until the limit is used up. Many small changes say more than a large one.
 */
export function choosePatches(files: readonly ChangedFile[], limit = PATCH_LIMIT): Set<ChangedFile> {
  const candidates = files
    .flatMap((file) => (file.patch ? [{ file, length: readUntrustedText(file.patch).length }] : []))
    .filter(({ file }) => !isGenerated(file.path))
    .sort((a, b) => a.length - b.length)
  const chosen = new Set<ChangedFile>()
  let left = limit
  for (const { file, length } of candidates) {
    left -= length
    if (left < 0) break
    chosen.add(file)
  }
  return chosen
}

function renderRange({ range, told }: Changes, quotes: Quotes): string[] {
  const name = (commit = '') => quotePath(quotes.line(untrustedText(commit)))
  const lines = [`- Changes: the commits after ${name(range?.base)}, up to ${name(range?.head)}`]
  if (told.some(({ kind }) => kind === 'pull request'))
    lines.push(
      "- In the documentation pull request's description, link to each pull request in this list that it documents.",
    )
  return lines
}

/** Pull requests and commits, each below its heading, with names of files up to the limit. */
function renderAll(all: readonly ShownChange[], more: Changes['more']): string[] {
  const shares = shareNames(all.map(({ files = [] }) => files.filter(({ patch }) => patch === '').length))
  const render = (kind: Change['kind'], heading: string, moreCount: number) => {
    const lines = all.flatMap((change, index) => (change.kind === kind ? renderChange(change, shares[index] ?? 0) : []))
    const count = all.filter((change) => change.kind === kind).length + moreCount
    return lines.length === 0 || all[0]?.title === ''
      ? lines
      : [`- ${heading} (${formatNumber(count)}), the latest first:`, ...lines]
  }
  return [
    ...render('pull request', 'Merged pull requests', more.pullRequests),
    ...render('commit', 'Commits without a pull request', more.commits),
  ]
}

function renderChange({ title, files }: ShownChange, names: number): string[] {
  const indent = title === '' ? '' : '    '
  const heading = title === '' ? [] : [`  - ${title}`]
  return [...heading, ...renderFiles(files ?? [], names, indent)]
}

/** All patches, and names between them up to the limit. */
function renderFiles(files: readonly ShownFile[], names: number, indent: string): string[] {
  const lines: string[] = []
  let named = 0
  for (const { line, patch } of files) {
    if (patch !== '') lines.push(...quoteBlock(`${indent}- ${line}`, patch, 'diff'), '')
    else if (named++ < names) lines.push(`${indent}- ${line}`)
  }
  return named > names ? [...lines, `${indent}- and ${formatCount(named - names, 'more file')}`] : lines
}

/** How many names each list shows: none takes more than its share while others need it. */
function shareNames(counts: readonly number[]): number[] {
  const shares = counts.map(() => 0)
  const order = counts.map((count, index) => ({ count, index })).sort((a, b) => a.count - b.count)
  let left = MAXIMUM_NAMES
  for (const [position, { count, index }] of order.entries()) {
    const share = Math.min(count, Math.floor(left / (order.length - position)))
    shares[index] = share
    left -= share
  }
  return shares
}

function describe(files: readonly ShownFile[]): string {
  const patches = files.map(({ patch }) => patch).filter(Boolean)
  const named = files.length - patches.length
  const noun = patches.length === 1 ? 'patch' : 'patches'
  const shown = `${formatNumber(patches.length)} ${noun} (${formatCount(patches.join('').length, 'character')})`
  return [...(patches.length > 0 ? [shown] : []), ...(named > 0 ? [formatCount(named, 'file name')] : [])].join(' and ')
}

function showTitle(change: Change, quotes: Quotes): string {
  if (change.kind === 'commit') {
    const subject = shorten(quotes.line(change.subject), MAXIMUM_SUBJECT)
    return `${change.sha.slice(0, 7)} ${JSON.stringify(subject)}`
  }
  const by = change.author === undefined ? '' : ` by ${change.author}`
  return `#${change.number} ${JSON.stringify(quotes.line(change.title))}${by}: ${quotes.line(change.url)}`
}

function showFile(file: ChangedFile, isPatchShown: boolean, quotes: Quotes): ShownFile {
  const path = quotes.visible(file.path)
  const status = /^[a-z]{1,20}$/u.test(file.status) ? file.status : 'changed'
  const counts = `+${file.additions} \u2212${file.deletions}`
  const before = file.previousPath ? `, before: ${quotePath(quotes.visible(file.previousPath))}` : ''
  return {
    path,
    line: `${status} ${quotePath(path)} ${counts}${before}`,
    patch: isPatchShown ? quotes.visible(file.patch) : '',
  }
}

function byPath(a: ShownFile, b: ShownFile): number {
  return a.path < b.path ? -1 : Number(a.path > b.path)
}
