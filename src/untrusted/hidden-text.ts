import { removeInvisibleCharacters } from './invisible-characters.ts'
import { createFenceReader, pairBackticks } from './markdown-code.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

/**
 * Removes HTML comments, from `<!--` to `-->` or to the end, unless they begin in a fenced block or a code span, and
 * invisible characters. All else stays byte for byte. The result has nothing that this function would remove.
 * @param text the whole of a comment or of release notes: what is code depends on what is in front of it
 */
export function removeHiddenText(text: UntrustedText): { text: UntrustedText; removals: number } {
  // Invisible characters are removed second: in front of a fence, they keep it from being one.
  const shown = removeComments(readUntrustedText(text))
  const visible = removeInvisibleCharacters(shown.text)
  let removals = shown.removals + visible.removals
  let clean = visible.text
  for (let round = 1; ; round += 1) {
    const formed = removeComments(clean)
    if (formed.removals === 0) return { text: untrustedText(clean), removals }
    // A comment that forms from what is left is intended if it does so again and again: nothing behind it is read.
    clean = round < MAXIMUM_ROUNDS ? formed.text : clean.slice(0, clean.indexOf(OPENING))
    removals += formed.removals
  }
}

const MAXIMUM_ROUNDS = 8
const OPENING = '<!--'
const TOKEN = /\\[\\`]|`+|<!--(?:-?>|[\s\S]*?(?:-->|$))/gu
const BLOCK = /^[\s>*+\-\d.)]*<!--/u
/** The lines that a code span may go on to: up to a blank one, or one that may start something else. */
const PARAGRAPH = /[^\r\n]*(?:(?:\r\n|\n|\r)(?![ \t]*(?:[\r\n#>|+*=~<-]|`{3}|\d{1,9}[.)]|$))[^\r\n]*)*/uy
const LINE = /([^\r\n]*)(?:\r\n|\n|\r)?/uy
const TABLE = /^(?=[^|\r\n]*\|)[ \t>|:-]+$/mu

/** Removes the comments that don't begin in code. In doubt it isn't code: what is removed is reported, what stays isn't. */
function removeComments(text: string): { text: string; removals: number } {
  if (!text.includes(OPENING)) return { text, removals: 0 }
  const kept: string[] = []
  let keptFrom = 0
  const readFence = createFenceReader()
  const codeEnds = pairBackticks(text, TABLE.test(text))
  for (let at = 0; at < text.length; ) {
    const [whole = '', line = ''] = match(LINE, text, at)
    const state = readFence(line)
    // A comment that begins a line is a block, up to the end of the line that it ends in: nothing there is code.
    const hasCode = state === 'text' && !BLOCK.test(line)
    const extent = BLOCK.test(line) || /^[ \t]*[#|]|^$/u.test(line) ? LINE : PARAGRAPH
    const end = at + (state === 'fenced' ? whole : match(extent, text, at)[0]).length
    at = state === 'fenced' ? end : readText(at, end, extent, hasCode)
  }
  return { text: kept.join('') + text.slice(keptFrom), removals: kept.length }

  /** @returns `end`, or the end of the line that the last comment before it ends in */
  function readText(start: number, end: number, extent: RegExp, hasCode: boolean): number {
    let at = start
    let limit = end
    for (let token = findToken(text, at, limit); token !== undefined; token = findToken(text, at, limit)) {
      const { 0: found, index } = token
      const codeEnd = codeEnds.get(index) ?? 0
      at = hasCode && codeEnd <= limit ? Math.max(codeEnd, index + found.length) : index + found.length
      if (!found.startsWith(OPENING)) continue
      kept.push(text.slice(keptFrom, index))
      keptFrom = at
      if (at >= limit) limit = at + match(extent, text, at)[0].length
    }
    return limit
  }
}

function findToken(text: string, at: number, limit: number): RegExpExecArray | undefined {
  TOKEN.lastIndex = at
  const token = TOKEN.exec(text)
  return token !== null && token.index < limit ? token : undefined
}

function match(pattern: RegExp, text: string, at: number): readonly string[] & { 0: string } {
  pattern.lastIndex = at
  return pattern.exec(text) ?? ['']
}
