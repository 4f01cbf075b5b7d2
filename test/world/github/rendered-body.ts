import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultSchema, sanitize } from 'hast-util-sanitize'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

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
