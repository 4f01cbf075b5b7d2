import type { Nodes, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultSchema, sanitize } from 'hast-util-sanitize'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import type { ApiRequest } from './api-message.ts'

/** Markdown in GitHub's flavor as a tree of what GitHub shows of it: comments and what is not allowed are gone. */
export function renderSafely(source: string): Root {
  const html = micromark(source, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })
  const tree = sanitize(fromHtml(html, { fragment: true }), defaultSchema)
  if (tree.type !== 'root') throw new Error('Markdown did not become a document.')
  return tree
}

/** All text below a node. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
export function isFull({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return /^application\/vnd\.github(\.v3)?\.full\+json$/.test(headers['accept'] ?? '')
}
