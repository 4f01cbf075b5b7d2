import { code, joinMarkdown, type Markdown, markdown, plain } from './markdown.ts'

const LIST_ITEM = markdown`- `

/**
 * Text of ours as Markdown: `backticks` mean code, and URLs are shown as code too, to be read and not followed. A line
 * that begins with a dash is a list item, every other line a paragraph.
 */
export function prose(text: string): Markdown {
  const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n')
  return joinMarkdown(lines.map(renderLine), '\n')
}

function renderLine(line: string): Markdown {
  const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? []
  const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
    if (part.startsWith('`')) return code(part.slice(1, -1))
    return /^https?:\/\//u.test(part) ? code(part) : plain(part)
  })
  return joinMarkdown([...(dash === '' ? [] : [LIST_ITEM]), ...parts], '')
}
