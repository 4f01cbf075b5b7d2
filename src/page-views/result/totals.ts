import type { ViewCounts } from '../../docs-service/schema.ts'
import { joinMarkdown, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { Comparison } from '../export-page-views.ts'
import { formatChange, formatNumber, formatPlainNumber, formatShares } from './format-number.ts'

/** The totals as a table, with those of the previous period if there is one to compare with. */
export function renderTotals(totals: ViewCounts, comparison?: Comparison): Markdown {
  const { human, ai, total } = totals
  const [humanShare, aiShare] = formatShares(human, ai)
  const rows = [
    [markdown`**Views**`, ...[human, ai, total].map((count) => markdown`**${formatNumber(count)}**`)],
    ...(humanShare === ''
      ? []
      : [[markdown`Share`, markdown`${humanShare}`, markdown`${aiShare}`, markdown` `]]),
    ...(comparison === undefined ? [] : compareTotals(totals, comparison.totals)),
  ]
  return table([markdown` `, markdown`Human`, markdown`AI`, markdown`Total`], rows, [
    ':--',
    '--:',
    '--:',
    '--:',
  ])
}

function compareTotals(now: ViewCounts, before: ViewCounts): Markdown[][] {
  const names = ['human', 'ai', 'total'] as const
  return [
    [markdown`Previous period`, ...names.map((name) => markdown`${formatNumber(before[name])}`)],
    [markdown`Change`, ...names.map((name) => renderChange(now[name], before[name]))],
  ]
}

function renderChange(now: number, before: number): Markdown {
  const percent = formatChange(now, before)
  if (percent === '') return markdown` `
  return markdown`${Number(percent) > 0 ? '+' : ''}${percent}%`
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
