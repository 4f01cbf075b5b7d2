import type { FetchResponse } from '../network/fetch.ts'
import { shorten } from '../untrusted/escape.ts'
import { parseJson, readFields, readObject, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { DocsServiceError, describeTarget, type Failure, type RequestTarget } from './errors.ts'
import { type Redact, ShapeError } from './schema.ts'

/** A success. Its body stays bytes until it is needed, because bytes do not burden the garbage collector. */
export interface Reply {
  status: number
  bytes: Uint8Array
}

/**
 * Parses the JSON of a success.
 * @param parse turns it into what the operation promises, or throws a ShapeError; it redacts every text as told
 * @throws DocsServiceError, with the service's own words if it sent any, when it is no JSON or has another shape
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
      `was answered with status ${status} and ${what}`,
    )
  }
  const body = decoder.decode(bytes)
  const value = parseJson(body)
  if (value === undefined) {
    const what = body === '' ? 'an empty body' : 'a body that is no JSON'
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
 * Whether no text of this JSON has anything to redact: without escapes, each is in it as it is. To search a page of
 * rows once takes a seventh of the time that searching each row takes.
 */
function isClean(body: string, redact: Redact): boolean {
  return !body.includes('\\') && redact(body) === body
}

function keep(text: string): string {
  return text
}

const MAXIMUM_CODE_POINTS = 500

/** What the body of a failure says. */
type ErrorAnswer = Pick<Failure, 'isJson' | 'hasErrorField' | 'serviceMessage'>

/**
 * Finds the service's own words in the body of an error: `{error, details: [{message}]}`, or else the text
 * of a web page, as networks in front of a service send them.
 * @param body as received, possibly cut
 * @param redact takes the key out of a text
 * @returns as `serviceMessage` at most 500 code points in one line, the key taken out; none when the body says nothing
 */
export function parseErrorBody(body: string, redact: Redact): ErrorAnswer {
  const value = parseJson(body)
  if (readObject(value) !== undefined) return parseErrorValue(value, redact)
  // Redacted before it is cut: half a key isn't recognized.
  const serviceMessage = toDetail(stripMarkup(redact(body).slice(0, MAXIMUM_ERROR_BYTES)), redact)
  return { isJson: value !== undefined, hasErrorField: false, serviceMessage }
}

/** The same for a body that is parsed already. */
function parseErrorValue(value: unknown, redact: Redact): ErrorAnswer {
  return {
    isJson: true,
    hasErrorField: toWords(readFields(value)['error']) !== undefined,
    serviceMessage: toDetail(findWords(value) ?? '', redact),
  }
}

function toDetail(words: string, redact: Redact): UntrustedText | undefined {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  // Redacted last: the key could be put together again by taking out what stands between its parts.
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

/** Some services put the message one level deeper: `{error: {message}}`. */
function toWords(value: unknown): string | undefined {
  return readText(value) ?? readText(readFields(value)['message'])
}

/** A short text for people, not safe HTML: the code that shows it escapes it. */
function stripMarkup(body: string): string {
  return body
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
    .replace(/<!--[^<>]*-->/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
}

/** The body of an error is shown in a sentence or two, so only its beginning is read. */
const MAXIMUM_ERROR_BYTES = 16 * 1024

/** Receives a body up to `maximumBytes`; of a longer one, what came until then. */
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

/** A character of the key may take so many in a body: `&quot;`, `\\u0022`. */
const LONGEST_FORM = 6

/** Receives the body of an error, as far as possible. Without a body, the status has to be enough. */
export async function receiveErrorAnswer(
  response: Pick<FetchResponse, 'body'>,
  { apiKey, redact }: { apiKey: string; redact: Redact },
): Promise<ErrorAnswer> {
  try {
    const { bytes, isWhole } = await receiveBytes(response, MAXIMUM_ERROR_BYTES)
    const text = decoder.decode(bytes)
    // Whole keys go first; half a key at the end isn't recognized, and goes with what surrounds it.
    return parseErrorBody(isWhole ? text : redact(text).slice(0, -LONGEST_FORM * apiKey.length), redact)
  } catch {
    return {}
  }
}
