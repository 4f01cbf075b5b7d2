import { BacktickRuns } from './backtick-runs.ts'
import { findInvisibleReference } from './character-references.ts'
import { findHiddenInTag, isPlainName } from './hidden-in-tag.ts'
import type { CommentFinder } from './html-comments.ts'
import { DeclarationFinder } from './html-declarations.ts'
import { readTag } from './html-tags.ts'
import { findHiddenInDestination, normalizeLabel, readLabel, readLinkTail } from './links.ts'
import { matchAt } from './match-at.ts'
import type { OpenElements } from './open-elements.ts'
import type { PlacedText, Span } from './placed-text.ts'

/** The labels that the page defines, of links and of footnotes. The latter start with `^`. */
export interface References {
  isDefined(label: string): boolean
  /** Notes that `label` is referred to where readers see it. */
  use(label: string): void
}

/**
 * Finds what is hidden in running text: comments, tags, titles of links, words behind pictures, references to
 * invisible characters. What is in code is not: https://spec.commonmark.org/0.31.2/#inlines
 *
 * @param comments Of the whole source: unlike GitHub, this takes a comment for one also where it is not closed, or
 * closed in another block. Whoever writes one wants to hide something, if only from the next reader.
 * @returns Stretches of the source. Those that end at infinity take the rest of the page.
 */
export function findHiddenInText(
  text: PlacedText,
  comments: CommentFinder,
  references: References,
  elements: OpenElements,
): Span[] {
  return new TextReader(text, comments, references, elements).read()
}

interface Bracket {
  from: number
  isImage: boolean
}

class TextReader {
  readonly #placed: PlacedText
  readonly #text: string
  readonly #comments: CommentFinder
  readonly #references: References
  readonly #elements: OpenElements
  readonly #hidden: Span[] = []
  readonly #brackets: Bracket[] = []
  /** Links hold no links: an opening bracket below this one starts none any more, unless it starts a picture. */
  #closedBrackets = 0
  readonly #backticks: BacktickRuns
  readonly #declarations: DeclarationFinder
  /** Where editions of Markdown may see different code from here on, there is none. */
  #codeIsCertain = true
  #addressTo = 0
  #hasStrictEnds = true

  constructor(placed: PlacedText, comments: CommentFinder, references: References, elements: OpenElements) {
    this.#elements = elements
    this.#placed = placed
    this.#text = placed.text
    this.#comments = comments
    this.#references = references
    this.#declarations = new DeclarationFinder(placed.text)
    this.#backticks = new BacktickRuns(placed.text)
  }

  read(): Span[] {
    const special = /[\\`<&[\]]|!\[|:\/\/|www\./g
    for (let match = special.exec(this.#text); match !== null; match = special.exec(this.#text)) {
      const next = this.#readAt(match.index, match[0])
      special.lastIndex = Math.min(Math.max(next, match.index + 1), this.#text.length)
    }
    return this.#hidden
  }

  /** Returns where to go on. */
  #readAt(at: number, special: string): number {
    switch (special) {
      case '\\':
        return this.#readEscape(at)
      case '`':
        return this.#readCode(at)
      case '<':
        return this.#readAngle(at)
      case '&':
        return this.#hideWhole(findInvisibleReference(this.#text, at, 'markdown')) ?? at + 1
      case ']':
        return this.#readClosingBracket(at)
      case '://':
      case 'www.':
        return this.#readAddress(at, special)
      default:
        this.#brackets.push({ from: at, isImage: special === '![' })
        return at + special.length
    }
  }

  #readEscape(at: number): number {
    const escaped = this.#text[at + 1] ?? ''
    if (escaped !== '<') {
      return /[!-/:-@[-`{-~]/.test(escaped) ? at + 2 : at + 1
    }
    const next = this.#readComment(at + 1)
    if (next !== undefined) {
      this.#hide({ from: at, to: at + 1 })
      return next
    }
    // In an address, the backslash is a part of that.
    return at < this.#addressTo ? at + 1 : at + 2
  }

  #readCode(at: number): number {
    const { length, end, isCertain } = this.#backticks.read(at)
    this.#codeIsCertain &&= isCertain
    return this.#codeIsCertain && end !== undefined ? end : at + length
  }

  /** GitHub makes a link of a bare address, up to the next space, and takes what is special in it for a part of it. */
  #readAddress(at: number, start: string): number {
    if (at >= this.#addressTo) {
      const [rest = ''] = matchAt(addressRest, this.#text, at) ?? []
      this.#addressTo = at + rest.length
      this.#codeIsCertain &&= !rest.includes('`')
    }
    return at + start.length
  }

  #readAngle(at: number): number {
    const [link] = matchAt(autolink, this.#text, at) ?? []
    if (link !== undefined) {
      return at + link.length
    }
    return this.#readComment(at) ?? this.#readDeclaration(at) ?? this.#readTag(at) ?? at + 1
  }

  #readComment(at: number): number | undefined {
    const place = this.#placed.toSource({ from: at, to: at + 1 })
    const comment = this.#comments.find(place.from)
    if (comment === undefined) {
      return undefined
    }
    const to = this.#findStrictEnd(comment.to)
    this.#hidden.push({ from: comment.from, to })
    const next = this.#placed.fromSource(to)
    if (matchAt(certainComment, this.#text, at)?.[0].length === next - at) {
      return next
    }
    this.#codeIsCertain = false
    return at + '<!--'.length
  }

  /**
   * `--!>` ends a comment for browsers, but not for Markdown, which lets everything up to `-->` through as it is.
   * If there is more HTML before that, there is no telling what a browser makes of the rest of the page.
   */
  #findStrictEnd(commentTo: number): number {
    const from = this.#placed.fromSource(commentTo)
    if (
      commentTo === Number.POSITIVE_INFINITY ||
      !this.#hasStrictEnds ||
      !this.#text.endsWith('--!>', from)
    ) {
      return commentTo
    }
    const to = this.#text.indexOf('-->', from)
    this.#hasStrictEnds = to !== -1
    return this.#text.slice(from, Math.max(from, to)).includes('<') ? Number.POSITIVE_INFINITY : commentTo
  }

  #readDeclaration(at: number): number | undefined {
    const next = this.#hideWhole(this.#declarations.find(at))
    if (next === undefined || !matchAt(/<![a-z]/iy, this.#text, at)) {
      return next
    }
    this.#codeIsCertain = false
    return at + '<!'.length
  }

  #readTag(at: number): number | undefined {
    const tag = readTag(this.#text, at, 'markdown')
    if (tag === undefined) {
      return undefined
    }
    const { hidden, next } = findHiddenInTag(this.#text, tag, this.#elements)
    for (const span of hidden) {
      this.#hide(span)
    }
    return next
  }

  #readClosingBracket(at: number): number {
    const opening = this.#brackets.pop()
    const isClosed = !opening?.isImage && this.#brackets.length < this.#closedBrackets
    this.#closedBrackets = Math.min(this.#closedBrackets, this.#brackets.length)
    if (opening === undefined || isClosed) {
      return at + 1
    }
    const next = this.#readInlineLink(at) ?? this.#readReference(opening, at)
    if (next === undefined) {
      return at + 1
    }
    if (opening.isImage) {
      this.#hideDescription(opening, at)
    } else {
      this.#closedBrackets = this.#brackets.length
    }
    return next
  }

  #readInlineLink(closing: number): number | undefined {
    const tail = readLinkTail(this.#text, closing + 1)
    if (tail === undefined) {
      return undefined
    }
    for (const span of findHiddenInDestination(tail.destination, this.#text)) {
      this.#hide(span)
    }
    this.#hideWhole(tail.title)
    return tail.to
  }

  /** Reads `[text][label]`, `[label][]` or `[label]`: https://spec.commonmark.org/0.31.2/#reference-link */
  #readReference(opening: Bracket, closing: number): number | undefined {
    const textFrom = opening.from + (opening.isImage ? 2 : 1)
    const full = readLabel(this.#text, closing + 1)
    if (full !== undefined && full.label !== '') {
      return this.#refer(full.label, closing) ? this.#hideLabel(full, textFrom, closing) : undefined
    }
    const own = readLabel(this.#text, textFrom - 1)
    if (own?.to !== closing + 1) {
      return undefined
    }
    // Of a footnote's label, only a number is shown.
    if (
      own.label.startsWith('^') &&
      !isPlainName(own.label.slice(1)) &&
      this.#references.isDefined(own.label)
    ) {
      return this.#hideWhole(own)
    }
    return this.#refer(own.label, closing) ? (full?.to ?? own.to) : undefined
  }

  /** Where an address may have taken in the brackets, or code, nothing counts as referred to. */
  #refer(label: string, at: number): boolean {
    const isDefined = this.#references.isDefined(label)
    if (isDefined && this.#codeIsCertain && at >= this.#addressTo) {
      this.#references.use(label)
    }
    return isDefined
  }

  /** Of `[text][label]`, only the text is shown. */
  #hideLabel(full: Span & { label: string }, textFrom: number, textTo: number): number {
    const shown = normalizeLabel(this.#text.slice(textFrom, textTo))
    if (!isPlainName(full.label) && shown !== full.label) {
      this.#hide(full)
    }
    return full.to
  }

  /** Of a picture that can be seen, the words for those who can't see it are not. */
  #hideDescription(opening: Bracket, closing: number): void {
    const description = this.#text.slice(opening.from + 2, closing)
    if (description !== '' && !isPlainName(description)) {
      this.#hide({ from: opening.from + 2, to: closing })
    }
  }

  #hideWhole(span: Span | undefined): number | undefined {
    if (span !== undefined) {
      this.#hide(span)
    }
    return span?.to
  }

  #hide(span: Span): void {
    this.#hidden.push(this.#placed.toSource(span))
  }
}

// https://spec.commonmark.org/0.31.2/#autolinks
const autolink =
  /<(?:[a-z][a-z0-9.+-]{1,31}:[^\0- <>]*|[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)>/iy

// What all editions of Markdown take for a comment. They differ in whether two hyphens may be within.
const certainComment = /<!--(?!-?>)(?:-?[^-])*-->/y

const addressRest = /[^ \t\r\n\v\f<]*/y
