import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestLimitError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import type { ViewsPage } from '../../../src/docs-service/schema.ts'
import type { ExportDependencies, ExportOptions } from '../../../src/page-views/comparison/compare-periods.ts'
import { exportPageViews } from '../../../src/page-views/export-page-views.ts'
import { OPTIONS, PREVIOUS_RANGE, row } from './example-result.ts'
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
          const error = new RequestLimitError('GET')
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
  const dependencies: ExportDependencies = {
    service: createService(options),
    openFile: async () => memory.file,
    signal: new AbortController().signal,
    ...others,
  }
  return { result: await exportPageViews({ ...OPTIONS, ...options }, dependencies), seen: memory.seen }
}

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
/** Every page has the same rows, as if `offset` was ignored. */
const SAME: Source = { pageAt: (at) => at % 10 }
const LIMIT = { name: 'RequestLimitError' }
const FIVE = { requests: 5 }
const NOTHING = { totals: undefined, top: [], warnings: [] }

test.each<[string, Case, string, object?]>([
  ['all rows', { rows: 25 }, 'complete: 25 rows', { totals: { human: 300, ai: 0, total: 300 } }],
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
  [
    'pages without an end',
    { rows: Infinity, maximumRequests: 7, ...SAME },
    'incomplete (request limit, repeated paths): 70 rows, next 0',
  ],
  ['rows that moved', { rows: 35, pageAt, offset: 5 }, 'incomplete (repeated paths): 30 rows, next 5'],
  [
    'rows that moved, and too few requests',
    { pageAt, offset: 5, maximumRequests: 3 },
    'incomplete (request limit, repeated paths): 30 rows, next 5',
  ],
  ['a failure half-way', { broken: [30] }, 'failed: 30 rows, next 30', after({ message: 'broken at 30' })],
  ['a failure of the first page', { broken: [50], offset: 50 }, 'failed: 0 rows, next 50', NOTHING],
])('an export of %s', async (_name, options, expected, more = {}) => {
  const { result, seen } = await run(options)
  const { outcome, shortfalls, rows, nextOffset } = result
  const why = shortfalls.length === 0 ? '' : ` (${shortfalls.join(', ')})`
  const next = nextOffset === undefined ? '' : `, next ${nextOffset}`
  expect(`${outcome}${why}: ${rows} rows${next}`).toBe(expected)
  expect(result).toMatchObject(more)
  const partial = rows > 0 ? ['partial', 'views.partial.csv'] : ['discarded', undefined]
  expect([seen.end, result.file]).toEqual(outcome === 'failed' ? partial : ['whole', 'views.csv'])
  expect(readPaths(seen.text)).toHaveLength(rows)
})

test('parts that continue where the last one stopped give the same rows as one export', async () => {
  const cases = fc.record({
    rows: fc.integer({ min: 1, max: 100 }),
    limit: fc.integer({ min: 1, max: 20 }),
    maximumRequests: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async (options) => {
      const paths: string[] = []
      let offset: number | undefined = 0
      for (let part = 0; offset !== undefined && part < 200; part += 1) {
        const { result, seen }: Awaited<ReturnType<typeof run>> = await run({ ...options, offset })
        expect(result.requests).toBeLessThanOrEqual(options.maximumRequests)
        paths.push(...readPaths(seen.text))
        offset = result.nextOffset
      }
      expect(paths).toEqual(Array.from({ length: options.rows }, (_, index) => `/${index}`))
    }),
  )
})

test.each<[ExportOptions['topBy'], number[]]>([
  ['total', [2, 1]],
  ['human', [1, 0]],
  ['ai', [2, 0]],
])('the most viewed pages are those with most views by %s', async (topBy, expected) => {
  const views = [row('/0', 2, 0), row('/1', 3, 0), row('/2', 0, 9)]
  const page = { totals: { human: 5, ai: 9, total: 14 }, views, hasMore: false }
  const service = { getPageViews: async () => page }
  const { result } = await run({ rows: 3, topBy, topCount: 2 }, { service })
  expect(result.top).toEqual(expected.map((index) => views[index]))
})

test("a disk that becomes full leaves no file, since its end can't be written either", async () => {
  const { result, seen } = await run({ rows: 100 }, {}, createMemoryFile(3))
  expect(result).toMatchObject({ outcome: 'failed', rows: 0, nextOffset: 0 })
  expect(result.failure).toMatchObject({ name: 'ExportFileError' })
  expect(seen.end).toBe('discarded')
})

test('an export that failed is not compared', async () => {
  const { result } = await run({ broken: [30], previousRange: PREVIOUS_RANGE })
  expect(result).not.toHaveProperty('comparison')
})

test("a file that can't be opened is a failure without a request", async () => {
  const openFile = () => Promise.reject(new Error('no'))
  const { result } = await run({ rows: 1, offset: 3 }, { openFile })
  expect(result).toMatchObject({ outcome: 'failed', requests: 0, nextOffset: 3, failure: { message: 'no' } })
})
