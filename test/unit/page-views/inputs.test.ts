import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS, readInputs } from '../../../src/page-views/inputs.ts'
import { InputReader } from '../../../src/runner/inputs.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const REQUIRED = { 'api-key': 'mint_key', 'project-id': 'docs', 'base-url': 'https://docs.example' }

afterEach(() => vi.unstubAllEnvs())

function read(inputs: Readonly<Record<string, string>>) {
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries({ ...INPUT_DEFAULTS, ...REQUIRED, ...inputs }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const reader = new InputReader({ hide: () => {}, redact: (text) => text }, INPUT_DEFAULTS)
  return readInputs(reader, { workspace: '/workspace', nowMs: Date.UTC(2026, 7, 15, 12) })
}

const WEEK = { 'date-from': '7d', 'date-to': 'today' }

test('the inputs set the report and the most viewed pages', () => {
  const inputs = { ...WEEK, file: 'out/views.json', 'issue-number': '7', 'top-by': 'ai', top: '3' }
  const range = { dateFrom: '2026-08-08T00:00:00Z', dateTo: '2026-08-15T00:00:00Z' }
  expect(read(inputs)).toMatchObject({
    file: 'out/views.json',
    issueNumber: 7,
    export: { extension: '.json', range, topCount: 3, topBy: 'ai' },
  })
})

test('a previous period is read only for a comparison', () => {
  const previousRange = { dateFrom: '2026-08-01T00:00:00Z', dateTo: '2026-08-08T00:00:00Z' }
  expect(read({ ...WEEK, compare: 'previous' }).export).toMatchObject({ previousRange })
  expect(read(WEEK).export.previousRange).toBeUndefined()
  expect(read({ period: '7d', compare: 'previous' }).export).toMatchObject({ previousRange })
})

test.each([
  ['limit', '0'],
  ['max-requests', '0'],
  ['offset', '1.5'],
  ['top', '0'],
  ['top', '101'],
  ['top-by', 'people'],
  ['date-from', '0d'],
  ['date-to', '2026-02-29'],
  ['period', 'fortnight'],
  ['exclude', '!/docs/**'],
  ['exclude', `/a, ${'x'.repeat(1001)}`],
  ['exclude', '/admin/'],
  ['file', 'views.txt'],
  ['file', '../views.csv'],
  ['file', 'out\\views.csv'],
  ['file', 's3://bucket/views.csv'],
  ['compare', 'next'],
  // Without date-from there's no previous period.
  ['compare', 'previous'],
  ['split', 'month'],
  ['split', 'year'],
  ['daily', 'true'],
  ['daily', 'yes'],
  ['issue-number', '#7'],
  ['api-key', ''],
  ['project-id', ''],
  ['project-id', 'two words'],
])('the input %s is refused when it is %j', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`- \`${name}\` `)
})

test.each<[string, Record<string, string>, string]>([
  ['split', { ...WEEK, split: 'day', compare: 'previous' }, 'Remove it, or remove `compare` and `daily`.'],
  ['split', { ...WEEK, split: 'day', daily: 'true' }, 'Remove it, or remove `compare` and `daily`.'],
  ['daily', { period: '93d', daily: 'true' }, 'up to 92 days: this one has 93.'],
])('the input %s is refused with %j', (name, inputs, instruction) => {
  expect(() => read(inputs)).toThrow(instruction)
  expect(() => read(inputs)).toThrow(`- \`${name}\` `)
})

test('a range has parts with `split`, and days with `daily`', () => {
  const whole = read(WEEK).export
  expect([whole.parts, whole.days]).toEqual([[whole.range], []])
  const months = read({ period: '92d', split: 'month' }).export.parts
  expect(months.map(({ dateFrom }) => dateFrom?.slice(0, 10))).toEqual([
    '2026-05-15',
    '2026-06-01',
    '2026-07-01',
    '2026-08-01',
  ])
  const { days, parts } = read({ period: '92d', daily: 'true', compare: 'previous' }).export
  expect([days.length, parts.length]).toEqual([92, 1])
})

test.each(['date-from', 'date-to'])('a period is refused together with %s', (name) => {
  expect(() => read({ period: 'last-week', [name]: 'today' })).toThrow('- `period` is `last-week`. Remove it')
})

test.each<[string, string[], string[]]>([
  ['wp-*', ['/wp-login.php', '/blog/wp-admin/', 'wp-admin', '/wp-admin/a/b'], ['/awp-login', '/wp']],
  ['*.{php,asp}', ['/a.php', '/b/c.asp', '/a.php/x'], ['/a.phpx', '/php']],
  ['/wp-login.php, /a/*', ['/wp-login.php', '/a/b', 'a/b'], ['/blog/wp-login.php', '/b/a/b']],
  ['/admin/**', ['/admin', '/admin/', '/admin/a', '/admin/.env'], ['/a/admin/b']],
  ['admin/*', ['/admin/a', '/admin/a/'], ['/admin/a/b', '/a/admin/b']],
  ['.*', ['/.env', '/a/.git', '/.git/config', '/a/.well-known/b/c'], ['/env', '/a/b.c', '/a./b']],
  ['/**/a', ['/a', '/b/a'], ['/a/b']],
])('the globs %s exclude %j, and not %j', (exclude, excluded, others) => {
  const { isExcluded } = read({ exclude }).export
  expect([...excluded, ...others].filter((path) => isExcluded?.(untrustedText(path)))).toEqual(excluded)
})

test("without globs, paths aren't checked", () => {
  expect(read({}).export.isExcluded).toBeUndefined()
})

test('an optional input that is empty or blank has its default', () => {
  const blank = Object.fromEntries(Object.keys(INPUT_DEFAULTS).map((name) => [name, ' ']))
  const baseUrl = new URL('https://api.mintlify.com')
  expect(read({ ...blank, 'base-url': '' })).toEqual({ ...read({}), baseUrl })
})
