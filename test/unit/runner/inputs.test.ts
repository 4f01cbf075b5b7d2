import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  readChoice,
  readChoices,
  readDurationMs,
  readFlag,
  readGlobs,
  readId,
  readSecret,
  readServiceUrl,
  readText,
  readWholeNumber,
} from '../../../src/runner/inputs.ts'
import { redact } from '../../../src/text/secrets.ts'

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const READ = {
  text: () => readText('it', 'default'),
  duration: () =>
    readDurationMs('it', { minimumMs: 50, maximumMs: 3_600_000, fallback: '30m', example: 'from `50ms` to `1h`' }),
  flag: () => readFlag('it', true),
  number: () => readWholeNumber('it', { minimum: 1, maximum: 100, fallback: 20 }),
  id: () => readId('it'),
  secret: () => readSecret('it'),
  choice: () => readChoice('it', ['one', 'two'], 'two'),
  choices: () => readChoices('it', ['one', 'two', 'three'], 'one, two'),
  url: () => readServiceUrl('it', 'https://api.example').href,
  globs: () => readGlobs('it'),
}

function read(kind: keyof typeof READ, text: string): unknown {
  vi.stubEnv('INPUT_IT', text)
  return READ[kind]()
}

test.each<[keyof typeof READ, Record<string, unknown>]>([
  ['text', { '': 'default', ' \n': 'default', ' a b\n': 'a b' }],
  [
    'duration',
    { '': 1_800_000, '50ms': 50, '1h': 3_600_000, '60m': 3_600_000, '2m': 120_000, '3s': 3_000, '007': 7_000 },
  ],
  ['flag', { '': true, true: true, True: true, TRUE: true, false: false, FALSE: false }],
  ['number', { '': 20, '1': 1, ' 042 ': 42, '100': 100 }],
  ['id', { '': '', 'job_1-a.b': 'job_1-a.b' }],
  ['secret', { '': '', mint_abc: 'mint_abc', ' mint_1==\n': 'mint_1==' }],
  ['choice', { '': 'two', one: 'one', Two: 'two' }],
  ['choices', { '': ['one', 'two'], 'three\none': ['three', 'one'], none: [], ',two,': ['two'] }],
  ['url', { '': 'https://api.example/', 'HTTPS://API.EXAMPLE': 'https://api.example/' }],
  ['url', { 'https://a.example:8443/b/': 'https://a.example:8443/b/', 'http://0x7f.1': 'http://127.0.0.1/' }],
  ['url', { 'http://localhost:80': 'http://localhost/', 'http://[::1]:8080': 'http://[::1]:8080/' }],
  ['globs', { '': [], ' a/**\n\nb, c ,': ['a/**', 'b', 'c'], 'src/*.{ts,tsx},d': ['src/*.{ts,tsx}', 'd'] }],
  ['globs', { 'a\r\nb': ['a', 'b'] }],
])('an input is read as %s: %j', (kind, values) => {
  for (const [text, value] of Object.entries(values)) expect(read(kind, text), text).toEqual(value)
})

test.each<[keyof typeof READ, string[]]>([
  ['duration', ['10abc', '-1', '1e3', '1.5m', '1 s', 's', '1d', '1m30s', '１s']],
  ['duration', ['49ms', '0', '3600001ms', '3601', '61m', '9'.repeat(13)]],
  ['flag', ['yes', '1', 'truefalse', '"true"']],
  ['number', ['0', '101', '-1', '1.0', '1e1', '１', '9'.repeat(17)]],
  ['id', ['a/b', '..', '.', 'a b', 'a?b', 'a#b', '%2e', 'a'.repeat(513)]],
  ['choice', ['three', 'one, two', 'none']],
  ['choices', ['four', 'one; two', 'one, none']],
  ['secret', ['mint_hunter2ä', 'a\nhunter2', 'a hunter2', 'hunter2\u200B']],
  ['url', ['api.example', 'http://api.example', 'ftp://localhost', 'http://[::ffff:127.0.0.1]', 'https://']],
  ['url', ['http://127.0.0.1.evil.example', 'http://evil.example/127.0.0.1', 'http://evil.example#@localhost']],
  [
    'url',
    ['https://hunter2@api.example', 'https://a:hunter2@api.example', 'https://api.example?x=y', 'https://a.example#x'],
  ],
  ['globs', ['a/{b,c', 'a]', '!', 'x'.repeat(1001)]],
])('a %s that is invalid is refused before any request, and no password is shown: each of %j', (kind, texts) => {
  for (const text of texts) {
    const message = expect.stringMatching(/^`it` (is|contains) (?!.*hunter2)/u)
    const hint = expect.stringMatching(/^(Write|Save) .*\.$/u)
    expect(() => read(kind, text), text).toThrow(expect.objectContaining({ message, hint }))
  }
})

test('a secret is hidden at once, whether it is valid or not', () => {
  expect(read('secret', 'mint_Read_K1')).toBe('mint_Read_K1')
  expect(() => read('secret', 'two words-of-K2')).toThrow('contains more than a key')
  expect(redact('a mint_Read_K1 two words-of-K2 b')).toBe('a *** *** b')
  const printed = vi.mocked(process.stdout.write).mock.calls.map(([text]) => text)
  expect(printed.join('')).toMatch(/^::add-mask::mint_Read_K1\r?\n::add-mask::two words-of-K2\r?\n$/)
})
