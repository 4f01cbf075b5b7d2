import { type FetchResponse, receiveBytes } from '../network/fetch.ts'
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

/** Parses a value and redacts its texts, or throws a ShapeError. */
export type Parse<Value> = (value: unknown, redact: Redact) => Value

/**
 * Parses the JSON of a success.
 * @throws DocsServiceError, with the service's own message, if the body isn't JSON or has a different form
 */
export function parseReply<Value>(
  redact: Redact,
  target: RequestTarget,
  { status, bytes }: Reply,
  parse: Parse<Value>,
): Value {
  const refuse = (what: string, answer: ErrorAnswer) =>
    new DocsServiceError(
      { operation: target.operation, status, ...answer, kind: 'unreadable', certainty: 'unknown' },
      describeTarget(target),
      `returned ${status} and ${what}`,
    )
  const body = decoder.decode(bytes)
  const value = parseJson(body)
  if (value === undefined) {
    const what = body === '' ? 'an empty body' : "a body that isn't valid JSON"
    throw refuse(what, parseErrorBody(body, redact))
  }
  try {
    // Without escapes, the JSON contains each text unchanged. Searching a page once takes a seventh of the time of
    // searching each of its rows.
    const isClean = !body.includes('\\') && redact(body) === body
    return parse(value, isClean ? (text) => text : redact)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw refuse(error.message, parseErrorValue(value, redact))
  }
}

const decoder = new TextDecoder()

const MAXIMUM_CODE_POINTS = 500

type ErrorAnswer = Pick<Failure, 'isJson' | 'serviceMessage'>

/**
 * Finds the message in the body of an error: `{error, details: [{message}]}`, or else the text of a web page, which
 * may come from a network in front of the service.
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
  return { isJson: true, serviceMessage: toDetail(findWords(value), redact) }
}

function toDetail(words: string, redact: Redact): UntrustedText | undefined {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  // Redacted last: removing characters between the parts of a key would restore it.
  const detail = shorten(redact(line), MAXIMUM_CODE_POINTS)
  return detail === '' ? undefined : untrustedText(detail)
}

function findWords(value: unknown): string {
  const { error, message, details } = readFields(value)
  const messages = Array.isArray(details) ? details.slice(0, 10).map((entry) => readFields(entry)['message']) : []
  const words = [toWords(error), toWords(message), ...messages]
  return words.filter((word) => typeof word === 'string' && word.trim() !== '').join('; ')
}

/** Some services nest the message: `{error: {message}}`. */
function toWords(value: unknown): string | undefined {
  return readText(value) ?? readText(readFields(value)['message'])
}

/** Makes HTML short, not safe: the result is escaped where it is shown. */
function stripMarkup(body: string): string {
  return body.replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ').replace(/<[^<>]*>/g, ' ')
}

/** Larger than real errors. */
const MAXIMUM_ERROR_BYTES = 64 * 1024

/** Receives the body of an error. There is no message if that fails, or if it is too large. */
export async function receiveErrorAnswer(response: Pick<FetchResponse, 'body'>, redact: Redact): Promise<ErrorAnswer> {
  try {
    const bytes = await receiveBytes(response, MAXIMUM_ERROR_BYTES)
    return bytes === undefined ? { isJson: false } : parseErrorBody(decoder.decode(bytes), redact)
  } catch {
    return {}
  }
}
