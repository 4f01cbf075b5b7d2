/** Longer than any id that a service would make up, and short enough for every server's limit on addresses. */
const MAXIMUM_LENGTH = 512

/**
 * Says whether `text` can stand for one segment of a path. Empty, `.` and `..` can't: `encodeURIComponent`
 * keeps dots, and an address with them names the parent folder. Neither can half a surrogate pair.
 */
export function isPathSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && text.length <= MAXIMUM_LENGTH && text.isWellFormed()
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
