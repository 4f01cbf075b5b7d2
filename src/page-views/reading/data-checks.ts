import type { ViewCounts } from '../../docs-service/schema.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { PageAt } from './fetch-pages.ts'

/** What shows that rows are missing, though nobody knows where. */
export type DataShortfall = 'repeated paths' | 'changed totals' | 'no rows'

export interface Findings {
  shortfalls: DataShortfall[]
  /**
   * A warning if all rows together have fewer views than the totals. Then a page without a row may still have views.
   * Undefined if not.
   */
  belowTotals: string | undefined
  /** What there was no memory for, as a warning. */
  unsearched: string | undefined
}

/**
 * Checks the pages of one period as they pass: whether they fit together, and changed while they were read.
 * @param maximumSize of the paths to remember, in characters
 */
export function createDataChecks(maximumSize = MAXIMUM_SIZE) {
  const paths = createKnownPaths(maximumSize)
  const sums: ViewCounts = { human: 0, ai: 0, total: 0 }
  let first: ViewCounts | undefined
  let [hasRows, areRepeated, haveChanged] = [false, false, false]

  return {
    add({ page: { totals, views }, offset }: PageAt): void {
      first ??= totals
      haveChanged ||= !isSame(totals, first)
      hasRows ||= views.length > 0
      for (const { path, human, ai, total } of views) {
        areRepeated ||= paths.isOnOtherPage(path, offset)
        sums.human += human
        sums.ai += ai
        sums.total += total
      }
    },
    /** @param isWhole whether every page from the first to the last has passed */
    finish(isWhole: boolean): Findings {
      const totals = first ?? sums
      const isEmpty = isWhole && !hasRows && totals.human + totals.ai + totals.total > 0
      const shortfalls: [boolean, DataShortfall][] = [
        [areRepeated, 'repeated paths'],
        [haveChanged, 'changed totals'],
        [isEmpty, 'no rows'],
      ]
      return {
        shortfalls: shortfalls.filter(([is]) => is).map(([, name]) => name),
        belowTotals: isWhole && !isEmpty && isBelow(sums, totals) ? explainSums(sums, totals) : undefined,
        unsearched: areRepeated ? undefined : paths.explainUnsearched(),
      }
    },
  }
}

function explainSums(sums: ViewCounts, totals: ViewCounts): string {
  const end = 'Pages may be missing, so no page is treated as new or without views.'
  return `The rows add up to ${formatCounts(sums)}, but the totals are ${formatCounts(totals)}. ${end}`
}

/** In characters: enough for the 25,000 rows per hour that the quota allows, with paths of 60 characters. */
const MAXIMUM_SIZE = 1.5 * 2 ** 20

/** Remembers paths up to a total of `maximumSize` characters, so that memory has a limit. */
function createKnownPaths(maximumSize: number) {
  const known = new Map<string, number>()
  let size = 0
  let isFull = false
  return {
    /** Whether the path was on a page with another offset. */
    isOnOtherPage(path: UntrustedText, offset: number): boolean {
      const text = readUntrustedText(path)
      const offsetBefore = known.get(text)
      if (offsetBefore !== undefined) return offsetBefore !== offset
      size += text.length
      isFull ||= size > maximumSize
      if (!isFull) known.set(text, offset)
      return false
    },
    explainUnsearched(): string | undefined {
      const count = known.size.toLocaleString('en-US')
      return isFull ? `Only the first ${count} paths were checked for repetition on other pages.` : undefined
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
