import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnreadViewsPage } from '../../../src/docs-service/client.ts'
import { RequestLimitError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import { type ExportOptions, exportPageViews } from '../../../src/page-views/export-page-views.ts'
import type { ExportFile } from '../../../src/page-views/file/export-file.ts'
import { ExportFileError } from '../../../src/page-views/file/file-place.ts'
import type { Extension } from '../../../src/page-views/file/formats.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

/** A file in memory that fails at the `failAt`th write. */
function createFile(failAt = Number.POSITIVE_INFINITY, hasReplaced = false) {
  const file = {
    text: '',
    kept: undefined as 'whole' | 'partial' | undefined,
    isDiscarded: false,
    hasRemovedPartial: false,
  }
  let writes = 0
  return {
    file,
    async write(text: string) {
      writes += 1
      if (writes >= failAt) throw new ExportFileError('views.csv', 'the system says ENOSPC', 'Make room.')
      file.text += text
    },
    async keep() {
      file.kept = 'whole'
      return { path: 'views.csv', hasReplaced }
    },
    async keepPartial() {
      file.kept = 'partial'
      return { path: 'views.partial.csv', hasReplaced }
    },
    async removeOldPartial() {
      file.hasRemovedPartial = true
    },
    async discard() {
      if (file.kept === undefined) file.isDiscarded = true
    },
  }
}

interface Source {
  rows: number
  /** Offsets at which the page can't be read. */
  broken?: readonly number[]
  /** Tries that each page takes. */
  tries?: (offset: number) => number
  delays?: readonly number[]
  /** Rows a page at most, whatever is asked for. */
  cap?: (offset: number) => number
  /** Views of a page, by its number. */
  views?: (page: number) => number
  /** The number of the page in this row. */
  pageAt?: (row: number) => number
}

/** A service that counts requests as the real client does: each try asks for leave. */
function createService(source: Source) {
  const {
    rows,
    broken = [],
    tries = () => 1,
    delays = [0],
    cap = () => 250,
    views: viewsOf = (page) => page,
    pageAt = (row) => row,
  } = source
  let sent = 0
  return {
    async getPageViews(
      { limit, offset }: { limit: number; offset: number },
      { allowRequest }: Limits,
    ): Promise<UnreadViewsPage> {
      for (let attempt = 1; attempt <= tries(offset); attempt += 1) {
        if (allowRequest?.() === false) {
          const error = new RequestLimitError('GET')
          if (attempt > 1) error.cause = new Error(`try ${attempt - 1} at ${offset} failed`)
          throw error
        }
        sent += 1
      }
      for (let turn = delays[sent % delays.length] ?? 0; turn > 0; turn -= 1) await new Promise(setImmediate)
      if (broken.includes(offset)) throw new Error(`broken at ${offset}`)
      const count = Math.max(0, Math.min(limit, rows - offset, cap(offset)))
      const views = Array.from({ length: count }, (_, index) => {
        const page = pageAt(offset + index)
        const total = viewsOf(page)
        return { path: untrustedText(`/${page}`), human: total, ai: 0, total }
      })
      const sum = Array.from({ length: rows }, (_, index) => viewsOf(index)).reduce((a, b) => a + b, 0)
      const page = { totals: { human: sum, ai: 0, total: sum }, views, hasMore: offset + count < rows }
      return { read: () => page }
    },
  }
}

const OPTIONS: ExportOptions = {
  range: { dateTo: '2026-08-01' },
  limit: 10,
  offset: 0,
  maximumRequests: 100,
  concurrency: 4,
  extension: '.ndjson',
  topCount: 3,
  topBy: 'total',
  previousRange: undefined,
  endsInFuture: false,
}

async function run(
  source: Source,
  options: Partial<ExportOptions> = {},
  { file, ...opened } = createFile(),
  openFile: () => Promise<ExportFile> = async () => opened,
) {
  const result = await exportPageViews(
    { ...OPTIONS, ...options },
    { service: createService(source), openFile, signal: new AbortController().signal },
  )
  return { result, file }
}

function readPaths(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).path)
}

test('a complete export has all rows, and the outcome `complete`', async () => {
  const { result, file } = await run({ rows: 25 })
  expect(result).toMatchObject({
    outcome: 'complete',
    totals: { human: 300, ai: 0, total: 300 },
    rows: 25,
    file: 'views.csv',
    warnings: [],
    top: [{ path: '/24' }, { path: '/23' }, { path: '/22' }],
  })
  expect(result.nextOffset).toBeUndefined()
  expect(readPaths(file.text)).toEqual(Array.from({ length: 25 }, (_, index) => `/${index}`))
})

test('an export without rows writes a file', async () => {
  const { result, file } = await run({ rows: 0 }, { extension: '.csv' })
  expect(result).toMatchObject({ outcome: 'complete', rows: 0, requests: 1, file: 'views.csv', top: [] })
  expect(file.text).toMatch(/^path,.*\r\n$/)
})

test('any split into pages, any concurrency and any order of answers give the same file', async () => {
  const extension = fc.constantFrom<Extension>('.csv', '.json', '.ndjson')
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 100 }),
      extension,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 16 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
      async (rows, extension, limit, concurrency, delays) => {
        const plain = await run({ rows }, { extension, limit: 100, concurrency: 1 })
        const { result, file } = await run(
          { rows, delays },
          { extension, limit, concurrency, maximumRequests: 1000 },
        )
        expect(file.text).toBe(plain.file.text)
        expect(result).toMatchObject({ outcome: 'complete', rows, warnings: [] })
      },
    ),
    { numRuns: 150 },
  )
})

test('parts that go on where the last one stopped give the same rows as one export', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 8 }),
      async (rows, limit, maximumRequests, concurrency) => {
        const paths: string[] = []
        let offset: number | undefined = 0
        for (let part = 0; offset !== undefined && part < 200; part += 1) {
          const { result, file }: Awaited<ReturnType<typeof run>> = await run(
            { rows },
            { limit, maximumRequests, concurrency, offset },
          )
          expect(result.requests).toBeLessThanOrEqual(maximumRequests)
          paths.push(...readPaths(file.text))
          offset = result.nextOffset
        }
        expect(paths).toEqual(Array.from({ length: rows }, (_, index) => `/${index}`))
      },
    ),
  )
})

test('max-requests reached: the rows so far are the file', async () => {
  const { result, file } = await run({ rows: 1000 }, { maximumRequests: 3 })
  expect(result).toMatchObject({
    outcome: 'incomplete',
    shortfalls: ['request limit'],
    rows: 30,
    requests: 3,
    file: 'views.csv',
    nextOffset: 30,
  })
  expect(result.failure).toBeUndefined()
  expect(file.kept).toBe('whole')
})

test('exactly as many requests as pages is complete', async () => {
  const { result } = await run({ rows: 30 }, { maximumRequests: 3, concurrency: 1 })
  expect(result).toMatchObject({ outcome: 'complete', rows: 30, requests: 3 })
})

test('repeats count as requests', async () => {
  const { result } = await run(
    { rows: 1000, tries: (offset) => (offset === 10 ? 3 : 1) },
    { maximumRequests: 5, concurrency: 1 },
  )
  expect(result).toMatchObject({ outcome: 'incomplete', rows: 30, requests: 5, nextOffset: 30 })
})

test('no request left for the first page is a failure', async () => {
  const { result, file } = await run({ rows: 10, tries: () => 2 }, { maximumRequests: 1 })
  expect(result).toMatchObject({
    outcome: 'failed',
    rows: 0,
    nextOffset: 0,
    failure: { name: 'RequestLimitError' },
  })
  expect(file.isDiscarded).toBe(true)
})

test('a failure that could not be repeated for want of requests is a failure, not the limit', async () => {
  const { result, file } = await run(
    { rows: 1000, tries: (offset) => (offset === 30 ? 9 : 1) },
    { maximumRequests: 5, concurrency: 1 },
  )
  expect(result).toMatchObject({
    outcome: 'failed',
    rows: 30,
    file: 'views.partial.csv',
    nextOffset: 30,
    failure: { cause: { message: 'try 2 at 30 failed' } },
  })
  expect(file.kept).toBe('partial')
})

test('a service that gives fewer rows a page than asked for: all rows, and a warning', async () => {
  const { result, file } = await run({ rows: 35, cap: () => 4 })
  expect(result).toMatchObject({
    outcome: 'complete',
    rows: 35,
    warnings: [{ about: 'data', message: expect.stringContaining('The first page has 4 rows') }],
  })
  expect(readPaths(file.text)).toHaveLength(35)
})

test('a later page that is short: kept, but never claimed to be complete', async () => {
  const { result, file } = await run({ rows: 50, cap: (offset) => (offset === 20 ? 7 : 10) })
  expect(result).toMatchObject({
    outcome: 'incomplete',
    shortfalls: ['short page'],
    rows: 47,
    file: 'views.csv',
    nextOffset: 27,
    warnings: [{ message: expect.stringContaining('Rows may be missing from offset 27 on') }],
  })
  expect([file.kept, readPaths(file.text).length]).toEqual(['whole', 47])
})

test.each<[string, Source, object, string]>([
  ['the limit of requests', { rows: 100 }, { maximumRequests: 4 }, 'incomplete'],
  ['a failure', { rows: 100, broken: [40] }, {}, 'failed'],
])('where to go on after a short page is not changed by %s', async (_name, source, options, outcome) => {
  const { result } = await run({ ...source, cap: (offset) => (offset === 20 ? 7 : 10) }, options)
  expect(result).toMatchObject({ outcome, rows: 37, nextOffset: 27 })
})

test.each<[string, Source, Partial<ExportOptions>, object]>([
  ['at its end', { rows: 35 }, {}, { outcome: 'incomplete', shortfalls: ['repeated paths'], rows: 30 }],
  [
    'before the limit of requests',
    { rows: 100 },
    { maximumRequests: 3, concurrency: 1 },
    { outcome: 'incomplete', shortfalls: ['request limit', 'repeated paths'] },
  ],
  ['before a failure', { rows: 100, broken: [45] }, {}, { outcome: 'failed' }],
])(
  'where rows have moved between pages, everything has to be read again: %s',
  async (_name, source, options, expected) => {
    // The last row of one page comes again as the first of the next.
    const pageAt = (row: number) => (row >= 25 ? row - 1 : row)
    const { result } = await run({ ...source, pageAt }, { offset: 5, ...options })
    expect(result).toMatchObject({ ...expected, nextOffset: 5 })
  },
)

test.each<[string, Partial<ExportOptions>, boolean, RegExp | undefined]>([
  ['offset beyond the end', { offset: 99 }, false, /no rows from `offset: 99` on/],
  ['offset and a file that was there', { offset: 10 }, true, /`views.csv` was there before.*`offset: 10`/],
  ['a file that was there', {}, true, undefined],
  ['an end in the future', { endsInFuture: true }, false, /2026-08-01, which is in the future/],
  ['nothing of that', { offset: 10 }, false, undefined],
])(
  'an export warns of inputs that are probably not meant: %s',
  async (_name, options, hasReplaced, message) => {
    const { result } = await run({ rows: 25 }, options, createFile(Number.POSITIVE_INFINITY, hasReplaced))
    const expected =
      message === undefined ? [] : [{ about: 'inputs', message: expect.stringMatching(message) }]
    expect(result.warnings).toEqual(expected)
  },
)

test.each<[string, Source, Partial<ExportOptions>, boolean]>([
  ['a complete export', { rows: 25 }, {}, true],
  ['one that stops at the limit', { rows: 100 }, { maximumRequests: 2 }, true],
  ['one that goes on from a previous part', { rows: 25 }, { offset: 10 }, false],
  ['one that fails', { rows: 25, broken: [10] }, {}, false],
])('%s removes the partial file of a previous one: %s', async (_name, source, options, expected) => {
  const { file } = await run(source, options)
  expect(file.hasRemovedPartial).toBe(expected)
})

test.each<[ExportOptions['topBy'], string[]]>([
  ['total', ['/2', '/1']],
  ['human', ['/1', '/0']],
  ['ai', ['/2', '/0']],
])('the most viewed pages are those with most views by %s', async (topBy, expected) => {
  const counts = [
    [2, 0],
    [3, 0],
    [0, 9],
  ]
  const views = counts.map(([human = 0, ai = 0], index) => ({
    path: untrustedText(`/${index}`),
    human,
    ai,
    total: human + ai,
  }))
  const { file: _, ...exportFile } = createFile()
  const page = { totals: { human: 5, ai: 10, total: 15 }, views, hasMore: false }
  const { top } = await exportPageViews(
    { ...OPTIONS, topBy, topCount: 2 },
    {
      service: { getPageViews: async () => ({ read: () => page }) },
      openFile: async () => exportFile,
      signal: new AbortController().signal,
    },
  )
  expect(top.map(({ path }) => path)).toEqual(expected)
})

test('a failure half-way keeps the rows before it in a partial file', async () => {
  const { result, file } = await run({ rows: 100, broken: [30] }, { extension: '.json' })
  expect(result).toMatchObject({
    outcome: 'failed',
    rows: 30,
    file: 'views.partial.csv',
    nextOffset: 30,
    failure: { message: 'broken at 30' },
  })
  expect(file.kept).toBe('partial')
  expect(JSON.parse(file.text).views).toHaveLength(30)
})

test('a failure of the first page leaves no file', async () => {
  const { result, file } = await run({ rows: 100, broken: [50] }, { offset: 50 })
  expect(result).toMatchObject({ outcome: 'failed', rows: 0, nextOffset: 50, top: [], warnings: [] })
  expect(result.file).toBeUndefined()
  expect(result.totals).toBeUndefined()
  expect(file).toMatchObject({ text: '', isDiscarded: true })
})

test('a disk that is full half-way keeps what was written', async () => {
  const { result, file } = await run({ rows: 100 }, { extension: '.ndjson' }, createFile(3))
  expect(result).toMatchObject({ outcome: 'failed', failure: { name: 'ExportFileError' } })
  // The end of the file can't be written either, so it is no file at all.
  expect(result).toMatchObject({ rows: 0, nextOffset: 0 })
  expect(file.isDiscarded).toBe(true)
})

test('rows do not have to add up to the totals when some were skipped', async () => {
  const { result } = await run({ rows: 25 }, { offset: 10 })
  expect(result).toMatchObject({ outcome: 'complete', rows: 15, warnings: [] })
})

test('memory does not grow with the rows: a disk that is slow holds the requests back', async () => {
  const { file, ...exportFile } = createFile()
  const service = createService({ rows: 5_000 })
  let asked = 0
  let written = 0
  let mostWaiting = 0
  const result = await exportPageViews(
    { ...OPTIONS, maximumRequests: 1_000 },
    {
      service: {
        getPageViews(query, limits) {
          asked += query.limit
          return service.getPageViews(query, limits)
        },
      },
      openFile: async () => ({
        ...exportFile,
        async write(text) {
          // As many turns as any number of requests would need to run ahead.
          for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
          mostWaiting = Math.max(mostWaiting, asked - written)
          written += text.split('\n').length - 1
          await exportFile.write(text)
        },
      }),
      signal: new AbortController().signal,
    },
  )
  expect([result.outcome, readPaths(file.text).length]).toEqual(['complete', 5_000])
  expect(mostWaiting).toBeLessThanOrEqual(OPTIONS.limit * (OPTIONS.concurrency + 1))
})

test('what was exported is compared after it was written, and is not touched where it failed', async () => {
  const previousRange = { dateFrom: '2026-07-25', dateTo: '2026-08-01' }
  const compared = await run({ rows: 25 }, { previousRange, topCount: 1, topBy: 'human' })
  expect(compared.result).toMatchObject({
    outcome: 'complete',
    rows: 25,
    comparison: { range: previousRange, rising: [], falling: [] },
  })
  expect(compared.file.text).toContain('"change":0')
  const failed = await run({ rows: 100, broken: [30] }, { previousRange })
  expect(failed.result).toMatchObject({ outcome: 'failed', rows: 30 })
  expect(failed.result.comparison).toBeUndefined()
  expect(failed.file.text).not.toContain('change')
})

test('a file that can not be opened is a failure without a request', async () => {
  const { result } = await run({ rows: 1 }, { offset: 3 }, undefined, () => Promise.reject(new Error('no')))
  expect(result).toMatchObject({ outcome: 'failed', requests: 0, nextOffset: 3, failure: { message: 'no' } })
})
