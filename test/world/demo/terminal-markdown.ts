import type { Element, Root, RootContent } from 'hast'
import { formatShare, type Pie } from './pie.ts'
import { classesOf, elementsOf, type RenderedMarkdown, textOf } from './rendered-markdown.ts'
import { type Paint, paintSpans, type Span, type Style, span, wrapSpans } from './terminal.ts'
import { type Cell, drawTable } from './terminal-table.ts'

interface Drawing {
  paint: Paint
  columns: number
  pies: RenderedMarkdown['pies']
}

/** Rendered Markdown on lines of at most `columns`; a table or a word may need more. */
export function drawMarkdown({ tree, pies }: RenderedMarkdown, columns: number, paint: Paint): string[] {
  return drawBlocks(tree, { paint, columns, pies })
}

/** Blocks with a blank line between them; inline content between blocks is a paragraph. */
function drawBlocks(node: Root | Element, drawing: Drawing, isTight = false): string[] {
  const blocks: string[][] = []
  let inline: Span[] = []
  const flush = (): void => {
    if (inline.some(({ text }) => text.trim() !== '')) blocks.push(drawInline(inline, drawing))
    inline = []
  }
  for (const child of node.children) {
    const draw = child.type === 'element' ? drawers[child.tagName] : undefined
    if (child.type !== 'element' || draw === undefined) {
      inline.push(...readSpans(child, []))
      continue
    }
    flush()
    blocks.push(draw(child, drawing))
  }
  flush()
  return blocks.flatMap((lines, index) => [...(index > 0 && !isTight ? [''] : []), ...lines])
}

type Drawer = (element: Element, drawing: Drawing) => string[]

const drawers: Record<string, Drawer> = {
  p: drawParagraph,
  div: drawDivision,
  section: (element, drawing) => drawBlocks(element, drawing),
  h1: drawHeading,
  h2: drawHeading,
  h3: drawHeading,
  h4: drawHeading,
  h5: drawHeading,
  h6: drawHeading,
  ul: drawList,
  ol: drawList,
  table: drawTableElement,
  pre: drawCode,
  blockquote: (element, drawing) => drawWithBar(element, drawing, 'dim'),
  details: drawDetails,
  hr: (_element, { columns, paint }) => [paint('─'.repeat(columns), 'dim')],
}

function drawParagraph(element: Element, drawing: Drawing): string[] {
  return drawInline(readChildren(element, []), drawing)
}

function drawHeading(element: Element, drawing: Drawing): string[] {
  return drawInline(readChildren(element, ['bold']), drawing)
}

const alertStyles: Record<string, Style> = {
  'markdown-alert-note': 'blue',
  'markdown-alert-tip': 'green',
  'markdown-alert-important': 'magenta',
  'markdown-alert-warning': 'yellow',
  'markdown-alert-caution': 'red',
}

function drawDivision(element: Element, drawing: Drawing): string[] {
  const style = classesOf(element)
    .map((name) => alertStyles[name])
    .find((found) => found !== undefined)
  return style === undefined ? drawBlocks(element, drawing) : drawWithBar(element, drawing, style)
}

function drawWithBar(element: Element, drawing: Drawing, style: Style): string[] {
  const bar = drawing.paint('┃', style)
  return indent(drawBlocks(element, narrow(drawing, 2)), `${bar} `)
}

/** Folded on GitHub; in a terminal there is nothing to click on, so it is open. */
function drawDetails(element: Element, drawing: Drawing): string[] {
  const summary = element.children.find((child) => child.type === 'element' && child.tagName === 'summary')
  const title = summary === undefined ? 'Details' : textOf(summary)
  const content = { ...element, children: element.children.filter((child) => child !== summary) }
  return [
    ...drawInline([span(`▾ ${title}`, 'dim')], drawing),
    ...indent(drawBlocks(content, narrow(drawing, 2)), '  '),
  ]
}

function drawList(list: Element, drawing: Drawing): string[] {
  const items = list.children.filter((child) => child.type === 'element')
  const start = Number(list.properties['start'] ?? 1)
  return items.flatMap((item, index) => {
    const bullet = classesOf(item).includes('task-list-item') ? '' : '• '
    const marker = list.tagName === 'ol' ? `${start + index}. ` : bullet
    const lines = drawBlocks(item, narrow(drawing, marker.length), true)
    return indent(lines, drawing.paint(marker, 'dim'), ' '.repeat(marker.length))
  })
}

function drawTableElement(table: Element, { columns, paint }: Drawing): string[] {
  const rows = [...elementsOf(table)]
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => ({
      isHeader: row.children.every((cell) => cell.type !== 'element' || cell.tagName === 'th'),
      cells: row.children.filter((cell) => cell.type === 'element').map(readCell),
    }))
  const [first, ...rest] = rows
  const header = first?.isHeader === true ? first.cells : []
  const body = first?.isHeader === true ? rest : rows
  return drawTable({ header, rows: body.map(({ cells }) => cells) }, columns, paint)
}

function readCell(cell: Element): Cell {
  return {
    spans: readChildren(cell, cell.tagName === 'th' ? ['bold'] : []),
    align: cell.properties['align'] === 'right' ? 'right' : 'left',
  }
}

function drawCode(element: Element, drawing: Drawing): string[] {
  const pie = drawing.pies.get(element)
  if (pie !== undefined) return drawPie(pie, drawing)
  const lines = textOf(element).replace(/\n$/, '').split('\n')
  const { paint, columns } = drawing
  return lines
    .flatMap((line) => wrapSpans([span(line, 'cyan')], columns - 2))
    .map((line) => `${paint('│', 'dim')} ${paintSpans(line, paint)}`)
}

const sliceStyles: readonly Style[] = ['blue', 'yellow', 'green', 'magenta', 'cyan', 'red']

/** A pie is a bar here: a slice has as much of the line as it has of the whole. */
function drawPie({ title, showData, slices }: Pie, { columns, paint }: Drawing): string[] {
  const width = Math.min(columns, 60)
  let from = 0
  const bar = slices.map(({ share }, index) => {
    const to = from + share * width
    const text = '█'.repeat(Math.round(to) - Math.round(from))
    from = to
    return paint(text, sliceStyles[index % sliceStyles.length] ?? 'blue')
  })
  const legend = slices.map(({ label, value, share }, index) => {
    const count = showData ? ` (${value.toLocaleString('en-US')})` : ''
    const square = paint('■', sliceStyles[index % sliceStyles.length] ?? 'blue')
    return `${square} ${paintSpans([span(`${label} ${formatShare(share)}${count}`)], paint)}`
  })
  return [
    ...(title === '' ? [] : [paintSpans([span(title, 'italic')], paint)]),
    bar.join(''),
    legend.join('   '),
  ]
}

function drawInline(spans: Span[], { columns, paint }: Drawing): string[] {
  return wrapSpans(spans, columns).map((line) => paintSpans(line, paint))
}

const inlineStyles: Record<string, Style> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  code: 'cyan',
  kbd: 'cyan',
  del: 'strikethrough',
  sub: 'dim',
  sup: 'dim',
  a: 'underline',
}

function readSpans(node: RootContent, styles: Style[]): Span[] {
  if (node.type === 'text') return [span(node.value.replaceAll(/\s+/g, ' '), ...styles)]
  if (node.type !== 'element') return []
  if (node.tagName === 'br') return [span('\n')]
  if (node.tagName === 'input') return [span(node.properties['checked'] === true ? '☑' : '☐')]
  const style = inlineStyles[node.tagName]
  const inner = readChildren(node, style === undefined ? styles : [...styles, style])
  const target = node.tagName === 'a' ? String(node.properties['href'] ?? '') : ''
  const isTold = ['', textOf(node), `http://${textOf(node)}`].includes(target) || target.startsWith('#')
  return isTold ? inner : [...inner, span(` ${target}`, ...styles, 'dim')]
}

function readChildren(element: Element, styles: Style[]): Span[] {
  return element.children.flatMap((child) => readSpans(child, styles))
}

function narrow(drawing: Drawing, by: number): Drawing {
  return { ...drawing, columns: Math.max(20, drawing.columns - by) }
}

function indent(lines: string[], first: string, following = first): string[] {
  return lines.map((line, index) => ((index === 0 ? first : following) + line).trimEnd())
}
