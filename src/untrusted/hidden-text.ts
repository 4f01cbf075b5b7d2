import { removeInvisibleCharacters } from './invisible-characters.ts'
import { type FenceState, NO_FENCE, pairBackticks, readFenceLine, START, UNSURE } from './markdown-code.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

/**
 * Removes invisible characters, and HTML comments that don't begin in a fenced block or a code span. Everything else
 * stays unchanged. A second call would remove nothing more.
 * @param text a whole comment or whole release notes, since the text before a comment may make it code
 */
export function removeHiddenText(text: UntrustedText): { text: UntrustedText; removals: number } {
  // Invisible characters are removed second: before a fence, they make it ordinary text.
  const shown = removeComments(readUntrustedText(text))
  const visible = removeInvisibleCharacters(shown.text)
  let removals = shown.removals + visible.removals
  let clean = visible.text
  for (let round = 1; ; round += 1) {
    const formed = removeComments(clean)
    if (formed.removals === 0) return { text: untrustedText(clean), removals }
    // A text that forms new comments again and again is an attack: everything after that point is dropped.
    clean = round < MAXIMUM_ROUNDS ? formed.text : clean.slice(0, clean.indexOf(OPENING))
    removals += formed.removals
  }
}

const MAXIMUM_ROUNDS = 8
const OPENING = '<!--'
const BLOCK = /^[\s>*+\-\d.)]*<!--/u
/** A line that may begin a block of HTML, which ends at the next blank line. */
const HTML = /^[\s>*+\-\d.)]*<(?!!--)/u
/** HTML that doesn't end at a blank line. https://spec.commonmark.org/0.31.2/#html-blocks */
const RAW_HTML = /^[\s>*+\-\d.)]*<(?:(?:pre|script|style|textarea)\b|\?(?!.*\?>)|!\[CDATA\[(?!.*\]\]>)|![a-z](?!.*>))/iu
/** The lines that a code span may cover: up to a blank line, or a line that may start another block. */
const PARAGRAPH = /[^\r\n]*(?:(?:\r\n|\n|\r)(?![ \t]*(?:[\r\n#>|+*=~<-]|`{3}|\d{1,9}[.)]|$))[^\r\n]*)*/uy
const LINE = /([^\r\n]*)(?:\r\n|\n|\r)?/uy
const TABLE = /^(?=[^|\r\n]*\|)[ \t>|:-]+$/mu

/** Removes the comments that don't begin in code. In doubt it removes them, since removals are reported. */
function removeComments(text: string): { text: string; removals: number } {
  const kept: string[] = []
  let keptFrom = 0
  const reader = createLineReader()
  const codeEnds = pairBackticks(text, TABLE.test(text))
  const findToken = createFinder(text, /\\[\\`]|`+|<!--/gu)
  const findClosing = createFinder(text, /-->/gu)
  // The shortest comment is `<!-->`.
  const findCommentEnd = (at: number) => Math.min(findClosing(at + 2).index + 3, text.length)
  for (let at = 0; at < text.length; ) {
    const [, line = ''] = match(LINE, text, at)
    const state = reader.read(line)
    // A comment at the start of a line is a block up to the end of its last line, without code.
    const hasCode = state === 'text' && !BLOCK.test(line)
    const extent = hasCode && !/^[ \t]*[#|]|^$/u.test(line) ? PARAGRAPH : LINE
    const end = at + match(extent, text, at)[0].length
    const count = kept.length
    const next = state === 'fenced' ? end : readText(at, end, extent, hasCode ? codeEnds : new Map())
    // In a paragraph or list, a line inside the comment may begin a fence, and so end the comment.
    const isBlock = state === 'text' && line.startsWith(OPENING)
    if (next > end && !(isBlock && kept.length === count + 1)) reader.doubt()
    at = next
  }
  return { text: kept.join('') + text.slice(keptFrom), removals: kept.length }

  /** @returns `end`, or the end of the line that the last comment before it ends in */
  function readText(start: number, end: number, extent: RegExp, codeEnds: Map<number, number>): number {
    let at = start
    let limit = end
    for (let token = findToken(at); token.index < limit; token = findToken(at)) {
      const { 0: found, index } = token
      const codeEnd = codeEnds.get(index) ?? 0
      const tokenEnd = found === OPENING ? findCommentEnd(index) : index + found.length
      at = codeEnd <= limit ? Math.max(codeEnd, tokenEnd) : tokenEnd
      if (found !== OPENING) continue
      kept.push(text.slice(keptFrom, index))
      keptFrom = at
      if (at >= limit) limit = at + match(extent, text, at)[0].length
    }
    return limit
  }
}

/**
 * Classifies lines. GitHub may or may not treat a line that begins with `<` as HTML, where fences have no effect. Only
 * lines that are code in both cases count as code.
 */
function createLineReader() {
  let state = START
  let isHtml = false
  return {
    read(line: string): FenceState['line'] {
      state = readFenceLine(state, line)
      isHtml ||= state.line !== 'fenced' && HTML.test(line)
      const isOver = isHtml && line.trim() === ''
      if ((isHtml && RAW_HTML.test(line)) || (isOver && state.fence !== NO_FENCE)) state = UNSURE
      isHtml &&= !isOver
      return isHtml ? 'unsure' : state.line
    },
    /** From here on, no line is certainly code. */
    doubt(): void {
      state = UNSURE
    },
  }
}

/** Finds the first match at or after a position. Positions only grow, so no part of the text is searched twice. */
function createFinder(text: string, pattern: RegExp): (at: number) => { 0: string; index: number } {
  let next = { 0: '', index: -1 }
  return (at) => {
    pattern.lastIndex = at
    if (next.index < at) next = pattern.exec(text) ?? { 0: '', index: Number.POSITIVE_INFINITY }
    return next
  }
}

function match(pattern: RegExp, text: string, at: number): readonly string[] & { 0: string } {
  pattern.lastIndex = at
  return pattern.exec(text) ?? ['']
}
