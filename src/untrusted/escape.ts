import { readUntrustedText, type UntrustedText } from './text.ts'

/**
 * Characters that a reader can't see or that move the text around it: control, bidirectional, zero-width and
 * tag characters, line separators, lone surrogates. Joiners and variation selectors stay, because emoji and
 * several scripts are built from them.
 */
const UNSEEN = new RegExp(
  '[\\0-\\x08\\v-\\x1F\\x7F-\\x9F\\xAD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E' +
    '\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}\\p{Cs}]',
  'gu',
)

/** `text` with every unseen character written out as `\u{...}`; line feeds and tabs stay. */
export function escapeInvisible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** `text` on one line, in visible form. */
export function toOneLine(text: string): string {
  return escapeInvisible(text.replace(/[\s\u0085]+/gu, ' ').trim())
}

/** A name by others for an output, which scripts read: up to 100 letters, digits and `_.- `; empty for any other. */
export function toPlainName(text: UntrustedText): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.exec(readUntrustedText(text).trim())?.[0] ?? ''
}

/** The first `maximum` code points of `text`, with an ellipsis where something was left out. */
export function shorten(text: string, maximum: number): string {
  // Whatever is behind so many units is behind the maximum.
  const points = Array.from(text.slice(0, 2 * maximum + 2))
  return points.length <= maximum ? text : `${points.slice(0, maximum - 1).join('')}…`
}

/**
 * `text` without anything that the runner reads as a workflow command. The runner splits at CR as well as LF, trims
 * white space before it looks for `::` at a line's start, and takes `##[` anywhere in a line.
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
