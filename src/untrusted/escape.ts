import { readUntrustedText, type UntrustedText } from './text.ts'

/**
 * Characters that readers can't see or that move other text: control, bidirectional, zero-width and tag characters,
 * line separators, lone surrogates. Joiners and variation selectors stay, because emoji and several scripts need them.
 */
const UNSEEN = new RegExp(
  '[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]',
  'gu',
)

/** Writes invisible characters as `\u{...}`; line feeds and tabs stay. */
export function escapeInvisible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** `text` on one line, in visible form. */
export function toOneLine(text: string): string {
  return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim())
}

/** A name that is safe in an output: up to 100 letters, digits and `_.- `; empty for any other text. */
export function toPlainName(text: UntrustedText): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec(readUntrustedText(text).trim())?.[0] ?? ''
}

const MAXIMUM_QUOTE = 500

/** What the service says, on one line and in quotes; empty where there is nothing. */
export function quoteInOneLine(text: UntrustedText | undefined): string {
  const words = text === undefined ? '' : toOneLine(readUntrustedText(text))
  return words && `"${shorten(words, MAXIMUM_QUOTE).replace(/["`]/gu, "'")}"`
}

/** Cuts `text` to `maximum` code points, with an ellipsis at the end. */
export function shorten(text: string, maximum: number): string {
  // A code point has at most two units.
  const points = Array.from(text.slice(0, 2 * maximum + 2))
  return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`
}

/**
 * Escapes workflow commands. The runner splits lines also at CR, trims them before it looks for `::` at their start,
 * and finds `##[` anywhere in a line.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function escapeCommands(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) =>
      escapeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['),
    )
    .join('\n')
}
