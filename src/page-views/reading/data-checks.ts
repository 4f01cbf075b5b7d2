import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { PageAt } from './fetch-pages.ts'

export interface DataWarning {
  message: string
  example?: UntrustedText | undefined
}

/** What shows that rows are missing. Only after a short page is it known where. */
export type DataShortfall = 'short page' | 'repeated paths' | 'changed totals' | 'no rows'

export interface Findings {
  warnings: DataWarning[]
  shortfalls: DataShortfall[]
  /** The first row that may be missing after a short page; undefined without one. */
  gapAt: number | undefined
  /** Whether all rows together have fewer views than the totals. Then a page without a row may still have views. */
  isBelowTotals: boolean
}

/**
 * Checks the pages of one period as they pass: whether they fit together, and changed while they were read.
 * @param maximumSize of the paths to remember, in characters
 */
export function createDataChecks(maximumSize = MAXIMUM_SIZE) {
  const rows = createRowChecks(maximumSize)
  const lengths = createLengthChecks()
  const totals = createTotalsChecks()

  return {
    add(pageAt: PageAt): void {
      const { page, offset } = pageAt
      lengths.add(pageAt, totals.first() === undefined)
      totals.add(page.totals)
      for (const row of page.views) rows.add(row, offset)
    },
    /** @param isWhole whether every page from the first to the last has passed */
    finish(isWhole: boolean): Findings {
      const { sums } = rows
      const first = totals.first() ?? sums
      const gapAt = lengths.gapAt()
      const isEmpty = isWhole && rows.count() === 0 && first.human + first.ai + first.total > 0
      const areSumsKnown = isWhole && gapAt === undefined && !isEmpty
      const shortfalls: [boolean, DataShortfall][] = [
        [gapAt !== undefined, 'short page'],
        [rows.areRepeatedElsewhere(), 'repeated paths'],
        [totals.haveChanged(), 'changed totals'],
        [isEmpty, 'no rows'],
      ]
      const warnings = [
        ...rows.list(),
        totals.warn(),
        isEmpty && { message: `The service sent no rows, but the totals are ${formatCounts(first)}.` },
        areSumsKnown && warnOfSums(sums, first),
        !isClose(first.human + first.ai, first.total) && {
          message: `The totals themselves don't add up: ${formatCounts(first)}.`,
        },
        ...lengths.list(),
      ].filter((warning) => typeof warning === 'object')
      return {
        warnings,
        shortfalls: shortfalls.filter(([is]) => is).map(([, name]) => name),
        gapAt,
        isBelowTotals: areSumsKnown && isBelow(sums, first),
      }
    },
  }
}

function createRowChecks(maximumSize: number) {
  const paths = createKnownPaths(maximumSize)
  const [repeatedElsewhere, repeatedOnPage, unequal] = [createTally(), createTally(), createTally()]
  const sums: ViewCounts = { human: 0, ai: 0, total: 0 }
  let rows = 0
  return {
    sums,
    count: () => rows,
    areRepeatedElsewhere: repeatedElsewhere.isAny,
    add(row: ViewRow, offset: number) {
      const offsetBefore = paths.add(row.path, offset)
      if (offsetBefore !== undefined) (offsetBefore === offset ? repeatedOnPage : repeatedElsewhere).count(row.path)
      if (!isClose(row.human + row.ai, row.total)) unequal.count(row.path)
      sums.human += row.human
      sums.ai += row.ai
      sums.total += row.total
      rows += 1
    },
    list: (): (DataWarning | false | undefined)[] => [
      repeatedElsewhere.warn(
        (count) => `Paths are repeated in ${count} on another page. Rows moved, so as many others are missing.`,
      ),
      repeatedOnPage.warn((n) => `Paths are repeated in ${n} on the same page. The larger row counts.`),
      paths.isFull() && { message: 'Only the first pages were searched for repeated paths.' },
      unequal.warn((count) => `In ${count}, human and AI views don't add up to the total.`),
    ],
  }
}

function warnOfSums(sums: ViewCounts, totals: ViewCounts): DataWarning | undefined {
  if (isSame(sums, totals)) return undefined
  const end = isBelow(sums, totals) ? ' Pages may be missing, so none counts as new or gone.' : ''
  return {
    message: `The rows add up to ${formatCounts(sums)}, but the totals are ${formatCounts(totals)}.${end}`,
  }
}

function createTotalsChecks() {
  let first: ViewCounts | undefined
  let changed: ViewCounts | undefined
  return {
    add(totals: ViewCounts) {
      first ??= totals
      if (!isSame(totals, first)) changed ??= totals
    },
    first: () => first,
    haveChanged: () => changed !== undefined,
    warn(): DataWarning | undefined {
      if (first === undefined || changed === undefined) return undefined
      const change = `from ${formatCounts(first)} to ${formatCounts(changed)}`
      return { message: `The totals changed while the pages were read, ${change}. Rows may be missing.` }
    },
  }
}

/** In characters: enough for the 25,000 rows per hour that the quota allows, with paths of 60 characters. */
const MAXIMUM_SIZE = 1.5 * 2 ** 20

/** Remembers paths up to a total of `maximumSize` characters, so that memory has a limit. */
function createKnownPaths(maximumSize: number) {
  const known = new Map<string, number>()
  let size = 0
  let isFull = false
  return {
    /** @returns the offset of the page that had the path before; undefined if none is remembered */
    add(path: UntrustedText, offset: number): number | undefined {
      const text = readUntrustedText(path)
      const offsetBefore = known.get(text)
      if (offsetBefore !== undefined) return offsetBefore
      size += text.length
      isFull ||= size > maximumSize
      if (!isFull) known.set(text, offset)
      return undefined
    },
    isFull: () => isFull,
  }
}

function createLengthChecks() {
  let first = ''
  let short = 0
  let long = 0
  let gapAt: number | undefined
  return {
    add({ offset, limit, page: { views, hasMore } }: PageAt, isFirst: boolean) {
      const rows = views.length
      if (rows > limit) long += 1
      if (!hasMore || rows >= limit) return
      if (isFirst) {
        first = `The first page has ${rows} rows, but \`limit\` is ${limit} and more follow.`
        first += ` Every other request asks for ${rows} rows.`
        return
      }
      gapAt ??= offset + rows
      short += 1
    },
    gapAt: () => gapAt,
    list: (): (DataWarning | false)[] => [
      first !== '' && { message: first },
      short > 0 && {
        message: `${countPages(short)} fewer rows than requested. Rows may be missing from offset ${gapAt} on.`,
      },
      long > 0 && { message: `${countPages(long)} more rows than requested. Rows may be repeated.` },
    ],
  }
}

const countPages = (count: number): string => (count === 1 ? 'One page had' : `${count} pages had`)

function createTally() {
  let rows = 0
  let example: UntrustedText | undefined
  return {
    count(path: UntrustedText) {
      rows += 1
      example ??= path
    },
    isAny: () => rows > 0,
    warn(format: (count: string) => string): DataWarning | undefined {
      return rows === 0 ? undefined : { message: format(rows === 1 ? 'one row' : `${rows} rows`), example }
    },
  }
}

function isSame(a: ViewCounts, b: ViewCounts): boolean {
  return isClose(a.human, b.human) && isClose(a.ai, b.ai) && isClose(a.total, b.total)
}

/** Counts may be fractions, whose sums aren't exact. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}

function isBelow(a: ViewCounts, b: ViewCounts): boolean {
  return (['human', 'ai', 'total'] as const).some((name) => a[name] < b[name] && !isClose(a[name], b[name]))
}

function formatCounts({ human, ai, total }: ViewCounts): string {
  return `${human} human + ${ai} AI = ${total}`
}
