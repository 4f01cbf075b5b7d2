import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePathSegment, isPathSegment } from '../../../src/untrusted/safe-url.ts'

test.each(['', '.', '..', '\ud800', 'a'.repeat(513)])('%j is not a path segment', (text) => {
  expect(isPathSegment(text)).toBe(false)
  expect(() => encodePathSegment(text)).toThrow(RangeError)
})

test.each([
  ['...', '...'],
  ["a!'()*~b", 'a%21%27%28%29%2a%7eb'],
  ['a/b?c#d', 'a%2Fb%3Fc%23d'],
  ['a'.repeat(512), 'a'.repeat(512)],
])('%j is the segment %j', (text, segment) => {
  expect(isPathSegment(text)).toBe(true)
  expect(encodePathSegment(text)).toBe(segment)
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
