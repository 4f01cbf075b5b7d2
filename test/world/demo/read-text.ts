import type { Element, Root } from 'hast'
import { type RenderedMarkdown, textOf } from './rendered-markdown.ts'

/** What rendered Markdown says, a line for each paragraph, item, or row of a table. How it looks is for the page. */
export function readText({ tree, pies }: RenderedMarkdown): string[] {
  return readBlocks(tree, pies)
}

function readBlocks(node: Root | Element, pies: RenderedMarkdown['pies']): string[] {
  return node.children.flatMap((child) => {
    if (child.type === 'text') return child.value.trim() === '' ? [] : [child.value.trim()]
    if (child.type !== 'element') return []
    const pie = pies.get(child)
    if (pie !== undefined) return [`(A pie chart: ${pie.title})`]
    const isContainer = containers.has(child.tagName)
    return isContainer ? readBlocks(child, pies) : readLines(child)
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
