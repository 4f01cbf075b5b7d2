import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeCommands, escapeInvisible, shorten, toOneLine } from '../../../src/untrusted/escape.ts'

test.each([
  ['\u0000', '\\u{0}'],
  ['\u001b[31m', '\\u{1b}[31m'],
  ['a\rb', 'a\\u{d}b'],
  ['a\u0085b', 'a\\u{85}b'],
  ['a\u00adb', 'a\\u{ad}b'],
  ['a\u200bb', 'a\\u{200b}b'],
  ['a\u202eb', 'a\\u{202e}b'],
  ['a\u2066b', 'a\\u{2066}b'],
  ['a\ufeffb', 'a\\u{feff}b'],
  ['a\u{e0041}b', 'a\\u{e0041}b'],
  ['a\ud800b', 'a\\u{d800}b'],
  ['a\udc00b', 'a\\u{dc00}b'],
  ['👩‍👩‍👧 ❤️ नि\u200c', '👩‍👩‍👧 ❤️ नि\u200c'],
  ['a\n\tb', 'a\n\tb'],
])('the text %j is shown as %j', (text, shown) => {
  expect(escapeInvisible(text)).toBe(shown)
})

test('a text becomes one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = toOneLine(`${text}\r\n\u2028\u0085${text}`)
      expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/u)
      expect(line).toBe(line.trim())
    }),
  )
  expect(toOneLine('  a\r\n\u0085 b\t\tc  ')).toBe('a b c')
})

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['👍👍👍', 3, '👍👍👍'],
  ['👍👍👍👍', 3, '👍👍…'],
  ['👍👍👍a', 3, '👍👍…'],
  ['ab', 1, '…'],
  ['👍👍', 1, '…'],
])('%j in at most %i code points is %j', (text, maximum, short) => {
  expect(shorten(text, maximum)).toBe(short)
})

test.each([
  ['::error::x', ': :error::x'],
  [' \t::error::x', ' \t: :error::x'],
  [':::error::x', ': ::error::x'],
  ['a ::error::x', 'a ::error::x'],
  [': error', ': error'],
  ['a ##[error]##[x', 'a ## [error]## [x'],
  [
    'a\n::b\r::c\r\n::d\u0085::e\u2028::f\u2029::g\v::h\f::i',
    'a\n: :b\n: :c\n: :d\n: :e\n: :f\n: :g\n: :h\n: :i',
  ],
  ['a\u0000b\r\n\r\nc', 'a\\u{0}b\n\nc'],
])('%j is no command in the log: %j', (text, escaped) => {
  expect(escapeCommands(text)).toBe(escaped)
})

test('shortening keeps code points whole and says that something is missing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, maximum) => {
      const short = shorten(text, maximum)
      const points = Array.from(text)
      expect(Array.from(short).length).toBeLessThanOrEqual(maximum)
      expect(short.isWellFormed()).toBe(true)
      if (points.length <= maximum) expect(short).toBe(text)
      else expect(short).toBe(`${points.slice(0, maximum - 1).join('')}…`)
    }),
  )
})
