import { formatMinute, renderRange } from '../../formatting/dates.ts'
import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { DAY_MS, formatLastDays, formatSpan, HOUR_MS } from '../../formatting/times.ts'
import type { PullRequestEntry } from '../../github/pull-request-list.ts'
import { isPage } from '../../page-traffic/views-of-files.ts'
import { shorten } from '../../untrusted/escape.ts'
import { details, joinMarkdown, link, type Markdown, markdown, plain, prose, table } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { type Figures, measureLifeMs } from '../count.ts'
import type { SummedViews } from '../reading/page-views.ts'
import type { OutcomesReport } from '../report-outcomes.ts'
import { formatHeadline } from './headline.ts'

/** Longer tables hide what is below them: the rest is folded. */
const MAXIMUM_ROWS = 10
const MAXIMUM_FOLDED_ROWS = 100
const MAXIMUM_TITLE = 120
const NOT_KNOWN = 'not known'

/** Renders the report of a site. @param origin when and where its comment was made */
export function renderReport(site: Markdown, report: OutcomesReport, origin = markdown``): Markdown {
  const { period, author, notes, byAuthor, list } = report
  const hint = 'If another account opens the pull requests of the agent, set `author` to its login.'
  const parts = [
    markdown`## Documentation written for ${site}`,
    markdown`**${formatHeadline(report)}**`,
    ...(byAuthor === 0 && list.pullRequests.length > 0 ? [prose(hint)] : []),
    markdown`<sub>${renderRange(period)} · Pull requests by ${author}${origin}</sub>`,
    ...(byAuthor === 0 ? [] : [renderFigures(report)]),
    ...renderMerged(report),
    ...renderList('Closed without a merge', report.closed, { 'Closed within': formatLife }),
    ...renderOpen(report),
    ...(notes.length === 0
      ? []
      : [markdown`### About these numbers`, prose(notes.map((note) => `- ${note}`).join('\n'))]),
    ...(byAuthor === 0 ? [] : [markdown`<sub>${SCOPE}</sub>`]),
  ]
  return joinMarkdown(parts, '\n\n')
}

const SCOPE =
  'Without edits: no person wrote or committed a part of it. Reverts, and how merge conflicts were resolved, are not ' +
  'part of this report.'

/** The job summary of a step without a report. */
export function renderFailure(problem: string): Markdown {
  return markdown`## Documentation outcomes\n\n> [!CAUTION]\n> **No report.**\n\n${prose(problem)}`
}

export function renderOrigin(nowMs: number, runUrl: URL): Markdown {
  return markdown` · Updated ${formatMinute(nowMs)} UTC · ${link(markdown`Workflow run`, runUrl)}`
}

/** The figures of the period beside those of the previous one. */
function renderFigures({ figures, previous, previousPeriod }: OutcomesReport): Markdown {
  const rows: [name: string, format: (figures: Figures) => string][] = [
    ['Merged', ({ merged }) => formatNumber(merged)],
    ['Merged without edits', formatWithoutEdits],
    ['Closed without a merge', ({ closed }) => formatNumber(closed)],
    ['Opened', ({ opened }) => formatNumber(opened)],
    ['Half merged within', ({ medianHours }) => (medianHours === undefined ? '–' : formatSpan(medianHours * HOUR_MS))],
  ]
  const cells = rows.map(([name, format]) =>
    [name, format(figures), previous === undefined ? NOT_KNOWN : format(previous)].map((cell) => markdown`${cell}`),
  )
  return table([markdown``, markdown`This period`, renderRange(previousPeriod)], cells, [':--', '--:', '--:'])
}

function formatWithoutEdits({ mergedWithoutEdits: count, mergedUnknown: unknown }: Figures): string {
  if (count === undefined) return NOT_KNOWN
  return `${formatNumber(count)}${unknown > 0 ? ` (not known for ${formatNumber(unknown)})` : ''}`
}

function renderMerged(report: OutcomesReport): Markdown[] {
  const { merged, isWithoutEdits, changed, views, trafficDays } = report
  const list = renderList('Merged', merged, {
    'Without edits': ({ number }) => {
      const known = isWithoutEdits.get(number)
      return known === undefined ? NOT_KNOWN : known ? 'yes' : 'no'
    },
    'Merged within': formatLife,
    Pages: ({ number }) => {
      const { files, isWhole } = changed.get(number) ?? {}
      return files === undefined ? NOT_KNOWN : `${isWhole ? '' : '≥'}${formatNumber(files.filter(isPage).length)}`
    },
    ...(views && { People: formatOwnViews(report, 'human'), AI: formatOwnViews(report, 'ai') }),
  })
  if (views === undefined || list.length === 0) return list
  const days = formatLastDays(trafficDays ?? 0)
  const [human, ai] = [formatViews(views.total, 'human'), formatViews(views.total, 'ai')]
  if (human === NOT_KNOWN && ai === NOT_KNOWN) return [...list, markdown`The views in the last ${days} aren't known.`]
  const sum = `Views in the last ${days}: people ${human}, AI ${ai}.`
  const partial = views.total?.isPartial === true ? ' For ≥, some are not known.' : ''
  return [...list, markdown`${sum}${partial} Each page counts once, in the pull request that was merged last.`]
}

/** The views of the pages that count in a pull request, or where they count. */
function formatOwnViews({ views }: OutcomesReport, name: 'human' | 'ai') {
  return ({ number }: PullRequestEntry): string => {
    const elsewhere = views?.views.has(number) ? undefined : views?.elsewhere.get(number)
    if (elsewhere === undefined) return formatViews(views?.views.get(number), name)
    return `see ${elsewhere.map((each) => `#${each}`).join(', ')}`
  }
}

function formatViews(views: SummedViews | undefined, name: 'human' | 'ai'): string {
  if (views === undefined || (views.isPartial && views[name] === 0)) return NOT_KNOWN
  return `${views.isPartial ? '≥' : ''}${formatNumber(views[name])}`
}

function renderOpen({ open, nowMs }: OutcomesReport): Markdown[] {
  const formatAge = ({ createdAt }: PullRequestEntry) => {
    const ageMs = Math.max(0, nowMs - Date.parse(createdAt))
    return ageMs < DAY_MS ? 'less than a day' : formatCount(Math.floor(ageMs / DAY_MS), 'day')
  }
  return renderList('Open now, the oldest first', open, { 'Open for': formatAge })
}

function formatLife(pullRequest: PullRequestEntry): string {
  return formatSpan(measureLifeMs(pullRequest))
}

/**
 * A table of pull requests; nothing without them.
 * @param columns the cells of each column besides the first, by its name
 */
function renderList(
  title: string,
  pullRequests: readonly PullRequestEntry[],
  columns: Readonly<Record<string, (pullRequest: PullRequestEntry) => string>>,
): Markdown[] {
  if (pullRequests.length === 0) return []
  const formats = Object.values(columns)
  const rows = pullRequests.map((each) => [
    renderPullRequest(each),
    ...formats.map((format) => markdown`${format(each)}`),
  ])
  const header = ['Pull request', ...Object.keys(columns)].map((name) => markdown`${name}`)
  const render = (shown: Markdown[][]) => table(header, shown, [':--', ...formats.map(() => '--:')])
  const [folded, more] = [rows.slice(MAXIMUM_ROWS, MAXIMUM_FOLDED_ROWS), rows.length - MAXIMUM_FOLDED_ROWS]
  return [
    markdown`### ${title}`,
    render(rows.slice(0, MAXIMUM_ROWS)),
    ...(folded.length > 0 ? [details(`${formatNumber(folded.length)} more`, render(folded))] : []),
    ...(more > 0 ? [markdown`${formatNumber(more)} others aren't shown.`] : []),
  ]
}

function renderPullRequest({ number, title, url, isDraft }: PullRequestEntry): Markdown {
  const shown = plain(shorten(readUntrustedText(title).trim(), MAXIMUM_TITLE))
  const safe = toSafeUrl(url)
  return markdown`${safe ? link(shown, safe) : shown} ${`#${number}${isDraft ? ' (draft)' : ''}`}`
}
