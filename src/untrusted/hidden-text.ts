import { findCommentEnd, findComments, OPENING, type Span } from './html-comments.ts'
import { removeInvisibleCharacters } from './invisible-characters.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

/** A text without what its reader can't see. */
export interface CleanText {
  text: UntrustedText
  /** How many pieces were removed. Zero means that the text is unchanged. */
  removals: number
}

/**
 * Removes HTML comments outside code, and invisible characters. Everything else stays byte for byte: Markdown,
 * code, tags and placeholders as typed. The result has nothing that this function would remove, also where two
 * pieces of it come together.
 *
 * @param text The whole of a comment or of release notes: what is code depends on what is in front of it.
 */
export function removeHiddenText(text: UntrustedText): CleanText {
  const source = readUntrustedText(text)
  const comments = findComments(source)
  // Invisible characters are removed second: in front of a fence, they keep it from being one.
  const visible = removeInvisibleCharacters(removeSpans(source, comments))
  let clean = visible.text
  let removals = comments.length + visible.removals
  for (let round = 0; round < MAXIMUM_ROUNDS; round += 1) {
    const formed = findComments(clean)
    if (formed.length === 0) return { text: untrustedText(clean), removals }
    clean = removeSpans(clean, formed)
    removals += formed.length
  }
  const last = removeEveryComment(clean)
  return { text: untrustedText(last.text), removals: removals + last.removals }
}

/** A comment that still forms after this many rounds is intended. From then on, comments in code are removed too. */
const MAXIMUM_ROUNDS = 8

function removeSpans(text: string, spans: readonly Span[]): string {
  const kept: string[] = []
  let at = 0
  for (const { from, to } of spans) {
    kept.push(text.slice(at, from))
    at = to
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** Removes all comments, also in code, in one pass: an opening that forms from what is left counts at once. */
function removeEveryComment(text: string): { text: string; removals: number } {
  const kept: string[] = []
  let removals = 0
  for (let at = 0; at < text.length; at += 1) {
    kept.push(text.charAt(at))
    if (kept.at(-1) === '-' && kept.slice(-OPENING.length).join('') === OPENING) {
      kept.length -= OPENING.length
      removals += 1
      at = findCommentEnd(text, at + 1) - 1
    }
  }
  return { text: kept.join(''), removals }
}
