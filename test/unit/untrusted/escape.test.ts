import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeInvisible, shorten, toOneLine } from '../../../src/untrusted/escape.ts'

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
