/** Says which texts have come before, without keeping them. */
export interface RepeatedTexts {
  /** Whether this text has come before; always `false` once there is no more room. */
  add(text: string): boolean
  /** Whether there was no more room for some texts. */
  readonly isFull: boolean
}

/** Two million texts take 32 MiB. */
const MAXIMUM_SLOTS = 2 ** 22

/**
 * A set of 64-bit fingerprints in two arrays that grow up to a bound. Among a million texts, two that differ
 * share a fingerprint with a chance of one in forty million.
 */
export function createRepeatedTexts(maximumSlots = MAXIMUM_SLOTS): RepeatedTexts {
  let table = createTable(Math.min(2 ** 12, maximumSlots))
  let isFull = false
  return {
    add(text) {
      // At most half full, so that a free slot is found quickly.
      if (table.used * 2 >= table.slots) {
        if (table.slots < maximumSlots) table = grow(table)
        else isFull = true
      }
      const high = hashHigh(text)
      const low = hashLow(text)
      return isFull ? table.high[findSlot(table, high, low)] === high : insert(table, high, low)
    },
    get isFull() {
      return isFull
    },
  }
}

/** Open addressing; a slot whose upper half is 0 is free. */
interface Table {
  slots: number
  used: number
  high: Uint32Array
  low: Uint32Array
}

function createTable(slots: number): Table {
  return { slots, used: 0, high: new Uint32Array(slots), low: new Uint32Array(slots) }
}

function grow(old: Table): Table {
  const table = createTable(old.slots * 2)
  for (let slot = 0; slot < old.slots; slot += 1) {
    const high = old.high[slot] ?? 0
    if (high !== 0) insert(table, high, old.low[slot] ?? 0)
  }
  return table
}

/** Returns whether it was there already. */
function insert(table: Table, high: number, low: number): boolean {
  const slot = findSlot(table, high, low)
  if (table.high[slot] === high) return true
  table.high[slot] = high
  table.low[slot] = low
  table.used += 1
  return false
}

/** Where this fingerprint is, or the free slot where it would be. */
function findSlot(table: Table, high: number, low: number): number {
  let slot = low & (table.slots - 1)
  while (table.high[slot] !== 0 && (table.high[slot] !== high || table.low[slot] !== low))
    slot = (slot + 1) & (table.slots - 1)
  return slot
}

/** FNV-1a with the final mix of murmur3. Never 0. */
function hashHigh(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return stir(hash ^ text.length) || 1
}

/** A second, independent hash. */
function hashLow(text: string): number {
  let hash = 0x9e3779b9
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return stir(hash)
}

function stir(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
