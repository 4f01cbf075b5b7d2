import { expect, test } from 'vitest'
import {
  escapeCommands,
  escapeInvisible,
  quoteInOneLine,
  shorten,
  toOneLine,
  toPlainName,
} from '../../../src/untrusted/escape.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

test.each([
  ['\u0000', '\\u{0}'],
  ['\u001b[31m', '\\u{1b}[31m'],
  ['a\rb\u0085c', 'a\\u{d}b\\u{85}c'],
  ['a\u00adb\u200bc', 'a\\u{ad}b\\u{200b}c'],
  ['a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
  ['a\ufeffb\u{e0041}c', 'a\\u{feff}b\\u{e0041}c'],
  ['a\ud800b\udc00c', 'a\\u{d800}b\\u{dc00}c'],
  ['👩‍👩‍👧 ❤️ नि\u200c', '👩‍👩‍👧 ❤️ नि\u200c'],
  ['a\n\tb', 'a\n\tb'],
])('the text %j is shown as %j', (text, shown) => {
  expect(escapeInvisible(text)).toBe(shown)
})

test('a text becomes one line', () => {
  expect(toOneLine('  a\r\n\u0085 b\t\tc\v\f\u2028d\u2029  ')).toBe('a b c d')
  expect(toOneLine('a\u0000b\u200bc')).toBe('a\\u{0}b\\u{200b}c')
})

test.each([
  ['queued', 'queued'],
  ['in_progress', 'in_progress'],
  [' waiting for review\n', 'waiting for review'],
  ['ü'.repeat(100), 'ü'.repeat(100)],
  ['x\n::set-output name=a::b', ''],
  ['$(rm -rf .)', ''],
  ['-n', ''],
  ['a@c', ''],
  ['ü'.repeat(101), ''],
])('the output of the name %j is %j', (text, name) => {
  expect(toPlainName(untrustedText(text))).toBe(name)
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
  ['::error::x', ': :error::x'],
  [' \t\u00a0\u3000::error::x', ' \t\u00a0\u3000: :error::x'],
  [':::error::x', ': ::error::x'],
  ['a ::error::x', 'a ::error::x'],
  ['a: b :: c\n  - d # [e]\n\t{"f": "::g"}\n: h', 'a: b :: c\n  - d # [e]\n\t{"f": "::g"}\n: h'],
  ['a ##[error]##[x', 'a ## [error]## [x'],
  ['a\n::b\r::c\r\n::d\u0085::e\u2028::f\u2029::g\v::h\f::i', 'a\n: :b\n: :c\n: :d\n: :e\n: :f\n: :g\n: :h\n: :i'],
  ['a\u0000b\r\n\r\nc', 'a\\u{0}b\n\nc'],
])('the runner finds no command by others in the log: %j becomes %j', (text, escaped) => {
  expect(escapeCommands(text)).toBe(escaped)
})

test.each([
  [undefined, ''],
  [' \n', ''],
  [' a\nb ', '"a b"'],
  ['say "no" to `it`', `"say 'no' to 'it'"`],
])('a quote of %j is %j', (text, expected) => {
  expect(quoteInOneLine(text === undefined ? undefined : untrustedText(text))).toBe(expected)
})
