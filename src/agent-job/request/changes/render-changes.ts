import type { ChangedFile } from '../../../github/changes.ts'
import { shorten } from '../../../untrusted/escape.ts'
import { type Quotes, quoteBlock, quotePath } from '../quote.ts'
import { type ChosenPatches, choosePatches, type ShownFile } from './choose-patches.ts'
import type { WhatChanged } from './fetch-changes.ts'

/** What changed, as lines of the prompt. */
export interface RenderedChanges {
  lines: string[]
  /** One line for people, such as `14 patches, 57,120 characters; 3 files by name only`; empty without files. */
  description: string
  /** The same by names alone, for a service that refuses the patches; undefined when there are none. */
  withoutPatches: Omit<RenderedChanges, 'withoutPatches'> | undefined
}

/** More names than this don't help the agent. */
const MAXIMUM_NAMES = 300
const MAXIMUM_COMMITS = 100
/** Characters of the first line of a commit message. */
const MAXIMUM_SUBJECT = 200

/**
 * Renders what changed: commits by their first line, files with their patches as far as the limit goes.
 * @param quotes counts what is removed from commits, names and patches
 */
export function renderChanges(changes: WhatChanged, quotes: Quotes): RenderedChanges {
  const chosen = choosePatches(changes.files)
  quotes.removals += chosen.removals
  const commits = quoteBlock('- Commits:', renderCommits(changes, quotes))
  const description = describeChoice(chosen)
  const heading = description === '' ? [] : [`- Changed files: ${description}`]
  const lines = [...commits, ...heading, ...renderFiles(chosen.files)]
  if (chosen.patchCount === 0) return { lines, description, withoutPatches: undefined }
  const names = renderFiles(chosen.files.map((file) => ({ ...file, patch: undefined })))
  return {
    lines,
    description,
    withoutPatches: {
      lines: [...commits, '- Changed files, by name only:', ...names],
      description: describeChoice({ ...chosen, patchCount: 0, patchLength: 0 }),
    },
  }
}

/** The names of changed files, one a line. */
export function renderFileNames(files: readonly ChangedFile[], quotes: Quotes): string {
  const names = files.slice(0, MAXIMUM_NAMES).map(({ path }) => quotes.line(path))
  return [...names, ...countMore(files.length - names.length)].join('\n')
}

/** The first lines of commit messages. */
export function renderCommits({ commits, commitCount }: WhatChanged, quotes: Quotes): string {
  const subjects = commits
    .slice(0, MAXIMUM_COMMITS)
    .map((subject) => shorten(quotes.line(subject), MAXIMUM_SUBJECT))
  const more = commitCount - subjects.length
  return [...subjects, ...(subjects.length > 0 && more > 0 ? [`and ${format(more)} more`] : [])].join('\n')
}

function describeChoice({ files, patchCount, patchLength }: ChosenPatches): string {
  if (files.length === 0) return ''
  const named = files.length - patchCount
  const patches = `${count(patchCount, 'patch', 'patches')}, ${count(patchLength, 'character', 'characters')}`
  return named === 0 ? patches : `${patches}; ${count(named, 'file', 'files')} by name only`
}

/** All patches, and names between them up to the limit. */
function renderFiles(files: readonly ShownFile[]): string[] {
  const lines: string[] = []
  let names = 0
  for (const file of files) {
    if (file.patch !== undefined) lines.push('', ...quoteBlock(describeFile(file), file.patch, 'diff'), '')
    else if (names++ < MAXIMUM_NAMES) lines.push(describeFile(file))
  }
  return [...lines, ...countMore(names - MAXIMUM_NAMES).map((more) => `- ${more}`)]
}

function countMore(more: number): string[] {
  return more > 0 ? [`and ${count(more, 'more file', 'more files')}`] : []
}

function describeFile({ file, path, previousPath }: ShownFile): string {
  const { status, additions, deletions } = file
  const counts = `+${additions} \u2212${deletions}`
  const before = previousPath === '' ? '' : `, before: ${quotePath(previousPath)}`
  return `- ${/^[a-z]{1,20}$/u.test(status) ? status : 'changed'} ${quotePath(path)} ${counts}${before}`
}

function count(number: number, one: string, many: string): string {
  return `${format(number)} ${number === 1 ? one : many}`
}

function format(number: number): string {
  return number.toLocaleString('en-US')
}
