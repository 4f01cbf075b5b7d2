import { parse, postprocess, preprocess } from 'micromark'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { removeInvisible } from './plain-text.ts'

/**
 * Removes what GitHub doesn't show: HTML comments, where a Markdown parser finds them as HTML, and invisible
 * characters. Everything else stays as it was written, such as `<id>`, `<?php` and comments in code.
 * @param text a whole comment or description, since the text before a comment decides whether it is one
 */
export function removeHiddenText(text: string): string {
  // The parser skips a byte order mark, and counts from behind it.
  const markdown = text.replace(/^\uFEFF/u, '')
  if (!markdown.includes('<!--')) return removeInvisible(markdown)
  // Anyone can write what would take hours to parse. What an opener there hides isn't known.
  if (NESTED.test(markdown) || countOpen(markdown) > MAXIMUM_OPEN)
    return removeInvisible(markdown.slice(0, markdown.indexOf('<!--')))
  let shown = ''
  let end = 0
  let isOpen = false
  for (const html of listHtml(markdown)) {
    const source = markdown.slice(html.start, html.end)
    if (!isOpen) shown += markdown.slice(end, html.start)
    const whole = isOpen ? `<!-- ${source}` : source
    isOpen = false
    shown += whole.replace(COMMENT, (comment) => {
      isOpen = !/--!?>$/u.test(comment)
      return ''
    })
    end = html.end
  }
  return removeInvisible(isOpen ? shown : shown + markdown.slice(end))
}

/** A line that opens twenty quotes or lists, and is more than a divider. */
const NESTED = /^(?![ \t]*([-*])(?:[ \t]*\1)*[ \t]*$)(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){20}/mu
const MAXIMUM_OPEN = 500

/** How many openers have no end in their line: for each, a parser may look through all that follows. */
function countOpen(markdown: string): number {
  const lines = markdown.split(/[\r\n]/u)
  return lines.reduce((sum, line) => sum + line.slice(line.lastIndexOf('-->') + 1).split('<!--').length - 1, 0)
}

/**
 * A browser ends a comment also at `--!>`. One without an end, as in a list item that ends before it, hides
 * everything up to the next piece of HTML that has one.
 */
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/gu

/**
 * Where a document has HTML, as offsets, in order. Tables and footnotes decide what is code: a table splits its cells
 * first.
 */
function listHtml(markdown: string): { start: number; end: number }[] {
  const parser = parse({ extensions: [gfmTable(), gfmFootnote()] }).document()
  const events = postprocess(parser.write(preprocess()(markdown, undefined, true)))
  return events.flatMap(([when, { type, start, end }]) =>
    when === 'enter' && (type === 'htmlFlow' || type === 'htmlText') ? [{ start: start.offset, end: end.offset }] : [],
  )
}
