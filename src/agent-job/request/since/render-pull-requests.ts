import type { Quotes } from '../quote.ts'
import type { BranchChanges } from './fetch-branch-changes.ts'

/** More names than this don't help the agent. */
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
