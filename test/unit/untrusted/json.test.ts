import { expect, test } from 'vitest'
import {
  dropAbsent,
  parseJson,
  readCount,
  readFields,
  readList,
  readName,
  readNumber,
  readObject,
  readText,
} from '../../../src/untrusted/json.ts'

const VALUES = ['', 'a', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, true, null, undefined, [], {}]

test.each<[string, (value: unknown) => unknown, unknown[]]>([
  ['a text', readText, ['', 'a']],
  ['a number', readNumber, [0, -1, 1.5]],
  ['a count', readCount, [0]],
  ['an object', readObject, [{}]],
])('only %s is parsed', (_name, read, expected) => {
  expect(VALUES.map((value) => read(value)).filter((value) => value !== undefined)).toEqual(expected)
})

test('other values than objects have no fields', () => {
  expect([readFields({ a: 1 }), readFields([1]), readFields(null)]).toEqual([{ a: 1 }, {}, {}])
})

test('a list is parsed if all its items can be parsed', () => {
  for (const list of [['a', 'b'], []]) expect(readList(list, readText)).toEqual(list)
  for (const value of [['a', 1], 'a', { 0: 'a' }]) expect(readList(value, readText)).toBeUndefined()
})

test("a text that isn't JSON has no value", () => {
  expect(['{"a":[1]}', 'null', '{', ''].map(parseJson)).toEqual([{ a: [1] }, null, undefined, undefined])
})

test('a name is a text that GitHub makes so', () => {
  const names = ['ada', 'a b', 5, undefined].map((value) => readName(value, /^[a-z]+$/u))
  expect(names).toEqual(['ada', undefined, undefined, undefined])
})

test('fields that are undefined are left out, and no others', () => {
  expect(Object.keys(dropAbsent({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd'])
})
