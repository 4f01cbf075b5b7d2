import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ViewsPage } from '../../../../src/docs-service/schema.ts'
import { fetchPages } from '../../../../src/page-views/reading/fetch-pages.ts'
import { readUntrustedText } from '../../../../src/untrusted/text.ts'
import { row } from '../example-result.ts'

type PagesOptions = Parameters<typeof fetchPages>[0]
type Answer = (...asked: Parameters<PagesOptions['fetchPage']>) => ViewsPage | Promise<ViewsPage>

/** The page of a service with this many rows. */
function pageOf(rows: number, offset: number, limit: number): ViewsPage {
  const length = Math.max(0, Math.min(limit, rows - offset))
  const views = Array.from({ length }, (_, index) => row(`/${offset + index}`))
  return { totals: { human: 0, ai: 0, total: 0 }, views, hasMore: offset + limit < rows }
}

/** Fetches ten rows at a time, four pages at once, and returns the requests and the rows. */
async function collect(answer: Answer, options: Partial<PagesOptions> = {}, pause = async () => {}) {
  const [asked, offsets, paths]: [number[], number[], string[]] = [[], [], []]
  const pages = fetchPages({
    limit: 10,
    offset: 0,
    concurrency: 4,
    signal: new AbortController().signal,
    async fetchPage(offset, signal) {
      asked.push(offset)
      // A slow disk holds requests back, so memory doesn't grow with the rows.
      expect(asked.length - offsets.length).toBeLessThanOrEqual((options.concurrency ?? 4) + 1)
      const page = await answer(offset, signal)
      return { read: () => page }
    },
    ...options,
  })
  let failure: unknown
  try {
    for await (const { offset, page } of pages) {
      await pause()
      offsets.push(offset)
      paths.push(...page.views.map(({ path }) => readUntrustedText(path)))
    }
  } catch (error) {
    failure = error
  }
  return { asked, offsets, paths, failure }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('whatever the number of rows, page size, concurrency and order of answers, every row comes once, in order', async () => {
  const cases = fc.record({
    rows: fc.integer({ min: 0, max: 120 }),
    limit: fc.integer({ min: 1, max: 25 }),
    offset: fc.integer({ min: 0, max: 130 }),
    concurrency: fc.integer({ min: 1, max: 16 }),
    /** How many turns of the event loop each answer takes. */
    delays: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ rows, limit, offset, concurrency, delays }) => {
      let [count, inFlight, most] = [0, 0, 0]
      const answer: Answer = async (at) => {
        count += 1
        inFlight += 1
        most = Math.max(most, inFlight)
        for (let left = delays[count % delays.length] ?? 0; left > 0; left -= 1) await turn()
        inFlight -= 1
        return pageOf(rows, at, limit)
      }
      const { asked, paths, failure } = await collect(answer, { limit, offset, concurrency }, turn)
      const length = Math.max(0, rows - offset)
      const expected = Array.from({ length }, (_, index) => `/${offset + index}`)
      expect([paths, failure]).toEqual([expected, undefined])
      const pages = Math.max(1, Math.ceil(length / limit))
      expect(asked.length).toBeLessThanOrEqual(Math.min(2 * pages - 1, pages + concurrency - 1))
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(new Set(asked).size).toBe(asked.length)
    }),
    { numRuns: 300 },
  )
})

test("a failure of a later page is thrown in its turn, and pages after it aren't requested", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { asked, offsets, failure } = await collect(async (offset) => {
    if (offset === 30) {
      setImmediate(resolve)
      throw new Error('broken')
    }
    if (offset === 20) await promise
    return pageOf(1000, offset, 10)
  })
  expect(offsets).toEqual([0, 10, 20])
  expect(failure).toMatchObject({ message: 'broken' })
  expect(asked).toEqual([0, 10, 20, 30])
})

test.each([
  [0, 7],
  [10, 0],
])('a short page before the end, at offset %i, has %i rows that count, and is an error', async (short, rows) => {
  const { offsets, paths, failure } = await collect((offset) => pageOf(100, offset, offset === short ? rows : 10))
  expect([offsets, paths.length]).toEqual([[0], short + rows])
  const message = `the page at offset ${short} has ${rows} of 10 rows, but claims that more follow.`
  expect(failure).toMatchObject({ name: 'BrokenPagesError', message: expect.stringContaining(message) })
})

test('rows behind a page that claims to be the last are an error', async () => {
  const { paths, failure } = await collect((offset) => {
    return { ...pageOf(100, offset, offset === 20 ? 3 : 10), hasMore: offset !== 20 }
  })
  expect(paths).toHaveLength(23)
  expect(failure).toMatchObject({ message: expect.stringContaining('offset 30 has rows, but an earlier page claims') })
})

test('requests past the end are aborted after five seconds', async () => {
  const signals: AbortSignal[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const collected = collect(async (offset, signal) => {
    signals.push(signal)
    if (offset > 20) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return pageOf(30, offset, 10)
  })
  await vi.advanceTimersByTimeAsync(5_000)
  await collected
  // As many at once as pages have arrived: the first is alone, and a small site costs no request past its end.
  expect(signals).toHaveLength(4)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})
