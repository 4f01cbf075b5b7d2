import type { ViewCounts } from '../../docs-service/schema.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

/** What a page can be ranked by. */
export type RankedBy = keyof ViewCounts

/**
 * Keeps only the rows with the highest scores: highest first; of equal ones, the first. A path is kept once.
 * @param maximum how many rows to keep, at least one
 */
export function createRanking<Row extends { path: UntrustedText }>(maximum: number, scoreOf: (row: Row) => number) {
  let kept: Row[] = []
  return {
    add(row: Row): void {
      const least = kept[maximum - 1]
      if (least !== undefined && scoreOf(row) <= scoreOf(least)) return
      const same = kept.find(({ path }) => path === row.path)
      if (same !== undefined && scoreOf(row) <= scoreOf(same)) return
      const others = kept.filter((each) => each !== same)
      kept = [...others, row].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maximum)
    },
    list: (): Row[] => kept,
  }
}
