import { readUntrustedText, type UntrustedText, untrustedText } from '../../untrusted/text.ts'

/**
 * Paths in the order in which they came, as UTF-8 bytes one after the other: a million strings would take twice the memory,
 * and keep the garbage collector busy.
 */
export interface PathList {
  /** The first row with this path, or a new one; undefined when there may be no room for one more. */
  findOrAdd(path: UntrustedText): number | undefined
  /** A further row with a path that is there already; undefined when there is no room. */
  addAgain(path: UntrustedText): number | undefined
  read(row: number): UntrustedText
  count(): number
  /** Whether there was no room for a path. */
  isFull(): boolean
}

/**
 * A list without paths. Its memory is taken when it is written to, not before: the system gives it out by the page.
 * @param maximumBytes for all paths together
 */
export function createPathList(maximumRows: number, maximumBytes: number): PathList {
  const bytes = Buffer.from(new ArrayBuffer(maximumBytes))
  const starts = new Uint32Array(maximumRows + 1)
  /** A hash table with open addressing: the row of each path, counted from 1. */
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(1.5 * maximumRows)))
  let count = 0
  let isFull = false

  /** Writes the path behind the last one; returns its end, or undefined when there may be no room. */
  const write = (path: UntrustedText): number | undefined => {
    const text = readUntrustedText(path)
    const start = starts[count] ?? 0
    isFull ||= count === maximumRows || start + 3 * text.length > maximumBytes
    return isFull ? undefined : start + bytes.write(text, start)
  }
  /** Makes what was just written a row of its own. */
  const keep = (end: number): number => {
    count += 1
    starts[count] = end
    return count - 1
  }

  return {
    findOrAdd(path) {
      const end = write(path)
      if (end === undefined) return undefined
      const start = starts[count] ?? 0
      let slot = hash(bytes, start, end) & (slots.length - 1)
      for (let row = slots[slot] ?? 0; row !== 0; row = slots[slot] ?? 0) {
        if (bytes.compare(bytes, starts[row - 1], starts[row], start, end) === 0) return row - 1
        slot = (slot + 1) & (slots.length - 1)
      }
      slots[slot] = count + 1
      return keep(end)
    },
    addAgain(path) {
      const end = write(path)
      return end === undefined ? undefined : keep(end)
    },
    read: (row) => untrustedText(bytes.toString('utf8', starts[row], starts[row + 1])),
    count: () => count,
    isFull: () => isFull,
  }
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5
  for (let index = start; index < end; index += 1) value = Math.imul(value ^ (bytes[index] ?? 0), 0x01000193)
  return value >>> 0
}
