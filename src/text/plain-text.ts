import { redact } from './secrets.ts'

/**
 * Characters that GitHub doesn't show, and that could carry or hide an instruction: tag characters, bidirectional
 * embeddings, overrides and isolates, zero-width spaces, controls. Joiners, variation selectors and right-to-left marks
 * stay, because scripts and emoji need them.
 */
const INVISIBLE = new RegExp(
  String.raw`[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F` +
    String.raw`\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Cs}]`,
  'gu',
)

/** `text` without invisible characters. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** `text` on one line, without invisible characters. */
export function toOneLine(text: string): string {
  return removeInvisible(text.replace(/[\s\u0085]+/gu, ' ')).trim()
}

/**
 * The first `maximum` code points of `text`, with an ellipsis in place of the last one where it is cut. Secrets go
 * first: what is left of a secret that is cut isn't found.
 */
export function shorten(text: string, maximum: number): string {
  const clean = redact(text)
  // A code point has at most two units.
  const points = Array.from(clean.slice(0, 2 * maximum + 2))
  return points.length <= maximum ? clean : `${points.slice(0, maximum - 1).join('')}…`
}

/** Quotes what somebody else wrote, on one line, as the end of a sentence; empty where there is nothing. */
export function quote(text: string): string {
  const line = shorten(toOneLine(text), 500).replaceAll('"', "'")
  return line && (/[.!?…]$/u.test(line) ? `"${line}"` : `"${line}".`)
}
