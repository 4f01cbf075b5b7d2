import type { ChangedFile } from '../../../github/changes.ts'
import { formatCount, formatNumber } from '../../../reports/numbers.ts'
import { shorten } from '../../../untrusted/escape.ts'
import { readUntrustedText } from '../../../untrusted/text.ts'
import { type Quotes, quoteBlock, quotePath } from '../quote.ts'
import type { WhatChanged } from './fetch-changes.ts'
import { isGenerated } from './select-files.ts'

/** What changed, as lines of the prompt. */
export interface RenderedChanges {
  lines: string[]
  /** One line for people, such as `14 patches (57,120 characters) and 3 file names`; empty without files. */
  description: string
  /** The same by names alone, for a service that rejects the patches; absent if there are none. */
  withoutPatches?: Omit<RenderedChanges, 'withoutPatches'>
}

type ShownFile = ReturnType<typeof showFile>

/** More names than this don't help the agent. */
const MAXIMUM_NAMES = 300
const MAXIMUM_COMMITS = 100
/** Characters of the first line of a commit message. */
const MAXIMUM_SUBJECT = 200

/** Renders commits by their first line, and files with their patches up to the limit. */
export function renderChanges(changes: WhatChanged, quotes: Quotes): RenderedChanges {
  const chosen = choosePatches(changes.files)
  const files = changes.files
    .map((file) => showFile(file, chosen.has(file), quotes))
    .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const commits = quoteBlock('- Commits:', renderCommits(changes, quotes))
  const description = describe(files)
  const heading = description === '' ? [] : [`- Changed files: ${description}`]
  const rendered = { lines: [...commits, ...heading, ...renderFiles(files)], description }
  if (chosen.size === 0) return rendered
  const named = files.map((file) => ({ ...file, patch: '' }))
  const lines = [...commits, '- Changed files, by name only:', ...renderFiles(named)]
  return { ...rendered, withoutPatches: { lines, description: describe(named) } }
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

/** Up to 300 names, one a line. */
export function renderFileNames(files: readonly ChangedFile[], quotes: Quotes): string {
  const names = files.slice(0, MAXIMUM_NAMES).map(({ path }) => quotes.line(path))
  return [...names, ...countMore(files.length - names.length)].join('\n')
}

/** Up to 100 subjects, one a line. */
export function renderCommits({ commits, commitCount }: WhatChanged, quotes: Quotes): string {
  const subjects = commits.slice(0, MAXIMUM_COMMITS).map((subject) => shorten(quotes.line(subject), MAXIMUM_SUBJECT))
  const more = commitCount - subjects.length
  return [...subjects, ...(subjects.length > 0 && more > 0 ? [`and ${formatNumber(more)} more`] : [])].join('\n')
}

function describe(files: readonly ShownFile[]): string {
  const patches = files.map(({ patch }) => patch).filter(Boolean)
  const named = files.length - patches.length
  if (files.length === 0) return ''
  const noun = patches.length === 1 ? 'patch' : 'patches'
  const shown = `${formatNumber(patches.length)} ${noun} (${formatCount(patches.join('').length, 'character')})`
  return named === 0 ? shown : `${shown} and ${formatCount(named, 'file name')}`
}

/** All patches, and names between them up to the limit. */
function renderFiles(files: readonly ShownFile[]): string[] {
  const lines: string[] = []
  let names = 0
  for (const { line, patch } of files) {
    if (patch !== '') lines.push('', ...quoteBlock(line, patch, 'diff'), '')
    else if (names++ < MAXIMUM_NAMES) lines.push(line)
  }
  return [...lines, ...countMore(names - MAXIMUM_NAMES).map((more) => `- ${more}`)]
}

function countMore(more: number): string[] {
  return more > 0 ? [`and ${formatCount(more, 'more file')}`] : []
}

/** `patch` is empty when only the name is shown. */
function showFile(file: ChangedFile, isPatchShown: boolean, quotes: Quotes) {
  const path = quotes.visible(file.path)
  const status = /^[a-z]{1,20}$/u.test(file.status) ? file.status : 'changed'
  const counts = `+${file.additions} \u2212${file.deletions}`
  const before = file.previousPath ? `, before: ${quotePath(quotes.visible(file.previousPath))}` : ''
  const line = `- ${status} ${quotePath(path)} ${counts}${before}`
  return { path, line, patch: isPatchShown ? quotes.visible(file.patch) : '' }
}
