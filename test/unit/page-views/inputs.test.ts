import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS, readInputs } from '../../../src/page-views/inputs.ts'
import { createInputReader } from '../../../src/runner/inputs.ts'

const NOW_MS = Date.UTC(2026, 7, 15, 12)

const DEFAULTS: Readonly<Record<string, string>> = {
  'api-key': 'mint_key',
  'project-id': 'docs',
  'base-url': 'https://docs.example',
  limit: '250',
  offset: '0',
  'max-requests': '100',
  concurrency: '4',
  file: 'page-views.csv',
  top: '10',
  'top-by': 'total',
  compare: 'none',
}

afterEach(() => vi.unstubAllEnvs())

function read(inputs: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...inputs }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const reader = createInputReader({ hide: () => {}, redact: (text) => text }, INPUT_DEFAULTS)
  return readInputs(reader, { workspace: '/workspace', nowMs: NOW_MS })
}

test('inputs that are left out have their defaults', () => {
  expect(read({})).toMatchObject({
    file: 'page-views.csv',
    issueNumber: undefined,
    githubToken: '',
    export: {
      extension: '.csv',
      topCount: 10,
      topBy: 'total',
      previousRange: undefined,
      endsInFuture: false,
    },
  })
})

test('a comparison and a report are read from the inputs', () => {
  const inputs = {
    'date-from': '7d',
    'date-to': 'today',
    compare: 'previous',
    'issue-number': '7',
    'top-by': 'ai',
  }
  expect(read(inputs)).toMatchObject({
    issueNumber: 7,
    export: {
      topBy: 'ai',
      range: { dateFrom: '2026-08-08', dateTo: '2026-08-15' },
      previousRange: { dateFrom: '2026-08-01', dateTo: '2026-08-08' },
    },
  })
})

test.each([
  ['limit', '0'],
  ['concurrency', '0'],
  ['max-requests', '0'],
  ['offset', '1.5'],
  ['top', '0'],
  ['top', '101'],
  ['top-by', 'people'],
  ['date-from', '0d'],
  ['date-to', '2026-02-29'],
  ['file', 'views.txt'],
  ['file', '/etc/views.csv'],
  ['file', '../views.csv'],
  ['file', 'out\\views.csv'],
  ['file', 'out\nviews.csv'],
  ['compare', 'next'],
  // Without date-from there is no period before.
  ['compare', 'previous'],
  ['issue-number', '#7'],
  ['issue-number', '0'],
  ['base-url', 'https://user:pw@docs.example'],
  ['api-key', ''],
  ['project-id', ''],
  ['project-id', 'two words'],
  ['project-id', 'a\u0001b'],
])('the input %s is refused when it is %j', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`- ${name}: `)
})

test('an optional input that is empty or blank has its default', () => {
  const blank = Object.fromEntries(Object.keys(INPUT_DEFAULTS).map((name) => [name, ' ']))
  expect(read({ ...blank, 'base-url': '' })).toEqual({
    ...read({}),
    baseUrl: new URL('https://api.mintlify.com'),
  })
})

test("a period that has no room for one before it can't be compared", () => {
  const inputs = { 'date-from': '0001-01-01', compare: 'previous' }
  expect(() => read(inputs)).toThrow('- date-from: ')
})
