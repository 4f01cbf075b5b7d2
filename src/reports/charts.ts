import { formatPlainNumber } from '../formatting/numbers.ts'
import { joinMarkdown, type Markdown, markdown } from '../untrusted/markdown.ts'

/** More labels would cover each other, so that numbers stand there. */
const MOST_LABELS = 31

/**
 * A line of views by people, and one of views by AI; nothing for fewer than two points.
 * https://mermaid.js.org/syntax/xyChart.html: it has no legend, so the title explains the colors. It takes equal labels
 * for one.
 * @param unit what the points are
 * @param labels without quotes
 */
export function renderViewsChart(
  unit: 'day' | 'week' | 'month' | 'period',
  labels: readonly string[],
  points: readonly { human: number; ai: number }[],
): Markdown[] {
  if (points.length < 2) return []
  const hasLabels = labels.length <= MOST_LABELS && new Set(labels).size === labels.length
  const names = joinMarkdown(
    labels.map((label) => markdown`"${label}"`),
    ', ',
  )
  const numbers = (key: 'human' | 'ai') =>
    joinMarkdown(
      points.map((point) => markdown`${formatPlainNumber(point[key])}`),
      ', ',
    )
  const largest = Math.max(1, ...points.flatMap(({ human, ai }) => [human, ai]))
  const lines = [
    VIEWS_THEME,
    markdown`xychart-beta`,
    markdown`    title "Views by ${unit}: people (blue), AI (purple)"`,
    hasLabels ? markdown`    x-axis [${names}]` : markdown`    x-axis "${unit}s" 1 --> ${points.length}`,
    markdown`    y-axis 0 --> ${formatPlainNumber(largest)}`,
    markdown`    line [${numbers('human')}]`,
    markdown`    line [${numbers('ai')}]`,
  ]
  return [markdown`\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``]
}

/** Mermaid's own colors are pale; these, and the gray of the words, can be read on white as well as on black. */
const VIEWS_THEME = joinMarkdown(
  [
    markdown`%%{init: {"theme": "base", "xyChart": {"width": 900, "height": 320, "titleFontSize": 16, `,
    markdown`"xAxis": {"labelFontSize": 10}, "yAxis": {"labelFontSize": 10}}, "themeVariables": {"xyChart": {`,
    markdown`"backgroundColor": "transparent", "titleColor": "#848d97", "xAxisLabelColor": "#848d97", `,
    markdown`"xAxisTitleColor": "#848d97", "xAxisTickColor": "#848d97", "xAxisLineColor": "#848d97", `,
    markdown`"yAxisLabelColor": "#848d97", "yAxisTickColor": "#848d97", "yAxisLineColor": "#848d97", `,
    markdown`"plotColorPalette": "#2f81f7, #a371f7"}}}}%%`,
  ],
  '',
)
