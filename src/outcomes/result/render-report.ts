import { formatPullRequest } from '../../github/pull-request-url.ts'
import { formatMinute, renderRange } from '../../reports/dates.ts'
import { formatNumber } from '../../reports/numbers.ts'
import { renderPie } from '../../reports/pie.ts'
import { shorten } from '../../untrusted/escape.ts'
import {
  code,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  plain,
  prose,
  table,
} from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { type End, KINDS } from '../reading/requests.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import {
  countOutcomes,
  formatHeadline,
  formatLength,
  measureMerge,
  selectState,
  type Totals,
} from './headline.ts'

/** Longer tables hide what is below them. */
const MAXIMUM_ROWS = 10
const MAXIMUM_TITLE = 120
const MAXIMUM_THREADS = 3

/** What a report comment has besides the report. */
export interface Published {
  /** Page of the workflow run. */
  runUrl: URL
  /** The report that an older API key has signed. */
  replaces: URL | undefined
}

/** Renders the report, for the job summary and, with `published`, for its comment. */
export function renderReport(projectId: string, report: OutcomesReport, published?: Published): Markdown {
  const { period, problem, notes } = report
  const totals = countOutcomes(report)
  const parts = [
    markdown`## Documentation written for ${code(projectId)}`,
    ...(problem === undefined ? [] : [markdown`> [!WARNING]\n> **No comment counts.** ${prose(problem)}`]),
    markdown`**${formatHeadline(totals)}**`,
    markdown`<sub>Prompts sent ${renderRange(period)}${published ? renderOrigin(report, published) : ''}</sub>`,
    ...renderPicture(totals),
    ...renderOpen(report),
    ...renderMerged(report),
    ...renderClosed(report),
    ...renderEnds(report),
    ...(notes.length === 0
      ? []
      : [markdown`### Not in these numbers`, prose(notes.map((note) => `- ${note}`).join('\n'))]),
    markdown`<sub>Counts the prompts that this repository's comments remember: not those of deleted comments, nor of runs without a comment.</sub>`,
  ]
  return joinMarkdown(parts, '\n\n')
}

/** The job summary of a step without a report. */
export function renderFailure(problem: string): Markdown {
  return markdown`## Documentation outcomes\n\n> [!CAUTION]\n> **No report.** ${prose(problem.replaceAll('\n', ' '))}`
}

function renderOrigin({ nowMs }: OutcomesReport, { runUrl, replaces }: Published): Markdown {
  const older = replaces && markdown` · ${link(markdown`Report before the API key changed`, replaces)}`
  return markdown` · Updated ${formatMinute(nowMs)} UTC · ${link(markdown`Workflow run`, runUrl)}${older ?? ''}`
}

function renderPicture({ merged, asWritten, open, closed }: Totals): Markdown[] {
  if (merged + open + closed < 2) return []
  return renderPie('What became of the pull requests', [
    { label: 'Merged as written', count: asWritten, color: markdown`#238636` },
    { label: 'Merged, changed by others', count: merged - asWritten, color: markdown`#2f81f7` },
    { label: 'Open', count: open, color: markdown`#9e6a03` },
    { label: 'Closed without a merge', count: closed, color: markdown`#8957e5` },
  ])
}

/** Open pull requests wait for somebody, so the one that waits longest comes first. */
function renderOpen({ pullRequests, nowMs }: OutcomesReport): Markdown[] {
  const open = selectState(pullRequests, 'open').reverse()
  const rows = open.map((each) => [
    renderPullRequest(each),
    markdown`${Number.isFinite(each.createdMs) ? formatLength(nowMs - each.createdMs, Math.floor) : ''}`,
    renderThreads(each),
  ])
  return renderTable('Open: review or close them', ['Pull request', 'Open for', 'Requested in'], rows)
}

function renderMerged({ pullRequests, trafficDays }: OutcomesReport): Markdown[] {
  const merged = selectState(pullRequests, 'merged')
  if (trafficDays === undefined) {
    const rows = merged.map((each) => [
      renderPullRequest(each, renderLines(each)),
      renderPace(each),
      renderThreads(each),
    ])
    return renderTable('Merged', ['Pull request', 'Merged after', 'Requested in'], rows)
  }
  const read = merged.toSorted((a, b) => (b.views?.total ?? -1) - (a.views?.total ?? -1))
  const rows = read.map((each) => [
    renderPullRequest(each, markdown`${renderLines(each)} · ${renderThreads(each)}`),
    ...(['human', 'ai', 'total'] as const).map(
      (name) => markdown`${each.views ? formatNumber(each.views[name]) : ''}`,
    ),
  ])
  const title = `Merged, with the views of their pages in the last ${trafficDays === 1 ? 'day' : `${trafficDays} days`}`
  return renderTable(title, ['Pull request', 'Human', 'AI', 'Total'], rows, '--:')
}

function renderClosed({ pullRequests }: OutcomesReport): Markdown[] {
  const closed = selectState(pullRequests, 'closed')
  const rows = closed.map((each) => [renderPullRequest(each), renderThreads(each)])
  return renderTable('Closed without a merge', ['Pull request', 'Requested in'], rows)
}

/** How requests ended, in the order of the table. */
const ENDS: Readonly<Record<End, string>> = {
  'pull-request': 'Pull request',
  'no-pull-request': 'No pull request needed',
  active: 'Agent still working',
  failed: 'Job failed',
  archived: 'Job archived',
  unknown: "Couldn't confirm that the prompt was received",
  'not-known': 'Not known',
  'not-sent': 'Prompt not sent',
}

/** One row for each end, one column for each way to ask. */
function renderEnds({ requests }: OutcomesReport): Markdown[] {
  const kinds = KINDS.filter((kind) => requests.some((request) => request.kind === kind))
  const rows = Object.entries(ENDS).flatMap(([end, label]) => {
    const own = requests.filter((request) => request.end === end)
    const counts = kinds.map((kind) => own.filter((request) => request.kind === kind).length)
    const cells = [...counts, ...(kinds.length > 1 ? [own.length] : [])].map((count) =>
      count === 0 ? '' : formatNumber(count),
    )
    return own.length === 0 ? [] : [[label, ...cells].map((text) => markdown`${text}`)]
  })
  const header = ['How it ended', ...kinds, ...(kinds.length > 1 ? ['Total'] : [])]
  return renderTable('How it was requested, and how it ended', header, rows, '--:')
}

/** A heading and a table of up to ten rows; nothing without rows. @param align of all columns but the first */
function renderTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly Markdown[])[],
  align = ':--',
): Markdown[] {
  if (rows.length === 0) return []
  const more = rows.length - MAXIMUM_ROWS
  const cells = header.map((name) => markdown`${name}`)
  return [
    markdown`### ${title}`,
    table(
      cells,
      rows.slice(0, MAXIMUM_ROWS),
      header.map((_, column) => (column === 0 ? ':--' : align)),
    ),
    ...(more > 0 ? [markdown`And ${formatNumber(more)} more.`] : []),
  ]
}

/** Its title and its name, and below them what a column would be too much for. */
function renderPullRequest({ url, facts }: PullRequestOutcome, below?: Markdown): Markdown {
  const name = plain(formatPullRequest(url))
  const title = facts?.title === undefined ? '' : readUntrustedText(facts.title).trim()
  const shown =
    title === '' ? link(name, url) : markdown`${link(plain(shorten(title, MAXIMUM_TITLE)), url)} ${name}`
  return below === undefined ? shown : markdown`${shown}<br>${below}`
}

function renderLines({ facts, isAsWritten }: PullRequestOutcome): Markdown {
  const { additions = 0, deletions = 0 } = facts ?? {}
  const lines = `+${formatNumber(additions)} −${formatNumber(deletions)}`
  return markdown`${lines} · ${isAsWritten ? 'as written' : 'changed by others'}`
}

function renderPace(pullRequest: PullRequestOutcome): Markdown {
  const durationMs = measureMerge(pullRequest)
  return markdown`${durationMs === undefined ? '' : formatLength(durationMs, Math.ceil)}`
}

function renderThreads({ threads }: PullRequestOutcome): Markdown {
  const links = threads.slice(0, MAXIMUM_THREADS).map((thread) => {
    const name = plain(thread.replace(/^.*\//su, '#'))
    return URL.canParse(thread) ? link(name, new URL(thread)) : name
  })
  const more = threads.length - links.length
  return joinMarkdown(more > 0 ? [...links, markdown`${formatNumber(more)} more`] : links, ', ')
}
