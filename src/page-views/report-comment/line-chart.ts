import { joinMarkdown, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { formatPlainNumber } from '../result/format-number.ts'
import { namePeriod, type Period } from './periods.ts'

/**
 * The totals of the periods as lines. https://mermaid.js.org/syntax/xyChart.html: it has no legend, so the title says
 * which line is which.
 * @returns nothing for fewer than two periods, which are no line, or for numbers that no chart can show
 */
export function renderLineChart(periods: readonly Period[]): Markdown[] {
  const largest = Math.max(1, ...periods.flatMap(({ human, ai, total }) => [human, ai, total]))
  if (periods.length < 2 || largest > Number.MAX_SAFE_INTEGER) return []
  const list = (items: readonly Markdown[]) => markdown`[${joinMarkdown(items, ', ')}]`
  const numbers = (key: 'human' | 'ai' | 'total') =>
    list(periods.map((period) => markdown`${formatPlainNumber(period[key])}`))
  const names = list(periods.map((period) => markdown`"${namePeriod(period)}"`))
  const lines = [
    THEME,
    markdown`xychart-beta`,
    markdown`    title "Views: all (gray), by people (blue), by AI (purple)"`,
    markdown`    x-axis ${names}`,
    markdown`    y-axis 0 --> ${formatPlainNumber(largest)}`,
    markdown`    line ${numbers('total')}`,
    markdown`    line ${numbers('human')}`,
    markdown`    line ${numbers('ai')}`,
  ]
  return [markdown`\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``]
}

/** The colors of the pie, which can be read on white as well as on black. */
const THEME = markdown`%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, "xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {"xyChart": {"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", "xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", "yAxisLabelColor": "#848d97", "yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", "plotColorPalette": "#848d97, #2f81f7, #a371f7"}}}}%%`
