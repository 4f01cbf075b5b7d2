import { expect, test } from 'vitest'
import { compareAge, locate } from '../../../src/our-comments/found-comment.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { timeOf } from './fake-thread.ts'

test.each<[string, older: Parameters<typeof compareAge>[0], younger: Parameters<typeof compareAge>[0]]>([
  ['by time', { id: 9, createdAt: timeOf(1) }, { id: 2, createdAt: timeOf(5) }],
  ['within a second by ID', { id: 2, createdAt: timeOf(5) }, { id: 9, createdAt: timeOf(5) }],
  ['where one has no time by ID', { id: 2, createdAt: timeOf(5) }, { id: 9, createdAt: undefined }],
  ['where the other has none, too', { id: 2, createdAt: undefined }, { id: 9, createdAt: timeOf(5) }],
])('the older comment comes first, %s', (_name, older, younger) => {
  expect([older, younger].toSorted(compareAge)).toEqual([older, younger])
  expect([younger, older].toSorted(compareAge)).toEqual([older, younger])
})

test.each([
  ['https://github.test/1', 'https://github.test/1'],
  ['javascript:alert(1)', ''],
])('the URL %s is shown as "%s"', (url, expected) => {
  expect(locate({ id: 1, url, author: 5, body: untrustedText('') }).url).toBe(expected)
})
