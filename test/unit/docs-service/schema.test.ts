import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReaders } from '../../../src/docs-service/schema.ts'

const { readJob, readJobId, readViewsPage } = createReaders((text) => text.replaceAll('KEY', '***'))

const JOB = {
  id: 'job-1',
  status: 'completed',
  source: { repository: 'https://github.com/acme/docs', ref: 'main' },
  model: 'opus',
  prLink: 'https://github.com/acme/docs/pull/7',
  createdAt: '2026-08-01T12:00:00Z',
  archivedAt: '2026-08-02T12:00:00Z',
}
const PAGE = {
  totals: { human: 3, ai: 2, total: 5 },
  views: [{ path: '/start', human: 3, ai: 2, total: 5 }],
  hasMore: false,
}

test('reads a whole job and drops what it does not know', () => {
  expect(readJob({ ...JOB, extra: { deep: [1] } })).toEqual(JOB)
})

test('reads a job in which everything is absent, null or empty', () => {
  expect(readJob({})).toEqual({})
  expect(readJob(Object.fromEntries(Object.keys(JOB).map((name) => [name, null])))).toEqual({})
  expect(readJob({ id: '', status: '', prLink: '', source: { ref: null } })).toEqual({ source: {} })
})

test('keeps a status that it does not know', () => {
  expect(readJob({ id: 'job-1', status: 'paused' })).toEqual({ id: 'job-1', unknownStatus: 'paused' })
  expect(readJob({ id: 'job-1', status: 'toString' })).toEqual({ id: 'job-1', unknownStatus: 'toString' })
})

test.each([
  null,
  'job-1',
  7,
  [],
  [JOB],
  { ...JOB, id: 7 },
  { ...JOB, status: 7 },
  { ...JOB, prLink: ['https://github.com/acme/docs/pull/7'] },
  { ...JOB, source: 'acme/docs' },
  { ...JOB, source: [] },
  { ...JOB, createdAt: 1 },
])('refuses a job of another shape: %j', (value) => {
  expect(readJob(value)).toBeUndefined()
})

test('reads the id alone', () => {
  expect(readJobId({ id: 'job-1', status: 7 })).toBe('job-1')
  expect(readJobId({ id: '' })).toBeUndefined()
  expect(readJobId({ id: 7 })).toBeUndefined()
  expect(readJobId(null)).toBeUndefined()
})

test('takes the key out of every text', () => {
  const echo = (value: object) => JSON.parse(JSON.stringify(value).replace(/:"[^"]*"/g, ':"x KEY y"'))
  expect(JSON.stringify(readJob(echo(JOB)))).not.toContain('KEY')
  expect(JSON.stringify(readViewsPage(echo(PAGE)))).not.toContain('KEY')
  expect(JSON.stringify(readViewsPage(echo(PAGE)))).toContain('x *** y')
})

test('reads a page of page views', () => {
  expect(readViewsPage({ ...PAGE, note: 'x' })).toEqual(PAGE)
  expect(readViewsPage({ ...PAGE, views: [] })).toEqual({ ...PAGE, views: [] })
})

test.each([
  null,
  [],
  {},
  { ...PAGE, totals: null },
  { ...PAGE, totals: { human: 1, ai: 1 } },
  { ...PAGE, totals: { human: '3', ai: 2, total: 5 } },
  { ...PAGE, views: null },
  { ...PAGE, views: {} },
  { ...PAGE, views: [null] },
  { ...PAGE, views: [{ path: 7, human: 3, ai: 2, total: 5 }] },
  { ...PAGE, views: [{ path: '/a', human: -1, ai: 2, total: 5 }] },
  { ...PAGE, views: [{ path: '/a', human: null, ai: 2, total: 5 }] },
  { ...PAGE, hasMore: 'false' },
  { ...PAGE, hasMore: undefined },
])('refuses a page of another shape: %j', (value) => {
  expect(readViewsPage(value)).toBeUndefined()
})

test('refuses numbers that JSON can write and JavaScript can not hold', () => {
  const body = '{"totals":{"human":1e999,"ai":0,"total":0},"views":[],"hasMore":false}'
  expect(readViewsPage(JSON.parse(body))).toBeUndefined()
})

test('deep nesting and __proto__ do no harm', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(readJob(JSON.parse(`{"id":"job-1","extra":${deep}}`))).toEqual({ id: 'job-1' })
  expect(readJob(JSON.parse(`{"id":${deep}}`))).toBeUndefined()
  const job = readJob(JSON.parse('{"id":"job-1","__proto__":{"prLink":"x","polluted":true}}'))
  expect(job).toEqual({ id: 'job-1' })
  expect((job as { polluted?: boolean }).polluted).toBeUndefined()
})

test('any JSON is read or refused, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const candidate of [value, { ...JOB, source: value }, { ...PAGE, views: value }]) {
        expect(() => [readJob(candidate), readJobId(candidate), readViewsPage(candidate)]).not.toThrow()
      }
    }),
  )
})
