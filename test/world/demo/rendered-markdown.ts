import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { renderSafely } from '../github/rendered-body.ts'
import { Html } from './html.ts'

/** Markdown as GitHub shows it, with GitHub's rules for HTML, for a page that works without a network. */
export function renderMarkdown(source: string): Html {
  const tree = renderSafely(source)
  for (const element of elementsOf(tree)) {
    // The servers of the demo end with it, so links to them lead nowhere. Pictures would be requests.
    if (/^https?:\/\/127\.0\.0\.1/u.test(String(element.properties['href']))) element.properties['href'] = '#'
    if (element.tagName === 'img') Object.assign(element, { tagName: 'span', properties: {} })
  }
  // The tree is sanitized.
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
