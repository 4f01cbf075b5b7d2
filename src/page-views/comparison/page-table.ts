import type { ViewRow } from '../../docs-service/schema.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { ComparedRow } from '../file/formats.ts'
import type { RankedBy } from './ranking.ts'

/**
 * The rows of an export in their order, each with the views of the previous period. They have room in memory, since the
 * service's quota is 25,000 rows per hour. If a path is repeated in a period, the larger row counts.
 */
export interface PageTable {
  /** Adds a row of the export. */
  add(row: ViewRow): void
  addPrevious(row: ViewRow): void
  /** @param withOthers whether to add the pages that only the previous period has, with zeros */
  list(withOthers: boolean): Iterable<TableEntry>
}

export interface TableEntry {
  row: ComparedRow
  /** Whether the row counts for its path. The others have zeros in the columns of the comparison. */
  counts: boolean
}

/** @param rankedBy the figure by which the larger of two rows is found */
export function createPageTable(rankedBy: RankedBy): PageTable {
  const rows: ViewRow[] = []
  /** The rows that count, by path. */
  const exported = new Map<string, ViewRow>()
  const before = new Map<string, ViewRow>()

  return {
    add(row) {
      const kept = copyRow(row)
      rows.push(kept)
      keepLarger(exported, kept)
    },
    addPrevious: (row) => keepLarger(before, copyRow(row)),
    *list(withOthers) {
      for (const row of rows) {
        const path = readUntrustedText(row.path)
        const counts = exported.get(path) === row
        yield { row: counts ? compareRows(row, before.get(path)) : { ...row, ...NO_COMPARISON }, counts }
      }
      if (!withOthers) return
      for (const [path, row] of before)
        if (!exported.has(path)) yield { row: compareRows({ ...row, ...NO_VIEWS }, row), counts: true }
    },
  }

  function keepLarger(rowOf: Map<string, ViewRow>, row: ViewRow): void {
    const path = readUntrustedText(row.path)
    const known = rowOf.get(path)
    if (known === undefined || known[rankedBy] < row[rankedBy]) rowOf.set(path, row)
  }
}

const NO_VIEWS = { human: 0, ai: 0, total: 0 }
const NO_COMPARISON = { previous: 0, change: 0, previousHuman: 0, previousAi: 0 }

/** The parser's objects may have more fields. */
function copyRow({ path, human, ai, total }: ViewRow): ViewRow {
  return { path, human, ai, total }
}

function compareRows(row: ViewRow, { human, ai, total }: Omit<ViewRow, 'path'> = NO_VIEWS): ComparedRow {
  return { ...row, previous: total, change: row.total - total, previousHuman: human, previousAi: ai }
}
