import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewsPage } from '../../../../src/docs-service/schema.ts'
import { readPages } from '../../../../src/page-views/reading/read-period.ts'
import { readUntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'

const TOTALS = { human: 0, ai: 0, total: 0 }

function pageOf(rows: number, offset: number, limit: number): ViewsPage {
  const count = Math.max(0, Math.min(limit, rows - offset))
  const views = Array.from({ length: count }, (_, index) => ({
    path: untrustedText(`/${offset + index}`),
    ...TOTALS,
  }))
  return { totals: TOTALS, views, hasMore: offset + limit < rows }
}

function unread(page: ViewsPage) {
  return { read: () => page }
}

/** A service with this many rows, whose answers arrive in any order that `delays` makes. */
function createSource(rows: number, limit: number, delays: readonly number[]) {
  const asked: number[] = []
  let inFlight = 0
  const seen = { asked, maximumInFlight: 0, inFlightAtFirst: 0 }
  const fetchPage = async ({ offset }: { offset: number }) => {
    asked.push(offset)
    inFlight += 1
    seen.maximumInFlight = Math.max(seen.maximumInFlight, inFlight)
    // A number of turns of the event loop instead of a time.
    for (let turn = delays[asked.length % delays.length] ?? 0; turn > 0; turn -= 1)
      await new Promise(setImmediate)
    inFlight -= 1
    return unread(pageOf(rows, offset, limit))
  }
  return { fetchPage, seen }
}

async function collect(
  options: Partial<Parameters<typeof readPages>[0]> & Pick<Parameters<typeof readPages>[0], 'fetchPage'>,
) {
  const paths: string[] = []
  const offsets: number[] = []
  let failure: unknown
  try {
    const signal = new AbortController().signal
    for await (const { offset, page } of readPages({
      limit: 10,
      offset: 0,
      concurrency: 4,
      signal,
      ...options,
    })) {
      offsets.push(offset)
      paths.push(...page.views.map(({ path }) => readUntrustedText(path)))
    }
  } catch (error) {
    failure = error
  }
  return { paths, offsets, failure }
}

test('any number of rows, page size, concurrency and order of answers gives every row once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 0, max: 120 }),
        limit: fc.integer({ min: 1, max: 25 }),
        offset: fc.integer({ min: 0, max: 130 }),
        concurrency: fc.integer({ min: 1, max: 16 }),
        delays: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 }),
      }),
      async ({ rows, limit, offset, concurrency, delays }) => {
        const { fetchPage, seen } = createSource(rows, limit, delays)
        const { paths, failure } = await collect({ fetchPage, limit, offset, concurrency })
        const expected = Array.from(
          { length: Math.max(0, rows - offset) },
          (_, index) => `/${offset + index}`,
        )
        expect(failure).toBeUndefined()
        expect(paths).toEqual(expected)
        const pages = Math.max(1, Math.ceil((rows - offset) / limit))
        expect(seen.asked.length).toBeLessThanOrEqual(pages + concurrency - 1)
        expect(seen.maximumInFlight).toBeLessThanOrEqual(concurrency)
        expect(new Set(seen.asked).size).toBe(seen.asked.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('one page is one request', async () => {
  const { fetchPage, seen } = createSource(10, 10, [0])
  await collect({ fetchPage, concurrency: 16 })
  expect(seen.asked).toEqual([0])
})

test('the first page is asked for alone', async () => {
  const asked: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const collecting = collect({
    fetchPage: async ({ offset }) => {
      asked.push(offset)
      await promise
      return unread(pageOf(100, offset, 10))
    },
  })
  await new Promise(setImmediate)
  expect(asked).toEqual([0])
  resolve()
  await collecting
})

test('a failure half-way: all pages before it are given, then it is thrown', async () => {
  const failure = new Error('broken')
  const { offsets, failure: thrown } = await collect({
    fetchPage: async ({ offset }) => {
      if (offset === 30) throw failure
      return unread(pageOf(1000, offset, 10))
    },
  })
  expect([offsets, thrown]).toEqual([[0, 10, 20], failure])
})

test('a failure further on is not thrown before its turn, and nothing behind it is asked for', async () => {
  const asked: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const { offsets, failure } = await collect({
    fetchPage: async ({ offset }) => {
      asked.push(offset)
      if (offset === 40) {
        setImmediate(resolve)
        throw new Error('broken')
      }
      if (offset === 10) await promise
      return unread(pageOf(1000, offset, 10))
    },
  })
  expect(offsets).toEqual([0, 10, 20, 30])
  expect(failure).toMatchObject({ message: 'broken' })
  expect(asked).toEqual([0, 10, 20, 30, 40])
})

test('several failures are one failure, and none goes unhandled', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const { failure } = await collect({
    fetchPage: async ({ offset }) => {
      if (offset > 0) throw new Error(`broken at ${offset}`)
      return unread(pageOf(1000, offset, 10))
    },
  })
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(failure).toMatchObject({ message: 'broken at 10' })
  expect(unhandled).toEqual([])
})

test.each([
  ['is empty', 10, (offset: number) => ({ ...pageOf(offset === 0 ? 10 : 0, 0, 10), hasMore: true })],
  [
    'holds only rows of the page before it',
    20,
    (offset: number) => ({ ...pageOf(1000, Math.min(offset, 10), 10), hasMore: true }),
  ],
  [
    'holds only rows of the page before it',
    10,
    (offset: number) => ({ ...pageOf(offset === 0 ? 10 : 3, 0, 10), hasMore: true }),
  ],
])(
  'a page that claims more and %s is an error at offset %i, not an endless loop',
  async (what, at, answer) => {
    let asked = 0
    const { offsets, failure } = await collect({
      fetchPage: async ({ offset }) => {
        asked += 1
        return unread(answer(offset))
      },
    })
    expect(offsets).toEqual(Array.from({ length: at / 10 }, (_, index) => 10 * index))
    expect(failure).toMatchObject({
      name: 'EndlessPagesError',
      message: `Could not get page views: the page at offset ${at} ${what}, yet claims that there are more.`,
    })
    expect(asked).toBeLessThanOrEqual(at / 10 + 4)
  },
)

test('a last page may hold only rows of the page before it', async () => {
  const answers = [{ ...pageOf(10, 0, 10), hasMore: true }, pageOf(3, 0, 10)]
  const { offsets, failure } = await collect({
    fetchPage: async ({ offset }) => unread(answers[offset / 10] ?? pageOf(0, 0, 10)),
  })
  expect([offsets, failure]).toEqual([[0, 10], undefined])
})

test('requests past the end are broken off', async () => {
  const signals: AbortSignal[] = []
  await collect({
    fetchPage: async ({ offset }, signal) => {
      signals.push(signal)
      if (offset > 10) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return unread(pageOf(20, offset, 10))
    },
  })
  expect(signals).toHaveLength(5)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('whoever stops reading breaks off the rest', async () => {
  const signals: AbortSignal[] = []
  const pages = readPages({
    fetchPage: async ({ offset }, signal) => {
      signals.push(signal)
      return unread(pageOf(1000, offset, 10))
    },
    limit: 10,
    offset: 0,
    concurrency: 4,
    signal: new AbortController().signal,
  })
  for await (const _ of pages) break
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

/** A service that gives at most this many rows a page, whatever is asked for. */
function createCappedSource(rows: number, cap: (offset: number) => number) {
  const asked: { limit: number; offset: number }[] = []
  const fetchPage = async ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push({ limit, offset })
    const page = pageOf(rows, offset, Math.min(limit, cap(offset)))
    return unread({ ...page, hasMore: offset + page.views.length < rows })
  }
  return { fetchPage, asked }
}

test('a first page that is shorter than asked for says how many rows to ask for', async () => {
  const { fetchPage, asked } = createCappedSource(35, () => 4)
  const { paths } = await collect({ fetchPage })
  expect(paths).toEqual(Array.from({ length: 35 }, (_, index) => `/${index}`))
  expect(asked[0]).toEqual({ limit: 10, offset: 0 })
  expect(asked.slice(1, 9)).toEqual(
    Array.from({ length: 8 }, (_, index) => ({ limit: 4, offset: 4 + 4 * index })),
  )
})

test('any cap and any offset give every row once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(80),
      fc.integer({ min: 1, max: 8 }),
      async (rows, cap, offset, concurrency) => {
        const { fetchPage, asked } = createCappedSource(rows, () => cap)
        const { paths } = await collect({ fetchPage, offset, concurrency })
        const length = Math.max(0, rows - offset)
        expect(paths).toEqual(Array.from({ length }, (_, index) => `/${offset + index}`))
        const pages = Math.max(1, Math.ceil(length / Math.min(cap, 10)))
        expect(asked.length).toBeLessThanOrEqual(pages + concurrency - 1)
      },
    ),
  )
})

test('a later page that is short changes nothing about the others', async () => {
  const { fetchPage } = createCappedSource(50, (offset) => (offset === 20 ? 7 : 10))
  const { offsets, paths } = await collect({ fetchPage })
  expect(offsets).toEqual([0, 10, 20, 30, 40])
  expect(paths).toHaveLength(47)
})
