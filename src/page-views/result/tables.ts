import type { ViewRow } from '../../docs-service/schema.ts'
import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { code, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { Comparison } from '../comparison/compare-periods.ts'
import { changePerDay, namePerDay, type PeriodLengths } from '../comparison/lengths.ts'
import type { Mover, Movers } from '../comparison/movers.ts'
import type { RankedBy } from '../comparison/ranking.ts'
import type { ExportReport } from './export-report.ts'
import { formatDifference, formatPercent } from './words.ts'

const TOP_HEADINGS: Record<RankedBy, string> = {
  total: 'Most viewed pages',
  human: 'Pages most viewed by people',
  ai: 'Pages most viewed by AI',
}
const RANKED_BY: Record<RankedBy, string> = { total: '', human: ', by people', ai: ', by AI' }

/** Renders the most viewed pages, and those that rise and fall most, under their headings. */
export function renderPageTables({ result, options }: ExportReport): Markdown[] {
  const { top, comparison, outcome } = result
  const suffix = outcome === 'complete' && options.offset === 0 ? '' : ' (of the rows read)'
  const heading = markdown`### ${TOP_HEADINGS[options.topBy]}${suffix}`
  const changes = comparison?.movers && renderMovers(comparison, comparison.movers, options, suffix)
  return [...(top.length === 0 ? [] : [heading, renderTop(top)]), ...(changes ?? [])]
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
  const header = [markdown`#`, markdown`Page`, markdown`People`, markdown`AI`, markdown`Total`]
  return table(header, rows, ['--:', ':--', ':--', ':--', '--:'])
}

/** Below the tables stand, once, the views that they don't explain. */
function renderMovers(
  { lengths, isPartial }: Comparison,
  { rising, falling, others }: Movers,
  { topBy }: ExportReport['options'],
  suffix: string,
): Markdown[] {
  const perDay = namePerDay(lengths)
  const lists = Object.entries({ Rising: rising, Falling: falling }).filter(([, movers]) => movers.length > 0)
  const which = isPartial ? ' with views in both periods' : ''
  const omitted = isPartial ? [markdown`${OMITTED}`] : []
  if (lists.length === 0)
    return [
      markdown`No page${which} rose or fell by at least 20% and by more than chance${RANKED_BY[topBy]}${suffix}.`,
      ...omitted,
    ]
  const { totals: now, previous: before } = others
  const rest = (key: 'human' | 'ai') =>
    `${formatCount(now[key], 'view')} (${formatDifference(changePerDay(now[key], before[key], lengths))}${perDay})`
  return [
    ...lists.flatMap(([name, movers]) => [
      markdown`### ${name} pages${RANKED_BY[topBy]}${suffix}`,
      renderList(movers, topBy, lengths),
    ]),
    markdown`All other pages: ${rest('human')} by people, and ${rest('ai')} by AI.`,
    ...omitted,
  ]
}

const OMITTED = "Pages without views in one of the periods aren't compared, because rows may be missing."

/** Beside the figure that pages are ranked by, shows the change by people and by AI, since one may hide the other. */
function renderList(movers: readonly Mover[], topBy: RankedBy, lengths: PeriodLengths): Markdown {
  const changeOf = (mover: Mover, figure: RankedBy) => changePerDay(mover[figure], mover.previous[figure], lengths)
  const largest = Math.max(...movers.map((mover) => Math.abs(changeOf(mover, topBy))))
  const rows = movers.map((mover) => {
    const { path, total, previous } = mover
    const change = changeOf(mover, topBy)
    const none = previous.total === 0 ? 'no views before' : total === 0 ? 'no views now' : ''
    return [
      code(path, LONGEST_PATH),
      markdown`${formatNumber(previous[topBy])}`,
      markdown`${formatNumber(mover[topBy])}`,
      renderBar(Math.abs(change), largest, formatDifference(change)),
      markdown`${none || formatPercent(mover[topBy], previous[topBy], lengths) || '–'}`,
      markdown`${formatDifference(changeOf(mover, 'human'))}`,
      markdown`${formatDifference(changeOf(mover, 'ai'))}`,
    ]
  })
  const change = `Change${namePerDay(lengths)}`
  const header = ['Page', 'Previous', 'Views', change, '%', 'By people', 'By AI'].map((name) => markdown`${name}`)
  return table(header, rows, [':--', '--:', '--:', ':--', '--:', '--:', '--:'])
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
