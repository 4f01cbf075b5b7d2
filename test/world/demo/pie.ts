import { parse } from '@mermaid-js/parser'

/** A pie chart: https://mermaid.js.org/syntax/pie.html */
export interface Pie {
  title: string
  /** Whether the legend shows the values. */
  showData: boolean
  slices: { label: string; value: number; share: number }[]
  /** What the source says of its looks, by Mermaid's names: https://mermaid.js.org/config/theming.html */
  theme: Record<string, string>
}

/** Reads a diagram by Mermaid's own grammar; undefined for what GitHub would show as an error, or is no pie. */
export async function readPie(source: string): Promise<Pie | undefined> {
  try {
    const { title = '', showData = false, sections } = await parse('pie', source)
    const total = sections.reduce((sum, { value }) => sum + value, 0)
    return {
      title,
      showData,
      slices: sections.map(({ label, value }) => ({ label, value, share: total > 0 ? value / total : 0 })),
      theme: readTheme(source),
    }
  } catch {
    return undefined
  }
}

/** https://mermaid.js.org/config/directives.html */
function readTheme(source: string): Pie['theme'] {
  const [, directive = '{}'] = /^\s*%%\{init: (.*)\}%%\s*$/m.exec(source) ?? []
  const { themeVariables = {} } = JSON.parse(directive) as { themeVariables?: Pie['theme'] }
  return themeVariables
}
