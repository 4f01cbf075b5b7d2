import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { code, joinMarkdown, type Markdown, markdown, plain, table } from '../untrusted/markdown.ts'
import type { DataWarning } from './data-checks.ts'
import type { DateRange } from './date-range.ts'
import type { ExportResult } from './export-page-views.ts'
import type { Explanation } from './failure.ts'
import { formatCount } from './format-count.ts'

/** What the summary shows. */
export interface Report {
  result: ExportResult
  range: DateRange
  /** Rows that were skipped. */
  offset: number
  explanation?: Explanation | undefined
}

/** Renders the job summary. */
export function renderReport({ result, range, offset, explanation }: Report): Markdown {
  const { totals, top, warnings } = result
  const parts = [
    markdown`## Page views`,
    ...renderState(result, range, explanation),
    ...(totals === undefined ? [] : [renderTotals(totals), ...renderPie(totals)]),
    ...(top.length === 0 ? [] : [markdown`### Most viewed pages`, renderTop(top)]),
    ...(warnings.length === 0 ? [] : [renderWarnings(warnings)]),
    renderFooter(result, range, offset),
  ]
  return joinMarkdown(parts, '\n\n')
}

/** Says in one sentence how to go on after an export that is not complete: with the very same dates, or rows shift. */
export function describeContinuation(
  { file, nextOffset = 0 }: ExportResult,
  { dateFrom, dateTo }: DateRange,
): string {
  if (file === undefined) return 'No file was written.'
  const from = dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `
  return `The rows so far are in \`${file}\`; go on with \`offset: ${nextOffset}\`, ${from}\`date-to: ${dateTo}\`.`
}

/** Only what is not as it should be: a complete export needs no words. */
function renderState(
  result: ExportResult,
  range: DateRange,
  explanation: Explanation | undefined,
): Markdown[] {
  if (result.outcome === 'complete') return []
  const continuation = renderSentence(describeContinuation(result, range))
  if (result.outcome === 'stopped')
    return [
      markdown`> [!WARNING]\n> **Not complete:** \`max-requests\` was reached after ${formatCount(result.requests, 'request')}. ${continuation}`,
    ]
  const problem = renderSentence(explanation?.problem ?? '')
  const detail = explanation?.detail
  const said = detail === undefined ? markdown`` : markdown` The service said: ${code(detail, 500)}`
  return [markdown`> [!CAUTION]\n> **The export failed.** ${problem}${said}\n>\n> ${continuation}`]
}

function renderTotals({ human, ai, total }: ViewCounts): Markdown {
  const share = (count: number) => markdown`${total > 0 ? formatShare(count / total) : ''}`
  return table(
    [markdown` `, markdown`Human`, markdown`AI`, markdown`Total`],
    [
      [
        markdown`**Views**`,
        markdown`**${formatNumber(human)}**`,
        markdown`**${formatNumber(ai)}**`,
        markdown`**${formatNumber(total)}**`,
      ],
      [markdown`Share`, share(human), share(ai), markdown` `],
    ],
    ['---', '--:', '--:', '--:'],
  )
}

/** https://mermaid.js.org/syntax/pie.html: numbers above zero in plain decimals. */
function renderPie({ human, ai }: ViewCounts): Markdown[] {
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

/** Mermaid's own colours are pale; these, and the grey of the words, can be read on white as well as on black. */
const PIE_THEME = markdown`%%{init: {"theme": "base", "themeVariables": {"pie1": "#2f81f7", "pie2": "#a371f7", "pieOpacity": "1", "pieStrokeWidth": "0px", "pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", "pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97"}}}%%`

function renderTop(top: readonly ViewRow[]): Markdown {
  const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)))
  const bar = (count: number) => markdown`${code(drawBar(count, largest))}&nbsp;${formatNumber(count)}`
  const rows = top.map(({ path, human, ai, total }, index) => [
    markdown`${index + 1}`,
    code(path, 120),
    bar(human),
    bar(ai),
    markdown`${formatNumber(total)}`,
  ])
  const header = [markdown`#`, markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`]
  return table(header, rows, ['--:', '---', '---', '---', '--:'])
}

function renderWarnings(warnings: readonly DataWarning[]): Markdown {
  const items = warnings.map(({ message, example }) => {
    const suffix = example === undefined ? markdown`` : markdown` For example: ${code(example, 120)}`
    return markdown`> - ${renderSentence(message)}${suffix}`
  })
  return joinMarkdown([markdown`> [!WARNING]\n> The data does not fit together:\n>`, ...items], '\n')
}

function renderFooter(result: ExportResult, range: DateRange, offset: number): Markdown {
  const { rows, file, requests } = result
  const from = range.dateFrom === undefined ? markdown`the beginning` : markdown`${range.dateFrom}`
  const skipped = offset === 0 ? '' : ` (after the first ${formatNumber(offset)})`
  const written =
    file === undefined ? markdown`no file` : markdown`${formatCount(rows, 'row')}${skipped} in ${code(file)}`
  const days = markdown`From ${from} until ${range.dateTo}, which is not included; times without a zone are in UTC`
  return markdown`<sub>${days} · ${written} · ${formatCount(requests, 'request')}</sub>`
}

const BAR_WIDTH = 12

/** A bar of blocks on its track. What is not nothing has at least one block. */
function drawBar(count: number, largest: number): string {
  const share = largest > 0 ? count / largest : 0
  const blocks = Math.max(Math.round(share * BAR_WIDTH), count > 0 ? 1 : 0)
  return '█'.repeat(blocks) + '░'.repeat(BAR_WIDTH - blocks)
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

function formatPlainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false })
}

function formatShare(share: number): string {
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

/** A sentence of ours, in which `backticks` mean code. */
function renderSentence(sentence: string): Markdown {
  const parts = sentence.split(/(`[^`]*`)/u)
  return joinMarkdown(
    parts.map((part) => (/^`.+`$/u.test(part) ? code(part.slice(1, -1)) : plain(part))),
    '',
  )
}
