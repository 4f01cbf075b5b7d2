import { removeInvisibleCharacters } from '../../untrusted/invisible-characters.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/** Quotes texts by other people for the prompt, without hidden text, and counts what was removed. */
export class Quotes {
  removals = 0

  /** `text` as one line without invisible characters; empty when there is none. */
  line(text: UntrustedText | undefined): string {
    return this.shown(text).replace(/\s+/gu, ' ').trim()
  }

  /** `text` without invisible characters and space around it: what GitHub itself has made visible. */
  shown(text: UntrustedText | undefined): string {
    return this.visible(text).trim()
  }

  visible(text: UntrustedText | undefined): string {
    const clean = text && removeInvisibleCharacters(readUntrustedText(text))
    this.removals += clean?.removals ?? 0
    return clean?.text ?? ''
  }
}

/** Plain paths stay as they are. Others get quotation marks, so that a path doesn't read like our own words. */
export function quotePath(path: string): string {
  return /^[\w./@+-]+$/u.test(path) ? path : JSON.stringify(path)
}

/** A heading and `text` below it, in a fence longer than any in `text`, which can't end it. Empty for no text. */
export function quoteBlock(heading: string, text: string, language = 'text'): string[] {
  if (text === '') return []
  let longest = 2
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return [heading, '', `${fence}${language}`, text, fence]
}
