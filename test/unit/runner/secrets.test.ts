import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { code, codeBlock, plain } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

let printed = ''
const write = vi.spyOn(process.stdout, 'write')

beforeEach(() => {
  write.mockImplementation((chunk) => {
    printed += String(chunk)
    return true
  })
})

afterEach(() => {
  printed = ''
  write.mockReset()
})

const KEY = 'mint_aB3-x.y+z/w=='

test('a hidden value is masked for the runner at once, in all its parts, and once', () => {
  const secrets = createSecrets()
  secrets.hide('a+b c/d ef abc')
  secrets.hide('a+b c/d ef abc')
  expect(printed.match(/(?<=::add-mask::).*/gu)).toEqual([
    'a+b c/d ef abc',
    ...['a+b', 'c/d', 'abc'],
    'a%252Bb%2520c%252Fd%2520ef%2520abc',
  ])
  secrets.hide(KEY)
  expect(printed).toContain(`::add-mask::${KEY}`)
})

test('a part of one or two characters is left alone', () => {
  const secrets = createSecrets()
  secrets.hide('first-line ab c-d')
  expect(secrets.redact('ab c-d first-line')).toBe('ab *** ***')
})

test.each(['&', '<', '>', '|', '$', '"', "'"])(
  'a secret with %s in it is redacted, also as Markdown writes it',
  (character) => {
    const secrets = createSecrets()
    const value = `ab${character}cd`
    secrets.hide(value)
    const entity = { '"': 'ab&quot;cd', "'": 'ab&#39;cd' }[character] ?? String(plain(value))
    expect([value, entity, encodeURIComponent(value)].map(secrets.redact)).toEqual(['***', '***', '***'])
  },
)

test.each([0, 1, 2])('a secret in the middle of base64 is redacted, %i bytes further on', (offset) => {
  const secrets = createSecrets()
  secrets.hide(KEY)
  const before = '.'.repeat(offset)
  const encoded = Buffer.from(`${before}${KEY}zz`).toString('base64')
  const redacted = secrets.redact(encoded)
  // The letters on both sides hold a byte or two of the secret at most.
  expect(redacted).toMatch(/^[\w+/]{0,4}\*{3}[\w+/=]{0,6}$/u)
})

test('what is short in base64 may stand in any text, and stays', () => {
  const secrets = createSecrets()
  secrets.hide('12345678')
  secrets.hide('abcdefghi')
  const encoded = ['12345678', 'abcdefghi'].map((value) => Buffer.from(value).toString('base64'))
  expect(encoded.map(secrets.redact)).toEqual([encoded[0], '***'])
})

test.each([
  ['as it is', KEY],
  ['twice', `${KEY}${KEY}`],
  ['in a URL', encodeURIComponent(KEY)],
  ['in a URL, in lower case', encodeURIComponent(KEY).toLowerCase().replace('ab3', 'aB3')],
  ['in JSON', JSON.stringify({ key: KEY })],
  ['as plain Markdown', String(plain(KEY))],
  ['as code', String(code(untrustedText(KEY)))],
  ['in a code block', String(codeBlock(untrustedText(KEY)))],
  ['in base64', Buffer.from(`Bearer ${KEY}`).toString('base64')],
])('a secret is redacted %s', (_name, text) => {
  const secrets = createSecrets()
  secrets.hide(KEY)
  const redacted = secrets.redact(`before ${text} after`)
  expect(redacted).toMatch(/^before .*after$/su)
  expect(redacted).toContain('***')
  for (const part of ['aB3-x', 'aB3%2', 'x.y', 'aB3\\-x']) expect(redacted).not.toContain(part)
})

test('any value is redacted from any text, and the rest stays', () => {
  const value = fc
    .string({ minLength: 3, maxLength: 20, unit: 'binary' })
    .filter((text) => text.trim().length > 2)
  fc.assert(
    fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
      const secrets = createSecrets()
      secrets.hide(secret)
      expect(secrets.redact(`${before}${secret}${after}`)).not.toContain(secret)
    }),
    { numRuns: 300 },
  )
})

test('a text without a secret stays as it is', () => {
  const secrets = createSecrets()
  secrets.hide('mint_hunter2')
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(secrets.redact(text)).toBe(text)
    }),
  )
})

test('values of one or two characters are left alone: they would blacken everything', () => {
  const secrets = createSecrets()
  secrets.hide('ab')
  expect([secrets.redact('abc ab'), printed]).toEqual(['abc ab', ''])
  secrets.hide('abc')
  expect(secrets.redact('abc ab YWJj')).toBe('*** ab YWJj')
})

test('a long text is redacted quickly', () => {
  const secrets = createSecrets()
  secrets.hide(`mint_${'a'.repeat(200)}`)
  const startedAt = performance.now()
  secrets.redact('mint_'.repeat(100_000) + 'a'.repeat(500_000))
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('quotes and backslashes in a value do not matter', () => {
  const secrets = createSecrets()
  const odd = 'key"with\\both'
  secrets.hide(odd)
  expect(secrets.redact(`${odd} ${JSON.stringify(odd)}`)).toBe('*** "***"')
})

test('a text that nearly holds a value is redacted quickly', () => {
  const secrets = createSecrets()
  for (const value of ['\\'.repeat(40), '"'.repeat(40), '&'.repeat(40), 'a_b_c_d_e_f']) secrets.hide(value)
  const texts = [
    '\\'.repeat(39),
    '\\"'.repeat(39),
    '&amp;'.repeat(39),
    `a${'\\'.repeat(39)}b`.repeat(30),
    'a\\_b'.repeat(1000),
  ]
  const started = performance.now()
  for (const text of texts) expect(secrets.redact(`${text}x`)).toBe(`${text}x`)
  // Far beyond what it takes; the wrong way takes minutes.
  expect(performance.now() - started).toBeLessThan(2000)
})
