import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInputReader, InputError, type InputReader } from '../../../src/runner/inputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A reader of one input called `it`. */
function readerOf(value: string): InputReader {
  vi.stubEnv('INPUT_IT', value)
  return createInputReader(createSecrets())
}

function problemsOf(reader: InputReader): string[] {
  try {
    reader.finish()
    return []
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.problems.map(({ input, message }) => `${input}: ${message}`)
  }
}

/** Undefined when `text` is refused. */
function readDurationMs(text: string): number | undefined {
  const reader = readerOf(text)
  const bounds = { minimumMs: 0, maximumMs: Number.POSITIVE_INFINITY, allowed: 'any' }
  const milliseconds = reader.durationMs('it', bounds)
  return problemsOf(reader).length === 0 ? milliseconds : undefined
}

test.each([
  ['500ms', 500],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['90', 90_000],
  ['0', 0],
  ['007', 7_000],
  ['0ms', 0],
])('the duration %s is %d ms', (text, milliseconds) => {
  expect(readDurationMs(text)).toBe(milliseconds)
})

test.each([
  '',
  ' ',
  '10abc',
  '-1',
  '+1',
  '1e3',
  '1.5m',
  '.5h',
  '1,5',
  '1 s',
  's',
  'ms',
  '1S',
  '1M',
  '1d',
  '1w',
  '1y',
  '1hr',
  '1m30s',
  '0x10',
  'NaN',
  'Infinity',
  '٣s',
  '１s',
  '²',
  '9'.repeat(13),
])('%j is not a duration', (text) => {
  expect(readDurationMs(text)).toBeUndefined()
})

test('a duration is its amount times its unit, and nothing else is one', () => {
  const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, '': 1000 }
  fc.assert(
    fc.property(fc.nat(999_999), fc.constantFrom(...Object.entries(units)), (amount, [unit, factor]) => {
      expect(readDurationMs(`${amount}${unit}`)).toBe(amount * factor)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0129 .-+esmhd') }), (text) => {
      expect(readDurationMs(text) !== undefined).toBe(/^\d{1,12}(ms|s|m|h)?$/.test(text.trim()))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['49ms', false],
  ['50ms', true],
  ['10m', true],
  ['600', true],
  ['600001ms', false],
  ['601', false],
  ['', false],
])('bounds of a duration: %s is fine: %s', (text, isFine) => {
  const reader = readerOf(text)
  const milliseconds = reader.durationMs('it', { minimumMs: 50, maximumMs: 600_000, allowed: '50ms to 10m' })
  expect(problemsOf(reader)).toHaveLength(isFine ? 0 : 1)
  // What is handed back is usable in either case, since reading goes on.
  expect(milliseconds).toBeGreaterThanOrEqual(50)
  expect(milliseconds).toBeLessThanOrEqual(600_000)
})

test.each([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  [' true ', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
])('the flag %s is %s', (text, value) => {
  const reader = readerOf(text)
  expect(reader.flag('it')).toBe(value)
  expect(problemsOf(reader)).toEqual([])
})

test.each(['', 'yes', 'no', '1', '0', 'on', 'off', 'tRUE', 'truefalse', '"true"', 'null'])(
  '%j is not a flag',
  (text) => {
    const reader = readerOf(text)
    reader.flag('it')
    expect(problemsOf(reader)).toEqual([expect.stringMatching(/^it: .*allowed: true or false$/)])
  },
)

test.each([
  ['1', 1],
  ['007', 7],
  [' 42 ', 42],
])('the whole number %j is %d', (text, value) => {
  const reader = readerOf(text)
  expect(reader.wholeNumber('it', { minimum: 1, maximum: 100 })).toBe(value)
  expect(problemsOf(reader)).toEqual([])
})

test.each(['', '0', '101', '-1', '+1', '1.0', '1e1', '0x1', '1 2', 'one', '9'.repeat(17), '１'])(
  '%j is not a whole number from 1 to 100',
  (text) => {
    const reader = readerOf(text)
    expect(reader.wholeNumber('it', { minimum: 1, maximum: 100 })).toBe(1)
    expect(problemsOf(reader)).toHaveLength(1)
  },
)

test('lists take commas, blanks and lines, and hold each name once', () => {
  expect(readerOf(' a, b\n\nc,,b\td ,').list('it')).toEqual(['a', 'b', 'c', 'd'])
  expect(readerOf('').list('it')).toEqual([])
})

test('choices are spelled as they are documented', () => {
  const some = readerOf('two, one')
  expect(some.choices('it', ['one', 'two', 'three'])).toEqual(['one', 'two'])
  expect(problemsOf(some)).toEqual([])

  const wrong = readerOf('one, Two, four')
  wrong.choices('it', ['one', 'two', 'three'])
  expect(problemsOf(wrong)).toEqual(['it: "Two, four" was given; allowed: any of one, two, three'])

  const none = readerOf('')
  none.choice('it', ['one', 'two'])
  expect(problemsOf(none)).toEqual(['it: it is empty; allowed: one, two'])
})

test.each([
  'https://api.example',
  'https://api.example:8443/prefix/',
  'http://localhost:8080',
  'http://127.0.0.1',
  'http://127.1.2.3:80',
  'http://[::1]:8080',
  'http://0x7f.1',
  'HTTPS://API.EXAMPLE',
])('%s is an address of the service', (text) => {
  const reader = readerOf(text)
  expect(reader.serviceUrl('it').href).toBe(new URL(text).href)
  expect(problemsOf(reader)).toEqual([])
})

test.each([
  '',
  'api.example',
  '//api.example',
  'http://api.example',
  'http://0.0.0.0',
  'http://10.0.0.1',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://evil.example/127.0.0.1',
  'http://evil.example#@localhost',
  'ftp://localhost',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://',
  'https://user@api.example',
  'https://api.example?x=y',
  'https://api.example#x',
])('%j is not an address of the service', (text) => {
  const reader = readerOf(text)
  reader.serviceUrl('it')
  expect(problemsOf(reader)).toHaveLength(1)
})

test('a password in an address is not shown', () => {
  const reader = readerOf('https://user:hunter2@api.example')
  reader.serviceUrl('it')
  expect(problemsOf(reader).join()).not.toContain('hunter2')
})

test('a secret is hidden at once, and never shown', () => {
  vi.stubEnv('INPUT_IT', ' two words-of-hunter2 ')
  const secrets = createSecrets()
  const reader = createInputReader(secrets)
  expect(reader.secret('it', { required: true })).toBe('two words-of-hunter2')
  reader.refuse('other', 'two words-of-hunter2', 'something else')
  expect(problemsOf(reader).join('\n')).toMatch(/^it: .*not shown/)
  expect(problemsOf(reader).join()).not.toContain('hunter2')
  expect(secrets.redact('a words-of-hunter2 b')).toBe('a *** b')
})

test.each([
  ['', true, 1],
  ['', false, 0],
  ['mint_abc', true, 0],
  ['mint_äbc', true, 1],
  ['a\nb', true, 1],
])('the secret %j, required: %s, has %d problems', (text, required, count) => {
  const reader = readerOf(text)
  reader.secret('it', { required })
  expect(problemsOf(reader)).toHaveLength(count)
})

test('all problems are reported together, each once, on one line each', () => {
  const reader = readerOf('x\n::error::y')
  reader.flag('it')
  reader.flag('it')
  reader.refuse('other', 'z'.repeat(500), 'less')
  expect(() => reader.finish()).toThrow(InputError)
  const problems = problemsOf(reader)
  expect(problems).toHaveLength(2)
  expect(problems[0]).toBe('it: "x ::error::y" was given; allowed: true or false')
  expect(problems[1]?.length).toBeLessThan(200)
})
