import { type JsonObject, readNumber, readText } from '../../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'

/** The login of an account. */
export function asLogin(value: unknown): string | undefined {
  return asName(value, /^[\w-]{1,100}(\[bot\])?$/u) || undefined
}

/** A time in ISO 8601, UTC. */
export function asTime(value: unknown): string | undefined {
  return asName(value, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) || undefined
}

/** The id of a commit; zeros stand for none. */
export function asCommit(value: unknown): string | undefined {
  const id = asName(value, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u)
  return /[^0]/u.test(id) ? id : undefined
}

/** A name that GitHub makes, which is plain; empty for anything else, so that it needs no care from here on. */
export function asName(value: unknown, pattern: RegExp): string {
  const text = readText(value) ?? ''
  return pattern.test(text) ? text : ''
}

/** The text fields of `source` under the names that `names` gives them; absent ones are left out. */
export function pickText<Name extends string>(
  source: JsonObject,
  names: Record<Name, string>,
): { [Key in Name]?: UntrustedText } {
  const picked: { [Key in Name]?: UntrustedText } = {}
  for (const name of Object.keys(names) as Name[]) {
    const text = readText(source[names[name]])
    if (text !== undefined && text !== '') picked[name] = untrustedText(text)
  }
  return picked
}

/** Numbers in events are ids and issue numbers: whole and positive. */
export function asNumber(value: unknown): number | undefined {
  const number = readNumber(value)
  return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined
}
