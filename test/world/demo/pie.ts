import { parse } from '@mermaid-js/parser'

/** A pie chart: https://mermaid.js.org/syntax/pie.html */
export interface Pie {
  title: string
  /** Whether the legend shows the values. */
  showData: boolean
  slices: { label: string; value: number; share: number }[]
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
    }
  } catch {
    return undefined
  }
}

export function formatShare(share: number): string {
  return share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}
