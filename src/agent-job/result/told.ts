import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { shorten } from '../../untrusted/escape.ts'
import { commit, joinMarkdown, link, type Markdown, markdown, plain } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { RunReport } from '../ending.ts'
import { type BranchChanges, formatBranchChanges, type Told } from '../request/since/read-branch-changes.ts'

/** So many pull requests are named; the comparison has all of them. */
const MAXIMUM_NAMES = 5
const MAXIMUM_TITLE = 100

/** What the run tells of its branch: how much, from when to when, and the first of the pull requests. */
export function renderTold(told: Told | undefined, runUrl: URL): Markdown[] {
  if (told === undefined) return []
  const { base, head } = told.range
  const comparison = new URL(
    `../../compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
    runUrl,
  )
  const what = isWhole(told) ? formatBranchChanges(told) : 'Changes'
  const label = markdown`${what} (${commit(base)}…${commit(head)})`
  const { pullRequests = [] } = told
  const named = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
    const text =
      title === undefined ? '' : shorten(readUntrustedText(title).trim().toWellFormed(), MAXIMUM_TITLE)
    const name = markdown`${`#${number}`} ${plain(text)}`
    const page = url === undefined ? undefined : toSafeUrl(url)
    return markdown`- ${page === undefined ? name : link(name, page)}`
  })
  const more = pullRequests.length - named.length
  const rest = more > 0 ? [markdown`- and ${more.toLocaleString('en-US')} more`] : []
  return [link(label, comparison), joinMarkdown([...named, ...rest], '\n')].filter(
    (part) => String(part) !== '',
  )
}

/** Where the next run begins, as far as this one decides it. */
export function renderNextRun({ told, outcome, job, isClaimed }: RunReport): Markdown[] {
  if (told === undefined) return []
  const { base, head } = told.range
  if (outcome === 'dry-run')
    return [markdown`A dry run records nothing: the next run begins at ${commit(base)}.`]
  if (isClaimed !== true) return []
  const isTold = job === undefined ? outcome === 'unknown' : OUTCOME_RECORDS[outcome].onRerun !== 'send'
  return isTold
    ? [markdown`The next run with \`since: last-run\` begins at ${commit(head)}.`]
    : [markdown`The next run with \`since: last-run\` includes these changes again.`]
}

function isWhole(told: Told): told is BranchChanges {
  return told.comparison !== undefined
}
