import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { renderPie } from '../../reports/charts.ts'
import { type DateRange, formatDates, renderRange } from '../../reports/dates.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import { code, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Comparison } from '../comparison/compare-periods.ts'
import { hadViews, type Mover, type Movers, PREVIOUS, type RankedBy } from '../comparison/ranking.ts'
import { type ExportReport, isWholePeriod } from '../export-page-views.ts'
import { explainAiChange, formatDifference, formatPercent, formatShares } from './words.ts'

/** Renders the dates, and a table of the totals. */
export function renderTotals(totals: ViewCounts, range: DateRange, comparison?: Comparison): Markdown[] {
  const { human, ai, total } = totals
  const [humanShare, aiShare] = formatShares(human, ai)
  const rows = [
    [markdown`**Views**`, ...[human, ai, total].map((count) => markdown`**${formatNumber(count)}**`)],
    ...(humanShare === '' ? [] : [[markdown`Share`, markdown`${humanShare}`, markdown`${aiShare}`, markdown` `]]),
    ...(comparison === undefined ? [] : compareTotals(totals, comparison.totals)),
  ]
  const header = [markdown` `, markdown`Human`, markdown`AI`, markdown`Total`]
  return [
    comparison === undefined ? renderRange(range) : renderComparedDates(range, comparison),
    table(header, rows, [':--', '--:', '--:', '--:']),
  ]
}

function compareTotals(now: ViewCounts, before: ViewCounts): Markdown[][] {
  const names = ['human', 'ai', 'total'] as const
  return [
    [markdown`Previous period`, ...names.map((name) => markdown`${formatNumber(before[name])}`)],
    [markdown`Change`, ...names.map((name) => markdown`${formatPercent(now[name], before[name]) || ' '}`)],
  ]
}

function renderComparedDates(range: DateRange, { range: previous }: Comparison): Markdown {
  const note = explainAiChange(previous.dateFrom, range.dateTo)
  const end = note === undefined ? '' : ` ${note}`
  return markdown`${renderRange(range)} compared with ${renderRange(previous)}.${end}`
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
const MOVER_HEADINGS: Record<keyof Movers, string> = {
  rising: 'Rising pages',
  falling: 'Falling pages',
  gone: 'Pages that are gone',
}
const RANKED_BY: Record<RankedBy, string> = { total: '', human: ', by people', ai: ', by AI' }

/** Renders the most viewed pages, and those that rise, fall or are gone, under their headings. */
export function renderPageTables(report: ExportReport): Markdown[] {
  const { result, range, topBy } = report
  const { top, comparison, excluded } = result
  const suffix = isWholePeriod(result, report) ? '' : ' (of the rows read)'
  const heading = markdown`### ${TOP_HEADINGS[topBy] + suffix}`
  const { rows = 0, views = 0 } = excluded ?? {}
  const hidden = `${formatCount(rows, 'row')} with ${formatCount(views, 'view')}`
  return [
    ...(top.length === 0 ? [] : [heading, renderTop(top)]),
    ...(comparison === undefined ? [] : renderChanges(comparison, { range, topBy, suffix })),
    ...(excluded === undefined ? [] : [markdown`\`exclude\` leaves ${hidden} out of the tables.`]),
  ]
}

function renderChanges(
  comparison: Comparison,
  { range, topBy, suffix }: { range: DateRange; topBy: RankedBy; suffix: string },
): Markdown[] {
  const dates = markdown`${formatDates(range)}, compared with ${formatDates(comparison.range)}:`
  return (['rising', 'falling', 'gone'] as const).flatMap((list) => {
    if (comparison[list].length === 0) return []
    const heading = markdown`### ${MOVER_HEADINGS[list] + RANKED_BY[topBy] + suffix}`
    return [heading, dates, renderMovers(list, topBy, comparison)]
  })
}

function renderTop(top: readonly ViewRow[]): Markdown {
  const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)))
  const rows = top.map(({ path, human, ai, total }, index) => [
    markdown`${index + 1}`,
    renderPath(path),
    renderBar(human, largest, formatNumber(human)),
    renderBar(ai, largest, formatNumber(ai)),
    markdown`${formatNumber(total)}`,
  ])
  const header = [markdown`#`, markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`]
  return table(header, rows, ['--:', ':--', ':--', ':--', '--:'])
}

/** Beside the figure that pages are ranked by, shows the change by people and by AI, since one may hide the other. */
function renderMovers(list: keyof Movers, topBy: RankedBy, comparison: Comparison): Markdown {
  const movers = comparison[list]
  const { addsUp } = comparison
  const largest = Math.max(...movers.map(({ change }) => Math.abs(change)))
  const rows = movers.map((mover) => [
    renderPath(mover.path),
    markdown`${formatNumber(mover[PREVIOUS[topBy]])}`,
    markdown`${formatNumber(mover[topBy])}`,
    renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
    markdown`${list === 'gone' ? 'gone' : formatShare(mover, topBy, addsUp)}`,
    markdown`${formatDifference(mover.human - mover.previousHuman)}`,
    markdown`${formatDifference(mover.ai - mover.previousAi)}`,
  ])
  const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map(
    (name) => markdown`${name}`,
  )
  return table(header, rows, [':--', '--:', '--:', ':--', '--:', '--:', '--:'])
}

/** If rows may be missing, a page may only seem new. */
function formatShare(mover: Mover, topBy: RankedBy, addsUp: boolean): string {
  if (!hadViews(mover)) return addsUp ? 'new' : '–'
  return formatPercent(mover[topBy], mover[PREVIOUS[topBy]]) || '–'
}

const LONGEST_PATH = 120

function renderPath(path: UntrustedText): Markdown {
  const rendered = code(path, LONGEST_PATH)
  return rendered.toString() === '' ? markdown`*(empty)*` : rendered
}

const BAR_WIDTH = 12

/** Renders a bar of blocks on its track, and the number. A count above zero has at least one block. */
function renderBar(count: number, largest: number, number: string): Markdown {
  const share = largest > 0 ? count / largest : 0
  const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0)
  const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks)
  return markdown`${code(bar)}&nbsp;${number}`
}
