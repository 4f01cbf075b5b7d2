import type { ChangedFile } from '../../../github/changes.ts'
import { type Quotes, quoteBlock } from '../quote.ts'
import { type ChosenPatches, choosePatches, type ShownFile } from './choose-patches.ts'
import type { WhatChanged } from './read-changes.ts'

/** What changed, as lines of the prompt. */
export interface RenderedChanges {
  lines: string[]
  /** The same by names alone, for a service that refuses the patches. */
  linesWithoutPatches: string[]
  hasPatches: boolean
  /** One line for people, such as `14 patches, 57,120 characters; 3 files by name only`; empty without files. */
  description: string
  /** The same for the lines without patches. */
  descriptionWithoutPatches: string
}

/**
 * Renders what changed: commits by their first line, files with their patches as far as `limit` characters go.
 * @param quotes counts what is removed from commits, names and patches
 */
export function renderChanges(changes: WhatChanged, limit: number, quotes: Quotes): RenderedChanges {
  const chosen = choosePatches(changes.files, limit)
  quotes.removals += chosen.removals
  const commits = quoteBlock('- Commits:', renderCommits(changes, quotes))
  const description = describeChoice(chosen)
  const heading = description === '' ? [] : [`- Changed files: ${description}`]
  return {
    lines: [...commits, ...heading, ...chosen.files.flatMap(renderFile)],
    linesWithoutPatches: [
      ...commits,
      ...(heading.length === 0 ? [] : [`- Changed files, by name only:`]),
      ...chosen.files.map(describeFile),
    ],
    hasPatches: chosen.patchCount > 0,
    description,
    descriptionWithoutPatches: describeChoice({ ...chosen, patchCount: 0, patchLength: 0 }),
  }
}

/** The names of changed files, at most `maximum`, one a line. */
export function renderFileNames(files: readonly ChangedFile[], maximum: number, quotes: Quotes): string {
  const names = files.slice(0, maximum).map(({ path }) => quotes.line(path))
  const more = files.length - names.length
  return [...names, ...(more > 0 ? [`and ${format(more)} more`] : [])].join('\n')
}

function renderCommits({ commits, commitCount }: WhatChanged, quotes: Quotes): string {
  const subjects = commits.slice(0, MAXIMUM_COMMITS).map((subject) => quotes.line(subject))
  const more = commitCount - subjects.length
  return [...subjects, ...(subjects.length > 0 && more > 0 ? [`and ${format(more)} more`] : [])].join('\n')
}

const MAXIMUM_COMMITS = 100

function describeChoice({ files, patchCount, patchLength }: ChosenPatches): string {
  if (files.length === 0) return ''
  const named = files.length - patchCount
  const patches = `${count(patchCount, 'patch', 'patches')}, ${count(patchLength, 'character', 'characters')}`
  return named === 0 ? patches : `${patches}; ${count(named, 'file', 'files')} by name only`
}

function renderFile(shown: ShownFile): string[] {
  const line = describeFile(shown)
  return shown.patch === undefined ? [line] : ['', ...quoteBlock(line, shown.patch, 'diff'), '']
}

function describeFile({ file, path, previousPath }: ShownFile): string {
  const { status, additions, deletions } = file
  const counts = `+${additions} \u2212${deletions}`
  const before = previousPath === '' ? '' : `, before: ${quotePath(previousPath)}`
  return `- ${/^[a-z]{1,20}$/u.test(status) ? status : 'changed'} ${quotePath(path)} ${counts}${before}`
}

/** Plain paths as they are; others in quotes, so that a path can't be taken for our own words. */
function quotePath(path: string): string {
  return /^[\w./@+-]+$/u.test(path) ? path : JSON.stringify(path)
}

function count(number: number, one: string, many: string): string {
  return `${format(number)} ${number === 1 ? one : many}`
}

function format(number: number): string {
  return number.toLocaleString('en-US')
}
