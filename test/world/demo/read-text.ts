import type { Element, Root } from 'hast'
import { type Diagrams, elementsOf, type RenderedMarkdown, textOf } from './rendered-markdown.ts'
import { widthOf } from './terminal.ts'

/** A line of text, or a row of a table, which means nothing when it is wrapped. */
export interface Line {
  text: string
  isRow: boolean
}

/**
 * What rendered Markdown says, a line for each paragraph, item, or row of a table. What is folded stays folded. How it
 * looks is for the page.
 */
export function readText({ tree, diagrams }: RenderedMarkdown): Line[] {
  return readBlocks(tree, diagrams)
}

function readBlocks(node: Root | Element, diagrams: Diagrams): Line[] {
  return node.children.flatMap((child) => {
    if (child.type === 'element') return readBlock(child, diagrams)
    const isBlank = child.type !== 'text' || child.value.trim() === ''
    return isBlank ? [] : [toLine(child.value.trim())]
  })
}

function readBlock(block: Element, diagrams: Diagrams): Line[] {
  const diagram = diagrams.get(block)
  if (diagram?.kind === 'pie') return [toLine(`(A pie chart: ${diagram.pie.title})`)]
  if (diagram?.kind === 'lines') return [toLine(`(A line chart: ${diagram.chart.title})`)]
  if (block.tagName === 'details') return readFold(block)
  if (block.tagName === 'table') return readTable(block)
  return containers.has(block.tagName) ? readBlocks(block, diagrams) : readLines(block).map(toLine)
}

const containers = new Set(['blockquote', 'div', 'ol', 'section', 'ul'])

function toLine(text: string): Line {
  return { text, isRow: false }
}

function readFold(fold: Element): Line[] {
  const summary = [...elementsOf(fold)].find(({ tagName }) => tagName === 'summary')
  return [toLine(`▸ ${summary === undefined ? 'Details' : textOf(summary).trim()}`)]
}

function readLines(block: Element): string[] {
  const lines = textOf(block).trim().split('\n')
  return block.tagName === 'li' ? lines.map((line, index) => (index === 0 ? `• ${line}` : line)) : lines
}

/** Rows with their columns below each other: numbers to the right, anything else to the left. */
function readTable(table: Element): Line[] {
  const rows = [...elementsOf(table)].filter(({ tagName }) => tagName === 'tr').map(readCells)
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? ''))
  const padders = columns.map(createPadder)
  return rows.map((row) => ({
    text: row
      .map((cell, index) => padders[index]?.(cell) ?? cell)
      .join('  ')
      .trimEnd(),
    isRow: true,
  }))
}

/** Bars are pictures: the number beside them says the same. */
function readCells(row: Element): string[] {
  const cells = row.children.filter((child) => child.type === 'element')
  return cells.map((cell) =>
    textOf(cell)
      .replaceAll(/[█░]+\s*/g, '')
      .trim(),
  )
}

function createPadder(cells: readonly string[]): (cell: string) => string {
  const width = Math.max(...cells.map(widthOf))
  const isNumeric = cells.slice(1).every((cell) => /^[-+]?[\d.,]*%?$/.test(cell))
  return (cell) => {
    const padding = ' '.repeat(Math.max(0, width - widthOf(cell)))
    return isNumeric ? padding + cell : cell + padding
  }
}
