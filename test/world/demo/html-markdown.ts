import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import { Html } from './html.ts'
import { drawLineChartSvg } from './line-chart-svg.ts'
import { drawPieSvg } from './pie-svg.ts'
import { type Diagrams, elementsOf, renderMarkdown } from './rendered-markdown.ts'

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
  drawDiagrams(rendered.tree, rendered.diagrams)
  // The tree was sanitized, and what came into it since is ours.
  return Html.fromTrustedSource(toHtml(rendered.tree))
}

function redirectLink(link: Element, findTarget: FindTarget): void {
  const { href, ...properties } = link.properties
  const target = typeof href === 'string' ? findTarget(href) : undefined
  link.properties = target === undefined ? properties : { ...properties, href: target, rel: ['nofollow'] }
}

function drawDiagrams(node: Root | Element, diagrams: Diagrams): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const diagram = diagrams.get(child)
    if (diagram === undefined) {
      drawDiagrams(child, diagrams)
      continue
    }
    child.tagName = 'div'
    child.properties = { className: ['diagram'] }
    const svg = diagram.kind === 'pie' ? drawPieSvg(diagram.pie) : drawLineChartSvg(diagram.chart)
    child.children = fromHtml(svg.toString(), { fragment: true }).children.filter(
      (part) => part.type === 'element',
    )
  }
}
