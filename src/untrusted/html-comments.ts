import {
  type Fence,
  findFence,
  isUncertainFence,
  pairBackticks,
  readFence,
  readIndent,
} from './markdown-code.ts'

/** A stretch of text, end exclusive. */
export interface Span {
  from: number
  to: number
}

/** What an HTML comment begins with. */
export const OPENING = '<!--'

/**
 * Finds the HTML comments of a Markdown text that aren't in code, in order.
 *
 * This is a scan for fences and backticks, line by line, and no Markdown parser. Code counts only where every
 * reading of the text agrees on it: a comment that is taken for code by mistake reaches the agent unseen, while a
 * comment that is removed from code by mistake is reported. So in doubt, it is removed.
 */
export function findComments(text: string): Span[] {
  return text.includes(OPENING) ? new CommentScan(text).findAll() : []
}

/**
 * Where the comment ends that has its opening right before `inside`, as HTML parsers read it: `--!>` ends it, too,
 * and `<!-->` is a whole one. https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
 */
export function findCommentEnd(text: string, inside: number): number {
  const end = search(/-?>/uy, text, inside) ?? search(/--!?>/gu, text, inside)
  return end === undefined ? text.length : end.index + end[0].length
}

class CommentScan {
  readonly #text: string
  readonly #comments: Span[] = []
  readonly #codeEnds: ReadonlyMap<number, number>
  #fence: Fence | undefined
  /** Nothing is certain to be code from here on. */
  #isInDoubt = false
  /** Neither fences nor backticks make code: in HTML, which goes on to a blank line, and on the line of a comment. */
  #isHtml = false
  #isCommentLine = false
  /** Whether backticks up to the next blank line are certain to pair as they do within their lines. */
  #arePairsCertain = true
  #hasList = false

  constructor(text: string) {
    this.#text = text
    this.#codeEnds = pairBackticks(text)
  }

  findAll(): Span[] {
    for (let at = 0; at < this.#text.length; ) {
      const [whole = '', line = ''] = search(LINE, this.#text, at) ?? []
      at = this.#isFenced(line) || this.#startsFence(line) ? at + whole.length : this.#readInline(at)
    }
    return this.#comments
  }

  /** Whether the line is part of the code of an open fence. */
  #isFenced(line: string): boolean {
    if (this.#fence === undefined) return false
    const state = readFence(this.#fence, line, this.#hasList)
    if (state !== 'open') this.#fence = undefined
    if (state === 'in doubt') this.#isInDoubt = true
    return state !== 'in doubt'
  }

  /** Notes what a line starts, as far as it decides what is code. @returns whether that is a fence */
  #startsFence(line: string): boolean {
    const isBlank = line.trim() === ''
    this.#arePairsCertain ||= isBlank
    this.#isHtml = !isBlank && (this.#isHtml || HTML_BLOCK.test(line))
    this.#isCommentLine = COMMENT_BLOCK.test(line)
    this.#hasList ||= LIST_ITEM.test(line)
    const fence = findFence(line)
    this.#isInDoubt ||=
      LONG_HTML_BLOCK.test(line) || (fence ? this.#isHtml : isUncertainFence(line, this.#hasList))
    this.#fence = this.#isInDoubt ? undefined : fence
    return this.#fence !== undefined
  }

  /** Reads the line at `start`, and on to the line that its last comment ends in. @returns the end of that line */
  #readInline(start: number): number {
    let at = start
    for (
      let token = search(TOKEN, this.#text, at);
      token !== undefined;
      token = search(TOKEN, this.#text, at)
    ) {
      const { found = '', word } = token.groups ?? {}
      at += token[0].length
      if (found === OPENING) at = this.#addComment(at - found.length, start)
      else if (found.startsWith('`')) at = this.#findCodeEnd(at - found.length) ?? at
      else if (word === undefined || found.includes('`')) this.#arePairsCertain = false
    }
    return at + (search(LINE, this.#text, at)?.[0].length ?? 0)
  }

  /** Where the code ends that the backticks at `from` certainly open. */
  #findCodeEnd(from: number): number | undefined {
    const isText = !this.#isInDoubt && !this.#isHtml && !this.#isCommentLine
    if (!isText || !this.#arePairsCertain) return undefined
    const end = this.#codeEnds.get(from)
    // Code goes on to another line, or cells of a table divide it: what pairs with what is open from here on.
    this.#arePairsCertain = end !== undefined && !/[\r\n|]/u.test(this.#text.slice(from, end))
    return this.#arePairsCertain ? end : undefined
  }

  #addComment(from: number, lineStart: number): number {
    const end = findCommentEnd(this.#text, from + OPENING.length)
    const comment = this.#text.slice(from, end)
    const to = /[\r\n]/u.test(comment)
      ? this.#findEndBelow(this.#text.slice(lineStart, from), comment, end)
      : end
    // Older versions of CommonMark take fewer comments for some, and the rest for text.
    this.#arePairsCertain &&= PLAIN_COMMENT.test(comment)
    // A block of HTML goes on, other than the comment.
    this.#isInDoubt ||= comment.endsWith('--!>')
    this.#comments.push({ from, to })
    return to
  }

  /**
   * The end of a comment of several lines. One that starts a line is a block up to its end, whatever is in it
   * (https://spec.commonmark.org/0.31.2/#html-blocks, kind 2). Within HTML, a quote or a list, the block may end
   * before the comment does: what would close the comment is text then, and it goes on to the end of the page.
   */
  #findEndBelow(before: string, comment: string, end: number): number {
    if (/^ {0,3}$/u.test(before) && (before === '' || !this.#hasList) && !this.#isHtml) return end
    const wasInDoubt = this.#isInDoubt
    this.#isInDoubt = true
    const [first = '', ...lines] = comment.split(/\r\n|\n|\r/u)
    const isInText = !this.#isHtml && !/^[\s>*+\-\d.)]*(?:<|$)/u.test(before)
    const isClosed = isInText
      ? !lines.some((line) => line.includes(OPENING))
      : !wasInDoubt && !before.includes('<!') && lines.every((line) => continuesBlock(before, line))
    return isClosed && !first.includes(OPENING, OPENING.length) ? end : this.#text.length
  }
}

/** Whether a line certainly belongs to the block of HTML that starts behind `before`. */
function continuesBlock(before: string, line: string): boolean {
  if (before.includes('>') && !before.includes('<')) return /^ {0,3}>/u.test(line)
  const [container = ''] = /^[\s*+\-\d.)]*/u.exec(before) ?? []
  return line.trim() !== '' && readIndent(line) >= container.length
}

function search(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const LINE = /([^\r\n]*)(?:\r\n|\n|\r)?/uy
const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/u
const CONTAINER = '^[ \\t]*(?:(?:>|[-+*]|\\d{1,9}[.)]|\\[\\^[^\\]\\s]+\\]:)[ \\t]*)*'
const COMMENT_BLOCK = new RegExp(`${CONTAINER}<!--`, 'u')
const HTML_BLOCK = new RegExp(`${CONTAINER}<(?!!--)[a-z/!?]`, 'iu')
// Blank lines don't end these: https://spec.commonmark.org/0.31.2/#html-blocks
const LONG_HTML_BLOCK = new RegExp(`${CONTAINER}<(?:(?:pre|script|style|textarea)\\b|!(?!--)|\\?)`, 'iu')
const PLAIN_COMMENT = /^<!--[\w\s,;!?()-]*-->$/u

// The next on its line: comments and backticks, and what makes backticks uncertain, which are escapes, links, attributes,
// declarations and mathematics; addresses and tags only if a backtick is in them (`word`).
const TOKEN =
  /[^\r\n]*?(?<found><!--|`+|\\`|\]\(|\]\[|=\s*["']|\$|<[!?]|(?<word>(?:www\.|:\/\/)[^\s<]*|<[a-z][^\s<>]*))/iuy
