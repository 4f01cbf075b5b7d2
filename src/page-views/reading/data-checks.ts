import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import { attachQuote, type ExportWarning } from '../export-warning.ts'
import type { PageAt } from './pages.ts'
import { createRepeatedTexts } from './repeated-texts.ts'

/** Checks the data as it passes: whether it is consistent, and whether it changed while it was read. */
export interface DataChecks {
  add(pageAt: PageAt): void
  /** @param isWhole whether every row from the very first to the last has passed */
  finish(isWhole: boolean): ExportWarning[]
}

/** Checks for the rows of one period. */
export function createDataChecks(): DataChecks {
  const paths = createRepeatedTexts()
  const repeated = createTally()
  const unequal = createTally()
  const sums: ViewCounts = { human: 0, ai: 0, total: 0 }
  let totals: ViewCounts | undefined
  let changedTotals: ViewCounts | undefined
  const lengths = createLengthChecks()

  const addRow = (row: ViewRow) => {
    if (paths.add(readUntrustedText(row.path))) repeated.count(row.path)
    if (!isClose(row.human + row.ai, row.total)) unequal.count(row.path)
    sums.human += row.human
    sums.ai += row.ai
    sums.total += row.total
  }

  return {
    add(pageAt) {
      const { page } = pageAt
      lengths.add(pageAt, totals === undefined)
      totals ??= page.totals
      if (!isSame(page.totals, totals)) changedTotals = page.totals
      page.views.forEach(addRow)
    },
    finish(isWhole) {
      const first = totals ?? sums
      return [
        repeated.warn(
          (count) =>
            `Paths are repeated in ${count}. Rows may have moved between pages while they were read.`,
        ),
        paths.isFull &&
          warn('There are so many pages that the last ones were not searched for repeated paths.'),
        changedTotals &&
          warn(
            `The totals changed while the pages were read, from ${describe(first)} to ${describe(changedTotals)}. The first ones are reported.`,
          ),
        isWhole &&
          !isSame(sums, first) &&
          warn(`The rows add up to ${describe(sums)}, but the totals say ${describe(first)}.`),
        unequal.warn((count) => `In ${count} the total is not human and AI together.`),
        !isClose(first.human + first.ai, first.total) &&
          warn(`The totals do not add up themselves: ${describe(first)}.`),
        ...lengths.finish(),
      ].filter((warning) => typeof warning === 'object')
    },
  }
}

/** Checks how many rows the pages have. */
function createLengthChecks() {
  const warnings: ExportWarning[] = []
  let short = 0
  let long = 0
  let gapAt = 0
  return {
    add({ offset, limit, page: { views, hasMore } }: PageAt, isFirst: boolean) {
      const rows = views.length
      if (rows > limit) long += 1
      if (!hasMore || rows >= limit) return
      if (isFirst)
        warnings.push(
          warn(
            `The first page has ${rows} rows, though ${limit} were asked for and more follow. From there on, ${rows} rows are asked for at a time.`,
          ),
        )
      else {
        if (short === 0) gapAt = offset + rows
        short += 1
      }
    },
    finish: () => [
      ...warnings,
      short > 0 &&
        warn(
          `${countPages(short)} fewer rows than were asked for, though more followed. Rows may be missing from offset ${gapAt} on.`,
        ),
      long > 0 && warn(`${countPages(long)} more rows than were asked for. Rows may be repeated.`),
    ],
  }
}

function countPages(count: number): string {
  return count === 1 ? 'One page had' : `${count} pages had`
}

function warn(message: string): ExportWarning {
  return { about: 'data', message }
}

/** Counts rows and keeps the first path. */
function createTally() {
  let rows = 0
  let example: UntrustedText | undefined
  return {
    count(path: UntrustedText) {
      rows += 1
      example ??= path
    },
    warn(describeRows: (count: string) => string): ExportWarning | undefined {
      if (example === undefined) return undefined
      const message = describeRows(rows === 1 ? 'one row' : `${rows} rows`)
      return { ...warn(message), ...attachQuote('For example', example) }
    },
  }
}

function isSame(a: ViewCounts, b: ViewCounts): boolean {
  return isClose(a.human, b.human) && isClose(a.ai, b.ai) && isClose(a.total, b.total)
}

/** Counts are whole as far as anybody has seen, but typed as any number: sums of fractions are not exact. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}

function describe({ human, ai, total }: ViewCounts): string {
  return `${human} human + ${ai} AI = ${total}`
}
