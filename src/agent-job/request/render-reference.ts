import { Quotes, quoteBlock, quotePath } from './quote.ts'
import type { BranchChanges } from './since/fetch-branch-changes.ts'
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

/** More pull requests than this don't help the agent. */
const MAXIMUM_NAMES = 50

/** The pull requests that were merged into the branch, as lines of the prompt. */
export function renderPullRequests(
  { range, pullRequests, isByDate }: BranchChanges,
  quotes: Quotes,
): string[] {
  const named = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, author, url }) => {
    const by = author?.login === undefined ? '' : ` by ${author.login}`
    return `  - #${number} ${JSON.stringify(quotes.line(title))}${by}: ${quotes.line(url)}`
  })
  const more = pullRequests.length - named.length
  const lines = [`- Changes on the branch: the commits after ${range.base}, up to ${range.head}`]
  if (named.length === 0) return lines
  lines.push(
    '- In the description of the documentation pull request, link the pull requests below that it documents.',
    `- Merged pull requests (${pullRequests.length}), the latest first:`,
    ...named,
  )
  if (more > 0) lines.push(`  - and ${more} more`)
  if (isByDate) lines.push('- GitHub lists only a part of the commits, so the dates of the merges decided.')
  return lines
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
