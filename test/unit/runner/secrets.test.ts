import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { shorten } from '../../../src/untrusted/escape.ts'
import { code, codeBlock, plain } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { anyCharacter } from '../../fuzz/hostile-text.ts'

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const readPrinted = () => write.mock.calls.flat().join('')

afterEach(() => {
  write.mockClear()
})

const KEY = 'mint_aB3-x.y+z/w=='

/** Redacts these values. */
function hide(...values: string[]): (text: string) => string {
  const secrets = createSecrets()
  for (const value of values) secrets.hide(value)
  return secrets.redact
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}

test.each([
  [
    'in all its parts',
    'first+part b c/d second',
    ['first+part b c/d second', 'first+part', 'first%252Bpart%2520b%2520c%252Fd%2520second'],
  ],
  ['short as it is', 'abc', ['abc']],
  ['not in one or two characters', 'ab', []],
  // The runner would also mask each of its lines, `p` included.
  ['line by line', 'my pass word\np', ['my pass word', 'my%2520pass%2520word%250Ap']],
])('a hidden value is masked for the runner at once, and once: %s', (_name, value, masked) => {
  hide(value, value)
  expect(readPrinted().match(/(?<=::add-mask::).*/gu) ?? []).toEqual(masked)
})

test.each([
  ['ab', 'abc ab', 'abc ab'],
  ['abc', 'abc ab YWJj', '*** ab YWJj'],
  ['first-line ab c-d', 'ab c-d first-line', 'ab c-d ***'],
  ['a pass word\np', 'p\na pass word\np', 'p\n***'],
])(
  'of %j, %j is redacted to %j: parts of fewer than eight characters are too much like any text',
  (value, text, shown) => {
    expect(hide(value)(text)).toBe(shown)
  },
)

test.each([
  ['as it is', KEY],
  ['in a URL', encodeURIComponent(KEY)],
  ['in a URL, in lower case', encodeURIComponent(KEY).toLowerCase().replace('ab3', 'aB3')],
  ['in JSON', JSON.stringify({ key: KEY })],
  ['as plain Markdown', String(plain(KEY))],
  ['as code', String(code(untrustedText(KEY)))],
  ['in a code block', String(codeBlock(untrustedText(KEY)))],
  ['in base64', toBase64(`Bearer ${KEY}`)],
])('a secret is redacted %s', (_name, text) => {
  const redacted = hide(KEY)(`before ${text} after`)
  expect(redacted).toMatch(/^before .*after$/su)
  expect(redacted).toContain('***')
  for (const part of ['aB3-x', 'aB3%2', 'x.y', 'aB3\\-x']) expect(redacted).not.toContain(part)
})

test.each(['&', '<', '>', '|', '$', '"', "'"])('a secret with %s is redacted, also in Markdown', (character) => {
  const value = `ab${character}cd`
  const entity = { '"': 'ab&quot;cd', "'": 'ab&#39;cd' }[character] ?? String(plain(value))
  expect([value, entity, encodeURIComponent(value)].map(hide(value))).toEqual(['***', '***', '***'])
})

test('a secret as long as GitHub allows is redacted, also in a URL', () => {
  const value = 'päss word+'.repeat(4800)
  const redact = hide(value)
  for (const text of [value, encodeURIComponent(value)]) expect(redact(`a ${text} z`)).toMatch(/^a [*%20 ]+ z$/u)
})

test('no part of a cut secret has eight characters or more', () => {
  const redact = hide(KEY)
  const places = [
    (text: string, length: number) => shorten(text, length),
    (text: string, length: number) => String(code(text, length)),
    (text: string, length: number) => String(plain(shorten(text, length))),
    (text: string, length: number) => String(codeBlock(shorten(text, length))),
  ]
  for (const cut of places)
    for (let length = 3; length < KEY.length + 4; length += 1) {
      const shown = redact(cut(`a ${KEY} b`, length)).replace(/[\\\u2060]/gu, '')
      expect(shown).not.toContain(KEY.slice(0, 8))
    }
})

test.each([
  // Its beginning, as a server cuts it
  [`${KEY.slice(0, 12)} b`, '*** b'],
  [`${KEY.slice(0, -1)}"`, '***"'],
  [`${KEY.slice(0, 11)} b`, `${KEY.slice(0, 11)} b`],
  [`${KEY.slice(0, 8)}...`, '***...'],
  [`${KEY.slice(0, 8)}****`, '*******'],
  [`${KEY.slice(0, 8)}[redacted]`, '***[redacted]'],
  [`${KEY.slice(0, 7)}…`, `${KEY.slice(0, 7)}…`],
  // Its end
  [`...${KEY.slice(-8)}`, '...***'],
  [`…${KEY.slice(-15)}`, '…***'],
  [`****${KEY.slice(-9)}`, '*******'],
  [`...${KEY.slice(-7)}`, `...${KEY.slice(-7)}`],
  [`a ${KEY.slice(-8)}`, `a ${KEY.slice(-8)}`],
])('a part of a secret is redacted where it tells: %j becomes %j', (text, shown) => {
  expect(hide(KEY)(text)).toBe(shown)
})

test('of a secret of up to 16 characters, the end is too much like any text', () => {
  const values = ['abcdefghijklmnop', 'abcdefghijklmnopq']
  expect(values.map((value) => hide(value)(`...${value.slice(-8)}`))).toEqual(['...ijklmnop', '...***'])
})

test('a secret with a backslash is redacted inside of a JSON string', () => {
  expect(hide('a\\bc')(JSON.stringify('x a\\bc y'))).toBe('"x *** y"')
})

test.each([0, 1, 2])('a secret in the middle of base64 is redacted, at byte %i', (offset) => {
  // The letters on both sides contain at most two bytes of the secret.
  const redacted = hide(KEY)(toBase64(`${'.'.repeat(offset)}${KEY}zz`))
  expect(redacted).toMatch(/^[\w+/]{0,4}\*{3}[\w+/=]{0,6}$/u)
})

test("a short base64 form isn't redacted, since it may be part of any text", () => {
  const encoded = ['12345678', 'abcdefghi'].map(toBase64)
  expect(encoded.map(hide('12345678', 'abcdefghi'))).toEqual([encoded[0], '***'])
})

test('any value is redacted from any text', () => {
  const value = fc.string({ minLength: 3, maxLength: 20, unit: anyCharacter }).filter((text) => text.trim().length > 2)
  fc.assert(
    fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
      expect(hide(secret)(`${before}${secret}${after}`)).not.toContain(secret)
    }),
  )
})

test.each([
  `${'mint_'.repeat(20_000)}-${'a'.repeat(100_000)}`,
  '\\'.repeat(39),
  '\\"'.repeat(39),
  '&amp;'.repeat(39),
  `a${'\\'.repeat(39)}b`.repeat(30),
  'a\\_b'.repeat(1000),
])('a text that nearly contains a value is redacted in time: %#', (text) => {
  const values = ['\\'.repeat(40), '"'.repeat(40), '&'.repeat(40), 'a_b_c_d_e_f', `mint_${'a'.repeat(200)}`]
  const redact = hide(...values)
  // A slow pattern takes hours.
  expect(redact(`${text}x`)).toMatch(/x$/u)
})
