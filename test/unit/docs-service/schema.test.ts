import { expect, test } from 'vitest'
import * as schema from '../../../src/docs-service/schema.ts'

const redact = (text: string) => text.replaceAll('KEY', '***')
const parseJob = (value: unknown) => schema.parseJob(value, redact)
const parseViewsPage = (value: unknown, offset = 0) => schema.parseViewsPage(value, offset, redact)

const JOB = {
  id: 'job-1',
  status: 'completed',
  source: { repository: 'https://github.com/acme/docs', ref: 'main' },
  model: 'opus',
  prLink: 'https://github.com/acme/docs/pull/7',
  createdAt: '2026-08-01T12:00:00Z',
  archivedAt: '2026-08-02T12:00:00Z',
}
const COUNTS = { human: 3, ai: 2, total: 5 }
const ROW = { path: '/start', ...COUNTS }
const PAGE = { totals: COUNTS, views: [ROW], hasMore: false }

test('a whole job is parsed, and unknown fields are dropped', () => {
  const { prLink, ...others } = JOB
  expect(parseJob({ ...JOB, extra: { deep: [1] } })).toEqual({ ...others, pullRequest: new URL(prLink) })
})

test.each<[unknown]>([
  [7],
  [['https://github.com/acme/docs/pull/7']],
  ['javascript:alert(1)'],
  ['https://x@evil.example/pull/1'],
  ['/pull/7'],
  ['https://a.example/KEY'],
])('an unsafe link is reported, but not kept: %j', (prLink) => {
  expect(parseJob({ id: 'job-1', prLink })).toEqual({ id: 'job-1', isPrLinkRefused: true })
})

test('a field that is missing, null, empty or of the wrong type counts as missing', () => {
  expect(parseJob(Object.fromEntries(Object.keys(JOB).map((name) => [name, null])))).toEqual({})
  expect(parseJob({ id: '', status: '', prLink: '', source: { ref: null } })).toEqual({ source: {} })
  const strange = { model: [], source: { repository: 7, ref: {} }, createdAt: 1, archivedAt: false }
  for (const id of [7, 'a/b']) expect(parseJob({ id, status: {}, ...strange })).toEqual({ source: {} })
  for (const source of ['acme/docs', [], 7]) expect(parseJob({ source })).toEqual({})
})

test('an unknown status is kept', () => {
  expect(parseJob({ id: 'job-1', status: 'humming' })).toEqual({ id: 'job-1', unknownStatus: 'humming' })
  expect(parseJob({ id: 'job-1', status: 'toString' })).toEqual({ id: 'job-1', unknownStatus: 'toString' })
  const statuses = ['completed', 'on hold', 'on\nhold', undefined].map((status) =>
    schema.formatStatus(parseJob({ status })),
  )
  expect(statuses).toEqual(['completed', 'on hold', '', ''])
})

test.each([null, 'job-1', 7, [], [JOB]])("a value that isn't an object isn't a job: %j", (value) => {
  expect(() => parseJob(value)).toThrow(new schema.ShapeError('something other than a job'))
})

test('the key is removed from every text', () => {
  const echo = (value: object) => JSON.parse(JSON.stringify(value).replace(/:"[^"]*"/g, ':"x KEY y"'))
  expect(JSON.stringify(parseJob(echo(JOB)))).not.toContain('KEY')
  expect(JSON.stringify(parseViewsPage(echo(PAGE)))).not.toContain('KEY')
  expect(JSON.stringify(parseViewsPage(echo(PAGE)))).toContain('x *** y')
})

test('page views are parsed', () => {
  expect(parseViewsPage({ ...PAGE, note: 'x' })).toEqual(PAGE)
  expect(parseViewsPage({ ...PAGE, views: [] })).toEqual({ ...PAGE, views: [] })
  const half = { ...PAGE, views: [{ ...ROW, path: '/a\ud83d' }] }
  expect(parseViewsPage(half).views[0]?.path).toBe('/a\ufffd')
})

test.each([
  [[], 'something other than page views'],
  [{ ...PAGE, totals: null }, '`totals`'],
  [{ ...PAGE, totals: { human: 1, ai: 1 } }, '`totals.total`'],
  [{ ...PAGE, totals: { ...COUNTS, human: '3' } }, '`totals.human`'],
  [{ ...PAGE, views: {} }, '`views`'],
  [{ ...PAGE, views: [null] }, "row 501 isn't an object"],
  [{ ...PAGE, views: [ROW, { ...ROW, path: 7 }] }, "`path` of row 502 isn't a text"],
  [{ ...PAGE, totals: { ...COUNTS, ai: 1.5 } }, "`totals.ai` isn't a valid number of views"],
  [{ ...PAGE, views: [{ ...ROW, human: -1 }] }, "`human` of row 501 isn't a valid number of views"],
  [{ ...PAGE, views: [ROW, { ...ROW, total: 1e300 }] }, "`total` of row 502 isn't a valid number of views"],
  [{ ...PAGE, hasMore: 'false' }, '`hasMore`'],
])('the error about a page with another form names the place: %j', (value, place) => {
  expect(() => parseViewsPage(value, 500)).toThrow(place)
})
