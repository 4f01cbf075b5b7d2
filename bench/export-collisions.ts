import type { ViewRow } from '../src/docs-service/schema.ts'
import { createPageTable } from '../src/page-views/comparison/page-table.ts'
import { createDataChecks } from '../src/page-views/reading/data-checks.ts'
import { untrustedText } from '../src/untrusted/text.ts'
import type { BenchRow } from './table.ts'

/** The quota of an hour. */
const PATHS = 25_000

/**
 * Visitors choose paths. Paths with the same hash, by a public hash function (FNV-1a), must not take
 * longer than others to be compared and searched for repeats. Best of some rounds.
 */
export function benchCollisions(): BenchRow {
  const [colliding, others] = [makeCollidingPaths(), makeOtherPaths()].map((paths) =>
    paths.map((path): ViewRow => ({ path: untrustedText(path), human: 1, ai: 1, total: 2 })),
  ) as [ViewRow[], ViewRow[]]
  let [slowest, usual] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 15; round += 1) {
    usual = Math.min(usual, compare(others))
    slowest = Math.min(slowest, compare(colliding))
  }
  return {
    what: `${PATHS.toLocaleString('en-US')} paths that collide, compared and checked: time beside others`,
    value: `${(slowest / usual).toFixed(2)} x (${slowest.toFixed(0)} ms)`,
    limit: '2 x',
    isWithin: slowest <= 2 * usual,
  }
}

/** The time for both periods, in milliseconds. */
function compare(rows: readonly ViewRow[]): number {
  const page = { totals: { human: 0, ai: 0, total: 0 }, views: [...rows], hasMore: false }
  const startedAt = performance.now()
  const [table, checks] = [createPageTable('total'), createDataChecks(2 ** 24)]
  rows.forEach(table.add)
  rows.forEach(table.addPrevious)
  checks.add({ offset: 0, nextOffset: rows.length, page })
  if ([...table.list(true)].length !== rows.length) throw new Error('Rows are missing.')
  return performance.now() - startedAt
}

/** Each path has pieces that are one of two with the same hash. */
function makeCollidingPaths(): string[] {
  let hash = step(0x811c9dc5, '/')
  const pieces: [string, string][] = []
  while (2 ** pieces.length < PATHS) {
    const seen = new Map<number, string>()
    for (let number = 0; ; number += 1) {
      const piece = number.toString(36).padStart(5, '0')
      const next = step(hash, piece)
      const other = seen.get(next)
      seen.set(next, piece)
      if (other === undefined) continue
      pieces.push([other, piece])
      hash = next
      break
    }
  }
  return Array.from({ length: PATHS }, (_, index) =>
    pieces.reduce((path, pair, bit) => path + pair[(index >> bit) & 1], '/'),
  )
}

/** As long, and as similar. */
function makeOtherPaths(): string[] {
  return Array.from({ length: PATHS }, (_, index) => `/${index.toString(2).padStart(15, '0').repeat(5)}`)
}

/** http://www.isthe.com/chongo/tech/comp/fnv/ */
function step(hash: number, text: string): number {
  return Buffer.from(text).reduce((value, byte) => Math.imul(value ^ byte, 0x01000193) >>> 0, hash)
}
