import { readTag } from './html-tags.ts'
import type { Dialect } from './markdown-dialects.ts'

/** How the block ends that `text` opens: with the line that has this, or before a blank line. */
export function findHtmlBlockEnd(
  text: string,
  edition: Dialect['html'],
  mayBeAnyTag: boolean,
): RegExp | 'blank line' | undefined {
  const known = htmlBlocks[edition].find(({ start }) => start.test(text))
  if (known !== undefined) {
    return known.end
  }
  const tag = mayBeAnyTag ? readTag(text, 0, 'markdown') : undefined
  return tag !== undefined && /^[ \t\f]*$/.test(text.slice(tag.to)) ? 'blank line' : undefined
}

interface HtmlBlock {
  start: RegExp
  end: RegExp | 'blank line'
}

const blockElements = `
  address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
  main menu menuitem nav noframes ol optgroup option p param section summary table tbody td tfoot th thead title tr
  track ul
`

// https://spec.commonmark.org/0.31.2/#html-blocks
const htmlBlocks: Record<Dialect['html'], HtmlBlock[]> = {
  '0.29': listHtmlBlocks(['script', 'pre', 'style'], ['source'], /^<![A-Z]/),
  '0.31': listHtmlBlocks(['script', 'pre', 'style', 'textarea'], ['search'], /^<![A-Z]/i),
}

function listHtmlBlocks(verbatim: string[], more: string[], declaration: RegExp): HtmlBlock[] {
  const names = [...(blockElements.match(/\S+/g) ?? []), ...more].join('|')
  return [
    {
      start: new RegExp(`^<(?:${verbatim.join('|')})(?:[ \\t\\v\\f]|>|$)`, 'i'),
      end: new RegExp(`</(?:${verbatim.join('|')})>`, 'i'),
    },
    { start: /^<!--/, end: /-->/ },
    { start: /^<\?/, end: /\?>/ },
    { start: declaration, end: />/ },
    { start: /^<!\[CDATA\[/, end: /\]\]>/ },
    { start: new RegExp(`^</?(?:${names})(?:[ \\t\\v\\f]|/?>|$)`, 'i'), end: 'blank line' },
  ]
}
