import { removeHiddenText } from '../../untrusted/hidden-text.ts'
import { removeInvisibleCharacters } from '../../untrusted/invisible-characters.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/** Quotes texts of others for the prompt, without hidden text, and counts what was removed. */
export class Quotes {
  removals = 0

  /** `text` as one line without invisible characters; empty when there is none. */
  line(text: UntrustedText | undefined): string {
    return this.shown(text).replace(/\s+/gu, ' ').trim()
  }

  /** `text` without invisible characters: what GitHub itself has made visible. */
  shown(text: UntrustedText | undefined): string {
    if (text === undefined) return ''
    const visible = removeInvisibleCharacters(readUntrustedText(text))
    this.removals += visible.removals
    return visible.text.trim()
  }

  /** Markdown by whoever asks, without hidden text. */
  markdown(text: UntrustedText | undefined): string {
    if (text === undefined) return ''
    const clean = removeHiddenText(text)
    this.removals += clean.removals
    return readUntrustedText(clean.text).trim()
  }
}

/** Plain paths as they are; others in quotes, so that a path can't be taken for our own words. */
export function quotePath(path: string): string {
  return /^[\w./@+-]+$/u.test(path) ? path : JSON.stringify(path)
}

/** A heading and `text` below it, in a fence longer than any in it, so that it can't end the fence. Empty for no text. */
export function quoteBlock(heading: string, text: string, language = 'text'): string[] {
  if (text === '') return []
  let longest = 2
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return [heading, '', `${fence}${language}`, text, fence]
}
