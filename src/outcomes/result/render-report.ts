import { formatPullRequest } from '../../github/pull-request-url.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from '../../job-marker/outcome.ts'
import { renderPie } from '../../reports/charts.ts'
import { formatMinute, renderRange } from '../../reports/dates.ts'
import { formatNumber } from '../../reports/numbers.ts'
import { type PublishedReport, renderEarlier } from '../../reports/report-comment.ts'
import { shorten } from '../../untrusted/escape.ts'
import { joinMarkdown, link, type Markdown, markdown, plain, prose, table } from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { type End, KINDS } from '../reading/requests.ts'
import type { OutcomesReport, PullRequestOutcome } from '../report-outcomes.ts'
import { countOutcomes, formatHeadline, formatLength, measureLife, selectState, type Totals } from './headline.ts'

/** Longer tables hide what is below them. */
const MAXIMUM_ROWS = 10
const MAXIMUM_TITLE = 120
const MAXIMUM_THREADS = 3
const MAXIMUM_FAILURES = 50

/** Renders the report of a site. @param origin when and where its comment was made @param published earlier comments */
export function renderReport(
  site: Markdown,
  report: OutcomesReport,
  origin = markdown``,
  published: PublishedReport = {},
): Markdown {
  const { period, problem, notes, nowMs, before } = report
  const totals = countOutcomes(report)
  const [open, closed] = [selectState(report, 'open').toReversed(), selectState(report, 'closed')]
  const parts = [
    markdown`## Documentation written for ${site}`,
    ...renderEarlier(published),
    problem === undefined
      ? markdown`**${formatHeadline(totals)}**`
      : markdown`> [!WARNING]\n> **No comment counts.** ${prose(problem)}`,
    markdown`<sub>${renderRange(period)}${origin}</sub>`,
    ...renderBefore(totals, before),
    ...renderPicture(totals),
    ...renderList('Open: review or close them', open, {
      'Open for': ({ createdMs }) => formatLength(nowMs - createdMs, Math.floor),
    }),
    ...renderMerged(report),
    ...renderList('Closed without a merge', closed, { 'Closed after': formatAge }),
    ...renderEnds(report),
    ...(notes.length === 0
      ? []
      : [markdown`### About these numbers`, prose(notes.map((note) => `- ${note}`).join('\n'))]),
    markdown`<sub>${SCOPE}</sub>`,
  ]
  return joinMarkdown(parts, '\n\n')
}

/** The job summary of a step without a report. */
export function renderFailure(problem: string): Markdown {
  return markdown`## Documentation outcomes\n\n> [!CAUTION]\n> **No report.**\n\n${prose(problem)}`
}

export function renderOrigin(nowMs: number, runUrl: URL): Markdown {
  return markdown` · Updated ${formatMinute(nowMs)} UTC · ${link(markdown`Workflow run`, runUrl)}`
}

/** The figures beside those of the period before. */
function renderBefore({ requests, merged, closed }: Totals, before: OutcomesReport['before']): Markdown[] {
  if (before === undefined) return []
  const rows = [
    ['Prompts sent', requests, before.requests],
    ['Pull requests merged', merged, before.merged],
    ['Pull requests closed', closed, before.closed],
  ] as const
  const cells = rows.map(([name, now, then]) =>
    [name, formatNumber(now), formatNumber(then)].map((cell) => markdown`${cell}`),
  )
  return [table([markdown``, markdown`This period`, renderRange(before)], cells, [':--', '--:', '--:'])]
}

function renderPicture(totals: Totals): Markdown[] {
  const { merged, asWritten, asWrittenUnknown, open, closed } = totals
  const all = totals.pullRequests - totals.unreadable
  if (all < 2) return []
  return renderPie('What became of the pull requests', [
    { label: 'Merged without edits', count: asWritten, color: markdown`#238636` },
    { label: 'Merged with edits', count: merged - asWritten - asWrittenUnknown, color: markdown`#2f81f7` },
    { label: 'Merged, edits not known', count: asWrittenUnknown, color: markdown`#6e7781` },
    { label: 'Open', count: open, color: markdown`#9e6a03` },
    { label: 'Closed', count: closed, color: markdown`#8957e5` },
    { label: 'Ended after the period', count: all - merged - open - closed, color: markdown`#1b7c83` },
  ])
}

function renderMerged(report: OutcomesReport): Markdown[] {
  const { trafficDays } = report
  const merged = selectState(report, 'merged')
  if (trafficDays === undefined) return renderList('Merged', merged, { 'Merged after': formatAge })
  const read = merged.toSorted((a, b) => (b.views?.total ?? -1) - (a.views?.total ?? -1))
  const days = trafficDays === 1 ? 'day' : `${trafficDays} days`
  const format = (name: 'human' | 'ai' | 'total') => {
    return ({ views }: PullRequestOutcome) =>
      views === undefined ? '–' : `${views.isPartial ? '≥ ' : ''}${formatNumber(views[name])}`
  }
  return renderList(`Merged, with the views of their pages in the last ${days}`, read, {
    Human: format('human'),
    AI: format('ai'),
    Total: format('total'),
  })
}

function formatAge(pullRequest: PullRequestOutcome): string {
  const durationMs = measureLife(pullRequest)
  return durationMs === undefined ? '' : formatLength(durationMs, Math.ceil)
}

/** In the order of the table. Any other end comes last, with the headline of its outcome. */
const ENDS: Readonly<Partial<Record<End, string>>> = {
  'pull-request': 'Pull request',
  'no-pull-request': 'No pull request needed',
  active: 'Agent still working',
  failed: 'Job failed',
  archived: 'Job archived',
  unknown: "Couldn't confirm that the prompt was received",
  'not-known': 'End not known',
  'not-sent': 'Prompt not sent',
}

/** A row for each end, with its number of requests, and of each kind. */
function renderEnds({ requests }: OutcomesReport): Markdown[] {
  const ends = Map.groupBy(requests, ({ end }) => end)
  const rows = [...new Set([...Object.keys(ENDS), ...OUTCOMES] as End[])].flatMap((end) => {
    const own = ends.get(end)
    if (own === undefined) return []
    const label = ENDS[end] ?? OUTCOME_RECORDS[end as Outcome].headline
    const counts = KINDS.map((kind) => [kind, own.filter((each) => each.kind === kind).length] as const)
    const kinds = counts.flatMap(([kind, count]) => (count > 0 ? `${kind} ${formatNumber(count)}` : []))
    const isLinked = end === 'failed' || end === 'unknown'
    const links = own.map(({ thread }) => thread)
    const threads = isLinked ? markdown`<br>${renderThreads(links, MAXIMUM_FAILURES)}` : markdown``
    return [[markdown`${label}${threads}`, markdown`${formatNumber(own.length)}`, markdown`${kinds.join(', ')}`]]
  })
  return renderTable('How requests ended', ['End', 'Requests', 'Requested by'], rows, [':--', '--:', ':--'])
}

/** A table of pull requests. @param columns the cells of each column besides the first, by its name */
function renderList(
  title: string,
  pullRequests: readonly PullRequestOutcome[],
  columns: Readonly<Record<string, (pullRequest: PullRequestOutcome) => string>>,
): Markdown[] {
  const formats = Object.values(columns)
  const rows = pullRequests.map((each) => [
    renderPullRequest(each),
    ...formats.map((format) => markdown`${format(each)}`),
  ])
  const align = [':--', ...formats.map(() => '--:')]
  const header = ['Pull request', ...Object.keys(columns)]
  const others = pullRequests.slice(MAXIMUM_ROWS).map(({ url }) => link(nameOf(url), url))
  // Every open one is named.
  const isNamed = pullRequests[0]?.state === 'open' && others.length > 0
  const names = isNamed ? [joinMarkdown(others, ', ')] : []
  return [...renderTable(title, header, rows, align), ...names]
}

/** A heading and a table of up to ten rows; nothing without rows. */
function renderTable(title: string, header: string[], rows: Markdown[][], align: string[]): Markdown[] {
  if (rows.length === 0) return []
  const cells = header.map((name) => markdown`${name}`)
  const more = rows.length - MAXIMUM_ROWS
  const shown = [markdown`### ${title}`, table(cells, rows.slice(0, MAXIMUM_ROWS), align)]
  return more > 0 ? [...shown, markdown`And ${formatNumber(more)} more.`] : shown
}

/** Title and name; below, what would be too many columns for a phone: lines, authorship, threads. */
function renderPullRequest({ url, facts, state, isAsWritten, threads }: PullRequestOutcome): Markdown {
  const { title: given, additions = 0, deletions = 0 } = facts ?? {}
  const known = isAsWritten ? 'without edits' : 'with edits'
  const edits = isAsWritten === undefined ? 'edits unknown' : known
  const name = nameOf(url)
  const title = given === undefined ? '' : readUntrustedText(given).trim()
  const below = [
    markdown`${`+${formatNumber(additions)} −${formatNumber(deletions)}`}`,
    ...(state === 'merged' ? [markdown`${edits}`] : []),
    renderThreads(threads),
  ]
  const shown = title === '' ? link(name, url) : markdown`${link(plain(shorten(title, MAXIMUM_TITLE)), url)} ${name}`
  return markdown`${shown}<br>${joinMarkdown(below, ' · ')}`
}

const nameOf = (url: URL) => plain(formatPullRequest(url))

/** Each once. */
function renderThreads(threads: readonly string[], maximum = MAXIMUM_THREADS): Markdown {
  const links = [...new Set(threads)].map((thread) => {
    const number = plain(thread.replace(/^.*\//su, '#'))
    return URL.canParse(thread) ? link(number, new URL(thread)) : number
  })
  const more = links.splice(maximum).length
  if (more > 0) links.push(markdown`${formatNumber(more)} more`)
  return joinMarkdown(links, ', ')
}

const SCOPE =
  "Counts the prompts in this repository's comments. Deleted comments, and runs without a comment, aren't included. " +
  'Pull requests are counted by the dates when they were opened, merged or closed. ' +
  'All open ones that were read are listed. ' +
  "The report can't see how merge conflicts were resolved, or whether a merge was reverted."
