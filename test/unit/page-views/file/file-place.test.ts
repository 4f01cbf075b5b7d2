import { expect, test } from 'vitest'
import { findExtension, isPortable, namePartialFile } from '../../../../src/page-views/file/file-place.ts'

test.each([
  ['a.csv', '.csv'],
  ['a.b.JSON', '.json'],
  ['a.ndjson', '.ndjson'],
  ['a.jsonl', undefined],
  ['csv', undefined],
  ['.csv', undefined],
])('the format of %s is %s', (file, extension) => {
  expect(findExtension(file)).toBe(extension)
})

test.each([
  ['out/views.csv', true],
  ['größe 1.csv', true],
  ['out\\views.csv', false],
  ['a\nb.csv', false],
  ['a\rb.csv', false],
  ['a\u2028b.csv', false],
  ['a\0b.csv', false],
  ['a\tb.csv', false],
])('the file %j has the same path on every system: %s', (file, expected) => {
  expect(isPortable(file)).toBe(expected)
})

test('the name of a partial result has `.partial` before its extension', () => {
  expect(['views.csv', 'out/views.v2.JSON'].map(namePartialFile)).toEqual([
    'views.partial.csv',
    'views.v2.partial.JSON',
  ])
})
