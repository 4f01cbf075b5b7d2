import type { ViewCounts } from '../../docs-service/schema.ts'
import { addViews, NO_VIEWS } from '../../docs-service/view-counts.ts'
import type { PlacedPage } from '../../docs-service/views-pages.ts'
import { formatNumber } from '../../formatting/numbers.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { ExportWarning, Shortfall } from '../problems.ts'

/** In characters: enough for the 25,000 rows per hour that the quota allows, with paths of 60 characters. */
const MAXIMUM_SIZE = 1.5 * 2 ** 20
const FIGURES = ['human', 'ai', 'total'] as const

/**
 * Checks the pages of one period as they pass: whether they fit together, and changed while they were read.
 * @param maximumSize of the paths to remember, in characters, so that memory has a limit
 */
export function createDataChecks(maximumSize = MAXIMUM_SIZE) {
  const pages = new Map<string, number>()
  let [rows, size] = [0, 0]
  let sums = NO_VIEWS
  let first: ViewCounts | undefined
  let [isShort, areRepeated, haveChanged] = [false, false, false]

  /** Whether the path was on a page with another offset. */
  function isOnOtherPage(path: UntrustedText, offset: number): boolean {
    const text = readUntrustedText(path)
    const known = pages.get(text)
    if (known !== undefined) return known !== offset
    size += text.length
    if (size <= maximumSize) pages.set(text, offset)
    return false
  }

  return {
    add({ page: { totals, views }, offset, ...placed }: PlacedPage): void {
      isShort ||= placed.isShort
      const expected = first ?? totals
      first = expected
      haveChanged ||= FIGURES.some((name) => totals[name] !== expected[name])
      rows += views.length
      for (const row of views) {
        areRepeated ||= isOnOtherPage(row.path, offset)
        sums = addViews(sums, row)
      }
    },
    /** @param isWhole whether every page from the first to the last has passed */
    finish(isWhole: boolean) {
      const shortfalls: Shortfall[] = []
      if (isShort) shortfalls.push('short page')
      if (areRepeated) shortfalls.push('repeated paths')
      if (haveChanged) shortfalls.push('changed totals')
      const warnings: ExportWarning[] = []
      const totals = first ?? sums
      // Then a page without a row may still have views.
      const isBelow = isWhole && FIGURES.some((name) => sums[name] < totals[name])
      if (isBelow) warnings.push({ about: 'the data is inconsistent', message: explainSums(sums, totals) })
      if (size > maximumSize && !areRepeated) {
        const count = formatNumber(pages.size)
        const message = `Only the first ${count} paths were checked for repetition on other pages.`
        warnings.push({ about: 'not everything was checked', message })
      }
      return { rows, totals: first, shortfalls, warnings, isBelow }
    },
  }
}

function explainSums(sums: ViewCounts, totals: ViewCounts): string {
  return `The rows add up to ${formatCounts(sums)}, but the totals are ${formatCounts(totals)}. Pages may be missing.`
}

function formatCounts({ human, ai, total }: ViewCounts): string {
  return `${formatNumber(human)} by people and ${formatNumber(ai)} by AI (${formatNumber(total)} in all)`
}
