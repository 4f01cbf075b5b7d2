import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnreadViewsPage } from '../../../src/docs-service/client.ts'
import { RequestLimitError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import { ExportFileError } from '../../../src/page-views/export-file.ts'
import { type ExportOptions, exportPageViews } from '../../../src/page-views/export-page-views.ts'
import type { Extension } from '../../../src/page-views/formats.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

/** A file in memory that fails at the `failAt`th write. */
function createFile(failAt = Number.POSITIVE_INFINITY) {
  const file = { text: '', kept: undefined as 'whole' | 'partial' | undefined, isDiscarded: false }
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
      return 'views.csv'
    },
    async keepPartial() {
      file.kept = 'partial'
      return 'views.partial.csv'
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
}

/** A service that counts requests as the real client does: each try asks for leave. */
function createService({ rows, broken = [], tries = () => 1, delays = [0] }: Source) {
  let sent = 0
  return {
    async getPageViews(
      { limit, offset }: { limit: number; offset: number },
      { allowRequest }: Limits,
    ): Promise<UnreadViewsPage> {
      for (let attempt = 1; attempt <= tries(offset); attempt += 1) {
        if (allowRequest?.() === false) throw new RequestLimitError('GET')
        sent += 1
      }
      for (let turn = delays[sent % delays.length] ?? 0; turn > 0; turn -= 1) await new Promise(setImmediate)
      if (broken.includes(offset)) throw new Error(`broken at ${offset}`)
      const count = Math.max(0, Math.min(limit, rows - offset))
      const views = Array.from({ length: count }, (_, index) => ({
        path: untrustedText(`/${offset + index}`),
        human: offset + index,
        ai: 0,
        total: offset + index,
      }))
      const sum = (rows * (rows - 1)) / 2
      const page = { totals: { human: sum, ai: 0, total: sum }, views, hasMore: offset + limit < rows }
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
}

async function run(source: Source, options: Partial<ExportOptions> = {}, surroundings = createFile()) {
  const { file, ...exportFile } = surroundings
  const result = await exportPageViews(
    { ...OPTIONS, ...options },
    { service: createService(source), file: exportFile, signal: new AbortController().signal },
  )
  return { result, file }
}

function readPaths(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).path)
}

test('a complete export', async () => {
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

test('no rows at all are a file, too', async () => {
  const { result, file } = await run({ rows: 0 }, { extension: '.csv' })
  expect(result).toMatchObject({ outcome: 'complete', rows: 0, requests: 1, file: 'views.csv', top: [] })
  expect(file.text).toBe('path,human,ai,total\r\n')
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
    outcome: 'stopped',
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
  expect(result).toMatchObject({ outcome: 'stopped', rows: 30, requests: 5, nextOffset: 30 })
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
      file: {
        ...exportFile,
        async write(text) {
          // As many turns as any number of requests would need to run ahead.
          for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
          mostWaiting = Math.max(mostWaiting, asked - written)
          written += text.split('\n').length - 1
          await exportFile.write(text)
        },
      },
      signal: new AbortController().signal,
    },
  )
  expect([result.outcome, readPaths(file.text).length]).toEqual(['complete', 5_000])
  expect(mostWaiting).toBeLessThanOrEqual(OPTIONS.limit * (OPTIONS.concurrency + 1))
})
