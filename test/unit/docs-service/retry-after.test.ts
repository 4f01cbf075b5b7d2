import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../src/docs-service/retry-after.ts'

const NOW = Date.UTC(2026, 7, 1, 12)

test.each([
  ['0', 0],
  ['3', 3000],
  [' 120 ', 120_000],
  ['1.5', 1500],
  ['99999999999999999999999', Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Sat, 01 Aug 2026 12:00:05 GMT', 5000],
  ['Saturday, 01-Aug-26 12:00:05 GMT', 5000],
  ['Sat Aug  1 12:00:05 2026', 5000],
  ['Sat, 01 Aug 2026 11:59:00 GMT', 0],
])('reads %j', (value, expected) => {
  expect(readRetryAfter(value, NOW)).toBe(expected)
})

test.each([
  null,
  '',
  'soon',
  '-5',
  '+5',
  '0x10',
  '1e3',
  '5 s',
  'NaN',
  'Infinity',
  'August 1',
  '2026-08-01',
  'Sat, 99 Foo 2026 12:00:05 GMT',
])('makes nothing of %j', (value) => {
  expect(readRetryAfter(value, NOW)).toBeUndefined()
})

test('reads back any number of seconds', () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(readRetryAfter(String(seconds), NOW)).toBe(seconds * 1000)
    }),
  )
})

test('reads back any date to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000_000 }), (seconds) => {
      const date = new Date(NOW + seconds * 1000).toUTCString()
      expect(readRetryAfter(date, NOW)).toBe(Math.max(0, seconds * 1000))
    }),
  )
})

test('any text gives a wait that is whole and not negative, or none', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.double().map(String), fc.date({ noInvalidDate: true }).map(String)),
      (value) => {
        const ms = readRetryAfter(value, NOW)
        expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
      },
    ),
  )
})
