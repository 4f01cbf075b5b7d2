import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSafeUrl } from '../../../src/untrusted/safe-url.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const read = (text: string) => toSafeUrl(untrustedText(text))?.href

test.each([
  'https://github.com/acme/docs/pull/1',
  'http://127.0.0.1:8080/acme/docs/pull/1',
  'https://github.com/acme/docs/pull/1?x=y#z',
  'https://github.com/a_b/c.d~e/@f/pull/%20',
  'https://github.com/acme/docs/pull/42/',
  'https://github.com/acme/docs/pull/42/files',
  'http://git.example:8080/a_b/c.d~e/pulls/9',
  'https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1',
  `https://a.example/${'a'.repeat(2048 - 18)}`,
])('a safe URL comes through unchanged: %s', (url) => {
  expect(read(url)).toBe(url)
})

test.each([
  '',
  'github.com/acme/docs/pull/1',
  '//github.com/acme',
  'https://',
  'https:github.com',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'ftp://github.com/x',
  'file:///etc/passwd',
  'https://user@github.com/x',
  'https://user:pw@github.com/x',
  'https://:pw@github.com/x',
  'https://github.com@evil.example/x',
  'https://@evil.example/x',
  'https://github.com%40evil.example@evil.example/',
  'https://github.com/$IFS/pull/1',
  'https://github.com/acme/docs/pull/1\n::set-output name=outcome::error',
  'https://github.com/acme/docs/pull/1\r##[error]no',
  'https://github.com/acme/docs/pull/1)](https://evil.example',
  'https://github.com/acme/docs/pull/1\u202e',
  '@everyone',
  'https://github.com/a b',
  ' https://github.com/a',
  'https://github.com/a\n',
  'https://github.com/a\\b',
  'https://github.com/a;b',
  'https://github.com/a&b',
  'https://github.com/a|b',
  'https://github.com/$(a)',
  'https://github.com/`a`',
  "https://github.com/'a'",
  'https://github.com/"a"',
  'https://github.com/<a>',
  'https://github.com/(a)',
  'https://github.com/[a]',
  'https://github.com/{a}',
  'https://github.com/*a*',
  'https://github.com/!a',
  'https://github.com/a^b',
  'https://github.com/ä',
  'https://gіthub.com/a',
  'https://github.com:99999/a',
  'https://[::1]/a',
  `https://a.example/${'a'.repeat(2049 - 18)}`,
  // Long as it is written, and long as it is read.
  `https://a.example/${'a/../'.repeat(410)}`,
  `https://a.example?${'a'.repeat(2048 - 18)}`,
])('a URL that is not safe is refused: %j', (url) => {
  expect(read(url)).toBeUndefined()
})

test('whatever comes through is short, http(s), without a user, and safe in a shell and in Markdown', () => {
  const characters = fc.constantFrom(
    ...'ab.:/@?#%[]\\ $();&|\'"`<>~-_*é\n\t',
    '//',
    '@evil.example',
    '%2F',
    '..',
  )
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), (parts) => {
      const url = toSafeUrl(untrustedText(`https://${parts.join('')}`))
      if (url === undefined) return
      expect(url.href).toMatch(/^https:\/\/[\w.~:/?#%=+@,-]+$/u)
      expect([url.username, url.password]).toEqual(['', ''])
      expect(url.href.length).toBeLessThanOrEqual(2048)
    }),
    { numRuns: 2000 },
  )
})
