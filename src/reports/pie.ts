import { joinMarkdown, type Markdown, markdown } from '../untrusted/markdown.ts'
import { formatPlainNumber } from './numbers.ts'

/** A part of a pie. */
export interface Slice {
  label: string
  count: number
  /** Readable below white digits, on white as well as on black. */
  color: Markdown
}

/**
 * A pie of what there is some of. https://mermaid.js.org/syntax/pie.html: numbers above zero in plain decimals.
 * @returns nothing where there is nothing to show, or no picture can show it
 */
export function renderPie(title: string, slices: readonly Slice[]): Markdown[] {
  // Some versions of Mermaid color slices by their order, others by their size: so both are the same.
  const shown = slices
    .filter(({ count }) => count > 0 && count < Number.MAX_SAFE_INTEGER)
    .toSorted((a, b) => b.count - a.count)
  if (shown.length === 0) return []
  const lines = [
    markdown`pie showData title ${title}`,
    ...shown.map(({ label, count }) => markdown`    "${label}" : ${formatPlainNumber(count)}`),
    renderTheme(shown),
  ]
  return [markdown`\`\`\`mermaid\n${joinMarkdown(lines, '\n')}\n\`\`\``]
}

/** Mermaid's own colors are pale; these, and the gray of the words, can be read on white as well as on black. */
function renderTheme(slices: readonly Slice[]): Markdown {
  const colors = slices.map(({ color }, index) => markdown`"pie${index + 1}": "${color}", `)
  return joinMarkdown(
    [
      markdown`%%{init: {"theme": "base", "themeVariables": {`,
      ...colors,
      markdown`"pieOpacity": "1", "pieStrokeWidth": "0px", `,
      markdown`"pieOuterStrokeWidth": "0px", "pieSectionTextColor": "#ffffff", "pieTitleTextColor": "#848d97", `,
      markdown`"pieTitleTextSize": "18px", "pieLegendTextColor": "#848d97"}}}%%`,
    ],
    '',
  )
}
