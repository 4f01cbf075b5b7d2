// The front door imports this file: no packages here.
import { removeInvisible } from '../text/plain-text.ts'
import { removeMailTail } from './mail-tail.ts'

/** What a comment asks for. */
export type Command =
  | { kind: 'none' }
  /** `word` is why the help is shown, unless it was asked for: an option, or the only word. */
  | { kind: 'help'; word: string }
  | { kind: 'check' }
  /** A prompt; empty where the command has no text. */
  | { kind: 'prompt'; text: string; isNew: boolean; unsentLines: number }

/**
 * Finds the command in a comment: only the first word of the first line that isn't blank counts, where it is plain
 * text. Whatever else opens a line (a quote, a fence, four spaces) comes before it.
 * @param command compared without case, since phones write `/Docs`
 */
export function parseCommand(body: string, command: string): Command {
  const text = removeInvisible(body).replace(BEFORE_FIRST_WORD, '')
  const rest = text.slice(command.length)
  const isCommand = text.slice(0, command.length).toLowerCase() === command.toLowerCase() && /^(\s|$)/u.test(rest)
  if (!isCommand) return { kind: 'none' }
  const { text: request, removedLines } = removeMailTail(rest)
  return parseRequest(request.trim(), removedLines)
}

/**
 * Blank lines, and up to three spaces: a fourth one makes the line a code block. Other blanks and invisible characters
 * before it are skipped.
 */
const BEFORE_FIRST_WORD = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))* {0,3}(?:(?![ \t\r\n])[\s\p{DI}])*/u

function parseRequest(request: string, unsentLines: number): Command {
  const [flag = ''] = NEW_FLAG.exec(request) ?? []
  const text = request.slice(flag.length).trim()
  const [, word] = ONE_WORD.exec(text) ?? []
  if (word !== undefined) {
    // One word says too little for a job.
    if (/^check$/iu.test(word)) return { kind: 'check' }
    return { kind: 'help', word: /^-*(help|h)$/iu.test(word) ? '' : word.toLowerCase() }
  }
  // A few marks say even less.
  if (text !== '' && !/[\p{L}\p{N}]/u.test(text)) return { kind: 'help', word: '' }
  const [option] = OPTION.exec(text) ?? []
  return option === undefined
    ? { kind: 'prompt', text, isNew: flag !== '', unsentLines }
    : { kind: 'help', word: option }
}

// Phones make one dash of two hyphens.
const NEW_FLAG = /^(?:--|[\u2013\u2014])new(?=\s|$)/iu
const OPTION = /^(?:--|[\u2013\u2014])\p{L}\S*/u
/** Latin letters and hyphens, and marks around them. */
const ONE_WORD = /^[^\p{L}\p{N}\s-]*([-\u2013\u2014]{0,2}\p{Script=Latin}[-\p{Script=Latin}]{0,19})[^\p{L}\p{N}\s-]*$/u
