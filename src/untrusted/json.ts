// Parsers of JSON by others. They throw nothing: a value of another type is undefined.

export type JsonObject = Readonly<Record<string, unknown>>

/** The value of a JSON text; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A name that GitHub makes, which needs no escaping; undefined for anything else. */
export function readName(value: unknown, pattern: RegExp): string | undefined {
  const text = readText(value)
  return text !== undefined && pattern.test(text) ? text : undefined
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A whole number from 0; undefined for anything else. */
export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

/** An ID or a number as GitHub counts them: whole and positive. */
export function readId(value: unknown): number | undefined {
  const number = readNumber(value)
  return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined
}

/** An object; undefined for anything else, including lists and null. */
export function readObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

export function readFields(value: unknown): JsonObject {
  return readObject(value) ?? {}
}

/** A list of parsed items; undefined for anything else, and if `readItem` returns undefined for an item. */
export function readList<Item>(value: unknown, readItem: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: Item[] = []
  for (const each of value as unknown[]) {
    const item = readItem(each)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

type Present<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** Leaves out undefined fields. */
export function dropAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Present<Fields>
}
