import { formatShortDates, toDay } from '../../formatting/dates.ts'
import { formatCount } from '../../formatting/numbers.ts'
import { DAY_MS } from '../../formatting/times.ts'
import { shorten } from '../../untrusted/escape.ts'
import { code, commit, details, joinMarkdown, link, type Markdown, markdown, prose } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { Change, Changes, Covered, Range } from '../changes/changes.ts'
import { formatLeftOut, listUntold } from '../changes/what-counts.ts'
import { OUTCOME_RECORDS } from '../outcome.ts'
import type { RunResult } from '../run-result.ts'

/** Longer lists are folded. */
const MAXIMUM_OPEN = 10
const MAXIMUM_TITLE = 100

/**
 * What the prompt covers: how much, from when to when, where that begins and why, what is left out and what isn't read,
 * in one line; then each pull request and commit.
 */
export function renderCovered(covered: Covered | undefined, runUrl: URL): Markdown[] {
  if (covered === undefined) return []
  const { range, changes, reason } = covered
  const name = markdown`${changes ? describeChanges(changes) : 'Changes'} (${commit(range.base)}…${commit(range.head)})`
  const leftOut = changes && formatLeftOut(changes)
  const sentences = [
    ...(reason === undefined ? [] : [`Starts ${reason}.`]),
    ...(leftOut ? [`Left out: ${leftOut}.`] : []),
    ...(changes ? listUntold(changes) : []),
  ]
  const line = joinMarkdown([markdown`${link(name, locate(range, runUrl))}.`, ...sentences.map(prose)], ' ')
  const lines = (changes?.told ?? []).map(renderChange)
  if (lines.length === 0) return [line]
  const list = joinMarkdown(lines, '\n')
  const rest = (changes?.more.pullRequests ?? 0) + (changes?.more.commits ?? 0)
  const title = `${rest > 0 ? 'The newest' : 'All'} ${lines.length}`
  return [line, lines.length > MAXIMUM_OPEN ? details(title, list) : list]
}

/** Where the next run with `last-run` begins. */
export function renderNextRun({ covered, outcome, job, isClaimed }: RunResult): Markdown[] {
  if (!covered?.isLastRun || isClaimed !== true) return []
  const next = markdown`The next run with \`since: last-run\``
  const head = code(covered.range.head.slice(0, 7))
  if (outcome === 'pull-request' || outcome === 'no-pull-request') return [markdown`${next} begins at ${head}.`]
  if (job === undefined || OUTCOME_RECORDS[outcome].isFinal) return [markdown`${next} includes these changes again.`]
  return [markdown`${next} begins at ${head} if the job completes. Otherwise, it includes these changes again.`]
}

/** In a few words: `12 pull requests and 3 commits, Nov 15–22`. */
function describeChanges({ told, more, times }: Changes): string {
  const pullRequests = more.pullRequests + told.filter(({ kind }) => kind === 'pull request').length
  const commits = more.commits + told.filter(({ kind }) => kind === 'commit').length
  const counts = [
    ...(pullRequests > 0 ? [formatCount(pullRequests, 'pull request')] : []),
    ...(commits > 0 ? [formatCount(commits, 'commit')] : []),
  ]
  const what = counts.join(' and ')
  if (times === undefined) return what
  const [dateFrom, dateTo] = [toDay(Date.parse(times[0])), toDay(Date.parse(times[1]) + DAY_MS)]
  return `${what}, ${formatShortDates({ dateFrom, dateTo })}`
}

/** The comparison on GitHub. A tag may have characters with a meaning in URLs. */
function locate({ base, head }: Range, runUrl: URL): URL {
  const [from, to] = [base, head].map((name) => name.toWellFormed().split('/').map(encodeURIComponent).join('/'))
  return new URL(`../../compare/${from}...${to}`, runUrl)
}

function renderChange(change: Change): Markdown {
  const by = change.author === undefined ? '' : ` by ${change.author}`
  if (change.kind === 'commit') return markdown`- ${commit(change.sha)} ${cut(change.subject)}${by}`
  const name = markdown`${`#${change.number} ${change.title ? cut(change.title) : ''}`}`
  const page = change.url && toSafeUrl(change.url)
  return markdown`- ${page ? link(name, page) : name}${by}`
}

function cut(text: UntrustedText): string {
  return shorten(readUntrustedText(text).trim().toWellFormed(), MAXIMUM_TITLE)
}
