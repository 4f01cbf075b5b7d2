import type { Element, ElementContent, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import { renderSafely, textOf } from '../github/rendered-body.ts'
import { drawChart } from './charts.ts'
import { Html } from './html.ts'

/** The ID on the page of a comment, an issue or a pull request. */
export function anchorOf(url: string): string {
  const { hash, pathname } = new URL(url)
  return hash === '' ? pathname.slice(1).replaceAll('/', '-') : hash.slice(1)
}

/** Where a link leads. The servers of the demo end with it, so links to them lead to the same things on the page. */
function findTarget(address: string): string | undefined {
  if (/\/actions\/runs\/\d+$/.test(address)) return '#log'
  if (!/^https?:\/\/(127\.0\.0\.1|localhost)/.test(address)) return address
  return /\/(issues|pull)\/\d+(#|$)/.test(address) ? `#${anchorOf(address)}` : undefined
}

/** Markdown as GitHub shows it, with GitHub's rules for HTML, for a page that works without a network. */
export function renderMarkdown(source: string): Html {
  const tree = renderSafely(source)
  for (const element of elementsOf(tree)) {
    if (element.tagName === 'a') redirectLink(element)
    if (element.tagName === 'pre') showChart(element)
    element.children = element.children.map(replaceImage)
  }
  // The tree is sanitized, and everything added since is ours.
  return new Html(toHtml(tree))
}

/** All elements below a node, outermost first. */
function* elementsOf(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsOf(child)
  }
}

function redirectLink(link: Element): void {
  const { href, ...properties } = link.properties
  const target = typeof href === 'string' ? findTarget(href) : undefined
  link.properties = target === undefined ? properties : { ...properties, href: target, rel: ['nofollow'] }
}

function showChart(block: Element): void {
  const [code] = block.children
  if (code?.type !== 'element' || String(code.properties['className']) !== 'language-mermaid') return
  const { children } = fromHtml(`<div class="diagram">${drawChart(textOf(code))}</div>`, { fragment: true })
  const [diagram] = children
  if (diagram?.type === 'element') Object.assign(block, diagram)
}

/** Loading a picture would be a request to another server, so the page shows its description. */
function replaceImage(node: ElementContent): ElementContent {
  if (node.type !== 'element' || node.tagName !== 'img') return node
  return { type: 'text', value: `[picture: ${node.properties['alt'] || 'without description'}]` }
}
