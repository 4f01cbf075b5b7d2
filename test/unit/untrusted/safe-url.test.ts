import { expect, test } from 'vitest'
import { encodePathSegment, isPathSegment, toSafeUrl } from '../../../src/untrusted/safe-url.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const read = (text: string) => toSafeUrl(untrustedText(text))?.href

test.each([
  'https://github.com/acme/docs/pull/1?x=y#z',
  'https://github.com/a_b/c.d~e/@f/pull/%20',
  'http://git.example:8080/a_b/c.d~e/pulls/9',
  'https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1',
  `https://a.example/${'a'.repeat(2048 - 18)}`,
])('a safe URL stays unchanged: %s', (url) => {
  expect(read(url)).toBe(url)
})

test('scheme and host can be in upper case', () => {
  expect(read('HTTPS://GitHub.com/Acme/docs/pull/1')).toBe('https://github.com/Acme/docs/pull/1')
  expect(read('http\u017f://github.com/a')).toBeUndefined()
})

test.each([
  '',
  'github.com/acme/docs/pull/1',
  'https:github.com',
  'javascript:alert(1)',
  'ftp://github.com/x',
  'https://user@github.com/x',
  'https://:pw@github.com/x',
  'https://github.com%40evil.example@evil.example/',
  'https://gіthub.com/a',
  'https://github.com:99999/a',
  'https://[::1]/a',
  ' https://github.com/a',
  'https://github.com/acme/docs/pull/1\n::set-output name=outcome::error',
  'https://github.com/acme/docs/pull/1)](https://evil.example',
  `https://a.example/${'a'.repeat(2049 - 18)}`,
  // Long before and after it is parsed.
  `https://a.example/${'a/../'.repeat(410)}`,
  `https://a.example?${'a'.repeat(2048 - 18)}`,
  ...[...'$\r\u202e \\;&|`\'"<>()[]{}*!^ä'].map((character) => `https://github.com/a${character}b`),
])('an unsafe URL is rejected: %j', (url) => {
  expect(read(url)).toBeUndefined()
})

test.each([
  ...['', '.', '..', '\ud800', 'a'.repeat(513), 'job 1', 'job-1\n', '\u00a0', 'a\u0000', '\u009f'],
  ...['a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e'],
])("%j isn't a path segment", (text) => {
  expect(isPathSegment(text)).toBe(false)
  expect(() => encodePathSegment(text)).toThrow(RangeError)
})

test.each([
  ['...', '...'],
  ["a!'()*~b", 'a%21%27%28%29%2a%7eb'],
  ['a:b@c', 'a%3Ab%40c'],
  ['a'.repeat(512), 'a'.repeat(512)],
])('%j is the segment %j', (text, segment) => {
  expect(isPathSegment(text)).toBe(true)
  expect(encodePathSegment(text)).toBe(segment)
})
