import { DAY_MS, formatDates, toDay } from '../../reports/dates.ts'
import { shorten } from '../../untrusted/escape.ts'
import { code, commit, joinMarkdown, link, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { RunResult } from '../ending.ts'
import { OUTCOME_RECORDS } from '../outcome.ts'
import { type Covered, formatLeftOut } from '../request/since/fetch-branch-changes.ts'

/** So many pull requests are named; the comparison has all of them. */
const MAXIMUM_NAMES = 5
const MAXIMUM_TITLE = 100

/** What the prompt covers: how much, from when to when, and the first of the pull requests. */
export function renderCovered(covered: Covered | undefined, runUrl: URL): Markdown[] {
  if (covered === undefined) return []
  const { range, pullRequests = [], start, leftOut } = covered
  const comparison = new URL(`../../compare/${range.base}...${range.head}`, runUrl)
  const label = markdown`${formatBranchChanges(covered)} (${commit(range.base)}…${commit(range.head)})`
  const lines = pullRequests.slice(0, MAXIMUM_NAMES).map(({ number, title, url }) => {
    const text = title && shorten(readUntrustedText(title).trim().toWellFormed(), MAXIMUM_TITLE)
    const name = markdown`${`#${number} ${text ?? ''}`}`
    const page = url && toSafeUrl(url)
    return markdown`- ${page ? link(name, page) : name}`
  })
  const more = pullRequests.length - lines.length
  if (more > 0) lines.push(markdown`- and ${more.toLocaleString('en-US')} more`)
  const rest = leftOut && leftOut.pullRequests + leftOut.commits > 0 ? ` Left out: ${formatLeftOut(leftOut)}.` : ''
  const why = start ? markdown`: it begins ${start.reason}.${rest}` : markdown``
  return [markdown`${link(label, comparison)}${why}`, ...(lines.length > 0 ? [joinMarkdown(lines, '\n')] : [])]
}

/** Where the next run with `last-run` begins. */
export function renderNextRun({ covered, outcome, job, isClaimed }: RunResult): Markdown[] {
  if (!covered?.range.isLastRun || isClaimed !== true) return []
  const next = markdown`The next run with \`since: last-run\``
  const head = code(covered.range.head.slice(0, 7))
  if (outcome === 'pull-request' || outcome === 'no-pull-request') return [markdown`${next} begins at ${head}.`]
  if (job === undefined || OUTCOME_RECORDS[outcome].isFinal) return [markdown`${next} includes these changes again.`]
  return [markdown`${next} begins at ${head} if the job completes. Otherwise, it includes these changes again.`]
}

/** What is covered, in a few words: `12 pull requests, Nov 15–22`. */
export function formatBranchChanges({ pullRequests = [], comparison, days }: Covered): string {
  if (comparison === undefined) return 'Changes'
  const [noun, count] = pullRequests[0] ? ['pull request', pullRequests.length] : ['commit', comparison.commitCount]
  const what = `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
  if (days === undefined) return what
  const [dateFrom, dateTo] = [toDay(Date.parse(days[0])), toDay(Date.parse(days[1]) + DAY_MS)]
  return `${what}, ${formatDates({ dateFrom, dateTo }).replaceAll(/, \d{4}/gu, '')}`
}
