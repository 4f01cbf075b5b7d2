import { shorten } from '../untrusted/escape.ts'
import { parseJson, readFields, readObject, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'

const MAXIMUM_CODE_POINTS = 500

/**
 * Finds the service's own words in the body of an error: `{error, details: [{message}]}`, or else the text
 * of a web page, as networks in front of a service send them.
 * @param body as received, possibly cut
 * @param redact takes the key out of a text
 * @returns at most 500 code points in one line, the key taken out; nothing when the body says nothing
 */
export function findDetail(body: string, redact: (text: string) => string): UntrustedText | undefined {
  return toDetail(readErrorObject(parseJson(body)) ?? stripMarkup(body), redact)
}

/** The same for a body that is parsed already: its `{error, details}`, and nothing else of it. */
export function findDetailIn(value: unknown, redact: (text: string) => string): UntrustedText | undefined {
  return toDetail(readErrorObject(value) ?? '', redact)
}

function toDetail(words: string, redact: (text: string) => string): UntrustedText | undefined {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  // Redacted last: the key could be put together again by taking out what stands between its parts.
  const detail = shorten(redact(line), MAXIMUM_CODE_POINTS)
  return detail === '' ? undefined : untrustedText(detail)
}

function readErrorObject(value: unknown): string | undefined {
  const body = readObject(value)
  if (body === undefined) return undefined
  const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : []
  const messages = details.map((entry) => readFields(entry)['message'])
  const words = [readWords(body['error']), readWords(body['message']), ...messages]
  return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ')
}

/** Some services put the message one level deeper: `{error: {message}}`. */
function readWords(value: unknown): unknown {
  return readText(value) ?? readFields(value)['message']
}

/** A short text for people, not safe HTML: the code that shows it escapes it. */
function stripMarkup(body: string): string {
  return body
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
    .replace(/<!--[^<>]*-->/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
}
