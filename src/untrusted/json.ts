/**
 * Readers of JSON by others. Each takes any value and throws nothing: what has another type is as good as absent.
 */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value that `text` is the JSON of; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A string; undefined for anything else. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A finite number; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A count: a finite number that is not negative; undefined for anything else. */
export function readCount(value: unknown): number | undefined {
  const number = readNumber(value)
  return number !== undefined && number >= 0 ? number : undefined
}

/** An object; undefined for anything else, lists and null included. */
export function readObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

/** The fields of an object; none for anything else. */
export function readFields(value: unknown): JsonObject {
  return readObject(value) ?? {}
}

/** A list, each item as `readItem` reads it; undefined for anything else, and where an item can't be read. */
export function readList<Item>(
  value: unknown,
  readItem: (item: unknown) => Item | undefined,
): Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: Item[] = []
  for (const each of value as unknown[]) {
    const item = readItem(each)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}
