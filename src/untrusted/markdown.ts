import { escapeInvisible, shorten, toOneLine } from './escape.ts'
import { readUntrustedText, type UntrustedText } from './text.ts'

let trusted: (source: string) => Markdown

/** Markdown that is safe to publish. Only this file creates it, so text from outside is always escaped. */
export class Markdown {
  static {
    trusted = (source) => new Markdown(source)
  }
  readonly #source: string
  private constructor(source: string) {
    this.#source = source
  }
  toString(): string {
    return this.#source
  }
}

/** A value in a `markdown` template. */
export type Interpolation = Markdown | UntrustedText | string | number

/** A template tag: the literal parts are Markdown. Values are escaped as plain text, unless they are `Markdown`. */
export function markdown(literals: TemplateStringsArray, ...values: Interpolation[]): Markdown {
  return trusted(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal))
}

/** Joins pieces with `separator` (itself Markdown). */
export function joinMarkdown(pieces: readonly Markdown[], separator: string): Markdown {
  return trusted(pieces.map(String).join(separator))
}

/**
 * A code span, where GitHub reads no mention, link, reference, HTML or emphasis. Mentions and comment marks are still
 * broken by a word joiner, since bots read the source.
 */
export function code(text: UntrustedText | string, maximum = 200): Markdown {
  const content = breakMarks(toOneLine(shorten(open(text), maximum)))
  if (content === '') return trusted('')
  const fence = '`'.repeat(longestBackticks(content) + 1)
  const padding = /^[` ]|[` ]$/u.test(content) ? ' ' : ''
  return trusted(`${fence}${padding}${content}${padding}${fence}`)
}

/** A fenced code block, its lines kept. */
export function codeBlock(text: UntrustedText | string): Markdown {
  const content = breakCommands(breakMarks(escapeInvisible(shorten(open(text), 20_000).replace(/\r\n?/gu, '\n'))))
  const fence = '`'.repeat(Math.max(3, longestBackticks(content) + 1))
  return trusted(`${fence}text\n${content}\n${fence}`)
}

/** A short commit ID, which GitHub links; plain text if `sha` isn't a commit ID. */
export function commit(sha: string): Markdown {
  return /^[\da-f]{7,64}$/u.test(sha) ? trusted(sha.slice(0, 7)) : plain(sha)
}

/** Plain text: escapes every character with a meaning in Markdown, in HTML or for GitHub. */
export function plain(text: UntrustedText | string): Markdown {
  return trusted(
    breakReferences(breakCommands(breakMarks(escapeInvisible(open(text).replace(/\s+/gu, ' ')))))
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
      // https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting (mathematics)
      .replaceAll('$', '<span>$$</span>')
      .replace(/:\/\//gu, ':&#8203;//')
      // Before the dot, because browsers ignore zero-width characters in host names.
      .replace(/www(?=\.)/giu, '$&&#8203;'),
  )
}

/**
 * Our own text as Markdown: `backticks` and URLs become code. A line that begins with a dash is a list item, every
 * other line a paragraph.
 */
export function prose(text: string): Markdown {
  const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n')
  return joinMarkdown(lines.map(renderProse), '\n')
}

/** A link; `url` must have passed `toSafeUrl` or be made by us. */
export function link(label: Markdown, url: URL): Markdown {
  return trusted(`[${label}](${url.href.replace(/[()<>\\|]/gu, percentEncode)})`)
}

export function details(summary: string, body: Markdown): Markdown {
  return markdown`<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}

export function table(
  header: readonly Markdown[],
  rows: readonly (readonly Markdown[])[],
  align?: readonly string[],
): Markdown {
  const row = (cells: readonly (Markdown | string)[]) =>
    `| ${cells.map((cell) => escapePipes(String(cell).replaceAll('\n', ' '))).join(' | ')} |`
  return trusted([row(header), row(header.map((_, column) => align?.[column] ?? '---')), ...rows.map(row)].join('\n'))
}

/** After a backslash, some readers parse `\\|` as an escaped backslash and the end of the cell. */
function escapePipes(cell: string): string {
  return cell.replace(/\\(?=\|)/gu, '\\\u2060').replaceAll('|', '\\|')
}

function renderProse(line: string): Markdown {
  const [, dash = '', rest = ''] = /^(- )?(.*)$/su.exec(line) ?? []
  const parts = rest.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
    // A single backtick is plain text.
    if (/^`[^`]*`$/u.test(part)) return code(part.slice(1, -1))
    return /^https?:\/\//u.test(part) ? code(part) : plain(part)
  })
  return trusted(dash + parts.join(''))
}

function render(value: Interpolation | undefined): string {
  if (value === undefined) return ''
  if (value instanceof Markdown) return value.toString()
  if (typeof value === 'number') return String(value)
  return plain(value).toString()
}

function open(text: UntrustedText | string): string {
  return typeof text === 'string' ? text : readUntrustedText(text)
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Breaks mentions, for GitHub and for bots that read the source, and comment marks, since we parse our comments. */
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
