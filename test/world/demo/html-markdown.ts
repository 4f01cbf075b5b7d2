import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import { Html } from './html.ts'
import { drawPieSvg } from './pie-svg.ts'
import { elementsOf, type RenderedMarkdown, renderMarkdown } from './rendered-markdown.ts'

/** Where a link leads on the page; undefined where there is nothing to lead to. */
export type FindTarget = (address: string) => string | undefined

/** Markdown as HTML for a page that has to make do without a network. */
export async function renderHtml(
  source: string,
  findTarget: FindTarget,
  options?: { lineBreaks?: boolean },
): Promise<Html> {
  const rendered = await renderMarkdown(source, options)
  for (const element of elementsOf(rendered.tree)) {
    if (element.tagName === 'a') redirectLink(element, findTarget)
  }
  drawPies(rendered.tree, rendered.pies)
  // The tree was sanitized, and what came into it since is ours.
  return Html.fromTrustedSource(toHtml(rendered.tree))
}

function redirectLink(link: Element, findTarget: FindTarget): void {
  const { href, ...properties } = link.properties
  const target = typeof href === 'string' ? findTarget(href) : undefined
  link.properties = target === undefined ? properties : { ...properties, href: target, rel: ['nofollow'] }
}

function drawPies(node: Root | Element, pies: RenderedMarkdown['pies']): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const pie = pies.get(child)
    if (pie === undefined) {
      drawPies(child, pies)
      continue
    }
    child.tagName = 'div'
    child.properties = { className: ['diagram'] }
    child.children = fromHtml(drawPieSvg(pie).toString(), { fragment: true }).children.filter(
      (part) => part.type === 'element',
    )
  }
}
