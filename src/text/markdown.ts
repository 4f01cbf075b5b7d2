import { markdownTable } from 'markdown-table'
import { removeInvisible, shorten, toOneLine } from './plain-text.ts'
import { redact } from './secrets.ts'

let trust: (source: string) => Markdown

/** Markdown that is safe to publish. Only this file creates it, so text from outside is always escaped. */
export class Markdown {
  static {
    trust = (source) => new Markdown(source)
  }
  readonly #source: string
  private constructor(source: string) {
    this.#source = source
  }
  toString(): string {
    return this.#source
  }
}

/** A template tag: the literal parts are Markdown. Values are escaped as plain text, unless they are `Markdown`. */
export function markdown(literals: TemplateStringsArray, ...values: (Markdown | string | number)[]): Markdown {
  const rendered = values.map((value) => (value instanceof Markdown ? value.toString() : escapeText(String(value))))
  return trust(literals.reduce((source, literal, index) => source + (rendered[index - 1] ?? '') + literal))
}

/** Joins pieces with `separator` (itself Markdown). */
export function joinMarkdown(pieces: readonly Markdown[], separator: string): Markdown {
  return trust(pieces.join(separator))
}

/** Our own text: what is between backticks, and each URL, becomes code; the rest is escaped. */
export function prose(text: string): Markdown {
  const parts = text.split(/(`[^`\n]+`|https?:\/\/[^\s"]*[^\s".,;:)])/u)
  return joinMarkdown(
    parts.map((part, index) => (index % 2 === 0 ? markdown`${part}` : code(part.replaceAll('`', '')))),
    '',
  )
}

/**
 * A code span, where GitHub reads no mention, link, reference, HTML or emphasis. A word joiner breaks mentions and
 * comment marks all the same, since bots read the source.
 */
export function code(text: string, maximum = 200): Markdown {
  const content = breakMarks(shorten(toOneLine(text), maximum))
  if (content === '') return trust('')
  const fence = '`'.repeat(longestBackticks(content) + 1)
  const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : ''
  return trust(`${fence}${padding}${content}${padding}${fence}`)
}

/** A fenced code block, its lines kept, cut after 20,000 characters. */
export function codeBlock(text: string): Markdown {
  const content = breakCommands(breakMarks(shorten(text, 20_000).replace(/\r\n?/gu, '\n')))
  const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1))
  return trust(`${fence}text\n${content}\n${fence}`)
}

/** A link. @param url made by us, or by `toSafeUrl` */
export function link(label: Markdown, url: URL): Markdown {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return trust(`[${label}](${redact(url.href).replace(/[()<>\\|]/gu, encode)})`)
}

/** A part that people unfold. */
export function details(summary: string, body: Markdown): Markdown {
  return markdown`<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}

/** A table. @param align a letter for each column, `l` or `r` */
export function table(header: string[], rows: readonly Markdown[][], align: string[] = []): Markdown {
  const cells = [header.map((text) => markdown`${text}`), ...rows].map((row) => row.map(escapeCell))
  return trust(markdownTable(cells, { align, alignDelimiters: false, padding: true }))
}

function escapeCell(cell: Markdown): string {
  // After a backslash, some readers parse `\|` as an escaped backslash and the end of the cell.
  const source = cell.toString().replaceAll('\n', ' ')
  return source.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|')
}

/** Escapes every character with a meaning in Markdown, in HTML or for GitHub. */
function escapeText(text: string): string {
  const line = removeInvisible(redact(text).replace(/[\s\u0085]+/gu, ' '))
  return (
    breakReferences(breakCommands(breakMarks(line)))
      .replace(/[\\`*_{}[\]()#+!~]/gu, '\\$&')
      // A list item or an underlined heading at the start of a line.
      .replace(/^(\s*\d+)\.(?=\s|$)/u, '$1\\.')
      .replace(/^(\s*)(?=[=-](?:[\s=-]|$))/u, '$1\\')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Not a backslash, since tables add another one.
      .replaceAll('|', '&#124;')
      // A backslash doesn't keep GitHub from reading mathematics between two dollars.
      .replaceAll('$', '<span>$$</span>')
      .replace(/:\/\//gu, ':&#8203;//')
      // Before the dot, because browsers ignore zero-width characters in host names.
      .replace(/www(?=\.)/giu, '$&&#8203;')
  )
}

/** Breaks mentions, for GitHub and for bots that read the source, and comment marks, since we read our comments. */
function breakMarks(text: string): string {
  return text.replace(/@(?=[\p{L}\p{N}_-])|<(?=!--)|-(?=-!?>)/gu, '$&\u2060')
}

/**
 * GitHub links `#1`, `GH-1` and commit IDs in the rendered text, where backslashes have no effect.
 * https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 */
function breakReferences(text: string): string {
  return (
    text
      .replace(/#(?=\d)/gu, '#\u2060')
      .replace(/(gh-)(?=\d)/giu, '$1\u2060')
      // The shortest ID has seven digits. The text after it may be cut later.
      .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}/giu, (id) => id.replace(/.{6}/gu, '$&\u2060'))
  )
}

/** Bots read commands at the start of a line, even in code. */
function breakCommands(text: string): string {
  return text.replace(/^(\s*)([/!.])(?=\S)/gmu, '$1\u2060$2')
}

function longestBackticks(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length))
}
