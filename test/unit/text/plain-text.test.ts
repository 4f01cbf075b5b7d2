import { expect, test } from 'vitest'
import { formatCount, formatNumber } from '../../../src/text/numbers.ts'
import { quote, removeInvisible, shorten, toOneLine } from '../../../src/text/plain-text.ts'

test.each([
  ['\u0000a\u001B[31m', 'a[31m'],
  ['a\u200Bb\u2060c\uFEFFd', 'abcd'],
  ['a\u202Eb\u2066c\u2069', 'abc'],
  ['a\u{E0001}\u{E0041}\u{E007F}c', 'ac'],
  ['a\uD800b\uDC00c\u009Fd\u007F', 'abcd'],
  ['👩‍👩‍👧 ❤️ नि\u200C', '👩‍👩‍👧 ❤️ नि\u200C'],
  ['葛\u{E0100} \u200F\u200E\u061C\r\n\tb', '葛\u{E0100} \u200F\u200E\u061C\r\n\tb'],
])('invisible characters go, and what scripts and emoji need stays: %j becomes %j', (text, shown) => {
  expect(removeInvisible(text)).toBe(shown)
})

test.each<[format: () => string, text: string]>([
  [() => toOneLine('  a\r\n\u0085 b\t\tc\v\f\u2028d\u2029e\u0000f  '), 'a b c d ef'],
  [() => shorten('abc', 3), 'abc'],
  [() => shorten('abcd', 3), 'ab…'],
  [() => shorten('👍👍👍', 3), '👍👍👍'],
  [() => shorten('👍👍👍a', 3), '👍👍…'],
  [() => quote(' \n'), ''],
  [() => quote(' a\nb '), '"a b".'],
  [() => quote('Why?'), '"Why?"'],
  [() => quote('say "no"'), `"say 'no'".`],
  [() => quote('x'.repeat(501)), `"${'x'.repeat(499)}…"`],
  [() => [1234.567, -3, 0].map(formatNumber).join(), '1,234.57,−3,0'],
  [() => [0, 1, 1000].map((count) => formatCount(count, 'row')).join(), '0 rows,1 row,1,000 rows'],
])('%s', (format, text) => {
  expect(format()).toBe(text)
})
