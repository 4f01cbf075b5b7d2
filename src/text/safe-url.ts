const MAXIMUM_LENGTH = 2048

/** Characters without a meaning in a shell, Markdown or HTML. Scripts use outputs, and `new URL` keeps `$();&|'`. */
const PLAIN = /^https?:\/\/[a-z0-9][\w.~:/?#%=+@,-]*$/iu

/**
 * A URL that is safe to print, to link and to output: http or https, plain characters, no user part, at most 2,048
 * characters; undefined for any other text.
 */
export function toSafeUrl(text: string): URL | undefined {
  const url = text.length <= MAXIMUM_LENGTH && PLAIN.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.href.length <= MAXIMUM_LENGTH ? url : undefined
}

/**
 * Whether an ID can be one segment of a path. A server that decodes `%2F` or `%2e%2e` on the way would reach another
 * path, so those characters are refused, too.
 */
export function isPathSegment(text: string): boolean {
  return /^(?!\.{1,2}$)[^\s\p{C}/\\?#%]{1,512}$/u.test(text)
}
