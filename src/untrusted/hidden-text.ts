import { removeInvisibleCharacters } from './invisible-characters.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

/**
 * Removes invisible characters and HTML comments, also from code. Everything else stays unchanged. A second call would
 * remove nothing more.
 * @param text a whole comment or whole release notes, since the text before a comment decides where it ends
 */
export function removeHiddenText(text: UntrustedText): { text: UntrustedText; removals: number } {
  // Invisible characters are removed second: before a fence, they make it ordinary text.
  const shown = removeComments(readUntrustedText(text))
  const visible = removeInvisibleCharacters(shown.kept.join(''))
  const [before = '', ...formed] = removeComments(visible.text).kept
  const removals = shown.kept.length - 1 + visible.removals
  if (formed.length === 0) return { text: untrustedText(before), removals }
  // The removals have formed a comment, which is an attack: everything after that point is dropped.
  return { text: untrustedText(before), removals: removals + 1 }
}

const BREAK = '(?:\\r\\n|\\n|\\r(?!\\n))'
/** Marks of quotes, lists and footnotes. */
const MARKS = '(?:[ \\t>*+-]|\\d{1,9}[.)]|\\[\\^(?:\\\\.|[^\\]\\\\\\s])*\\]:)*'
const LINE_MARKS = new RegExp(`^${MARKS}`, 'u')
const BLANK = /^[ \t]*$/u
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/u
/** HTML that ends at the next blank line. Whether GitHub reads it so is in doubt. */
const TAG = /^<[a-z/]/iu
const COMMENT = '<!--'
/** What hides text; last, HTML that doesn't end at a blank line. https://spec.commonmark.org/0.31.2/#html-blocks */
const OPENING = /<!--|<\?|<!\[CDATA\[|<![a-z]|<[!/](?=[^a-z>])|<(?:pre|script|style|textarea)\b/giu
const RAW = /<(?:pre|script|style|textarea)\b/iu
const CLOSINGS: Readonly<Record<string, RegExp>> = { [COMMENT]: /-->/gu, '<?': /\?>/gu, '<![CDATA[': /\]\]>/gu }
const BLANK_LINE = new RegExp(`${BREAK}(?=[ \\t]*(?:[\\r\\n]|$))`, 'gu')
const NEXT_PARAGRAPH = new RegExp(
  `${BREAK}(?=[ \\t]*(?:[\\r\\n]|$)|#{1,6}[ \\t]|<!--|~~~|\`{3,}[^\`\\r\\n]*(?:[\\r\\n]|$))`,
  'gu',
)
/** A line that may end the paragraph before it, and hide more than the comment that it is in. */
const BLOCK = new RegExp(`${BREAK}${MARKS}(?:<|~~~|\`\`\`)`, 'u')

/** @returns the parts of `text` between comments */
function removeComments(text: string): { kept: string[] } {
  const kept: string[] = []
  let keptFrom = 0
  const readLine = createLineReader(text)
  const findEnd = createEndFinder(text)
  const findOpening = createFinder(text, OPENING)
  const findBreak = createFinder(text, new RegExp(BREAK, 'gu'))
  // GitHub ignores a byte order mark.
  let next = text.startsWith('\uFEFF') ? 1 : 0
  while (next < text.length) {
    let line = readLine(next, findBreak(next).index)
    for (let from = line.start; ; ) {
      const { index, found } = findOpening(from)
      if (index >= line.end) break
      const to = findEnd(found, index, line)
      from = to ?? index + found.length
      if (to === undefined) continue
      kept.push(text.slice(keptFrom, index))
      keptFrom = to
      if (to > line.end) line = moveOn(line, text, to, findBreak(to).index)
    }
    const { index, found } = findBreak(line.end)
    next = index + found.length
  }
  return { kept: [...kept, text.slice(keptFrom)] }
}

interface Line {
  start: number
  end: number
  marks: string
  /** The end of the fenced block that it is certainly in. */
  fenceEnd: number | undefined
  /** `html`: to the next blank line. `line`: only this one. `either`: where a comment begins in what may be HTML. */
  raw: 'html' | 'line' | 'either' | undefined
}

function createLineReader(text: string): (start: number, end: number) => Line {
  let isHtml = false
  let isSure = true
  let fenceEnd = 0
  return (start, end) => {
    const line = text.slice(start, end)
    const [marks = ''] = LINE_MARKS.exec(line) ?? []
    if (start < fenceEnd) return { start, end, marks, fenceEnd, raw: undefined }
    const [, indent, run] = FENCE.exec(line) ?? []
    isHtml = (isHtml && !BLANK.test(line)) || TAG.test(line.slice(marks.length))
    // An indented fence may be part of a list, which can end before the fence does.
    if (RAW.test(line) || (run !== undefined && (isHtml || indent !== ''))) isSure = false
    if (run !== undefined && isSure) fenceEnd = findFenceEnd(text, run, end)
    return { start, end, marks, fenceEnd: undefined, raw: findRaw(line, marks, isHtml) }
  }
}

function findRaw(line: string, marks: string, isHtml: boolean): Line['raw'] {
  const start = line.slice(marks.length)
  if (isHtml) return /^<[!?]/u.test(start) ? 'either' : 'html'
  return start.startsWith('<') ? 'line' : undefined
}

/** The line in which a comment of several lines has ended. Its marks may end the paragraph that the comment was in. */
function moveOn(line: Line, text: string, to: number, end: number): Line {
  const start = Math.max(text.lastIndexOf('\n', to - 1), text.lastIndexOf('\r', to - 1)) + 1
  const [marks = ''] = line.raw === undefined ? (LINE_MARKS.exec(text.slice(start, end)) ?? []) : []
  return { ...line, start, end, marks }
}

function findFenceEnd(text: string, run: string, at: number): number {
  const closing = new RegExp(`(?<=[\\r\\n]) {0,3}${run[0]}{${run.length},}[ \\t]*(?=[\\r\\n]|$)`, 'gu')
  const { index, found } = findFrom(text, closing, at)
  return index + found.length
}

/** Finds the end of what hides text from `index` on; none if GitHub shows it. In doubt, it is the end of the text. */
function createEndFinder(text: string): (found: string, index: number, line: Line) => number | undefined {
  const findBlankLine = createFinder(text, BLANK_LINE)
  const findParagraph = createFinder(text, NEXT_PARAGRAPH)
  const findTagEnd = createFinder(text, />/gu)
  const finders = new Map(Object.entries(CLOSINGS).map(([name, pattern]) => [name, createFinder(text, pattern)]))
  let isRaw = false
  return (found, index, line) => {
    // The shortest comment is `<!-->`.
    const closing = findClosing(found, index)
    const to = closing.index + closing.found.length
    const place = findPlace(found, index, line)
    isRaw ||= place === 'raw'
    if (place === 'raw') return undefined
    if (place === 'code') return findEndOfCode(index, to, line)
    if (isRaw) return text.length
    if (place === 'text') return undefined
    if (place === 'prose' && closing.index >= findParagraph(index).index) return undefined
    const isOver = closing.index >= findBlankLine(index).index
    return isOneBlock(place, found, text.slice(index, to), isOver, line) ? to : text.length
  }

  function findClosing(found: string, index: number): { index: number; found: string } {
    return (finders.get(found.toUpperCase()) ?? findTagEnd)(index + 2)
  }

  function findEndOfCode(index: number, to: number, line: Line): number | undefined {
    if (findClosing(COMMENT, index).index < (line.fenceEnd ?? 0)) return to
    return index === line.start + line.marks.length ? text.length : undefined
  }
}

type Place = 'text' | 'raw' | 'code' | 'prose' | 'block' | 'html'

function findPlace(found: string, index: number, { start, marks, fenceEnd, raw }: Line): Place {
  const isStart = index === start + marks.length
  if (fenceEnd !== undefined) return found === COMMENT ? 'code' : 'text'
  if (RAW.test(found)) return 'raw'
  // Only browsers read these as comments.
  if (found === '<!' || found === '</') return raw !== undefined && (raw !== 'line' || !isStart) ? 'html' : 'text'
  if (isStart) return 'block'
  return raw === undefined ? 'prose' : 'html'
}

/** Whether GitHub certainly reads all of `inside`, which may be several lines, as one comment. */
function isOneBlock(place: Place, found: string, inside: string, isOver: boolean, { marks, raw }: Line): boolean {
  const closes = found === COMMENT ? inside.endsWith('-->') : inside.endsWith('>') && !inside.includes(COMMENT)
  const [, ...lines] = inside.split(/[\r\n]/u)
  if (!closes || lines.length === 0) return closes
  const isIn = BLANK.test(marks) && lines.every((line) => BLANK.test(line) || line.startsWith(marks))
  if (place !== 'prose' && !isIn) return false
  if (place === 'block') return raw === 'line' || !isOver
  return (place === 'prose' || raw === 'html') && !isOver && !BLOCK.test(inside)
}

/** Finds the first match at or after a position. Positions only grow, so no part of the text is searched twice. */
function createFinder(text: string, pattern: RegExp): (at: number) => { index: number; found: string } {
  let next = { index: -1, found: '' }
  return (at) => {
    if (next.index < at) next = findFrom(text, pattern, at)
    return next
  }
}

function findFrom(text: string, pattern: RegExp, at: number): { index: number; found: string } {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  return { index: match?.index ?? text.length, found: match?.[0] ?? '' }
}
