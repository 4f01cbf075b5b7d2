import type { Element, Root } from 'hast'
import { type Diagrams, type RenderedMarkdown, textOf } from './rendered-markdown.ts'

/** What rendered Markdown says, a line for each paragraph, item, or row of a table. How it looks is for the page. */
export function readText({ tree, diagrams }: RenderedMarkdown): string[] {
  return readBlocks(tree, diagrams)
}

function readBlocks(node: Root | Element, diagrams: Diagrams): string[] {
  return node.children.flatMap((child) => {
    if (child.type === 'text') return child.value.trim() === '' ? [] : [child.value.trim()]
    if (child.type !== 'element') return []
    const diagram = diagrams.get(child)
    if (diagram?.kind === 'pie') return [`(A pie chart: ${diagram.pie.title})`]
    if (diagram?.kind === 'lines') return [`(A line chart: ${diagram.chart.title})`]
    const isContainer = containers.has(child.tagName)
    return isContainer ? readBlocks(child, diagrams) : readLines(child)
  })
}

const containers = new Set(['blockquote', 'details', 'div', 'ol', 'section', 'table', 'tbody', 'thead', 'ul'])

function readLines(block: Element): string[] {
  if (block.tagName === 'tr') {
    const cells = block.children.map((cell) => textOf(cell).trim())
    return [cells.filter((cell) => cell !== '').join('  ')]
  }
  const lines = textOf(block).trim().split('\n')
  return block.tagName === 'li' ? lines.map((line, index) => (index === 0 ? `• ${line}` : line)) : lines
}
