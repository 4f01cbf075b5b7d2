import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { PageAt } from './read-period.ts'

/** Something about the rows that a reader of the result should know. */
export interface DataWarning {
  message: string
  example?: UntrustedText | undefined
}

/** Checks the data as it passes: whether it is consistent, and whether it changed while it was read. */
export interface DataChecks {
  add(pageAt: PageAt): void
  /** @param isWhole whether every row from the very first to the last has passed */
  finish(isWhole: boolean): Findings
}

export interface Findings {
  warnings: DataWarning[]
  /** The first row that may be missing, since a page was shorter than asked for; undefined when none was. */
  gapAt: number | undefined
  /** Whether a path came again on another page. Rows have moved then, and as many are missing. */
  hasRepeatsElsewhere: boolean
}

/** Checks for the rows of one period. */
export function createDataChecks(maximumSize?: number): DataChecks {
  const paths = createKnownPaths(maximumSize)
  const repeatedElsewhere = createTally()
  const repeatedOnPage = createTally()
  const unequal = createTally()
  const lengths = createLengthChecks()
  const sums: ViewCounts = { human: 0, ai: 0, total: 0 }
  let totals: ViewCounts | undefined
  let changedTotals: ViewCounts | undefined

  const addRow = (row: ViewRow, offset: number) => {
    const offsetBefore = paths.add(row.path, offset)
    if (offsetBefore !== undefined)
      (offsetBefore === offset ? repeatedOnPage : repeatedElsewhere).count(row.path)
    if (!isClose(row.human + row.ai, row.total)) unequal.count(row.path)
    sums.human += row.human
    sums.ai += row.ai
    sums.total += row.total
  }

  return {
    add(pageAt) {
      const { page, offset } = pageAt
      lengths.add(pageAt, totals === undefined)
      totals ??= page.totals
      if (!isSame(page.totals, totals)) changedTotals = page.totals
      for (const row of page.views) addRow(row, offset)
    },
    finish(isWhole) {
      const first = totals ?? sums
      const gapAt = lengths.gapAt()
      const warnings = [
        repeatedElsewhere.warn(
          (rows) =>
            `Paths are repeated in ${rows} on another page: rows moved while they were read, and as many are missing.`,
        ),
        repeatedOnPage.warn((rows) => `Paths are repeated in ${rows} on the same page.`),
        paths.isFull() && {
          message: 'There are so many pages that the last ones were not searched for repeated paths.',
        },
        changedTotals && {
          message: `The totals changed while the pages were read, from ${describe(first)} to ${describe(changedTotals)}. The first ones are reported.`,
        },
        isWhole &&
          gapAt === undefined &&
          !isSame(sums, first) && {
            message: `The rows add up to ${describe(sums)}, but the totals say ${describe(first)}.`,
          },
        unequal.warn((rows) => `In ${rows} the total is not human and AI together.`),
        !isClose(first.human + first.ai, first.total) && {
          message: `The totals do not add up themselves: ${describe(first)}.`,
        },
        ...lengths.list(),
      ].filter((warning) => typeof warning === 'object')
      return { warnings, gapAt, hasRepeatsElsewhere: repeatedElsewhere.isAny() }
    },
  }
}

/** In characters. The service's quota allows 25,000 rows an hour: there is room for that many paths of 60 characters. */
const MAXIMUM_SIZE = 1.5 * 2 ** 20

/** Remembers paths until they are `maximumSize` characters together, so that memory does not grow without end. */
function createKnownPaths(maximumSize = MAXIMUM_SIZE) {
  const known = new Map<string, number>()
  let size = 0
  let isFull = false
  return {
    /** @returns the offset of the page that the path was on before; undefined when it is new, or not remembered */
    add(path: UntrustedText, offset: number): number | undefined {
      const text = readUntrustedText(path)
      const offsetBefore = known.get(text)
      if (offsetBefore !== undefined) return offsetBefore
      isFull ||= size + text.length > maximumSize
      if (isFull) return undefined
      known.set(text, offset)
      size += text.length
      return undefined
    },
    isFull: () => isFull,
  }
}

/** Checks how many rows the pages have. */
function createLengthChecks() {
  const warnings: DataWarning[] = []
  let short = 0
  let long = 0
  let gapAt: number | undefined
  return {
    add({ offset, limit, page: { views, hasMore } }: PageAt, isFirst: boolean) {
      const rows = views.length
      if (rows > limit) long += 1
      if (!hasMore || rows >= limit) return
      if (isFirst)
        warnings.push({
          message: `The first page has ${rows} rows, though ${limit} were asked for and more follow. From there on, ${rows} rows are asked for at a time.`,
        })
      else {
        gapAt ??= offset + rows
        short += 1
      }
    },
    gapAt: () => gapAt,
    list: (): (DataWarning | false)[] => [
      ...warnings,
      short > 0 && {
        message: `${countPages(short)} fewer rows than were asked for, though more followed. Rows may be missing from offset ${gapAt} on.`,
      },
      long > 0 && { message: `${countPages(long)} more rows than were asked for. Rows may be repeated.` },
    ],
  }
}

function countPages(count: number): string {
  return count === 1 ? 'One page had' : `${count} pages had`
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
    isAny: () => rows > 0,
    warn(describeRows: (count: string) => string): DataWarning | undefined {
      return rows === 0
        ? undefined
        : { message: describeRows(rows === 1 ? 'one row' : `${rows} rows`), example }
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
