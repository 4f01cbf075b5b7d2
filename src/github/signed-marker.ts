import { parseJson } from '../untrusted/json.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from '../untrusted/text.ts'

/**
 * Signs what a comment of ours remembers, and hides it in an HTML comment at the end of the comment's body. The key
 * is derived from the API key, which is the only secret that the runs of a workflow share.
 */
export interface SignedMarker {
  /** `payload`, as JSON, in an HTML comment. */
  write(payload: object): string
  /** What the last marker in `body` says; undefined when there is none. */
  read(body: UntrustedText): MarkerContent | undefined
}

export interface MarkerContent {
  /** The JSON value, of whatever shape: another version of this action may have signed it. */
  payload: unknown
  /** Whether this key signed it for this subject. Otherwise anybody who may comment can have written it. */
  isVerified: boolean
  /** What stands before the marker. */
  text: UntrustedText
}

/**
 * The longest marker that `read` accepts, in UTF-16 units.
 */
export const LONGEST_MARKER = 28_800

/** Loaded late: every comment of a repository loads this file, and few need a signature. */
const crypto = () => process.getBuiltinModule('node:crypto')

const PREFIX = '<!-- docs-agent-'

/** Whether `body` looks like a comment of this action. It doesn't check the signature, so it needs no key. */
export function looksLikeOurs(body: UntrustedText): boolean {
  return readUntrustedText(body).includes(PREFIX)
}

/**
 * Creates a marker that counts only for `subject`, such as a thread of a repository.
 * HKDF: RFC 5869; HMAC: RFC 2104.
 * @param name What the marker is for, such as `job`; lower-case letters and dashes.
 */
export function createSignedMarker(name: string, apiKey: string, subject: readonly string[]): SignedMarker {
  const key = Buffer.from(crypto().hkdfSync('sha256', apiKey, 'docs-agent-action', `${name} marker v1`, 32))
  const sign = (payload: string) =>
    crypto()
      .createHmac('sha256', key)
      .update(JSON.stringify([...subject, payload]))
      .digest()
  const start = `${PREFIX}${name}:v1:`
  // Plain base64 holds no `-`, so the HTML comment can't end early.
  const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,28672})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu')

  return {
    write(payload) {
      const encoded = Buffer.from(JSON.stringify(payload)).toString('base64')
      return `${start}${encoded}.${sign(encoded).toString('base64')} -->`
    },
    read(body) {
      // Ours is the last thing in the comment.
      const source = readUntrustedText(body)
      const match = [...source.matchAll(pattern)].at(-1)
      const [, encoded, signature] = match ?? []
      if (encoded === undefined || signature === undefined) return undefined
      const given = Buffer.from(signature, 'base64')
      const isVerified = given.length === 32 && crypto().timingSafeEqual(given, sign(encoded))
      const payload = parseJson(Buffer.from(encoded, 'base64').toString())
      const text = untrustedText(source.slice(0, match?.index).trimEnd())
      return payload === undefined ? undefined : { payload, isVerified, text }
    },
  }
}

/** Sixteen characters that stand for `text`; a marker is readable, and an ID may be kept in a secret. */
export function digest(text: string): string {
  return crypto().createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16)
}
