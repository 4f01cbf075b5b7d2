import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { formatLastDays } from '../../formatting/times.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { shorten } from '../../untrusted/escape.ts'
import { code, link, type Markdown, markdown, plain, prose, table } from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { JobRecord, PreviousPullRequest } from '../job/job-record.ts'
import type { ChangedPage, WrittenDocumentation } from '../job/written-documentation.ts'
import type { RunResult } from '../run-result.ts'

/** Longer tables hide what is below them. */
const MAXIMUM_PAGES = 10
const MAXIMUM_TITLE = 200
const MAXIMUM_PATH = 120

/** The pull request that was written: its title and state, the pages that it changes, and how often they are read. */
export function renderDocumentation({ job, documentation }: RunResult): Markdown[] {
  const url = job?.prLink
  if (url === undefined) return []
  const title = renderTitle(url, documentation)
  return documentation ? [title, ...renderPages(documentation), ...renderRest(documentation)] : [title]
}

function renderTitle(url: URL, { title, state = 'open' }: Partial<WrittenDocumentation> = {}): Markdown {
  const name = plain(formatPullRequest(url))
  const text = title === undefined ? '' : shorten(readUntrustedText(title).trim(), MAXIMUM_TITLE)
  const label =
    text === '' ? markdown`**${link(name, url)}**` : markdown`**${link(plain(text.toWellFormed()), url)}** ${name}`
  return state === 'open' ? label : markdown`${label} (${state})`
}

function renderPages({ pages, traffic }: WrittenDocumentation): Markdown[] {
  if (pages.length === 0) return []
  const header = traffic
    ? [markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`]
    : [markdown`Page`, markdown`Lines`]
  const rows = pages.slice(0, MAXIMUM_PAGES).map((page) => {
    const name = renderName(page)
    const lines = markdown`+${formatNumber(page.additions)} −${formatNumber(page.deletions)}`
    // Five columns would not fit on a phone.
    if (!traffic) return [name, lines]
    const { human, ai, total } = page.views ?? {}
    const views = [human, ai, total].map((count) => markdown`${count === undefined ? '' : formatNumber(count)}`)
    return [markdown`${name}<br>${lines}`, ...views]
  })
  return [table(header, rows, [':--', '--:', '--:', '--:'])]
}

/** Its whole path, which GitHub breaks at the slashes: the last segments may be the same in two languages. */
function renderName({ path, status }: ChangedPage): Markdown {
  const name = code(path, MAXIMUM_PATH)
  if (status === 'added') return markdown`${name} new`
  return status === 'removed' || status === 'renamed' ? markdown`${name} ${status}` : name
}

/** What has no row, as two numbers; and which views those are. */
function renderRest({ pages, otherFileCount, traffic }: WrittenDocumentation): Markdown[] {
  const more = pages.length - MAXIMUM_PAGES
  const counts = [
    ...(more > 0 ? [formatCount(more, 'more page')] : []),
    ...(otherFileCount > 0 ? [formatCount(otherFileCount, 'other file')] : []),
  ].join(' and ')
  const sentences = counts === '' ? [] : [`${pages.length === 0 ? 'Changed no pages,' : 'Also changed'} ${counts}.`]
  if (traffic !== undefined && pages.length > 0) {
    const { days, isPartial } = traffic
    sentences.push(`Views in the last ${formatLastDays(days)}.`)
    // Which rows those are depends on the service.
    if (isPartial) sentences.push('Only part of the site was searched.')
  }
  return sentences.length === 0 ? [] : [markdown`${sentences.join(' ')}`]
}

/**
 * Which pull request is continued, or why there is a new one, and what would have continued it. Empty where the
 * headline and the link tell that already.
 */
export function renderPrevious({ previous, isFollowUp, prLink }: JobRecord, when: 'working' | 'done'): Markdown[] {
  if (previous === undefined || isFollowUp === undefined) return []
  const { url, state } = previous
  const name = url === undefined ? markdown`the previous request` : link(plain(formatPullRequest(url)), url)
  if (!isFollowUp) {
    const [before, after] = WHY_NEW[state]
    return [markdown`Started a new job because ${before}${name} ${prose(after)}`]
  }
  if (when === 'working') return [markdown`The agent is updating ${name}.`]
  if (prLink === undefined) return [markdown`The prompt was sent to the job behind ${name}.`]
  if (prLink.href === url?.href) return []
  return [markdown`The prompt was sent to the job behind ${name}, and the agent opened another pull request.`]
}

/** Why there is a new job, and what would continue the previous one: before and after its name. */
const WHY_NEW: Readonly<Record<PreviousPullRequest['state'], readonly [before: string, after: string]>> = {
  open: ['the job behind ', "doesn't accept more prompts."],
  closed: ['', 'is closed.'],
  merged: ['', 'is merged.'],
  deleted: ['', 'was deleted.'],
  unreadable: [
    "the action couldn't determine whether ",
    'is open. To continue it next time, set a `github-token` that can read that repository, or `follow-up: always`.',
  ],
  'job-unreadable': ['the job behind ', "couldn't be read."],
  'job-active': [
    'the job behind ',
    'is still active. With `concurrency` in the workflow, commands wait for each other.',
  ],
  'job-archived': ['the job behind ', 'was archived.'],
  'job-failed': ['the job behind ', 'failed.'],
  'job-gone': ['the job behind ', 'no longer exists.'],
}
