import type { ViewRow } from '../../docs-service/schema.ts'
import { NO_VIEWS } from '../../docs-service/view-counts.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'

/** The rows of an export in their order, each with the views of the previous period. */
export interface PageTable {
  add(row: ViewRow): void
  addPrevious(row: ViewRow): void
  /**
   * @param isCertain whether a page without a row has no views. Then the pages that only the previous period has
   * follow, with zeros
   */
  list(isCertain: boolean): ComparedRow[]
}

/** A page with several rows in one period isn't compared: nobody knows whether they add up. */
export function createPageTable(): PageTable {
  const rows: ViewRow[] = []
  const paths = new Set<UntrustedText>()
  const previous = new Map<UntrustedText, ViewRow>()
  const repeated = new Set<UntrustedText>()
  return {
    add(row) {
      if (paths.has(row.path)) repeated.add(row.path)
      paths.add(row.path)
      rows.push(row)
    },
    addPrevious(row) {
      if (previous.has(row.path)) repeated.add(row.path)
      previous.set(row.path, row)
    },
    list(isCertain) {
      const others = isCertain ? [...previous.values()].filter(({ path }) => !paths.has(path)) : []
      return [...rows, ...others.map((row) => ({ ...row, ...NO_VIEWS }))].map((row) => {
        const before = previous.get(row.path) ?? (isCertain ? NO_VIEWS : undefined)
        return { ...row, previous: repeated.has(row.path) ? undefined : before }
      })
    },
  }
}
