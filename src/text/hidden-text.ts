import type { Html, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { removeInvisible } from './plain-text.ts'

/**
 * Removes what GitHub doesn't show: HTML comments, where a Markdown parser finds them as HTML, and invisible
 * characters. Everything else stays as it was written, such as `<id>`, `<?php` and comments in code.
 * @param markdown a whole comment or description, since the text before a comment decides whether it is one
 */
export function removeHiddenText(markdown: string): string {
  if (!markdown.includes('<!--')) return removeInvisible(markdown)
  // Anyone can write what would take hours to parse. What an opener there hides isn't known.
  if (NESTED.test(markdown) || markdown.split('<!--').length > MAXIMUM_OPENERS)
    return removeInvisible(markdown.slice(0, markdown.indexOf('<!--')))
  let shown = ''
  let end = 0
  let isOpen = false
  for (const html of listHtml(fromMarkdown(markdown))) {
    const { start, end: htmlEnd } = html.position ?? {}
    if (start?.offset === undefined || htmlEnd?.offset === undefined) continue
    const source = markdown.slice(start.offset, htmlEnd.offset)
    if (!isOpen) shown += markdown.slice(end, start.offset)
    const whole = isOpen ? `<!-- ${source}` : source
    isOpen = false
    shown += whole.replace(COMMENT, (comment) => {
      isOpen = !/--!?>$/u.test(comment)
      return ''
    })
    end = htmlEnd.offset
  }
  return removeInvisible(isOpen ? shown : shown + markdown.slice(end))
}

/** A line that opens twenty quotes or lists. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){20}/mu
const MAXIMUM_OPENERS = 500

/**
 * A browser ends a comment also at `--!>`. One without an end, as in a list item that ends before it, hides
 * everything up to the next piece of HTML that has one.
 */
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/gu

/** The parts of a document that are HTML, in order. Emphasis can be nested deeper than calls. */
function listHtml(document: Nodes): Html[] {
  const found: Html[] = []
  const left = [document]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === 'html') found.push(node)
    if ('children' in node) left.push(...node.children.toReversed())
  }
  return found
}
