import type { UntrustedText } from '../../untrusted/text.ts'
import type { Changes } from '../changes/changes.ts'
import { Quotes, quoteBlock, quotePath } from '../changes/quote.ts'
import type { Release, ReviewedPlace, Thread } from '../trigger/trigger.ts'

/** What is added to the instruction. */
export interface PromptContext {
  /** `owner/name` */
  repository: string
  thread?: Thread | undefined
  release?: Release | undefined
  /** Of a review comment. */
  place?: ReviewedPlace | undefined
  /** Of the thread, or the release notes. */
  description?: UntrustedText | undefined
  /** Only what counts. */
  changes?: Changes | undefined
  /** Why there are none, in a sentence. */
  note?: string | undefined
  /** What couldn't be read: sentences for people. */
  gaps?: readonly string[]
}

/**
 * Asks for a link, by which GitHub shows the documentation where it was requested. Empty if there's nothing to link.
 */
export function askForLink({ repository, thread, release }: PromptContext): string[] {
  if (thread === undefined && release === undefined) return []
  // What it removes is counted by `renderReference`.
  const quotes = new Quotes()
  const what = release === undefined ? thread?.kind : 'release'
  const name = release === undefined ? `${repository}#${thread?.number}` : quotes.line(release.tag)
  const link = quotes.line((release ?? thread)?.url) || name
  return [`In the documentation pull request's description, link to the ${what} that requested it: ${link}`]
}

/** Where a prompt comes from, as lines of it. */
export function renderReference(context: PromptContext, quotes: Quotes): string[] {
  const { repository, thread, release, place } = context
  const lines = [`- Repository: ${repository}`]
  const add = (label: string, text: UntrustedText | undefined, quote: (line: string) => string) => {
    const line = quotes.line(text)
    if (line !== '') lines.push(`- ${label}: ${quote(line)}`)
  }
  if (thread !== undefined) lines.push(`- ${thread.kind === 'issue' ? 'Issue' : 'Pull request'}: #${thread.number}`)
  add('Title', thread?.title, JSON.stringify)
  add('URL', thread?.url, String)
  add('Release', release?.tag, JSON.stringify)
  add('Title', release?.name, JSON.stringify)
  add('URL', release?.url, String)
  if (place !== undefined) lines.push(...renderPlace(place, quotes))
  return lines
}

/** The place of a review comment, and the change that it is about. */
function renderPlace({ path, firstLine, line, side, diffHunk }: ReviewedPlace, quotes: Quotes): string[] {
  const lines = firstLine === undefined || firstLine === line ? `: ${line}` : `s: ${firstLine} to ${line}`
  return [
    `- Comment on the file: ${quotePath(quotes.line(path))}`,
    ...(line === undefined ? [] : [`- Line${lines}`]),
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
  const [, ...lines] = text.slice(-MAXIMUM_HUNK - 1).split('\n')
  return lines.join('\n')
}
