import { readUntrustedText, type UntrustedText } from './text.ts'

const MAXIMUM_LENGTH = 2048

/**
 * Only characters without a meaning in a shell, Markdown or HTML: `new URL` keeps `$();&|'` as they are, and
 * outputs are used in scripts.
 */
const PLAIN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u

/**
 * A URL from outside that may be printed, linked and put into an output: http(s), no user part, plain
 * characters, at most 2048 of them. Undefined for anything else.
 */
export function toSafeUrl(text: UntrustedText): URL | undefined {
  const url = readUntrustedText(text)
  if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  // A user part begins with a letter or digit here, so there is no password without a user.
  return parsed.username === '' && parsed.href.length <= MAXIMUM_LENGTH ? parsed : undefined
}

/** Longer than any id that a service would make up, and short enough for every server's limit on addresses. */
const MAXIMUM_SEGMENT_LENGTH = 512

/**
 * Says whether `text`, an id, can be one segment of a path. Empty, `.` and `..` can't: `encodeURIComponent` keeps dots,
 * and an address with them names the parent folder. White space, control characters and half a surrogate pair can't.
 */
export function isPathSegment(text: string): boolean {
  return (
    text !== '' &&
    text !== '.' &&
    text !== '..' &&
    text.length <= MAXIMUM_SEGMENT_LENGTH &&
    text.isWellFormed() &&
    !/[\s\p{Cc}]/u.test(text)
  )
}

/**
 * Encodes `text` as one segment of a path, slashes and question marks included.
 * @throws RangeError when it can't be one
 */
export function encodePathSegment(text: string): string {
  if (!isPathSegment(text)) throw new RangeError("This text can't be one segment of a path.")
  // What `encodeURIComponent` leaves alone but RFC 3986 reserves; asterisks would also mean something in Markdown.
  return encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
}
