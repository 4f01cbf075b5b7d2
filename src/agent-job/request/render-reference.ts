import { Quotes, quoteBlock, quotePath } from './quote.ts'
import type { Release, ReviewedPlace, Thread } from './trigger.ts'

/** Where a prompt comes from. */
interface Reference {
  /** `owner/name` */
  repository: string
  thread?: Thread | undefined
  release?: Release | undefined
}

/** Asks for a link, so that GitHub shows the documentation where it was asked for. Empty where there is nothing to link. */
export function askForLink({ repository, thread, release }: Reference): string[] {
  if (thread === undefined && release === undefined) return []
  // What it removes is counted where the same stands in the list.
  const quotes = new Quotes()
  const what = release === undefined ? thread?.kind : 'release'
  const name = release === undefined ? `${repository}#${thread?.number}` : quotes.line(release.tag)
  const link = quotes.line((release ?? thread)?.url) || name
  return [`In the description of the documentation pull request, link the ${what} that it is about: ${link}`]
}

/** Where a prompt comes from, as lines of it. */
export function renderReference({ repository, thread, release }: Reference, quotes: Quotes): string[] {
  return [
    `- Repository: ${repository}`,
    ...(thread === undefined ? [] : renderThread(thread, quotes)),
    ...(release === undefined ? [] : renderRelease(release, quotes)),
  ]
}

/** Where a review comment stands, and the change that it is about. */
export function renderPlace(
  { path, firstLine, line, side, diffHunk }: ReviewedPlace,
  quotes: Quotes,
): string[] {
  return [
    `- Comment on the file: ${quotePath(quotes.line(path))}`,
    ...renderLines(firstLine, line),
    ...(side === undefined ? [] : [`- Side: ${side} (${side === 'LEFT' ? 'before' : 'after'} the change)`]),
    ...quoteBlock('- The change there:', cutToWholeLines(quotes.shown(diffHunk)), 'diff'),
  ]
}

/** Characters of the change that a review comment is about. */
const MAXIMUM_HUNK = 4_000

/** The end of `text`, which is next to the line that the comment is on. */
function cutToWholeLines(text: string): string {
  if (text.length <= MAXIMUM_HUNK) return text
  // One character more: it may be the end of a line, and then the next one is whole.
  const end = text.slice(-MAXIMUM_HUNK - 1)
  const lineEnd = end.indexOf('\n')
  return lineEnd === -1 ? '' : end.slice(lineEnd + 1)
}

function renderLines(first: number | undefined, last: number | undefined): string[] {
  if (last === undefined) return []
  return [first === undefined || first === last ? `- Line: ${last}` : `- Lines: ${first} to ${last}`]
}

function renderThread({ kind, number, title, url }: Thread, quotes: Quotes): string[] {
  return [
    `- ${kind === 'issue' ? 'Issue' : 'Pull request'}: #${number}`,
    ...describe('Title', quotes.line(title)),
    ...describe('URL', quotes.line(url), false),
  ]
}

function renderRelease({ name, tag, url }: Release, quotes: Quotes): string[] {
  return [
    ...describe('Release', quotes.line(tag)),
    ...describe('Title', quotes.line(name)),
    ...describe('URL', quotes.line(url), false),
  ]
}

function describe(label: string, line: string, isQuoted = true): string[] {
  if (line === '') return []
  return [`- ${label}: ${isQuoted ? JSON.stringify(line) : line}`]
}
