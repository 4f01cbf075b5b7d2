import type { ViewCounts, ViewRow } from '../../docs-service/schema.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'
import { NO_VIEWS } from '../view-counts.ts'

export type PageTable = ReturnType<typeof createPageTable>

/**
 * The rows of an export in their order, each with the views of the previous period. They have room in memory, since the
 * service's quota is 25,000 rows per hour.
 */
export function createPageTable() {
  const rows: ViewRow[] = []
  const previous = new Map<UntrustedText, ViewRow>()
  return {
    add: (row: ViewRow): void => void rows.push(row),
    addPrevious: (row: ViewRow): void => void previous.set(row.path, row),
    /** @param withOthers whether to add the pages that only the previous period has, with zeros */
    list(withOthers: boolean): ComparedRow[] {
      const others = new Map(withOthers ? previous : [])
      const compared = rows.map((row) => {
        others.delete(row.path)
        return compareRow(row, previous.get(row.path))
      })
      return [...compared, ...[...others.values()].map((row) => compareRow({ ...row, ...NO_VIEWS }, row))]
    },
  }
}

function compareRow(row: ViewRow, { human, ai, total }: ViewCounts = NO_VIEWS): ComparedRow {
  return { ...row, previous: total, change: row.total - total, previousHuman: human, previousAi: ai }
}
