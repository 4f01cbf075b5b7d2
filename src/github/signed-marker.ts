import { parseJson } from '../untrusted/json.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from '../untrusted/text.ts'

export type SignedMarker = ReturnType<typeof createSignedMarker>

/** Loaded late: every comment of a repository loads this file, but few need a signature. */
const crypto = () => process.getBuiltinModule('node:crypto')

const PREFIX = '<!-- docs-agent-'

/** Whether `body` has a marker. The signature isn't checked, so no key is needed. */
export function looksLikeOurs(body: UntrustedText): boolean {
  return readUntrustedText(body).includes(PREFIX)
}

/**
 * Signs the payload of a comment, and hides it in an HTML comment at the end of the body. The signature is valid only
 * for `subject`, such as a thread. HKDF: RFC 5869; HMAC: RFC 2104.
 * @param name of the kind of marker, such as `job`; lower-case letters and dashes
 * @param apiKey the only secret that the runs of a workflow share; an empty one verifies nothing, since all have it
 * @param previousApiKey also verifies, and never signs; may be empty
 */
export function createSignedMarker(name: string, apiKey: string, subject: readonly string[], previousApiKey = '') {
  const [sign, signBefore] = [apiKey, previousApiKey].map((secret) => {
    const key = Buffer.from(crypto().hkdfSync('sha256', secret, 'docs-agent-action', `${name} marker v1`, 32))
    return (payload: string) =>
      crypto()
        .createHmac('sha256', key)
        .update(JSON.stringify([...subject, payload]))
        .digest()
  }) as [Sign, Sign]
  const start = `${PREFIX}${name}:v1:`
  // Plain base64 doesn't contain `-`, so the HTML comment can't end early.
  const pattern = new RegExp(`${start}([A-Za-z0-9+/=]{1,28672})\\.([A-Za-z0-9+/=]{44}) -->`, 'gu')

  return {
    write(payload: object): string {
      const encoded = Buffer.from(JSON.stringify(payload)).toString('base64')
      return `${start}${encoded}.${sign(encoded).toString('base64')} -->`
    },
    /**
     * Reads the last marker in `body`. The payload may have another form, since other versions sign markers too.
     * @returns also which key signed it for this subject, the text before and after it, and itself as `source`
     */
    read(body: UntrustedText) {
      const source = readUntrustedText(body)
      const match = [...source.matchAll(pattern)].at(-1)
      const [marker = '', encoded, signature] = match ?? []
      if (encoded === undefined || signature === undefined) return undefined
      const given = Buffer.from(signature, 'base64')
      const isBy = (secret: string, signWith: Sign) =>
        secret !== '' && given.length === 32 && crypto().timingSafeEqual(given, signWith(encoded))
      const isByPrevious = isBy(previousApiKey, signBefore) && ('previous' as const)
      const signedBy = isBy(apiKey, sign) ? ('current' as const) : isByPrevious || undefined
      const payload: unknown = parseJson(Buffer.from(encoded, 'base64').toString())
      const text = untrustedText(source.slice(0, match?.index).trimEnd())
      const below = untrustedText(source.slice((match?.index ?? 0) + marker.length))
      return payload === undefined ? undefined : { payload, signedBy, text, below, source: marker }
    },
  }
}

type Sign = (payload: string) => Buffer

/** A digest of 16 characters. Anybody can read a marker, and `text` may be a secret. */
export function digest(text: string): string {
  return crypto().createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16)
}
