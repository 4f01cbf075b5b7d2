import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePathSegment, isPathSegment } from '../../../src/untrusted/safe-url.ts'

test.each(['', '.', '..', '\ud800', 'a'.repeat(513)])('%j is not a path segment', (text) => {
  expect(isPathSegment(text)).toBe(false)
  expect(() => encodePathSegment(text)).toThrow(RangeError)
})

test('any other text stays one segment of the path', () => {
  const tricky = fc.constantFrom(
    '/',
    '\\',
    '%2e',
    '%2e%2e',
    '..',
    '.',
    '?',
    '#',
    '@',
    ':',
    '\n',
    '\t',
    ' ',
    ';',
  )
  const texts = fc.array(fc.oneof(tricky, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(isPathSegment(text))
      const url = new URL(`https://docs.example/prefix/v2/agent/${encodePathSegment(text)}/job`)
      expect(url.origin).toBe('https://docs.example')
      expect(url.search + url.hash).toBe('')
      const segments = url.pathname.split('/')
      expect(segments).toHaveLength(6)
      expect(decodeURIComponent(segments[4] ?? '')).toBe(text)
    }),
  )
})
