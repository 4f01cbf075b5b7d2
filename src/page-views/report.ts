import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { code, joinMarkdown, type Markdown, markdown, plain, table } from '../runner/markdown.ts'
import type { DataWarning } from './data-checks.ts'
import type { DateRange } from './date-range.ts'
import type { ExportResult } from './export-page-views.ts'
import type { Explanation } from './failure.ts'

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
      markdown`> [!WARNING]\n> **Not complete:** \`max-requests\` was reached after ${formatNumber(result.requests)} requests. ${continuation}`,
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
    markdown`\`\`\`mermaid\npie showData title Views by people and by AI\n${joinMarkdown(lines, '\n')}\n\`\`\``,
  ]
}

function renderTop(top: readonly ViewRow[]): Markdown {
  const largest = Math.max(...top.map(({ human, ai }) => Math.max(human, ai)))
  const bar = (count: number) => markdown`${`${drawBar(count, largest)} ${formatNumber(count)}`.trim()}`
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
    file === undefined ? markdown`no file` : markdown`${formatNumber(rows)} rows${skipped} in ${code(file)}`
  const days = markdown`From ${from} until ${range.dateTo}, which is not included; times without a zone are in UTC`
  return markdown`<sub>${days} · ${written} · ${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}</sub>`
}

const BAR_WIDTH = 16
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of blocks, to an eighth of a character; the largest count has `BAR_WIDTH` of them. */
function drawBar(count: number, largest: number): string {
  const eighths = largest > 0 ? Math.round((count / largest) * BAR_WIDTH * 8) : 0
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
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
