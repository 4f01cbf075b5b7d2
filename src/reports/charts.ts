import { joinMarkdown, type Markdown, markdown } from '../untrusted/markdown.ts'
import { formatPlainNumber } from './numbers.ts'

/**
 * A pie of what there is some of. https://mermaid.js.org/syntax/pie.html: numbers above zero in plain decimals.
 * @param slices in colors that are readable below white digits, on white as well as on black
 * @returns nothing where there is nothing to show, or no picture can show it
 */
export function renderPie(title: string, slices: { label: string; count: number; color: Markdown }[]): Markdown[] {
  // Some versions of Mermaid color slices by their order, others by their size: so both are the same.
  const shown = slices
    .filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
    .toSorted((a, b) => b.count - a.count)
  if (shown.length === 0) return []
  const lines = [
    markdown`pie showData title ${title}`,
    ...shown.map(({ label, count }) => markdown`    "${label}" : ${formatPlainNumber(count)}`),
    renderChartTheme(shown.map(({ color }) => color)),
  ]
  return [markdown`\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``]
}

/**
 * Mermaid's own colors are pale; these, and the gray of the words, can be read on white as well as on black.
 * @param pie the colors of its slices
 */
export function renderChartTheme(pie: readonly Markdown[] = []): Markdown {
  const colors = pie.map((color, index) => markdown`"pie${index + 1}": "${color}", `)
  return joinMarkdown(
    [
      markdown`%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, `,
      markdown`"xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {`,
      ...colors,
      markdown`"pieOpacity": "1", "pieStrokeWidth": "0px", `,
      markdown`"pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", `,
      markdown`"pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97", "xyChart": {`,
      markdown`"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", `,
      markdown`"xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", `,
      markdown`"yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", `,
      markdown`"plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`,
    ],
    '',
  )
}
