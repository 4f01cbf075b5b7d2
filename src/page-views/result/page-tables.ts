import type { ViewRow } from '../../docs-service/schema.ts'
import { code, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { RankedBy } from '../collection.ts'
import type { Mover } from '../comparison/movers.ts'
import type { ExportResult } from '../export-page-views.ts'
import { formatDifference, formatNumber } from './format-number.ts'

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

/** The most viewed pages, and those that rise and fall, each under its heading. */
export function renderPageTables({ result: { top, comparison }, topBy, isWhole }: PageTables): Markdown[] {
  const suffix = isWhole ? '' : ' (of the rows read)'
  const sections = [
    { heading: TOP_HEADINGS[topBy], pages: top, render: () => renderTop(top) },
    ...(['rising', 'falling'] as const).map((direction) => {
      const movers = comparison?.[direction] ?? []
      return { heading: HEADINGS[direction], pages: movers, render: () => renderMovers(movers) }
    }),
  ]
  return sections
    .filter(({ pages }) => pages.length > 0)
    .flatMap(({ heading, render }) => [markdown`### ${heading + suffix}`, render()])
}

const HEADINGS = { rising: 'Rising pages', falling: 'Falling pages' } as const

const LONGEST_PATH = 120

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

function renderMovers(movers: readonly Mover[]): Markdown {
  const largest = Math.max(...movers.map(({ change }) => Math.abs(change)))
  const rows = movers.map(({ path, total, previous, change }) => [
    renderPath(path),
    markdown`${formatNumber(previous)}`,
    markdown`${formatNumber(total)}`,
    renderBar(Math.abs(change), largest, formatDifference(change)),
  ])
  const header = [markdown`Page`, markdown`Previous`, markdown`Total`, markdown`Change`]
  return table(header, rows, [':--', '--:', '--:', ':--'])
}

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
