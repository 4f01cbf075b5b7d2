import { assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { drawDiff, readPatch } from '../../../world/demo/diff.ts'
import { cutText, paintNothing, span, widthOf, wrapSpans, wrapText } from '../../../world/demo/terminal.ts'

test('lines are broken at spaces', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapText('one\ntwo', 7)).toEqual(['one', 'two'])
  expect(wrapText('', 7)).toEqual([''])
})

test('a word that is too long is broken after a slash where that is enough', () => {
  expect(wrapText('/guides/storage/limits', 10)).toEqual(['/guides/', 'storage/', 'limits'])
  expect(wrapText('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl'])
})

test('no line is wider than asked for, and no word is lost', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 80 }), integer({ min: 4, max: 40 }), (text, columns) => {
      const lines = wrapSpans([span(text)], columns).map((line) => line.map((part) => part.text).join(''))
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(span(text).text.replaceAll(/\s/g, ''))
    }),
  )
})

test('a cut line is as wide as it may be, and says that it was cut', () => {
  expect(cutText('abcdef', 4)).toBe('abc…')
  expect(cutText('abcd', 4)).toBe('abcd')
  expect(cutText('🚀🚀🚀', 4)).toBe('🚀…')
})

test('control sequences of others are shown, not carried out', () => {
  expect(span('\u001b[2J\u001b]0;title\u0007').text).not.toMatch(/[\u001b\u0007]/)
})

test('a patch has line numbers on both sides', () => {
  expect(readPatch('@@ -7,2 +7,2 @@ title\n a\n-b\n+c')).toEqual([
    { kind: 'hunk', before: undefined, after: undefined, text: '@@ -7,2 +7,2 @@ title' },
    { kind: 'kept', before: 7, after: 7, text: 'a' },
    { kind: 'removed', before: 8, after: undefined, text: 'b' },
    { kind: 'added', before: undefined, after: 8, text: 'c' },
  ])
})

test('a diff is cut to the width of the terminal', () => {
  const file = { path: 'a.md', additions: 1, deletions: 0, patch: '@@ -1 +1,2 @@\n+0123456789' }
  expect(drawDiff(file, 8, paintNothing)).toEqual(['a.md  +1 −0', '@@ -1 +…', '+ 01234…'])
})
