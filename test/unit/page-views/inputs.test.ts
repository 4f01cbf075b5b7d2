import { afterEach, expect, test, vi } from 'vitest'
import { readInputs } from '../../../src/page-views/inputs.ts'
import { toDates } from '../../../src/page-views/period.ts'
import { toJson } from '../../../src/page-views/publish.ts'

const NOW = Date.parse('2026-11-24T12:30:15.250Z')

afterEach(() => void vi.unstubAllEnvs())

function read(inputs: Record<string, string | number>) {
  const all = { 'api-key': 'mint_inputs_test', 'project-id': 'acme', ...inputs }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, String(value))
  return readInputs(NOW)
}

test('an empty input has its default', () => {
  const inputs = read({ file: '', limit: '', top: '', compare: '', 'base-url': '', 'report-title': '' })
  expect(inputs).toMatchObject({
    baseUrl: new URL('https://api.mintlify.com'),
    title: 'acme',
    previous: undefined,
    limit: 250,
    offset: 0,
    maximumRequests: 100,
    file: 'page-views.csv',
    isExcluded: undefined,
    top: 10,
  })
  expect(toDates(inputs.period)).toEqual({ dateFrom: undefined, dateTo: '2026-11-24T12:30:15.250Z' })
})

test.each<[inputs: Record<string, string>, dates: string[], previous: string[]]>([
  [{ period: 'LAST-WEEK' }, ['2026-11-16', '2026-11-23'], ['2026-11-09', '2026-11-16']],
  [{ period: 'LAST-MONTH' }, ['2026-10-01', '2026-11-01'], ['2026-09-01', '2026-10-01']],
  [{ 'date-from': '2026-03-01', 'date-to': '2026-04-01' }, ['2026-03-01', '2026-04-01'], ['2026-01-29', '2026-03-01']],
  // The future has no views.
  [
    { 'date-from': '2026-11-24', 'date-to': '2026-11-30' },
    ['2026-11-24T00:00:00Z', '2026-11-24T12:30:15.250Z'],
    ['2026-11-23T11:29:44.750Z', '2026-11-24T00:00:00Z'],
  ],
])('of the inputs %j, the dates are %s, compared with %s', (inputs, dates, others) => {
  const { period, previous } = read({ compare: 'previous', ...inputs })
  expect([period, previous].map((each) => each && Object.values(toDates(each)))).toEqual([dates, others])
})

test.each<[inputs: Record<string, string | number>, message: string, hint: string]>([
  [{ 'api-key': '' }, '`api-key` is empty.', 'secret'],
  [{ 'project-id': '' }, '`project-id` is empty.', 'Copy the ID'],
  [{ period: 'yesterday' }, '`period` is `yesterday`.', '`last-week`'],
  [{ period: '7d', 'date-from': '2026-11-01' }, '`period` is `7d`.', 'Set either'],
  [{ 'date-from': '2026-02-30' }, '`date-from` is `2026-02-30`.', 'existing date'],
  [{ 'date-from': '2026-11-25' }, '`date-from` is `2026-11-25`.', 'before the end'],
  [{ compare: 'last-year', period: '7d' }, '`compare` is `last-year`.', 'Write `previous`'],
  [{ compare: 'previous' }, '`compare` is `previous`.', 'Also set `period`'],
  [{ limit: 251 }, '`limit` is `251`.', 'from 1 to 250'],
  [{ 'max-requests': 0 }, '`max-requests` is `0`.', 'from 1'],
  [{ offset: -1 }, '`offset` is `-1`.', 'from 0'],
  [{ top: 101 }, '`top` is `101`.', 'from 1 to 100'],
  [{ file: 'a\nb.csv' }, '`file` is `a b.csv`.', 'line breaks'],
  [{ exclude: '!/blog/**' }, '`exclude` is `!/blog/**`.', "don't begin with `!`"],
])('the input %j is refused', (inputs, message, hint) => {
  expect(() => read(inputs)).toThrow(expect.objectContaining({ message, hint: expect.stringContaining(hint) }))
})

test.each([
  ['/', ['/', ''], ['/a']],
  ['*.php', ['/x.php', '/a/b/x.php'], ['/', '/php']],
  ['.*', ['/.env', '/a/.git/config'], ['/', '/a.b']],
  ['/blog/**', ['/blog', '/blog/', '/blog/a/b', '/blog/a\nb'], ['/a/blog/b', '/']],
  ['/blog/', ['/blog', '/blog/'], ['/blog/a', '/a/blog', '/']],
  ['docs/*, /b', ['/docs/a', '/b/'], ['/docs/a/b']],
])('exclude %j leaves out %j, and not %j', (exclude, out, others) => {
  const { isExcluded } = read({ exclude })
  expect([...out, ...others].filter((path) => isExcluded?.(path))).toEqual(out)
})

test('JSON outputs keep the first pages that fit into 100 KiB', () => {
  const pages = Array.from({ length: 100 }, (_, index) => ({ path: `/${index}/${'ä'.repeat(1000)}`, human: 1 }))
  const json = toJson(pages)
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(100 * 1024)
  expect(JSON.parse(json)).toEqual(pages.slice(0, 50))
  expect(toJson([])).toBe('[]')
})
