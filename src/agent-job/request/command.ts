import { readUntrustedText, type UntrustedText, untrustedText } from '../../untrusted/text.ts'

/** Why the help is shown, if the comment isn't `/docs help`. */
export interface Help {
  /** A first word that looks like an option. */
  option?: UntrustedText
  /** The only word, such as `cancel`, in lower case: Latin letters and hyphens. */
  word?: string
}

/** What a comment requests. `text`: everything after the command, trimmed. `isNew`: a new job, by `--new`. */
export type Command =
  | { kind: 'none' }
  | ({ kind: 'help' } & Help)
  | { kind: 'check' }
  | { kind: 'bare'; isNew: boolean }
  | { kind: 'prompt'; text: UntrustedText; isNew: boolean }

/**
 * Finds the command in a comment: only the first word of the first line that isn't blank counts, where it is plain
 * text. Whatever else opens a line (a quote, a fence, four spaces, an HTML comment, a zero-width character) comes
 * before it.
 *
 * This runs on every comment of a repository, so hidden text stays in: a caller that finds a command removes it from
 * the whole comment, and parses the rest again.
 * @param command one word, compared without case, since phones write `/Docs`; empty: no comment is a command
 */
export function parseCommand(body: UntrustedText, command: string): Command {
  if (command === '') return { kind: 'none' }
  const text = readUntrustedText(body).replace(beforeFirstWord, '')
  if (text.slice(0, command.length).toLowerCase() !== command.toLowerCase()) return { kind: 'none' }
  const [, rest] = afterCommand.exec(text.slice(command.length)) ?? []
  return rest === undefined ? { kind: 'none' } : nameRequest(rest.trim())
}

function nameRequest(request: string): Command {
  const { newFlag, anyFlag, oneWord } = createGrammar()
  const [flag = ''] = newFlag.exec(request) ?? []
  const isNew = flag !== ''
  const text = request.slice(flag.length).trim()
  if (text === '') return { kind: 'bare', isNew }
  // One word says too little for a job.
  const [, dashes, only = ''] = oneWord.exec(text) ?? []
  const word = only.toLowerCase()
  if (dashes !== undefined && ['', 'h', 'help'].includes(word)) return { kind: 'help' }
  if (dashes === '') return word === 'check' ? { kind: 'check' } : { kind: 'help', word }
  const option = dashes ? dashes + only : anyFlag.exec(text)?.[0]
  if (option !== undefined) return { kind: 'help', option: untrustedText(option) }
  return { kind: 'prompt', text: untrustedText(text), isNew }
}

// Blank is what Markdown calls blank, and a fourth space would make the line a code block:
// https://spec.commonmark.org/0.31.2/#blank-line
const beforeFirstWord = /^(?:[ \t]*(?:\r\n|\n|\r))* {0,3}/

// Only what a browser shows as a gap. `\s` also has characters without width, behind which `/docsify` could hide.
const space = '\\t\\n\\f\\r \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000'
// People also write `/docs: add` and `/docs, add`.
const afterCommand = new RegExp(`^[:,]?((?:[${space}][^]*)?)$`)

/**
 * Made only for a comment with the command: sets of Unicode take a millisecond, which every other comment would pay.
 */
function createGrammar() {
  // Phones make one dash of two hyphens.
  const dash = '\\p{Pd}\u2212'
  const latin = '\\p{Script=Latin}'
  const marks = `[^\\p{L}\\p{N}\\s${dash}]*`
  return {
    newFlag: new RegExp(`^(?:--|[\u2014\u2013])new(?=[${space}]|$)`, 'i'),
    anyFlag: new RegExp(`^[${dash}]{1,2}(?=\\p{L})[^${space}]*`, 'u'),
    oneWord: new RegExp(`^${marks}([${dash}]*)((?:${latin}[${dash}${latin}]{0,19})?)${marks}$`, 'u'),
  }
}
