import { getInput, setSecret } from '@actions/core'
import picomatch from 'picomatch/posix.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../text/dates.ts'
import { parseList } from '../text/lists.ts'
import { shorten, toOneLine } from '../text/plain-text.ts'
import { isPathSegment } from '../text/safe-url.ts'
import { hideSecret } from '../text/secrets.ts'
import { ActionError } from './action-error.ts'

// Readers of inputs. Each throws an ActionError that says what the input is, and what to write. An empty input has its
// default, since `timeout: ${{ inputs.timeout }}` may be empty.

/** The trimmed input, or its default. */
export function readText(name: string, fallback = ''): string {
  return getInput(name) || fallback
}

/** The error of an input that is invalid. @param instruction what to write, in sentences */
export function refuseInput(name: string, value: string, instruction: string): ActionError {
  const shown = value === '' ? 'is empty' : `is \`${shorten(toOneLine(value), 100).replaceAll('`', "'")}\``
  return new ActionError(`\`${name}\` ${shown}.`, { hint: instruction })
}

/** Hides an input in the log and in every text. */
export function hideInput(name: string): void {
  const value = readText(name)
  if (hideSecret(value)) setSecret(value)
}

/** A key or token, hidden; empty if the input is. */
export function readSecret(name: string): string {
  hideInput(name)
  const value = readText(name)
  if (value === '') return ''
  if (/^[\x21-\x7E]+$/u.test(value)) return value
  // Its value stays out of the message.
  throw new ActionError(`\`${name}\` contains more than a key.`, {
    hint: 'Save the key alone as the secret: one line, without quotes, white space or other text.',
  })
}

/** An ID that can be one segment of a path; empty if the input is. */
export function readId(name: string): string {
  const value = readText(name)
  if (value === '' || isPathSegment(value)) return value
  throw refuseInput(name, value, 'Write an ID, without slashes, white space, `?`, `#` or `%`.')
}

export function readFlag(name: string, fallback: boolean): boolean {
  return readChoice(name, ['true', 'false'], String(fallback)) === 'true'
}

/** One of several words; their case doesn't matter. */
export function readChoice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
  const value = readText(name, fallback)
  const found = choices.find((choice) => choice === value.toLowerCase())
  if (found === undefined) throw refuseInput(name, value, `Write ${listNames(choices)}.`)
  return found
}

/** Several words, separated by commas or white space, in any case; `none` alone for none of them. */
export function readChoices<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: string,
): Choice[] {
  const given = readText(name, fallback)
  if (given.toLowerCase() === 'none') return []
  return parseList(given.toLowerCase()).map((word) => {
    const found = choices.find((choice) => choice === word)
    if (found === undefined) throw refuseInput(name, given, `Write \`none\`, or some of ${listNames(choices)}.`)
    return found
  })
}

export function readWholeNumber(name: string, bounds: { minimum: number; maximum: number; fallback: number }): number {
  const value = readText(name, String(bounds.fallback))
  const number = /^\d{1,16}$/u.test(value) ? Number(value) : Number.NaN
  if (number >= bounds.minimum && number <= bounds.maximum) return number
  throw refuseInput(name, value, `Write a whole number from ${bounds.minimum} to ${bounds.maximum}.`)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS }

/** A length of time such as `90s`, in milliseconds; a bare number has seconds. */
export function readDurationMs(
  name: string,
  {
    minimumMs,
    maximumMs,
    fallback,
    example,
  }: { minimumMs: number; maximumMs: number; fallback: string; example: string },
): number {
  const value = readText(name, fallback)
  const [, amount = '', unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(value) ?? []
  const ms = amount === '' ? Number.NaN : Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
  if (ms >= minimumMs && ms <= maximumMs) return ms
  throw refuseInput(name, value, `Write a length of time ${example}.`)
}

/** A number of days such as `7d`, in milliseconds; undefined if `value` isn't one from `1d` to `<maximum>d`. */
export function parseDaysMs(value: string, maximum: number): number | undefined {
  const days = Number(/^(\d{1,4})d$/u.exec(value)?.[1] ?? 0)
  return days >= 1 && days <= maximum ? days * DAY_MS : undefined
}

/** https, or http to a loopback host; nothing but a host and a path. */
export function readServiceUrl(name: string, fallback: string): URL {
  const value = readText(name, fallback)
  const url = URL.parse(value)
  const isLoopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/u.test(url?.hostname ?? '')
  if (url !== null && url.username + url.password + url.search + url.hash !== '')
    throw new ActionError(`\`${name}\` contains a user name, a query or a fragment.`, {
      hint: 'Write a URL without them.',
    })
  if (url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback))) return url
  throw refuseInput(name, value, 'Write a URL that begins with `https://`.')
}

/** Globs, one per line or separated by commas. A comma inside braces separates nothing. */
export function readGlobs(name: string): string[] {
  const text = readText(name)
  const globs = text
    .split(/\r\n|\n|,(?![^{\n]*\})/u)
    .map((glob) => glob.trim())
    .filter(Boolean)
  const wrong = globs.find((glob) => glob === '!' || glob.length > 1000 || !isClosed(glob))
  if (wrong === undefined) return globs
  throw refuseInput(name, wrong, 'Write globs of up to 1,000 characters, and close every bracket and brace.')
}

function isClosed(glob: string): boolean {
  const count = (bracket: string) => glob.split(bracket).length
  return count('[') === count(']') && count('{') === count('}')
}

/** Paths are by others, and the time for one grows with its length. */
const LONGEST_PATH = 1000

/**
 * Whether a path matches one of the globs, which begin at the root.
 * https://github.com/micromatch/picomatch#globbing-features
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map((glob) =>
    picomatch(glob.replace(/^\.?\/(?=.)/u, ''), { dot: true, nonegate: true, flags: 's' }),
  )
  return (path) => path.length <= LONGEST_PATH && matchers.some((matches) => matches(path))
}

/** `a`, `b`, or `c`, as code. */
function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names.map((name) => `\`${name}\``))
}
