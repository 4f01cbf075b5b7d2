import type { WorkflowRun } from '../runner/workflow-run.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dates.ts'
import { joinMarkdown, link, type Markdown, markdown, prose, table } from '../text/markdown.ts'
import { formatCount, formatNumber } from '../text/numbers.ts'
import { findPreviousPeriod, formatLength, formatPeriod } from '../text/period.ts'
import { shorten } from '../text/plain-text.ts'
import { toSafeUrl } from '../text/safe-url.ts'
import { type Figures, isWithoutEdits, measureLifeMs } from './count.ts'
import { DEFAULT_QUERY, type Inputs } from './inputs.ts'
import { type Found, formatSearches, type Outcomes, type PullRequest } from './pull-requests.ts'

export interface Report {
  inputs: Inputs
  figures: Figures
  outcomes: Outcomes
  /** Milliseconds since 1970. */
  nowMs: number
}

/** A comment has room for 65,536 characters. */
const MAXIMUM_LENGTH = 65_000
/** How many rows a table may have, if the report is short enough. */
const MAXIMUM_ROWS = [100, 30, 10, 0]

/**
 * The first sentence, and how many are open: `Nov 16–22, 2026: 8 pull requests by mintlify[bot] were merged in
 * acme/docs (5 in the week before), 5 of them without edits, half of them within 6 days; 1 was closed. 21 are open.`
 */
export function formatHeadline({ inputs, figures }: Pick<Report, 'inputs' | 'figures'>): string {
  const { owner, repo, query, period } = inputs
  const { merged, previousMerged, medianHours, closed, open } = figures
  const isOne = merged === 1
  const match = `that ${isOne ? 'matches' : 'match'} \`${query.replaceAll('`', "'")}\``
  const whose = query === DEFAULT_QUERY ? 'by mintlify[bot]' : match
  const what = isOne ? `pull request ${whose} was` : `pull requests ${whose} were`
  const before = `${formatOr('none', previousMerged)} in the ${formatLength(period)} before`
  const within = `${isOne ? '' : 'half of them '}within ${formatSpan((medianHours ?? 0) * HOUR_MS)}`
  const parts = [
    `${formatOr('no', merged)} ${what} merged in ${owner}/${repo} (${before})`,
    ...(merged === 0 ? [] : [formatEdits(figures)]),
    ...(medianHours === undefined ? [] : [within]),
  ]
  const end = closed === 0 ? '' : `; ${formatNumber(closed)} ${closed === 1 ? 'was' : 'were'} closed`
  const stillOpen = `${formatOr('None', open)} ${open === 1 ? 'is' : 'are'} open.`
  return `${formatPeriod(period)}: ${parts.join(', ')}${end}. ${stillOpen}`
}

function formatOr(none: string, count: number): string {
  return count === 0 ? none : formatNumber(count)
}

function formatEdits({ merged, mergedWithoutEdits: without, mergedUnknown: unknown }: Figures): string {
  if (without === undefined) return `not known ${merged === 1 ? 'whether edited' : 'how many without edits'}`
  if (merged === 1) return without === 1 ? 'without edits' : 'with edits'
  const some = without === merged ? 'all' : without + unknown === 0 ? 'none' : formatNumber(without)
  return `${some} of them without edits${unknown === 0 ? '' : ` (not known for ${formatNumber(unknown)})`}`
}

/** The report for the job summary and the file. It fits into a comment. */
export function renderReport(report: Report, run: WorkflowRun): Markdown {
  const reports = MAXIMUM_ROWS.map((rows) => render(report, run, rows))
  return reports.find((each) => each.toString().length <= MAXIMUM_LENGTH) ?? markdown`${formatHeadline(report)}`
}

function render(report: Report, run: WorkflowRun, rows: number): Markdown {
  const { inputs, figures, outcomes, nowMs } = report
  const merged = outcomes.merged.listed.toSorted((a, b) => Date.parse(b.mergedAt ?? '') - Date.parse(a.mergedAt ?? ''))
  const open = outcomes.open.listed.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  const isEmpty = figures.merged + figures.previousMerged + figures.closed + figures.opened + figures.open === 0
  return joinMarkdown(
    [
      markdown`## Documentation outcomes: ${inputs.title}`,
      markdown`**${prose(formatHeadline(report))}**`,
      ...(isEmpty ? [prose(NONE)] : [renderLinks(report, run)]),
      ...renderList('Merged', { ...outcomes.merged, listed: merged }, rows, {
        'Without edits': ({ commits }) => {
          const isKnown = isWithoutEdits(commits)
          return isKnown === undefined ? 'not known' : isKnown ? 'yes' : 'no'
        },
        'Merged within': (each) => formatSpan(measureLifeMs(each, nowMs)),
      }),
      ...renderList('Open, oldest first', { ...outcomes.open, listed: open }, rows, {
        'Open for': (each) => formatAge(measureLifeMs(each, nowMs)),
      }),
      markdown`<sub>${isEmpty ? '' : `${EDITS} `}${link(markdown`Workflow run`, run.url)}</sub>`,
    ],
    '\n\n',
  )
}

const NONE =
  "No pull request matches `query` in this period. If another account opens the agent's pull requests, set `query`, " +
  'for example to `author:octocat` or `head:docs/`.'
const EDITS = 'Without edits: no commit has a person as author or co-author.'

/** The counts, each with a link to its search. */
function renderLinks({ inputs, figures }: Report, { serverUrl }: WorkflowRun): Markdown {
  const { owner, repo, period } = inputs
  const searches = formatSearches(inputs)
  const render = (figure: keyof Outcomes, what: string) => {
    const url = new URL(`${serverUrl.href.replace(/\/$/u, '')}/${owner}/${repo}/pulls`)
    url.searchParams.set('q', searches[figure])
    return link(markdown`${formatNumber(figures[figure])} ${what}`, url)
  }
  const links = [
    render('merged', 'merged'),
    render('closed', 'closed without a merge'),
    render('opened', 'opened'),
    render('open', 'open now'),
    render('previousMerged', `merged ${formatPeriod(findPreviousPeriod(period))}`),
  ]
  return joinMarkdown(links, ' · ')
}

/**
 * A table of pull requests, and how many more there are.
 * @param columns the cells of each further column by its name
 */
function renderList(
  title: string,
  { count, listed }: Found,
  rows: number,
  columns: Readonly<Record<string, (pullRequest: PullRequest) => string>>,
): Markdown[] {
  if (count === 0) return []
  const formats = Object.values(columns)
  const shown = listed.slice(0, rows)
  const cells = shown.map((each) => [renderPullRequest(each), ...formats.map((format) => markdown`${format(each)}`)])
  const more = count - shown.length
  return [
    markdown`### ${title}`,
    ...(shown.length === 0
      ? []
      : [table(['Pull request', ...Object.keys(columns)], cells, ['l', ...formats.map(() => 'r')])]),
    ...(more > 0 ? [markdown`The list is cut: it leaves out ${formatCount(more, 'pull request')}.`] : []),
  ]
}

function renderPullRequest({ number, title, url, isDraft }: PullRequest): Markdown {
  const label = markdown`${shorten(title, 100)}`
  const safe = toSafeUrl(url)
  return markdown`${safe === undefined ? label : link(label, safe)} ${`#${number}`}${isDraft ? ' (draft)' : ''}`
}

/** `40 minutes`, `6 hours`, `3 days`: rounded up, to a time within which it happened. */
function formatSpan(spanMs: number): string {
  const minutes = Math.max(1, Math.ceil(spanMs / MINUTE_MS))
  if (minutes > 48 * 60) return formatCount(Math.ceil(spanMs / DAY_MS), 'day')
  return minutes > 60 ? formatCount(Math.ceil(spanMs / HOUR_MS), 'hour') : formatCount(minutes, 'minute')
}

function formatAge(ageMs: number): string {
  return ageMs < DAY_MS ? 'less than a day' : formatCount(Math.floor(ageMs / DAY_MS), 'day')
}
