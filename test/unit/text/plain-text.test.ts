import { expect, test } from 'vitest'
import { formatCount, formatNumber } from '../../../src/text/numbers.ts'
import { quote, removeInvisible, shorten, toOneLine } from '../../../src/text/plain-text.ts'

test.each([
  ['\u0000a\u001B[31m', 'a[31m'],
  ['a\u200Bb\u2060c\uFEFFd', 'abcd'],
  ['a\u202Eb\u2066c\u2069', 'abc'],
  ['a\u{E0001}\u{E0041}\u{E007F}c', 'ac'],
  ['a\uD800b\uDC00c', 'abc'],
  ['a\u009Fb\u007F', 'ab'],
  ['👩‍👩‍👧 ❤️ नि\u200C', '👩‍👩‍👧 ❤️ नि\u200C'],
  ['葛\u{E0100} \u200F\u200E\u061C', '葛\u{E0100} \u200F\u200E\u061C'],
  ['a\r\n\tb', 'a\r\n\tb'],
])('invisible characters go, and what scripts and emoji need stays: %j becomes %j', (text, shown) => {
  expect(removeInvisible(text)).toBe(shown)
})

test('a text becomes one line', () => {
  expect(toOneLine('  a\r\n\u0085 b\t\tc\v\f\u2028d\u2029  ')).toBe('a b c d')
  expect(toOneLine('a\u0000b\u200Bc')).toBe('abc')
})

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['👍👍👍', 3, '👍👍👍'],
  ['👍👍👍a', 3, '👍👍…'],
  ['ab', 1, '…'],
])('%j in at most %i code points is %j', (text, maximum, short) => {
  expect(shorten(text, maximum)).toBe(short)
})

test.each([
  [' \n', ''],
  [' a\nb ', '"a b".'],
  ['Why?', '"Why?"'],
  ['say "no"', `"say 'no'".`],
  ['x'.repeat(501), `"${'x'.repeat(499)}…"`],
])('a quote of %j is %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

test('numbers have separators, and their nouns agree', () => {
  expect([1234.567, -3, 0].map(formatNumber)).toEqual(['1,234.57', '−3', '0'])
  expect([0, 1, 1000].map((count) => formatCount(count, 'row'))).toEqual(['0 rows', '1 row', '1,000 rows'])
})
