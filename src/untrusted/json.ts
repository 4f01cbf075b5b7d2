/** A JSON object that somebody else wrote; nothing of it is checked yet. */
export type JsonObject = Record<string, unknown>

/** Whether `value` is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value that `text` is the JSON of; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
