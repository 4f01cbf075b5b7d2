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

export function createPageTable(): PageTable {
  const rows: ViewRow[] = []
  const previous = new Map<UntrustedText, ViewRow>()
  return {
    add: (row) => void rows.push(row),
    addPrevious: (row) => void previous.set(row.path, row),
    list(isCertain) {
      const others = new Map(previous)
      const compared = rows.map((row): ComparedRow => {
        others.delete(row.path)
        return { ...row, previous: previous.get(row.path) ?? (isCertain ? NO_VIEWS : undefined) }
      })
      if (!isCertain) return compared
      return [...compared, ...[...others.values()].map((row) => ({ ...row, ...NO_VIEWS, previous: row }))]
    },
  }
}
