import { readUntrustedText, type UntrustedText } from './text.ts'

const MAXIMUM_LENGTH = 2048

/** Characters without a meaning in a shell, Markdown or HTML. Scripts use outputs, and `new URL` keeps `$();&|'`. */
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u

/** A URL that is safe to print, to link and to output: http(s), no user name, at most 2048 plain characters. */
export function toSafeUrl(text: UntrustedText): URL | undefined {
  const url = readUntrustedText(text)
  if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  // The user name can't be empty here, so there is no password without a user name.
  return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined
}

/** Longer than real IDs, and short enough for every server's limit on URLs. */
const MAXIMUM_SEGMENT_LENGTH = 512

export function isPathSegment(text: string): boolean {
  return text !== '' && findIdRule(text) === undefined
}

/**
 * The rule for IDs that `text` breaks, if any. What decodes `%2F` or `%2e%2e` on the way to the service would reach
 * another path.
 */
export function findIdRule(text: string): string | undefined {
  if (/^\.{1,2}$|[/\\?#%]/u.test(text))
    return "Write an ID, not a URL or a path. Slashes, `?`, `#` and `%` aren't allowed."
  if (/[\s\p{Cc}]/u.test(text)) return 'Write an ID without white space and control characters.'
  if (!text.isWellFormed()) return 'Write an ID in well-formed Unicode.'
  return text.length > MAXIMUM_SEGMENT_LENGTH ? `Write an ID of up to ${MAXIMUM_SEGMENT_LENGTH} characters.` : undefined
}

/** Encodes an ID as one segment of a path. @throws RangeError if that isn't possible */
export function encodePathSegment(text: string): string {
  if (!isPathSegment(text)) throw new RangeError("This text can't be one segment of a path.")
  // RFC 3986 reserves these characters too. Asterisks also have a meaning in Markdown.
  return encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
