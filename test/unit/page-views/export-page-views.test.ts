import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MaximumRequestsError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import type { ViewsPage } from '../../../src/docs-service/schema.ts'
import { splitRange } from '../../../src/page-views/date-parts.ts'
import type { ExportDependencies, ExportOptions } from '../../../src/page-views/export-options.ts'
import { exportPageViews } from '../../../src/page-views/export-page-views.ts'
import { counts, OPTIONS, PREVIOUS_RANGE, RANGE, row } from './example-result.ts'
import { createMemoryFile } from './memory-file.ts'

interface Source {
  rows?: number
  /** Offsets at which the page can't be read. */
  broken?: readonly number[]
  /** Tries that each page takes. */
  tries?: (offset: number) => number
  /** Rows per page at most. */
  cap?: (offset: number) => number
  /** The number of the page in this row. */
  pageAt?: (row: number) => number
}

/** A service that counts requests as the real client does: every attempt is one. */
function createService(source: Source): ExportDependencies['service'] {
  const { rows = 99, broken = [], tries = () => 1, cap = () => 250, pageAt = (at) => at } = source
  const total = rows < 1000 ? (rows * (rows - 1)) / 2 : 0
  return {
    async getPageViews({ limit, offset }, { allowRequest }: Limits): Promise<ViewsPage> {
      for (let attempt = 1; attempt <= tries(offset); attempt += 1) {
        if (allowRequest?.() === false) {
          const error = new MaximumRequestsError('GET')
          if (attempt > 1) error.cause = new Error(`try ${attempt - 1} at ${offset} failed`)
          throw error
        }
      }
      if (broken.includes(offset)) throw new Error(`broken at ${offset}`)
      const length = Math.max(0, Math.min(limit, rows - offset, cap(offset)))
      const numbers = Array.from({ length }, (_, index) => pageAt(offset + index))
      const views = numbers.map((at) => row(`/${at}`, at))
      return { totals: { human: total, ai: 0, total }, views, hasMore: offset + limit < rows }
    },
  }
}

type Case = Source & Partial<ExportOptions>

async function run(options: Case, others: Partial<ExportDependencies> = {}, memory = createMemoryFile()) {
  const logged: string[] = []
  const dependencies: ExportDependencies = {
    log: { info: (text) => void logged.push(text) },
    service: createService(options),
    openFile: async () => memory.file,
    signal: new AbortController().signal,
    ...others,
  }
  return { result: await exportPageViews({ ...OPTIONS, ...options }, dependencies), seen: memory.seen, logged }
}

type Ran = Awaited<ReturnType<typeof run>>

function readPaths(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).path)
}

/** The last row of one page comes again as the first of a later one. */
const pageAt: Source['pageAt'] = (at) => (at >= 25 ? at - 1 : at)
/** One page is short. */
const cap: Source['cap'] = (offset) => (offset === 20 ? 7 : 10)
const triesAt = (slow: number, tries: number) => (offset: number) => (offset === slow ? tries : 1)
const after = (failure: object) => ({ failure })
const COMPARED: Case = { broken: [30], previousRange: PREVIOUS_RANGE }
const LIMIT = { name: 'MaximumRequestsError' }
const FIVE = { requests: 5 }
const NOTHING = { known: undefined, top: [], warnings: [] }

test.each<[string, Case, string, object?]>([
  ['all rows', { rows: 25 }, 'complete: 25 rows', { known: { totals: counts(300), parts: 1 } }],
  ['no rows', { rows: 0 }, 'complete: 0 rows', { requests: 1, top: [], warnings: [] }],
  ['rows after the first ones', { rows: 25, offset: 10 }, 'complete: 15 rows', { warnings: [] }],
  ['just enough requests', { rows: 30, maximumRequests: 3 }, 'complete: 30 rows'],
  ['too few requests', { maximumRequests: 3 }, 'incomplete (request limit): 30 rows, next 30'],
  ['repeats', { tries: triesAt(10, 3), maximumRequests: 5 }, 'incomplete (request limit): 30 rows, next 30', FIVE],
  ['no request left at first', { tries: () => 2, maximumRequests: 1 }, 'failed: 0 rows, next 0', after(LIMIT)],
  [
    'no request left to repeat one that failed',
    { tries: triesAt(30, 9), maximumRequests: 5 },
    'failed: 30 rows, next 30',
    after({ cause: { message: 'try 2 at 30 failed' } }),
  ],
  ['a short page before the end', { cap }, 'incomplete (short page): 96 rows, next 0', { requests: 10 }],
  ['a page without rows before the end', { cap: () => 0, offset: 5 }, 'incomplete (short page): 0 rows, next 5'],
  ['a failure after a short page', { cap, broken: [40] }, 'failed (short page): 37 rows, next 0'],
  ['rows that moved', { rows: 35, pageAt, offset: 5 }, 'incomplete (repeated paths): 30 rows, next 5'],
  [
    'rows that moved, and too few requests',
    { pageAt, offset: 5, maximumRequests: 3 },
    'incomplete (request limit, repeated paths): 30 rows, next 5',
  ],
  ['a failure half-way', { broken: [30] }, 'failed: 30 rows, next 30', after({ message: 'broken at 30' })],
  ['a failure, which is not compared', COMPARED, 'failed: 30 rows, next 30', { previousRequests: 0 }],
  ['a failure of the first page', { broken: [50], offset: 50 }, 'failed: 0 rows, next 50', NOTHING],
])('an export of %s', async (_name, options, expected, more = {}) => {
  const { result, seen } = await run(options)
  const { outcome, shortfalls, rows, next: missing } = result
  const why = shortfalls.length === 0 ? '' : ` (${shortfalls.join(', ')})`
  const next = missing === undefined ? '' : `, next ${missing.offset}`
  expect(`${outcome}${why}: ${rows} rows${next}`).toBe(expected)
  expect(result).toMatchObject(more)
  const partial = rows > 0 ? ['partial', 'views.partial.csv'] : ['discarded', undefined]
  expect([seen.end, result.file]).toEqual(outcome === 'failed' ? partial : ['whole', 'views.csv'])
  expect(readPaths(seen.text)).toHaveLength(rows)
})

test('the most viewed pages are those with most views by one figure', async () => {
  const views = [row('/0', 2, 0), row('/1', 3, 0), row('/2', 0, 9), row('/3', 0, 7)]
  const service = { getPageViews: async () => ({ totals: counts(5, 16), views, hasMore: false }) }
  const { result } = await run({ topBy: 'human', topCount: 2 }, { service })
  expect(result.top.map(({ path }) => path).join()).toBe('/1,/0')
})

test("a disk that becomes full leaves no file, since its end can't be written either", async () => {
  const { result, seen } = await run({ rows: 100 }, {}, createMemoryFile(3))
  expect(result).toMatchObject({ outcome: 'failed', rows: 0, next: { offset: 0 } })
  expect(result.failure).toMatchObject({ name: 'ExportFileError' })
  expect(seen.end).toBe('discarded')
})

test("a file that can't be opened is a failure without a request", async () => {
  const openFile = () => Promise.reject(new Error('no'))
  const { result } = await run({ rows: 1, offset: 3 }, { openFile })
  expect(result).toMatchObject({ outcome: 'failed', requests: 0, next: { offset: 3 }, failure: { message: 'no' } })
})

/** A week, another one, and three days, or what of them is left. */
function splitWeeks(dateFrom = RANGE.dateFrom) {
  const range = { dateFrom, dateTo: '2026-12-03T00:00:00Z' }
  return { range, split: 'week' as const, parts: splitRange(range, 'week') }
}

const WEEKS = splitWeeks()

test('the parts of a series are exported one after the other, and the first one tells how many requests are to come', async () => {
  const { result, seen, logged } = await run({ ...WEEKS, rows: 25 })
  const known = { totals: counts(900), parts: 3, range: WEEKS.range }
  expect(result).toMatchObject({ outcome: 'complete', rows: 75, requests: 9, known, top: [] })
  expect(logged).toEqual([
    'The first week needed 3 requests. The other 2 need about 6 more requests; `max-requests` allows 100 in all.',
  ])
  const later = await run({ ...WEEKS, rows: 25, offset: 20 })
  expect(later.logged).toEqual([expect.stringMatching(/^The first week needed 1 request\..* need about 6 more/)])
  const begins = seen.text.match(/(?<="dateFrom":")[^"]*/gu)
  expect(begins).toEqual(WEEKS.parts.flatMap(({ dateFrom }) => Array(25).fill(dateFrom)))
})

test.each<[string, Case, string, object]>([
  [
    'where rows moved first',
    { rows: 30, pageAt, limit: 5, maximumRequests: 13 },
    'incomplete: 65 rows, 3 parts',
    { from: RANGE.dateFrom, offset: 0 },
  ],
  ['by a failure', { broken: [20] }, 'failed: 20 rows, 1 parts', { from: RANGE.dateFrom, offset: 20 }],
])('a series that ends %s tells where to go on', async (_name, options, expected, next) => {
  const { result } = await run({ ...WEEKS, rows: 25, ...options })
  expect(`${result.outcome}: ${result.rows} rows, ${result.parts.length} parts`).toBe(expected)
  expect(result.next).toEqual(next)
})

test('exports that continue where the last one stopped give the same rows as one', async () => {
  const cases = fc.record({
    rows: fc.integer({ min: 1, max: 60 }),
    limit: fc.integer({ min: 1, max: 20 }),
    maximumRequests: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async (options) => {
      const whole = await run({ ...WEEKS, ...options, maximumRequests: 999 })
      let text = ''
      let next: { from: string | undefined; offset: number } | undefined = { from: RANGE.dateFrom, offset: 0 }
      while (next !== undefined && text.length < whole.seen.text.length) {
        const { result, seen }: Ran = await run({ ...splitWeeks(next.from), ...options, offset: next.offset })
        expect(result.requests).toBeLessThanOrEqual(options.maximumRequests)
        expect(seen.text).not.toBe('')
        text += seen.text
        next = result.next
      }
      expect([text, next]).toEqual([whole.seen.text, undefined])
    }),
  )
})

test('what `exclude` leaves out is in the file alone', async () => {
  const isExcluded: ExportOptions['isExcluded'] = (path) => /[5-9]$/.test(String(path))
  const { result, seen } = await run({ rows: 10, isExcluded })
  expect(result).toMatchObject({ rows: 10, excluded: { rows: 5, views: 35 }, known: { totals: counts(10) } })
  expect(result.top.map(({ path }) => String(path))).toEqual(['/4', '/3', '/2'])
  expect(readPaths(seen.text)).toHaveLength(10)
  // Rows that weren't read may be left out, too.
  expect((await run({ rows: 30, maximumRequests: 2, isExcluded })).result.known).toBeUndefined()
})

const DAYS = splitRange(RANGE, 'day').slice(0, 3)

test('the totals of days take one request each, and those that can be read stay if one fails', async () => {
  const queries: object[] = []
  const service: ExportDependencies['service'] = {
    async getPageViews(query) {
      queries.push(query)
      if (query.dateTo === DAYS[2]?.dateTo) throw new Error('broken')
      const isEmpty = query.limit > 1 || query.dateTo === DAYS[1]?.dateTo
      return { totals: counts(isEmpty ? 0 : 5), views: [], hasMore: query.limit === 1 }
    },
  }
  const { result } = await run({ days: DAYS }, { service })
  expect(queries.slice(1)).toEqual(DAYS.map((day) => ({ ...day, limit: 1, offset: 0 })))
  expect(result.days.map(({ totals }) => totals?.total)).toEqual([5, 0])
  expect(result).toMatchObject({ outcome: 'complete', warnings: [{ about: 'not all days' }] })
  expect(result.warnings[0]?.message).toMatch(/^Only 2 of 3 days were read\. .*broken/)
})

test('with `exclude`, the views of a day are known if one page has all of its rows', async () => {
  const isExcluded: ExportOptions['isExcluded'] = (path) => String(path) === '/1'
  const small = await run({ rows: 3, days: DAYS, isExcluded })
  expect(small.result.days.map(({ totals }) => totals)).toEqual(Array(3).fill(counts(2)))
  const large = await run({ rows: 30, days: DAYS, isExcluded, tries: () => 2 })
  expect([small, large].map(({ result }) => result.dayRequests)).toEqual([3, 6])
  expect(large.result.days.map(({ totals }) => totals)).toEqual(Array(3).fill(undefined))
})
