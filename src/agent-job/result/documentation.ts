import { formatPullRequest } from '../../github/pull-request-url.ts'
import type { JobRecord, PreviousPullRequest } from '../../job-marker/job-record.ts'
import { shorten } from '../../untrusted/escape.ts'
import { code, joinMarkdown, link, type Markdown, markdown, plain, table } from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { RunReport } from '../ending.ts'
import type { ChangedPage, WrittenDocumentation } from '../job/written-documentation.ts'

/** Longer tables hide what is below them. */
const MAXIMUM_PAGES = 10
const MAXIMUM_TITLE = 200
const MAXIMUM_PATH = 120

/** The pull request that was written: its title and state, the pages that it changes, and how often they are read. */
export function renderDocumentation({ job, closing, documentation }: RunReport): Markdown[] {
  const shown = job?.prLink ?? closing
  if (shown === undefined) return []
  if (documentation === undefined) return [markdown`**${link(plain(formatPullRequest(shown)), shown)}**`]
  return [
    joinMarkdown([renderTitle(shown, documentation), ...renderState(documentation)], ' '),
    ...(documentation.pages.length === 0 ? [] : [renderPages(documentation)]),
    ...renderRest(documentation),
  ]
}

function renderTitle(url: URL, { title }: WrittenDocumentation): Markdown {
  const name = plain(formatPullRequest(url))
  const text = title === undefined ? '' : shorten(readUntrustedText(title).trim(), MAXIMUM_TITLE)
  return text === ''
    ? markdown`**${link(name, url)}**`
    : markdown`**${link(plain(text.toWellFormed()), url)}** ${name}`
}

function renderState({ state }: WrittenDocumentation): Markdown[] {
  return state === 'open' ? [] : [markdown`(${state})`]
}

function renderPages({ pages, traffic }: WrittenDocumentation): Markdown {
  const shown = pages.slice(0, MAXIMUM_PAGES)
  if (traffic === undefined)
    return table(
      [markdown`Page`, markdown`Lines`],
      shown.map((page) => [renderName(page), renderLines(page)]),
      [':--', '--:'],
    )
  // Five columns would not fit on a phone.
  return table(
    [markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`],
    shown.map((page) => [markdown`${renderName(page)}<br>${renderLines(page)}`, ...renderViews(page)]),
    [':--', '--:', '--:', '--:'],
  )
}

/** Its whole path, which GitHub breaks at the slashes: the last segments may be the same in two languages. */
function renderName({ file, status }: ChangedPage): Markdown {
  const name = code(file, MAXIMUM_PATH)
  const isNoted = status === 'added' || status === 'removed' || status === 'renamed'
  return isNoted ? markdown`${name} ${status === 'added' ? 'new' : status}` : name
}

function renderLines({ additions, deletions }: ChangedPage): Markdown {
  return markdown`+${formatCount(additions)} −${formatCount(deletions)}`
}

function renderViews({ views }: ChangedPage): Markdown[] {
  if (views === undefined) return [markdown``, markdown``, markdown``]
  return [views.human, views.ai, views.total].map((count) => markdown`${formatCount(count)}`)
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** What has no row, as two numbers; and which views those are. */
function renderRest({ pages, otherFileCount, traffic }: WrittenDocumentation): Markdown[] {
  const more = Math.max(0, pages.length - MAXIMUM_PAGES)
  const isAlone = pages.length === 0
  const counts = [
    ...(more === 0 ? [] : [more === 1 ? '1 more page' : `${formatCount(more)} more pages`]),
    ...(otherFileCount === 0 ? [] : [countOtherFiles(otherFileCount, isAlone)]),
  ]
  const sentences = [
    ...(counts.length === 0 ? [] : [`${isAlone ? 'Changed' : 'Also changed'}: ${counts.join(', ')}.`]),
    ...(traffic === undefined || isAlone ? [] : [formatTraffic(traffic)]),
  ]
  return sentences.length === 0 ? [] : [markdown`${sentences.join(' ')}`]
}

function formatTraffic({ days, isPartial }: NonNullable<WrittenDocumentation['traffic']>): string {
  const range = days === 1 ? 'in the last day' : `in the last ${days} days`
  // Which rows those are depends on the service.
  return isPartial ? `Views ${range}. Only part of the site was searched.` : `Views ${range}.`
}

function countOtherFiles(count: number, isAlone: boolean): string {
  const files = count === 1 ? '1 other file' : `${formatCount(count)} other files`
  return isAlone ? `no pages, ${files}` : files
}

/**
 * Which pull request is continued, or why there is a new one, and what would have continued it. Nothing where the headline
 * and the link say it.
 */
export function renderPrevious(
  { previous, isFollowUp, prLink }: JobRecord,
  when: 'working' | 'done',
): Markdown[] {
  if (previous === undefined || isFollowUp === undefined) return []
  const { url, state } = previous
  const name = url === undefined ? markdown`the previous request` : link(plain(formatPullRequest(url)), url)
  if (isFollowUp) {
    if (when === 'working') return [markdown`The agent continues ${name}.`]
    if (prLink === undefined) return [markdown`The prompt went to the job of ${name}.`]
    if (prLink.href === url?.href) return []
    return [markdown`The prompt went to the job of ${name}, and the agent opened another pull request.`]
  }
  return [PREVIOUS[state](name)]
}

/** Why there is a new job, and what would continue the previous one. */
const PREVIOUS: Readonly<Record<PreviousPullRequest['state'], (name: Markdown) => Markdown>> = {
  open: (name) => markdown`This is a new job: the job of ${name} accepts no more prompts.`,
  closed: (name) => markdown`This is a new job: ${name} is closed.`,
  merged: (name) => markdown`This is a new job: ${name} is merged.`,
  unreadable: (name) =>
    joinMarkdown(
      [
        markdown`This is a new job: couldn't read whether ${name} is open.`,
        markdown`To continue it next time, set a \`github-token\` that can read that repository,`,
        markdown`or \`follow-up: always\`.`,
      ],
      ' ',
    ),
  'job-unreadable': (name) => markdown`This is a new job: couldn't read the job of ${name}.`,
  'job-failed': (name) => markdown`This is a new job: the job of ${name} failed, or no longer exists.`,
  'job-hangs': (name) => markdown`This is a new job: the job of ${name} has been active for too long.`,
}
