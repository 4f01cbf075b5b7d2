import { expect, test } from 'vitest'
import { parseLimitWait } from '../../../src/network/retry-after.ts'

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
