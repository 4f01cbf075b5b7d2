/** Says which texts have come before. */
export interface RepeatedTexts {
  /** Whether this text has come before; `false`, too, when there is no more room and it was not among the first. */
  add(text: string): boolean
  /** Whether there was no more room for some texts. */
  readonly isFull: boolean
}

/** In characters. The service's quota allows 25,000 rows an hour: there is room for that many paths of 60 characters. */
const MAXIMUM_SIZE = 1.5 * 2 ** 20

/** Remembers texts until they are `maximumSize` characters together, so that memory does not grow without end. */
export function createRepeatedTexts(maximumSize = MAXIMUM_SIZE): RepeatedTexts {
  const known = new Set<string>()
  let size = 0
  let isFull = false
  return {
    add(text) {
      if (known.has(text)) return true
      isFull ||= size + text.length > maximumSize
      if (isFull) return false
      known.add(text)
      size += text.length
      return false
    },
    get isFull() {
      return isFull
    },
  }
}
