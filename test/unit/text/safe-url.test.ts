import { expect, test } from 'vitest'
import { isPathSegment, toSafeUrl } from '../../../src/text/safe-url.ts'

test.each([
  'https://github.com/a_b/c.d~e/@f/pull/%20?x=y#z',
  'http://git.example:8080/a_b/c.d~e/pulls/9',
  'https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1',
  `https://a.example/${'a'.repeat(2048 - 18)}`,
])('a safe URL stays unchanged: %s', (url) => {
  expect(toSafeUrl(url)?.href).toBe(url)
})

test('scheme and host can be in upper case', () => {
  expect(toSafeUrl('HTTPS://GitHub.com/Acme/docs/pull/1')?.href).toBe('https://github.com/Acme/docs/pull/1')
  expect(toSafeUrl('http\u017F://github.com/a')).toBeUndefined()
})

test.each([
  ...['', 'github.com/acme/docs/pull/1', 'https:github.com', 'javascript:alert(1)', 'ftp://github.com/x'],
  ...['https://user@github.com/x', 'https://:pw@github.com/x', 'https://gіthub.com/a', 'https://github.com:99999/a'],
  ...['https://github.com%40evil.example@evil.example/', 'https://[::1]/a', ' https://github.com/a'],
  'https://github.com/acme/docs/pull/1\n::set-output name=outcome::error',
  'https://github.com/acme/docs/pull/1)](https://evil.example',
  `https://a.example/${'a'.repeat(2049 - 18)}`,
  // Too long before and after it is parsed
  `https://a.example/${'a/../'.repeat(410)}`,
  `https://a.example?${'a'.repeat(2048 - 18)}`,
  ...[...'$\r\u202E \\;&|`\'"<>()[]{}*!^ä'].map((character) => `https://github.com/a${character}b`),
])('an unsafe URL is rejected: %j', (url) => {
  expect(toSafeUrl(url)).toBeUndefined()
})

test.each([
  ...['', '.', '..', '\uD800', 'a'.repeat(513), 'job 1', 'job-1\n', '\u00A0', 'a\u0000', '\u202E'],
  ...['a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e'],
])("%j isn't a path segment", (text) => {
  expect(isPathSegment(text)).toBe(false)
})

test.each(['...', "a!'()*~b:c@d", 'a'.repeat(512), 'ジョブ'])('%j is a path segment', (text) => {
  expect(isPathSegment(text)).toBe(true)
})
