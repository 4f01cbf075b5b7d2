import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import type { PageAt } from './pages.ts'
import { createRepeatedTexts } from './repeated-texts.ts'

/** Something about the data that a reader should know. */
export interface DataWarning {
  message: string
  /** The first path that it is about. */
  example?: UntrustedText
}

/** Looks at the data as it passes: does it fit together, did it move while it was read? */
export interface DataChecks {
  add(pageAt: PageAt): void
  /** @param isWhole whether every row from the very first to the last has passed */
  finish(isWhole: boolean): DataWarning[]
}

export function createDataChecks(limit: number): DataChecks {
  const paths = createRepeatedTexts()
  const repeated = createTally()
  const unequal = createTally()
  const sums: ViewCounts = { human: 0, ai: 0, total: 0 }
  let totals: ViewCounts | undefined
  let changedTotals: ViewCounts | undefined
  let unevenPages = 0

  const addRow = (row: ViewRow) => {
    if (paths.add(readUntrustedText(row.path))) repeated.count(row.path)
    if (!isClose(row.human + row.ai, row.total)) unequal.count(row.path)
    sums.human += row.human
    sums.ai += row.ai
    sums.total += row.total
  }

  return {
    add({ page }) {
      totals ??= page.totals
      if (!isSame(page.totals, totals)) changedTotals = page.totals
      const isFull = page.views.length === limit
      if (!isFull && (page.hasMore || page.views.length > limit)) unevenPages += 1
      page.views.forEach(addRow)
    },
    finish(isWhole) {
      const first = totals ?? sums
      return [
        repeated.warn(
          (count) =>
            `Paths are repeated in ${count}. Rows may have moved between pages while they were read.`,
        ),
        paths.isFull && {
          message: 'There are so many pages that the last ones were not searched for repeated paths.',
        },
        changedTotals && {
          message: `The totals changed while the pages were read, from ${describe(first)} to ${describe(changedTotals)}. The first ones are reported.`,
        },
        isWhole &&
          !isSame(sums, first) && {
            message: `The rows add up to ${describe(sums)}, but the totals say ${describe(first)}.`,
          },
        unequal.warn((count) => `In ${count} the total is not human and AI together.`),
        !isClose(first.human + first.ai, first.total) && {
          message: `The totals do not add up themselves: ${describe(first)}.`,
        },
        unevenPages > 0 && {
          message: `${unevenPages === 1 ? 'One page' : `${unevenPages} pages`} did not have the ${limit} rows that were asked for, though more followed. Rows may be missing or repeated; try a smaller \`limit\`.`,
        },
      ].filter((warning) => typeof warning === 'object')
    },
  }
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
    warn(describeRows: (count: string) => string): DataWarning | undefined {
      if (example === undefined) return undefined
      return { message: describeRows(rows === 1 ? 'one row' : `${rows} rows`), example }
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
