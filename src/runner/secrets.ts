import { printCommand } from './commands.ts'

/** The values that must not come out anywhere: masked for the runner, and removed by ourselves. */
export interface Secrets {
  /** From now on `value` is masked in the log by the runner and replaced by every `redact`. */
  hide(value: string): void
  /** `text` without any hidden value. */
  redact(text: string): string
}

/** What stands in the place of a hidden value. */
const REDACTED = '***'

/** Masking one or two characters would make the log unreadable. */
const SHORTEST = 3

/** In characters. A pattern for a whole secret of 48 KB, which GitHub allows, is more than the engine takes. */
const LONGEST_PIECE = 400

/** So many characters of a secret, or more, are redacted too where a text was cut in it. */
const SHORTEST_PART = 8

/** A set of secrets, empty at first. The runner's own masking covers the log only, so every way out redacts too. */
export function createSecrets(): Secrets {
  const hidden = new Set<string>()
  const patterns: (RegExp | string)[] = []
  return {
    hide(value) {
      if (value.length < SHORTEST || hidden.has(value)) return
      hidden.add(value)
      const parts = [value, ...value.split(/\s+/u)].filter((part) => part.length >= SHORTEST)
      // The runner masks its own list of forms of it too: base64, JSON, URL, XML.
      for (const form of new Set([...parts, encodeURIComponent(value.toWellFormed())]))
        printCommand('add-mask', form)
      patterns.push(...parts.flatMap(cutInPieces).map(patternOf), toJson(value), ...listBase64Forms(value))
    },
    redact: (text) =>
      patterns.reduce<string>((redacted, pattern) => redacted.replaceAll(pattern, REDACTED), text),
  }
}

/** Pieces of about the same length, so that none is short. */
function cutInPieces(value: string): string[] {
  const characters = Array.from(value)
  const count = Math.ceil(characters.length / LONGEST_PIECE)
  const length = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  )
}

/**
 * Finds `value` as it is, as a part of a URL or of JSON, and as our own Markdown writes it: with backslashes,
 * entities and characters without width in it. Its beginning is found as well, at the end of a text, and before the
 * ellipsis of a text that was cut.
 */
function patternOf(value: string): RegExp {
  // A value with backslashes could match in too many ways.
  const between = value.includes('\\') ? '' : '(?:\\\\|\\u2060|&#8203;)*'
  const [first = '', ...others] = Array.from(value, patternOfCharacter)
  const rest = others.map((character) => between + character)
  const beginning = first + rest.splice(0, SHORTEST_PART - 1).join('')
  const part = rest.slice(0, -1).reduceRight((after, character) => `(?:${character}${after})?`, '')
  const cut = `${part}(?=${between}(?:…|$))`
  return new RegExp(rest.length === 0 ? beginning : `${beginning}(?:${rest.join('')}|${cut})`, 'gu')
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
  const encoded = Array.from(
    Buffer.from(character.toWellFormed()),
    (byte) => `%${hexadecimal(byte).replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`,
  ).join('')
  const forms = [ENTITIES[character], escapeForPattern(character), encoded]
  return `(?:${forms.filter((form) => form !== undefined).join('|')})`
}

function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** In the base64 of a longer text, the value starts at one of three offsets. Only its own characters count. */
function listBase64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2]
    .map((skipped) => {
      const rest = bytes.subarray(skipped)
      return rest.toString('base64').slice(0, Math.floor((rest.length * 8) / 6))
    })
    .filter((form) => form.length >= 12)
}

/** As it stands in a JSON string, for values with quotes and backslashes. */
function toJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function escapeForPattern(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
