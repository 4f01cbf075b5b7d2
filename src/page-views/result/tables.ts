import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { renderPie } from '../../reports/charts.ts'
import { type DateRange, formatDates, renderRange } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import { code, type Markdown, markdown, prose, table } from '../../untrusted/markdown.ts'
import type { Comparison } from '../comparison/compare-periods.ts'
import { changePerDay, findFall, namePerDay } from '../comparison/lengths.ts'
import { FEWEST_VIEWS, type Mover, PREVIOUS, type RankedBy, readLastSegment, SITE_FALL } from '../comparison/ranking.ts'
import { type ExportReport, isWholePeriod } from '../export-page-views.ts'
import { explainAiChange, formatChange, formatDifference, formatPercent, formatShares } from './words.ts'

/** Renders the views, the dates and the change in a sentence, and a table of the totals. */
export function renderTotals(totals: ViewCounts, { range, result }: ExportReport): Markdown[] {
  const { comparison, excluded } = result
  const { human, ai, total } = totals
  const [humanShare, aiShare] = formatShares(human, ai)
  const rows = [
    [markdown`**Views**`, ...[human, ai, total].map((count) => markdown`**${formatNumber(count)}**`)],
    ...(humanShare === '' ? [] : [[markdown`Share`, markdown`${humanShare}`, markdown`${aiShare}`, markdown` `]]),
    ...(comparison === undefined ? [] : compareTotals(totals, comparison)),
  ]
  const header = [markdown` `, markdown`Human`, markdown`AI`, markdown`Total`]
  return [renderSentence(totals, range, comparison, excluded?.views), table(header, rows, [':--', '--:', '--:', '--:'])]
}

function compareTotals(now: ViewCounts, { totals: before, lengths }: Comparison): Markdown[][] {
  const names = ['human', 'ai', 'total'] as const
  return [
    [markdown`Previous period`, ...names.map((name) => markdown`${formatNumber(before[name])}`)],
    [
      markdown`Change${namePerDay(lengths)}`,
      ...names.map((name) => markdown`${formatPercent(now[name], before[name], lengths) || ' '}`),
    ],
  ]
}

/** People forward the first sentence by itself, so it says what is compared, and where data is probably missing. */
function renderSentence({ total }: ViewCounts, range: DateRange, comparison?: Comparison, excluded = 0): Markdown {
  const preposition = range.dateFrom === undefined ? '' : 'from '
  const views = markdown`**${formatCount(total, 'view')}** ${preposition}${renderRange(range)}`
  if (comparison === undefined) return markdown`${views}.`
  const { range: previous, totals: before, lengths } = comparison
  const note = explainAiChange(previous.dateFrom, range.dateTo)
  const end = note === undefined ? '' : ` ${note}`
  const then = renderRange(previous)
  const after = markdown`${views}, after ${formatCount(before.total, 'view')} from ${then}`
  const gap = 'probably a gap in the data'
  if (total === 0 && before.total > 0 && excluded === 0) return markdown`${after}: ${gap}.${end}`
  if (before.total === 0) {
    const none = comparison.excluded > 0 ? '`exclude` leaves out all of its views' : `it has no views, ${gap}`
    return markdown`${views}. It can't be compared with ${then}: ${prose(none)}.${end}`
  }
  const change = formatPercent(total, before.total, lengths)
  if (change === '') return markdown`${after}.${end}`
  return markdown`${views}: ${change}${namePerDay(lengths)} compared with ${then}.${end}`
}

export function renderShares({ human, ai }: ViewCounts): Markdown[] {
  return renderPie('Views by people and by AI', [
    { label: 'Human', count: human, color: markdown`#2f81f7` },
    { label: 'AI', count: ai, color: markdown`#a371f7` },
  ])
}

const TOP_HEADINGS: Record<RankedBy, string> = {
  total: 'Most viewed pages',
  human: 'Pages most viewed by people',
  ai: 'Pages most viewed by AI',
}
type ListName = 'rising' | 'falling' | 'isNew' | 'noViews'

const MOVER_HEADINGS: Record<ListName, string> = {
  rising: 'Rising pages',
  falling: 'Falling pages',
  isNew: 'New pages',
  noViews: 'Pages with no views',
}
const LISTS = Object.keys(MOVER_HEADINGS) as ListName[]
const RANKED_BY: Record<RankedBy, string> = { total: '', human: ', by people', ai: ', by AI' }

/** Renders the most viewed pages, and those that change most, under their headings. */
export function renderPageTables(report: ExportReport): Markdown[] {
  const { result, range, topBy } = report
  const { top, totals, comparison, excluded } = result
  const suffix = isWholePeriod(result, report) ? '' : ' (of the rows read)'
  const heading = markdown`### ${TOP_HEADINGS[topBy] + suffix}`
  const { rows = 0, views = 0 } = excluded ?? {}
  const before = comparison?.excluded ? `, and ${formatCount(comparison.excluded, 'view')} of the previous period` : ''
  const hidden = `${formatCount(rows, 'row')} with ${formatCount(views, 'view')}${before}`
  const unknown = totals === undefined ? " The totals without them aren't known, since the export isn't complete." : ''
  return [
    ...(top.length === 0 ? [] : [heading, renderTop(top)]),
    ...(comparison && totals ? renderChanges({ totals, comparison, range, topBy, suffix }) : []),
    ...(excluded === undefined ? [] : [markdown`\`exclude\` leaves out ${hidden}. Only the file has them.${unknown}`]),
  ]
}

interface Changes {
  totals: ViewCounts
  comparison: Comparison
  range: DateRange
  topBy: RankedBy
  suffix: string
}

function renderChanges(changes: Changes): Markdown[] {
  const { totals, comparison, range, topBy, suffix } = changes
  const { lengths, more } = comparison
  const perDay = namePerDay(lengths)
  const each = perDay === '' ? '' : ' Changes are of views per day.'
  const dates = markdown`${formatDates(range)}, compared with ${formatDates(comparison.range)}.${each}`
  const fall = findFall(totals[topBy], comparison.totals[topBy], lengths)
  const change = formatChange(totals[topBy], comparison.totals[topBy], lengths)
  const by = RANKED_BY[topBy].replace(',', '')
  const lost = `${change.replace('-', '')}% of its views${by}${perDay}`
  const rest = [
    [more.isNew, `more new ${more.isNew === 1 ? 'page' : 'pages'}`] as const,
    [more.noViews, `more ${more.noViews === 1 ? 'page' : 'pages'} with no views`] as const,
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${formatNumber(count)} ${what}`]))
  return [
    ...LISTS.flatMap((list) => {
      if (comparison[list].length === 0) return []
      const heading = markdown`### ${MOVER_HEADINGS[list] + RANKED_BY[topBy] + suffix}`
      return [heading, dates, renderMovers(list, changes)]
    }),
    ...(fall >= SITE_FALL && totals.total > 0 && comparison.totals[topBy] >= FEWEST_VIEWS
      ? [markdown`The whole site lost ${lost}, so no page is listed as falling.`]
      : []),
    ...(rest.length === 0 ? [] : [markdown`Not listed: ${rest.join(' and ')}.`]),
  ]
}

function renderTop(top: readonly ViewRow[]): Markdown {
  const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)))
  const rows = top.map(({ path, human, ai, total }, index) => [
    markdown`${index + 1}`,
    code(path, LONGEST_PATH),
    renderBar(human, largest, formatNumber(human)),
    renderBar(ai, largest, formatNumber(ai)),
    markdown`${formatNumber(total)}`,
  ])
  const header = [markdown`#`, markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`]
  return table(header, rows, ['--:', ':--', ':--', ':--', '--:'])
}

/** Beside the figure that pages are ranked by, shows the change by people and by AI, since one may hide the other. */
function renderMovers(list: ListName, { totals, comparison, topBy }: Changes): Markdown {
  const { lengths } = comparison
  const movers = comparison[list]
  const largest = Math.max(...movers.map(({ change }) => Math.abs(change)))
  const rows = movers.map((mover) => [
    markdown`${code(mover.path, LONGEST_PATH)}${isRenamed(list, mover, comparison) ? ' renamed?' : ''}`,
    markdown`${formatNumber(mover[PREVIOUS[topBy]])}`,
    markdown`${formatNumber(mover[topBy])}`,
    renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
    markdown`${formatPercent(mover[topBy], mover[PREVIOUS[topBy]], lengths) || '–'}`,
    markdown`${formatDifference(changePerDay(mover.human, mover.previousHuman, lengths))}`,
    markdown`${formatDifference(changePerDay(mover.ai, mover.previousAi, lengths))}`,
  ])
  const isMoving = (each: ListName) => each === 'rising' || each === 'falling'
  const shown = LISTS.filter((each) => comparison[each].length > 0)
  // Some table has the row: the last one where nothing rises or falls.
  const hasOthers = isMoving(list) || (!shown.some(isMoving) && list === shown.at(-1))
  const others = hasOthers ? [renderOthers(totals, comparison, topBy)] : []
  const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map(
    (name) => markdown`${name}`,
  )
  return table(header, [...rows, ...others], [':--', '--:', '--:', ':--', '--:', '--:', '--:'])
}

/** What the pages of all tables together don't explain of the site's change. */
function renderOthers(totals: ViewCounts, comparison: Comparison, topBy: RankedBy): Markdown[] {
  const { totals: before, lengths } = comparison
  const listed = LISTS.flatMap((list) => comparison[list])
  const rest = (figure: RankedBy) => {
    const now = listed.reduce((sum, mover) => sum - mover[figure], totals[figure])
    const then = listed.reduce((sum, mover) => sum - mover[PREVIOUS[figure]], before[figure])
    return { now, then, change: formatDifference(changePerDay(now, then, lengths)) }
  }
  const { now, then, change } = rest(topBy)
  const share = formatPercent(now, then, lengths) || '–'
  const counts = [formatNumber(then), formatNumber(now), change, share, rest('human').change, rest('ai').change]
  return [markdown`*All other pages*`, ...counts.map((count) => markdown`${count}`)]
}

/** Whether a page is new, or has no views, and ends like one of the other kind. */
function isRenamed(list: ListName, { path }: Mover, { names }: Comparison): boolean {
  const name = readLastSegment(path)
  if (name === '') return false
  return (list === 'isNew' && names.noViews.has(name)) || (list === 'noViews' && names.isNew.has(name))
}

const LONGEST_PATH = 120

const BAR_WIDTH = 12

/** Renders a bar of blocks on its track, and the number. A count above zero has at least one block. */
function renderBar(count: number, largest: number, number: string): Markdown {
  const share = largest > 0 ? count / largest : 0
  const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0)
  const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks)
  return markdown`${code(bar)}&nbsp;${number}`
}
