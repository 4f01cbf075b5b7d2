import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InputError, InputReader } from '../../../src/runner/inputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A reader of one input called `it`. */
function readerOf(text: string): InputReader {
  vi.stubEnv('INPUT_IT', text)
  return new InputReader(createSecrets())
}

function problemsOf(reader: InputReader): string[] {
  try {
    reader.finish()
    return []
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.problems.map(({ message }) => message)
  }
}

const READ = {
  duration: (reader: InputReader) =>
    reader.durationMs('it', { minimumMs: 50, maximumMs: 3_600_000, instruction: 'Write a duration.' }),
  flag: (reader: InputReader) => reader.flag('it'),
  'whole number': (reader: InputReader) => reader.wholeNumber('it', { minimum: 1, maximum: 100 }),
  id: (reader: InputReader) => reader.id('it', { required: true }),
  secret: (reader: InputReader) => reader.secret('it', { required: true }),
  list: (reader: InputReader) => reader.list('it'),
  choice: (reader: InputReader) => reader.choice('it', ['one', 'two']),
  choices: (reader: InputReader) => reader.choices('it', ['one', 'two', 'three']),
  'service address': (reader: InputReader) => reader.serviceUrl('it').href,
}

test.each<[keyof typeof READ, Record<string, unknown>]>([
  ['duration', { '50ms': 50, '1h': 3_600_000, '2m': 120_000, '3s': 3_000, '007': 7_000 }],
  ['flag', { true: true, True: true, false: false, FALSE: false }],
  ['whole number', { '1': 1, ' 042 ': 42, '100': 100 }],
  ['secret', { mint_abc: 'mint_abc', 'mint_1==': 'mint_1==' }],
  ['list', { '': [], ' a, b\n\nc,,b\td ,': ['a', 'b', 'c', 'd'] }],
  ['choices', { 'two, one': ['one', 'two'] }],
  ['service address', { 'HTTPS://API.EXAMPLE': 'https://api.example/', 'http://0x7f.1': 'http://127.0.0.1/' }],
  ['service address', { 'https://api.example:8443/prefix/': 'https://api.example:8443/prefix/' }],
  ['service address', { 'http://localhost:80': 'http://localhost/', 'http://[::1]:8080': 'http://[::1]:8080/' }],
])('the %s in %j', (kind, values) => {
  for (const [text, value] of Object.entries(values)) {
    const reader = readerOf(text)
    expect(READ[kind](reader), text).toEqual(value)
    expect(problemsOf(reader)).toEqual([])
  }
})

const A_TEXT = expect.any(String)

// The returned value is valid, since the reader continues.
test.each<[keyof typeof READ, unknown, string[]]>([
  ['duration', 50, ['', '10abc', '-1', '+1', '1e3', '1.5m', '1 s', 's', '1S', '1d', '1m30s', '0x10', '１s']],
  ['duration', 50, ['49ms', '0', '3600001ms', '3601', '9'.repeat(13)]],
  ['flag', false, ['', 'yes', '1', 'tRUE', 'truefalse', '"true"']],
  ['whole number', 1, ['', '0', '101', '-1', '+1', '1.0', '1e1', '0x1', '1 2', '１', '9'.repeat(17)]],
  ['id', '', ['']],
  ['choice', 'one', ['', 'Two', 'one, two']],
  ['secret', A_TEXT, ['', 'mint_äbc', 'a\nhunter2']],
  ['service address', A_TEXT, ['api.example', 'http://api.example', 'ftp://localhost', 'http://[::ffff:127.0.0.1]']],
  ['service address', A_TEXT, ['http://127.0.0.1.evil.example', 'http://evil.example/127.0.0.1']],
  ['service address', A_TEXT, ['http://evil.example#@localhost', 'https://hunter2@api.example']],
  ['service address', A_TEXT, ['https://api.example?x=y', 'https://api.example#x']],
])('an invalid %s is %j, and no password is shown: each of %j', (kind, value, texts) => {
  for (const text of texts) {
    const reader = readerOf(text)
    expect(READ[kind](reader)).toEqual(value)
    expect(problemsOf(reader), text).toEqual([expect.not.stringContaining('hunter2')])
  }
})

test.each<[keyof typeof READ, string, string]>([
  ['choice', '', '`it` is empty. Write `one` or `two`.'],
  ['choices', 'one, Two, four', '`it` contains `Two, four`. Choose from `one`, `two`, or `three`.'],
  ['secret', '"mint_1"', '`it` is in quotes. Save only'],
  ['secret', 'NAME=mint_1', '`it` begins with `NAME=`.'],
  ['secret', 'mint_1\nmint_2', '`it` contains a line break.'],
  ['secret', 'Bearer mint_1', '`it` contains white space'],
  ['service address', 'ftp://a.example', '`it` is `ftp://a.example`. Write a URL that begins with `https://`.'],
  ['service address', 'https://a:b@api.example', '`it` contains a user name, a query or a fragment. Write a URL'],
  ['id', 'a/b', "`it` is `a/b`. Write an ID, not a URL or a path. Slashes, `?`, `#` and `%` aren't allowed."],
])('the problem with an invalid %s says what it is, and what to write: %j', (kind, text, words) => {
  const reader = readerOf(text)
  READ[kind](reader)
  expect(problemsOf(reader)).toEqual([expect.stringContaining(words)])
})

test('a secret is hidden at once, and never shown', () => {
  vi.stubEnv('INPUT_IT', ' two words-of-hunter2 ')
  const secrets = createSecrets()
  const reader = new InputReader(secrets)
  expect(reader.secret('it', { required: true })).toBe('')
  reader.refuse('other', 'two words-of-hunter2', 'Write something else.')
  expect(problemsOf(reader).join('\n')).toMatch(/^`it` contains white space/)
  expect(problemsOf(reader).join()).not.toContain('hunter2')
  expect(secrets.redact('a words-of-hunter2 b')).toBe('a *** b')
})

test('all problems are reported together, without duplicates, on one line each', () => {
  const reader = readerOf('x\n::error::y')
  reader.flag('it')
  reader.flag('it')
  reader.refuse('it', 'z'.repeat(500), 'Write less.')
  reader.refuse('other', 'z'.repeat(500), 'Write less.')
  expect(() => reader.finish()).toThrow(/^2 inputs are invalid:\n- `it` .*\n- `it` .*\n- `other` /)
  const [flag, long] = problemsOf(reader)
  expect(flag).toBe('`it` is `x ::error::y`. Write `true` or `false`.')
  expect(long).toMatch(/^`it` is `z{99}…`\. Write less\.$/)
  expect(() => readerOf('').finish()).not.toThrow()
  const { message } = new InputError([{ input: 'it', message: '`it` is empty.' }])
  expect(message).toMatch(/^1 input is invalid:\n- `it` is empty\.\n\nNo request was sent\. Fix the named input/)
  const explain = (input: string) => new InputError([{ input, message: '', secret: 'empty' }]).message
  expect(explain('api-key')).toContain('Define the secret that `api-key` uses.')
  expect(explain('github-token')).not.toContain('api-key')
})
