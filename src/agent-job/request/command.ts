import { readUntrustedText, type UntrustedText, untrustedText } from '../../untrusted/text.ts'

/**
 * What a comment asks for. `text` is everything after the command, trimmed at both ends; `isNew` says that `--new` stood
 * in front of it, and a new job is asked for.
 */
export type Command =
  | { kind: 'none' }
  /** `unknownWord`: the first word, where it looks like an option that there isn't. */
  | { kind: 'help'; unknownWord?: UntrustedText }
  | { kind: 'check' }
  | { kind: 'bare'; isNew: boolean }
  | { kind: 'prompt'; text: UntrustedText; isNew: boolean }

/**
 * Finds the command in a comment.
 *
 * The command counts only as the first word of the first line that is not blank, where a reader sees it as
 * plain text. Whatever else may open a line (a quote, a fence, four spaces, an HTML comment, a zero-width
 * character) is in front of the word, and so makes the comment one without a command.
 *
 * Hidden text is not looked for here, since this runs on every comment of a repository: a caller that finds
 * a command removes what is hidden from the whole comment, and reads the rest again.
 *
 * @param body The comment as written, with any kind of line break.
 * @param command One word, compared without case, since phones write `/Docs`. Empty: no comment is a command.
 */
export function parseCommand(body: UntrustedText, command: string): Command {
  if (command === '') return { kind: 'none' }
  const text = readUntrustedText(body).replace(beforeFirstWord, '')
  if (text.slice(0, command.length).toLowerCase() !== command.toLowerCase()) return { kind: 'none' }
  const [, rest] = afterCommand.exec(text.slice(command.length)) ?? []
  return rest === undefined ? { kind: 'none' } : nameRequest(rest.trim())
}

function nameRequest(request: string): Command {
  const alone = request.toLowerCase()
  if (helpWords.has(alone)) return { kind: 'help' }
  if (alone === 'check') return { kind: 'check' }
  const [flag = ''] = newFlag.exec(request) ?? []
  const isNew = flag !== ''
  const [unknownWord] = isNew ? [] : (anyFlag.exec(request) ?? [])
  if (unknownWord !== undefined) return { kind: 'help', unknownWord: untrustedText(unknownWord) }
  const text = request.slice(flag.length).trim()
  return text === '' ? { kind: 'bare', isNew } : { kind: 'prompt', text: untrustedText(text), isNew }
}

// Blank is what Markdown calls blank, and a fourth space would make the line a code block:
// https://spec.commonmark.org/0.31.2/#blank-line
const beforeFirstWord = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}/

// Only what a browser shows as a gap. `\s` also has characters without width, behind which `/docsify` could hide.
const space = '\\t\\n\\f\\r \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000'
// People write `/docs: add` and `/docs, add`, too.
const afterCommand = new RegExp(`^[:,]?((?:[${space}][^]*)?)$`)

// Phones make one dash of two hyphens.
const helpWords: ReadonlySet<string> = new Set(['help', '--help', '\u2014help', '\u2013help', '-h', '?'])
const newFlag = new RegExp(`^(?:--|[\u2014\u2013])new(?=[${space}]|$)`, 'i')
const anyFlag = new RegExp(`^--[^${space}]*`)
