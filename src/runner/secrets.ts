import { setSecret } from '@actions/core'

/** The runner masks secrets only in the log, so other places redact them too. */
export interface Secrets {
  /** Masks `value` in the log of the runner, and in every `redact` from now on. */
  hide(value: string): void
  redact(text: string): string
}

const REDACTED = '***'

/** Masking one or two characters would make the log unreadable. */
const SHORTEST = 3

/** In characters. GitHub allows secrets of 48 KB, which is too long for one pattern. */
const LONGEST_PIECE = 400

/** The shortest beginning of a secret that is redacted where a text was cut, and anywhere; in characters. */
const SHORTEST_PART = 8
const TELLING_PART = 12
/** The longest end that is redacted, in characters. */
const LONGEST_END = 40

export function createSecrets(): Secrets {
  const hidden = new Set<string>()
  const patterns: (RegExp | string)[] = []
  return {
    hide(value) {
      if (value.length < SHORTEST || hidden.has(value)) return
      hidden.add(value)
      const pieces = [...value.split(/[\r\n]+/u), ...value.split(/\s+/u)]
      const parts = [...new Set([value, ...pieces.filter((piece) => piece.length >= SHORTEST_PART)])]
      // The runner also masks other forms of each value: base64, JSON, URL, XML. It would mask each line by itself.
      for (const form of new Set([...parts, encodeURIComponent(value.toWellFormed())]))
        if (!/[\r\n]/u.test(form)) setSecret(form)
      // The form in a JSON string differs for values with quotes and backslashes.
      const inJson = JSON.stringify(value).slice(1, -1)
      patterns.push(...parts.flatMap(cutInPieces).map(patternOf), inJson, ...listBase64Forms(value))
    },
    redact: (text) => patterns.reduce<string>((redacted, pattern) => redacted.replaceAll(pattern, REDACTED), text),
  }
}

/** Cuts into pieces of about the same length, so that none is short. */
function cutInPieces(value: string): string[] {
  const characters = Array.from(value)
  const count = Math.ceil(characters.length / LONGEST_PIECE)
  const length = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''))
}

/**
 * Matches `value`, also in a URL, in JSON, and in our own Markdown, which adds backslashes, entities and zero-width
 * characters. Also matches its beginning: a long one anywhere, since a server may have cut it; a short one, which may
 * be the public prefix of a key, where a text was cut. Also matches its end behind a cut.
 */
function patternOf(value: string): RegExp {
  // A value with backslashes could match in too many ways.
  const between = value.includes('\\') ? '' : '(?:\\\\|\\u2060|&#8203;)*'
  const [first = '', ...others] = Array.from(value, patternOfCharacter)
  const rest = others.map((character) => between + character)
  const short = first + rest.splice(0, SHORTEST_PART - 1).join('')
  const next = rest.splice(0, TELLING_PART - SHORTEST_PART)
  const cut = `${optional(next.slice(0, -1))}(?=${between}(?:…|\\.{3}|\\*{2}|\\[|$))`
  const beginning = next.length === 0 ? short : `${short}(?:${next.join('')}${optional(rest)}|${cut})`
  return new RegExp(others.length < 2 * SHORTEST_PART ? beginning : `${beginning}|${matchEnd(others)}`, 'gu')
}

/** The end behind a cut, as servers show it: `mint_Ab…`, and the last characters. */
function matchEnd(characters: readonly string[]): string {
  const before = characters.slice(-LONGEST_END, -SHORTEST_PART)
  const optionalBefore = before.reduce((inner, character) => `(?:${inner}${character})?`, '')
  return `(?<=…|\\.{3}|\\*{2}|\\])${optionalBefore}${characters.slice(-SHORTEST_PART).join('')}`
}

/** As much of the beginning as there is. */
function optional(characters: readonly string[]): string {
  return characters.reduceRight((after, character) => `(?:${character}${after})?`, '')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  $: '<span>\\$</span>',
  '"': '&quot;',
  "'": '&#39;',
}

function patternOfCharacter(character: string): string {
  if (/^\w$/u.test(character)) return character
  const codePoint = `\\u{${character.codePointAt(0)?.toString(16)}}`
  const encoded = Buffer.from(character.toWellFormed())
    .toString('hex')
    .replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)
    .replace(/(?:\d|\[\w+\]){2}/gu, '%$&')
  return `(?:${[ENTITIES[character], codePoint, encoded].filter(Boolean).join('|')})`
}

/** In the base64 of a longer text, the value starts at one of three offsets. */
function listBase64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2]
    .map((skipped) => {
      const rest = bytes.subarray(skipped)
      return rest.toString('base64').slice(0, Math.floor((rest.length * 8) / 6))
    })
    .filter((form) => form.length >= 12)
}
