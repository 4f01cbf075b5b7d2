import type { FetchResponse } from '../network/fetch.ts'
import { shorten } from '../untrusted/escape.ts'
import { parseJson, readFields, readObject, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { DocsServiceError, describeTarget, type Failure, type RequestTarget } from './errors.ts'
import { type Redact, ShapeError } from './schema.ts'

/** A success. Its body stays bytes until it is needed, because bytes don't burden the garbage collector. */
export interface Reply {
  status: number
  bytes: Uint8Array
}

/**
 * Parses the JSON of a success.
 * @param parse parses the value and redacts its texts, or throws a ShapeError
 * @throws DocsServiceError, with the service's own message, if the body isn't JSON or has a different form
 */
export function parseReply<Value>(
  redact: Redact,
  target: RequestTarget,
  { status, bytes }: Reply,
  parse: (value: unknown, redact: Redact) => Value,
): Value {
  const refuse = (what: string, answer: ErrorAnswer) => {
    const { operation } = target
    return new DocsServiceError(
      { operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' },
      describeTarget(target),
      `returned ${status} and ${what}`,
    )
  }
  const body = decoder.decode(bytes)
  const value = parseJson(body)
  if (value === undefined) {
    const what = body === '' ? 'an empty body' : "a body that isn't JSON"
    throw refuse(what, parseErrorBody(body, redact))
  }
  try {
    return parse(value, isClean(body, redact) ? keep : redact)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw refuse(error.message, parseErrorValue(value, redact))
  }
}

const decoder = new TextDecoder()

/**
 * Whether no text in this JSON needs redaction. Without escapes, the JSON contains each text unchanged. Searching a
 * page once takes a seventh of the time of searching each of its rows.
 */
function isClean(body: string, redact: Redact): boolean {
  return !body.includes('\\') && redact(body) === body
}

function keep(text: string): string {
  return text
}

const MAXIMUM_CODE_POINTS = 500

type ErrorAnswer = Pick<Failure, 'isJson' | 'serviceMessage'>

/**
 * Finds the message in the body of an error: `{error, details: [{message}]}`, or else the text of a web page, which
 * may come from a network in front of the service.
 * @param body as received, possibly cut
 * @returns the `serviceMessage` on one line, or none
 */
export function parseErrorBody(body: string, redact: Redact): ErrorAnswer {
  // An empty body may be the service's own.
  if (body.trim() === '') return {}
  const value = parseJson(body)
  if (readObject(value) !== undefined) return parseErrorValue(value, redact)
  // Redacted before it is cut, since a part of a key isn't recognized.
  const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact)
  // JSON that breaks off is the service's.
  return { isJson: value !== undefined || /^\s*[[{]/u.test(body), serviceMessage }
}

function parseErrorValue(value: unknown, redact: Redact): ErrorAnswer {
  return {
    isJson: true,
    serviceMessage: toDetail(findWords(value) ?? '', redact),
  }
}

function toDetail(words: string, redact: Redact): UntrustedText | undefined {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  // Redacted last: removing characters between the parts of a key would restore it.
  const detail = shorten(redact(line), MAXIMUM_CODE_POINTS)
  return detail === '' ? undefined : untrustedText(detail)
}

function findWords(value: unknown): string | undefined {
  const body = readObject(value)
  if (body === undefined) return undefined
  const details = Array.isArray(body['details']) ? body['details'].slice(0, 10) : []
  const messages = details.map((entry) => readFields(entry)['message'])
  const words = [toWords(body['error']), toWords(body['message']), ...messages]
  return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ')
}

/** Some services nest the message: `{error: {message}}`. */
function toWords(value: unknown): string | undefined {
  return readText(value) ?? readText(readFields(value)['message'])
}

/** Makes HTML short, not safe: the result is escaped where it is shown. */
function stripMarkup(body: string): string {
  return body
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
    .replace(/<!--[^<>]*-->/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
}

/** Only a sentence or two of an error are shown, so only its beginning is read. */
const MAXIMUM_ERROR_BYTES = 16 * 1024

/** Receives up to `maximumBytes` of a body. */
export async function receiveBytes(
  { body }: Pick<FetchResponse, 'body'>,
  maximumBytes: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    chunks.push(chunk)
    if (length > maximumBytes) return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false }
  }
  const [only] = chunks
  return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true }
}

/** The longest form of one character of the key in a body: `&quot;`, `\\u0022`. */
const LONGEST_FORM = 6

/** Receives the beginning of an error's body; nothing if that fails. */
export async function receiveErrorAnswer(
  response: Pick<FetchResponse, 'body'>,
  { apiKey, redact }: { apiKey: string; redact: Redact },
): Promise<ErrorAnswer> {
  try {
    const { bytes, isWhole } = await receiveBytes(response, MAXIMUM_ERROR_BYTES)
    const text = decoder.decode(bytes)
    // Removes whole keys, and then the end of the text, which may contain a part of a key.
    return parseErrorBody(isWhole ? text : redact(text).slice(0, -LONGEST_FORM * apiKey.length), redact)
  } catch {
    return {}
  }
}
