import { expect, test } from 'vitest'
import { formatTime } from '../../../src/formatting/times.ts'
import { isRateLimit, parseLimitWait } from '../../../src/network/retry-after.ts'

const NOW = Date.UTC(2026, 7, 1, 12)

function parseRetryAfter(value: string | null, wallClockMs = NOW, date: string | null = null) {
  return parseLimitWait(new Map(Object.entries({ 'retry-after': value, date })), wallClockMs)
}

/** The HTTP date `seconds` after noon. */
function at(seconds: number): string {
  return new Date(NOW + seconds * 1000).toUTCString()
}

test.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['1.5', 1500],
  ['9'.repeat(400), 365 * 86_400_000],
  ['Sat, 01 Aug 2026 12:00:05 GMT', 5000],
  ['Sat, 01 Aug 2026 11:59:00 GMT', 0],
])('Retry-After: %j is read', (value, expected) => {
  expect(parseRetryAfter(value)).toBe(expected)
})

test('a Retry-After of another form is ignored', () => {
  for (const value of [null, '', 'soon', '-5', '0x10', '1e3', '5 s', 'August 1', 'Sat, 99 Foo 2026 12:00:05 GMT'])
    expect(parseRetryAfter(value)).toBeUndefined()
})

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])("a date is compared with the answer's own date, if the runner's clock is %s", (_name, differenceMs) => {
  expect(parseRetryAfter(at(30), NOW + differenceMs, ` ${at(0)} `)).toBe(30_000)
  expect(parseRetryAfter('30', NOW + differenceMs, at(0))).toBe(30_000)
})

test.each(['', 'yesterday'])('an answer with the date %j is compared with the clock', (date) => {
  expect(parseRetryAfter(at(5), NOW, date)).toBe(5000)
})

const reset = (remaining: string, at: string) => ({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': at })

test.each([
  [reset('0', String(NOW / 1000 + 20)), 21_000],
  [reset('1', String(NOW / 1000 + 20)), undefined],
  [reset('0', 'soon'), undefined],
  [reset('0', ''), undefined],
])('a reset by %j is read', (headers, expected) => {
  expect(parseLimitWait(new Map(Object.entries(headers)), NOW)).toBe(expected)
})

test.each<[number, Record<string, string>, string, boolean]>([
  [429, {}, '', true],
  [403, { 'x-ratelimit-remaining': '0' }, '', true],
  [403, { 'retry-after': '7' }, '', true],
  [403, {}, 'You have exceeded a secondary rate limit.', true],
  [403, {}, 'Resource not accessible by integration', false],
  [404, { 'retry-after': '7' }, '', false],
])('status %i with %j and "%s" is a limit: %s', (status, headers, said, expected) => {
  expect(isRateLimit(status, new Map(Object.entries(headers)), said)).toBe(expected)
})

test.each([
  [0, '12:00 UTC'],
  [1, '12:01 UTC'],
  [12 * 3_600_000, '2026-08-02 00:00 UTC'],
])('the time %d ms after noon is %s', (ms, text) => {
  expect(formatTime(NOW + ms, NOW)).toBe(text)
})
