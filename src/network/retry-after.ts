/** As servers send it, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Parses `Retry-After`, which is a number of seconds or a date. A date is compared with the answer's own `Date`, since
 * the clocks of the two machines may differ.
 * @param headers by name in lower case
 * @param wallClockMs milliseconds since 1970, for answers without a `Date`
 * @returns the time to wait, in milliseconds; undefined if the header is missing or invalid
 */
function parseRetryAfter(
  headers: { get(name: string): string | null | undefined },
  wallClockMs: number,
): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return bound(Number(text) * 1000)
  const at = parseHttpDate(text)
  if (at === undefined) return undefined
  return bound(at - (parseHttpDate(headers.get('date')) ?? wallClockMs))
}

type Headers = Parameters<typeof parseRetryAfter>[0]

/**
 * Whether an answer says that there were too many requests: then it certainly did nothing.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 * @param said its message
 */
export function isRateLimit(status: number | undefined, headers: Headers, said: string): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  return parseRetryAfter(headers, 0) !== undefined || isUsedUp(headers) || /rate limit/iu.test(said)
}

/** How long a limit lasts, as `parseRetryAfter`, or else until the time at which the requests are counted anew. */
export function parseLimitWait(headers: Headers, wallClockMs: number): number | undefined {
  const askedMs = parseRetryAfter(headers, wallClockMs)
  if (askedMs !== undefined) return askedMs
  const resetSeconds = Number(headers.get('x-ratelimit-reset') || Number.NaN)
  if (!isUsedUp(headers) || !Number.isFinite(resetSeconds)) return undefined
  return bound(resetSeconds * 1000 - (parseHttpDate(headers.get('date')) ?? wallClockMs)) + 1000
}

function isUsedUp(headers: Headers): boolean {
  return headers.get('x-ratelimit-remaining') === '0'
}

const FIRST_PAUSE_MS = 500

/**
 * The pause after a failed attempt: doubles each time, and is shortened by up to half at random.
 * @param attempt from 1
 * @param random at least 0, less than 1
 */
export function backOff(attempt: number, random: () => number, longestMs: number): number {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), longestMs)
  return Math.round(pauseMs * (1 - random() / 2))
}

/** @returns milliseconds since 1970; undefined if it isn't a date */
export function parseHttpDate(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  // Date.parse alone would take "-5" for a month.
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** A server may name any time. No run waits for a year. */
const LONGEST_WAIT_MS = 365 * 86_400_000

function bound(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS)
}

/**
 * `15:42 UTC`, rounded up to the next minute; with the date where it isn't today's.
 * @param ms since 1970
 */
export function formatTime(ms: number, nowMs: number): string {
  const [day, time = ''] = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().split('T')
  const date = day === new Date(nowMs).toISOString().slice(0, 10) ? '' : `${day} `
  return `${date}${time.slice(0, 5)} UTC`
}
