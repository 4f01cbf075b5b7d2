import { BacktickPairs, type Fence, isUncertainFence, openFence, readIndent } from './markdown-code.ts'

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
  emptyComment.lastIndex = inside
  const end = emptyComment.exec(text) ?? search(commentEnd, text, inside)
  return end === undefined ? text.length : end.index + end[0].length
}

class CommentScan {
  readonly #text: string
  readonly #comments: Span[] = []
  readonly #pairs: BacktickPairs
  #fence: Fence | undefined
  /** Nothing is certain to be code from here on. */
  #isInDoubt = false
  /** Whether HTML goes on to the end of the line, or to the next blank line: neither fences nor backticks make code. */
  #html: 'none' | 'line' | 'paragraph' = 'none'
  /** Whether backticks up to the next blank line are certain to pair as they do within their lines. */
  #arePairsCertain = true
  #hasList = false
  #lineStart = 0
  #lineEnd = 0
  #token: RegExpExecArray | undefined
  #tokenSearchedFrom = Number.POSITIVE_INFINITY

  constructor(text: string) {
    this.#text = text
    this.#pairs = new BacktickPairs(text)
  }

  findAll(): Span[] {
    for (let at = 0; at < this.#text.length; at = this.#lineEnd) {
      this.#moveToLine(at, at)
      const line = this.#text.slice(at, this.#lineEnd).replace(/[\r\n]+$/u, '')
      if (!this.#isFenced(line) && !this.#startsFence(line)) this.#readInline(at)
    }
    return this.#comments
  }

  #moveToLine(start: number, at: number): void {
    const lineBreak = search(/\r\n|\n|\r/gu, this.#text, at)
    this.#lineStart = start
    this.#lineEnd = lineBreak === undefined ? this.#text.length : lineBreak.index + lineBreak[0].length
  }

  /** Whether the line is part of the code of an open fence. */
  #isFenced(line: string): boolean {
    if (this.#fence === undefined) return false
    const state = this.#fence.read(line, this.#hasList)
    if (state !== 'open') this.#fence = undefined
    if (state === 'in doubt') this.#isInDoubt = true
    return state !== 'in doubt'
  }

  /** Notes what a line starts, as far as it decides what is code. @returns whether that is a fence */
  #startsFence(line: string): boolean {
    if (this.#html === 'line') this.#html = 'none'
    if (line.trim() === '') {
      this.#html = 'none'
      this.#arePairsCertain = true
      return false
    }
    if (listItem.test(line)) this.#hasList = true
    if (longHtmlBlock.test(line)) this.#isInDoubt = true
    if (commentBlock.test(line)) this.#html = this.#html === 'none' ? 'line' : this.#html
    else if (htmlBlock.test(line)) this.#html = 'paragraph'

    const fence = openFence(line)
    if (fence === undefined) {
      if (isUncertainFence(line, this.#hasList)) this.#isInDoubt = true
      return false
    }
    if (this.#html === 'paragraph') this.#isInDoubt = true
    if (this.#isInDoubt) return false
    this.#fence = fence
    return true
  }

  /** Reads on from `at` to the end of its line, or of the line that the last comment ends in. */
  #readInline(from: number): void {
    let at = from
    let token = this.#findToken(at)
    while (token !== undefined && token.index < this.#lineEnd) {
      const [found] = token
      at = token.index + found.length
      if (found === OPENING) at = this.#addComment(token.index)
      else if (found.startsWith('`')) at = this.#findCodeEnd(token.index) ?? at
      else if (token.groups?.['word'] === undefined || found.includes('`')) this.#arePairsCertain = false
      token = this.#findToken(at)
    }
  }

  /** The next token at or after `at`, without searching the same text twice. */
  #findToken(at: number): RegExpExecArray | undefined {
    const isKnown = this.#tokenSearchedFrom <= at && (this.#token?.index ?? Number.POSITIVE_INFINITY) >= at
    if (!isKnown) {
      this.#token = search(tokens, this.#text, at)
      this.#tokenSearchedFrom = at
    }
    return this.#token
  }

  /** Where the code ends that the backticks at `from` certainly open. */
  #findCodeEnd(from: number): number | undefined {
    if (this.#isInDoubt || this.#html !== 'none' || !this.#arePairsCertain) return undefined
    const end = this.#pairs.findEnd(from)
    // Code goes on to another line, or cells of a table divide it: what pairs with what is open from here on.
    this.#arePairsCertain =
      end !== undefined && end <= this.#lineEnd && !this.#text.slice(from, end).includes('|')
    return this.#arePairsCertain ? end : undefined
  }

  #addComment(from: number): number {
    const to = findCommentEnd(this.#text, from + OPENING.length)
    const text = this.#text.slice(from, to)
    const comment = { from, to: to > this.#lineEnd ? this.#findEndBelow(from, to) : to }
    // Older versions of CommonMark take fewer comments for some, and the rest for text.
    if (!plainComment.test(text)) this.#arePairsCertain = false
    // A block of HTML goes on, other than the comment.
    if (text.endsWith('--!>')) this.#isInDoubt = true
    this.#comments.push(comment)
    if (to > this.#lineEnd) this.#moveToLine(this.#lineStart, comment.to - 1)
    return comment.to
  }

  /**
   * The end of a comment of several lines. One that starts a line is a block up to its end, whatever is in it
   * (https://spec.commonmark.org/0.31.2/#html-blocks, kind 2). Within HTML, a quote or a list, the block may end
   * before the comment does: what would close the comment is text then, and it goes on to the end of the page.
   */
  #findEndBelow(from: number, to: number): number {
    const before = this.#text.slice(this.#lineStart, from)
    const isInParagraph = this.#html === 'paragraph'
    if (/^ {0,3}$/u.test(before) && (before === '' || !this.#hasList) && !isInParagraph) return to
    const wasInDoubt = this.#isInDoubt
    this.#isInDoubt = true
    const [first = '', ...lines] = this.#text.slice(from, to).split(/\r\n|\n|\r/u)
    const isInText = !isInParagraph && !/^[\s>*+\-\d.)]*(?:<|$)/u.test(before)
    const isClosed = isInText
      ? !lines.some((line) => line.includes(OPENING))
      : !wasInDoubt && !before.includes('<!') && lines.every((line) => continuesBlock(before, line))
    return isClosed && !first.includes(OPENING, OPENING.length) ? to : this.#text.length
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

const emptyComment = /-?>/uy
const commentEnd = /--!?>/gu
const plainComment = /^<!--[\w\s,;!?()-]*-->$/u

const listItem = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/u
const container = '^[ \\t]*(?:(?:>|[-+*]|\\d{1,9}[.)]|\\[\\^[^\\]\\s]+\\]:)[ \\t]*)*'
const htmlBlock = new RegExp(`${container}<[a-z/!?]`, 'iu')
const commentBlock = new RegExp(`${container}<!--`, 'u')
// Blank lines don't end these: https://spec.commonmark.org/0.31.2/#html-blocks
const longHtmlBlock = new RegExp(`${container}<(?:(?:pre|script|style|textarea)\\b|!(?!--)|\\?)`, 'iu')

// Comments and backticks, and what makes backticks uncertain: escapes, links, attributes, declarations and
// mathematics; addresses and tags only if a backtick is in them (`word`).
const tokens = /<!--|`+|\\`|\]\(|\]\[|=\s*["']|\$|<[!?]|(?<word>(?:www\.|:\/\/)[^\s<]*|<[a-z][^\s<>]*)/giu
