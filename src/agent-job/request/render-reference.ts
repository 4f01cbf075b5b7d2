import type { UntrustedText } from '../../untrusted/text.ts'
import type { WhatChanged } from './changes/fetch-changes.ts'
import type { Context } from './context.ts'
import { Quotes, quoteBlock, quotePath } from './quote.ts'
import type { BranchChanges } from './since/fetch-branch-changes.ts'
import type { ReviewedPlace, Thread } from './trigger.ts'

/** What is added to the instruction. */
export interface PromptContext extends Partial<Omit<Context, `fetch${string}`>> {
  /** `owner/name` */
  repository: string
  thread?: Thread | undefined
  description?: UntrustedText | undefined
  /** Only with files that count. */
  changes?: WhatChanged | undefined
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
  const { repository, thread, release, place, branchChanges } = context
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
  if (branchChanges !== undefined) lines.push(...renderPullRequests(branchChanges, quotes))
  return lines
}

/** More pull requests than this don't help the agent. */
const MAXIMUM_NAMES = 50

/** The pull requests that were merged into the branch, as lines of the prompt. */
export function renderPullRequests({ range, pullRequests, isByDate }: BranchChanges, quotes: Quotes): string[] {
  const lines = [`- Changes on the branch: the commits after ${range.base}, up to ${range.head}`]
  if (pullRequests.length === 0) return lines
  lines.push(
    "- In the documentation pull request's description, link to each pull request in this list that it documents.",
    `- Merged pull requests (${pullRequests.length}), the latest first:`,
  )
  for (const { number, title, author, url } of pullRequests.slice(0, MAXIMUM_NAMES)) {
    const by = author?.login === undefined ? '' : ` by ${author.login}`
    lines.push(`  - #${number} ${JSON.stringify(quotes.line(title))}${by}: ${quotes.line(url)}`)
  }
  if (pullRequests.length > MAXIMUM_NAMES) lines.push(`  - and ${pullRequests.length - MAXIMUM_NAMES} more`)
  if (isByDate) lines.push('- The commit list is truncated. These pull requests were selected by merge date.')
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
