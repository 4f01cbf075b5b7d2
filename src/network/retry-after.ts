import { DAY_MS } from '../formatting/times.ts'

/** As servers send it, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** By name in lower case. */
interface Headers {
  get(name: string): string | null | undefined
}

/**
 * Whether an answer says that there were too many requests: then it certainly did nothing.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
export function isRateLimit(status: number | undefined, headers: Headers, said: string): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
  return isUsedUp || parseLimitWait(headers, 0) !== undefined || /rate limit/iu.test(said)
}

/**
 * How long a limit lasts, in milliseconds: as `Retry-After` says, in seconds or as a date, or else until the time at
 * which the requests are counted anew. Dates are compared with the answer's own, since the clocks of the two machines
 * may differ.
 * @param wallClockMs milliseconds since 1970, for answers without a `Date`
 * @returns undefined if that isn't known
 */
export function parseLimitWait(headers: Headers, wallClockMs: number): number | undefined {
  const sentAt = parseHttpDate(headers.get('date')) ?? wallClockMs
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return bound(Number(text) * 1000)
  const at = parseHttpDate(text)
  if (at !== undefined) return bound(at - sentAt)
  const resetSeconds = Number(headers.get('x-ratelimit-reset') || Number.NaN)
  if (headers.get('x-ratelimit-remaining') !== '0' || !Number.isFinite(resetSeconds)) return undefined
  return bound(resetSeconds * 1000 - sentAt) + 1000
}

/** @returns milliseconds since 1970; undefined if it isn't a date */
export function parseHttpDate(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  // Date.parse alone would take "-5" for a month.
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** A server may name any time. No run waits for a year. */
const LONGEST_WAIT_MS = 365 * DAY_MS

function bound(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS)
}
