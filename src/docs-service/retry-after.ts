/** The three forms of a date that HTTP allows, RFC 9110 section 5.6.7. */
const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * Reads a `Retry-After` header, which is a number of seconds or a date.
 * @param value the header, `null` when there is none
 * @param wallClockMs milliseconds since 1970
 * @returns how long to wait in milliseconds, at least 0; nothing when the header is missing or makes no sense
 */
export function readRetryAfter(value: string | null, wallClockMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return bound(Number(text) * 1000)
  // Date.parse alone would take "-5" for a month, and it reads the third form as local time.
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : bound(at - wallClockMs)
}

function bound(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), Number.MAX_SAFE_INTEGER)
}
