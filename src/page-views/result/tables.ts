import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { code, joinMarkdown, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Comparison } from '../comparison/compare-periods.ts'
import { type Mover, PREVIOUS, type RankedBy } from '../comparison/ranking.ts'
import type { DateRange } from '../date-range.ts'
import type { ExportResult } from '../export-page-views.ts'
import {
  describeAiChange,
  describeRange,
  formatDifference,
  formatNumber,
  formatPercent,
  formatPlainNumber,
  formatShares,
} from './words.ts'

/** `14–20 Nov 2026 (7 days, UTC)`. */
export function renderRange(range: DateRange): Markdown {
  const { dates, note } = describeRange(range)
  return markdown`${dates} (${note})`
}

/** The dates, and the totals as a table, with those of the previous period if there is one to compare with. */
export function renderTotals(totals: ViewCounts, range: DateRange, comparison?: Comparison): Markdown[] {
  const { human, ai, total } = totals
  const [humanShare, aiShare] = formatShares(human, ai)
  const rows = [
    [markdown`**Views**`, ...[human, ai, total].map((count) => markdown`**${formatNumber(count)}**`)],
    ...(humanShare === ''
      ? []
      : [[markdown`Share`, markdown`${humanShare}`, markdown`${aiShare}`, markdown` `]]),
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
  const note = describeAiChange(previous.dateFrom, range.dateTo)
  return markdown`${renderRange(range)} compared with ${renderRange(previous)}.${note === undefined ? '' : ` ${note}`}`
}

/** Human and AI views as a pie. https://mermaid.js.org/syntax/pie.html: numbers above zero in plain decimals. */
export function renderPie({ human, ai }: ViewCounts): Markdown[] {
  const slices = [
    { label: 'Human', count: human },
    { label: 'AI', count: ai },
  ].filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
  if (slices.length === 0) return []
  const lines = slices.map(({ label, count }) => markdown`    "${label}" : ${formatPlainNumber(count)}`)
  return [
    markdown`\`\`\`mermaid\npie showData title Views by people and by AI\n${joinMarkdown(lines, '\n')}\n${PIE_THEME}\n\`\`\``,
  ]
}

/** Mermaid's own colors are pale; these, and the gray of the words, can be read on white as well as on black. */
const PIE_THEME = markdown`%%{init: {"theme": "base", "themeVariables": {"pie1": "#2f81f7", "pie2": "#a371f7", "pieOpacity": "1", "pieStrokeWidth": "0px", "pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", "pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97"}}}%%`

/** What the pages are ranked by, and whether all of them were looked at. */
export interface PageTables {
  result: ExportResult
  topBy: RankedBy
  /** Whether every row of the period was read. */
  isWhole: boolean
}

const TOP_HEADINGS: Record<RankedBy, string> = {
  total: 'Most viewed pages',
  human: 'Pages most viewed by people',
  ai: 'Pages most viewed by AI',
}
const MOVER_HEADINGS = { rising: 'Rising pages', falling: 'Falling pages' } as const
const RANKED_BY: Record<RankedBy, string> = { total: '', human: ', by people', ai: ', by AI' }

/** The most viewed pages, and those that rise and fall, each under its heading. */
export function renderPageTables({ result: { top, comparison }, topBy, isWhole }: PageTables): Markdown[] {
  const suffix = isWhole ? '' : ' (of the rows read)'
  const movers = (['rising', 'falling'] as const).map((direction) => ({
    heading: MOVER_HEADINGS[direction] + RANKED_BY[topBy],
    pages: comparison?.[direction] ?? [],
    render: () => renderMovers(comparison?.[direction] ?? [], topBy, isWhole),
  }))
  return [{ heading: TOP_HEADINGS[topBy], pages: top, render: () => renderTop(top) }, ...movers]
    .filter(({ pages }) => pages.length > 0)
    .flatMap(({ heading, render }) => [markdown`### ${heading + suffix}`, render()])
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

/** The figure that the pages are ranked by, and beside it how people and AI changed: one may hide the other. */
function renderMovers(movers: readonly Mover[], topBy: RankedBy, isWhole: boolean): Markdown {
  const largest = Math.max(...movers.map(({ change }) => Math.abs(change)))
  const rows = movers.map((mover) => [
    renderPath(mover.path),
    markdown`${formatNumber(mover[PREVIOUS[topBy]])}`,
    markdown`${formatNumber(mover[topBy])}`,
    renderBar(Math.abs(mover.change), largest, formatDifference(mover.change)),
    markdown`${describeShare(mover, topBy, isWhole)}`,
    markdown`${formatDifference(mover.human - mover.previousHuman)}`,
    markdown`${formatDifference(mover.ai - mover.previousAi)}`,
  ])
  const header = ['Page', 'Previous', 'Views', 'Change', '%', 'Human change', 'AI change'].map(
    (name) => markdown`${name}`,
  )
  return table(header, rows, [':--', '--:', '--:', ':--', '--:', '--:', '--:'])
}

/** Only of a whole period can be said that a page is gone. */
function describeShare(mover: Mover, topBy: RankedBy, isWhole: boolean): string {
  if (mover.total === 0 && isWhole) return 'gone'
  return formatPercent(mover[topBy], mover[PREVIOUS[topBy]]) || 'new'
}

const LONGEST_PATH = 120

function renderPath(path: UntrustedText): Markdown {
  const rendered = code(path, LONGEST_PATH)
  return rendered.toString() === '' ? markdown`*(empty)*` : rendered
}

const BAR_WIDTH = 12

/** A bar of blocks on its track, and the number. A count above zero has at least one block. */
function renderBar(count: number, largest: number, number: string): Markdown {
  const share = largest > 0 ? count / largest : 0
  const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0)
  const bar = '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks)
  return markdown`${code(bar)}&nbsp;${number}`
}
