import fc from 'fast-check'
import { expect } from 'vitest'
import type { ViewCounts, ViewRow } from '../../src/docs-service/schema.ts'
import { exportPageViews } from '../../src/page-views/export-page-views.ts'
import { row } from '../unit/page-views/example-result.ts'
import { createMemoryFile } from '../unit/page-views/memory-file.ts'
import { isRepeat, reportLongRun, testProperty } from './fuzz-parameters.ts'

const RANGE = { dateFrom: '2026-10-08', dateTo: '2026-10-15' }
const PREVIOUS_RANGE = { dateFrom: '2026-10-01', dateTo: '2026-10-08' }

const path = fc.nat(11).map((number) => `/${number}`)
const viewRow = fc.tuple(path, fc.nat(50), fc.nat(30)).map((each) => row(...each))
const at = fc.nat(11)

/** What happens to the rows between two requests. */
const move = fc.oneof(
  { weight: 4, arbitrary: fc.constant((rows: ViewRow[]) => rows) },
  fc.tuple(at, viewRow).map(
    ([index, added]) =>
      (rows: ViewRow[]) =>
        rows.toSpliced(index, 0, added),
  ),
  at.map((index) => (rows: ViewRow[]) => rows.toSpliced(index, 1)),
  fc.tuple(at, at).map(([from, to]) => (rows: ViewRow[]) => {
    const [moved] = rows.slice(from)
    return moved === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, moved)
  }),
)

const period = fc.record({
  rows: fc.uniqueArray(viewRow, { maxLength: 10, selector: (each) => each.path }),
  moves: fc.array(move, { maxLength: 6 }),
  /** Whether the totals are those of the beginning, whatever moves. */
  isFrozen: fc.boolean(),
})
type Period = typeof period extends fc.Arbitrary<infer Value> ? Value : never

interface Answer {
  offset: number
  totals: ViewCounts
  views: ViewRow[]
  hasMore: boolean
}

/** A service whose rows move between any two requests, and all that it has answered. */
function serve({ rows: start, moves, isFrozen }: Period) {
  const answers: Answer[] = []
  let rows = start
  const answer = (offset: number, limit: number): Answer => {
    rows = moves[answers.length - 1]?.(rows) ?? rows
    const views = rows.slice(offset, offset + limit)
    const page = {
      offset,
      views,
      totals: sum(isFrozen ? start : rows),
      hasMore: offset + limit < rows.length,
    }
    answers.push(page)
    return page
  }
  /** Those up to the end: requests past it are broken off. */
  const listUsed = () => {
    const sorted = answers.toSorted((a, b) => a.offset - b.offset)
    const end = sorted.findIndex(({ hasMore }) => !hasMore)
    return sorted.slice(0, end < 0 ? sorted.length : end + 1)
  }
  return { answer, listUsed }
}

function sum(rows: readonly ViewRow[]): ViewCounts {
  const add = (name: keyof ViewCounts) => rows.reduce((total, each) => total + each[name], 0)
  return { human: add('human'), ai: add('ai'), total: add('total') }
}

/** Whether anything in the answers tells that rows are missing. */
function canTell(answers: readonly Answer[], limit: number): boolean {
  const pagesOf = Map.groupBy(
    answers.flatMap(({ views }, page) => views.map((each) => ({ page, path: each.path }))),
    (each) => each.path,
  )
  const isRepeated = [...pagesOf.values()].some((all) => new Set(all.map(({ page }) => page)).size > 1)
  const totals = new Set(answers.map((each) => JSON.stringify(each.totals)))
  const isShort = answers.some(({ views, hasMore }) => hasMore && views.length < limit)
  const isEmpty = answers.every(({ views }) => views.length === 0) && (answers[0]?.totals.total ?? 0) > 0
  return isRepeated || totals.size > 1 || isShort || isEmpty
}

function findLargest(answers: readonly Answer[], wanted: ViewRow): number {
  const totals = answers.flatMap(({ views }) => views.filter((each) => each.path === wanted.path))
  return Math.max(0, ...totals.map(({ total }) => total))
}

let cases = 0
let compared = 0
let withoutViews = 0

testProperty(
  'whatever moves between two requests, what is complete, without views or rising agrees with the answers',
  400,
  [period, period, fc.record({ limit: fc.integer({ min: 1, max: 4 }), concurrency: fc.integer({ min: 1, max: 3 }) })],
  async (now, before, { limit, concurrency }) => {
    const services = { [RANGE.dateFrom]: serve(now), [PREVIOUS_RANGE.dateFrom]: serve(before) }
    const result = await exportPageViews(
      {
        ...{ range: RANGE, previousRange: PREVIOUS_RANGE, isToDate: false, limit, concurrency },
        ...{ offset: 0, maximumRequests: 100, extension: '.csv', topCount: 20, topBy: 'total' },
      },
      {
        service: {
          async getPageViews({ dateFrom = '', offset, limit: asked }) {
            const page = services[dateFrom]?.answer(offset, asked)
            return { read: () => page ?? { views: [], totals: sum([]), hasMore: false } }
          },
        },
        openFile: async () => createMemoryFile().file,
        signal: new AbortController().signal,
      },
    )
    const [used, usedBefore] = [RANGE, PREVIOUS_RANGE].map(({ dateFrom }) => services[dateFrom]?.listUsed() ?? []) as [
      Answer[],
      Answer[],
    ]
    cases += 1
    // A page that is empty, or repeats the one before it, and claims more is a failure.
    if (result.outcome !== 'failed') expect(result.outcome === 'complete').toBe(!canTell(used, limit))
    const { comparison } = result
    if (comparison === undefined) return
    compared += 1
    expect(canTell(usedBefore, limit)).toBe(false)
    if (comparison.noViews.length > 0) {
      withoutViews += 1
      for (const [answers, period] of [
        [used, result.totals],
        [usedBefore, comparison.totals],
      ] as const)
        expect(sum(answers.flatMap(({ views }) => views)).total).toBeGreaterThanOrEqual(period?.total ?? 0)
      expect(result.outcome).toBe('complete')
    }
    for (const page of comparison.noViews)
      expect([findLargest(used, page), findLargest(usedBefore, page)]).toEqual([0, page.previous])
    for (const page of [...comparison.rising, ...comparison.isNew]) {
      expect([page.total, page.previous]).toEqual([findLargest(used, page), findLargest(usedBefore, page)])
      expect(page.change).toBe(page.total - page.previous)
    }
  },
  () => {
    reportLongRun({ cases, compared, withoutViews })
    expect(isRepeat || (compared > 50 && withoutViews > 20)).toBe(true)
  },
)
