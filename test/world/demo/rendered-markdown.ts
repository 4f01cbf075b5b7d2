import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { renderSafely } from '../github/rendered-body.ts'
import { type LineChart, readLineChart } from './line-chart.ts'
import { type Pie, readPie } from './pie.ts'

type Diagram = { kind: 'pie'; pie: Pie } | { kind: 'lines'; chart: LineChart }

export type Diagrams = ReadonlyMap<Element, Diagram>

/** Markdown as GitHub shows it: what is not allowed there is gone, and diagrams are read. */
export interface RenderedMarkdown {
  tree: Root
  /** By the `pre` element that stands for the diagram. */
  diagrams: Diagrams
}

/**
 * Renders Markdown in GitHub's flavor, with GitHub's rules of what HTML may stay.
 * @param lineBreaks comments and descriptions break lines where their source does; files and summaries do not
 */
export async function renderMarkdown(source: string, { lineBreaks = false } = {}): Promise<RenderedMarkdown> {
  const tree = renderSafely(source)
  for (const element of elementsOf(tree)) {
    if (lineBreaks && element.tagName === 'p') element.children = element.children.flatMap(breakLines)
    if (element.tagName === 'blockquote') markAlert(element)
    if (element.tagName === 'ul' || element.tagName === 'ol') markTasks(element)
    element.children = element.children.map(replaceImage)
  }
  return { tree, diagrams: await readDiagrams(tree) }
}

/** All elements below a node, outermost first. */
export function* elementsOf(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsOf(child)
  }
}

/** All text below a node. */
export function textOf(node: Root | RootContent): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'br') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

export function classesOf({ properties }: Element): string[] {
  const { className } = properties
  return Array.isArray(className) ? className.map(String) : []
}

async function readDiagrams(tree: Root): Promise<Diagrams> {
  const diagrams = new Map<Element, Diagram>()
  for (const element of elementsOf(tree)) {
    const [code] = element.children
    if (element.tagName !== 'pre' || code?.type !== 'element') continue
    if (!classesOf(code).includes('language-mermaid')) continue
    const diagram = await readDiagram(textOf(code))
    if (diagram !== undefined) diagrams.set(element, diagram)
  }
  return diagrams
}

async function readDiagram(source: string): Promise<Diagram | undefined> {
  const chart = readLineChart(source)
  if (chart !== undefined) return { kind: 'lines', chart }
  const pie = await readPie(source)
  return pie && { kind: 'pie', pie }
}

function breakLines(node: ElementContent, index: number, siblings: ElementContent[]): ElementContent[] {
  if (node.type !== 'text' || !node.value.includes('\n')) return [node]
  const previous = siblings[index - 1]
  const isBroken = previous?.type === 'element' && previous.tagName === 'br'
  const [first = '', ...rest] = (isBroken ? node.value.replace(/^\n/, '') : node.value).split('\n')
  return [text(first), ...rest.flatMap((line) => [lineBreak(), text(line)])]
}

/** `> [!WARNING]` at the start of a quote: https://docs.github.com/get-started/writing-on-github */
function markAlert(quote: Element): void {
  const paragraph = quote.children.find((child) => child.type === 'element')
  const [marker] = paragraph?.type === 'element' ? paragraph.children : []
  if (paragraph?.type !== 'element' || marker?.type !== 'text') return
  const [found, name] = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/.exec(marker.value) ?? []
  if (found === undefined || name === undefined) return
  marker.value = marker.value.slice(found.length)
  if (paragraph.children[1]?.type === 'element' && paragraph.children[1].tagName === 'br') {
    paragraph.children.splice(0, 2)
  }
  const title = name.charAt(0) + name.slice(1).toLowerCase()
  quote.tagName = 'div'
  quote.properties = { className: ['markdown-alert', `markdown-alert-${name.toLowerCase()}`] }
  quote.children.unshift({
    type: 'element',
    tagName: 'p',
    properties: { className: ['markdown-alert-title'] },
    children: [text(title)],
  })
}

/** Items that begin with a box have no bullet. */
function markTasks(list: Element): void {
  const items = list.children.filter((child) => child.type === 'element')
  const tasks = items.filter((item) => findBox(item) !== undefined)
  for (const item of tasks) {
    item.properties = { className: ['task-list-item'] }
    const box = findBox(item)
    if (box !== undefined) box.properties = { ...box.properties, className: ['task-list-item-checkbox'] }
  }
  if (tasks.length > 0) list.properties = { ...list.properties, className: ['contains-task-list'] }
}

function findBox(item: Element): Element | undefined {
  const first = item.children.find((child) => child.type !== 'text' || child.value.trim() !== '')
  if (first?.type !== 'element') return undefined
  return first.tagName === 'p' ? findBox(first) : first.tagName === 'input' ? first : undefined
}

/** A picture from somewhere else would be a request to there: its description stands for it. */
function replaceImage(node: ElementContent): ElementContent {
  if (node.type !== 'element' || node.tagName !== 'img') return node
  return text(`[picture: ${String(node.properties['alt'] ?? '') || 'without description'}]`)
}

function lineBreak(): Element {
  return { type: 'element', tagName: 'br', properties: {}, children: [] }
}

function text(value: string): Text {
  return { type: 'text', value }
}
