import type { ViewCounts, ViewRow } from '../docs-service/schema.ts'
import { createMovers, type Movers } from './comparison/movers.ts'
import type { PreviousPeriod } from './comparison/previous-period.ts'
import { createRanking } from './comparison/ranking.ts'
import type { DateRange } from './date-range.ts'
import type { ExportWarning } from './export-warning.ts'
import type { ExportFile } from './file/export-file.ts'
import { type ExportRow, type Extension, FORMATS } from './file/formats.ts'
import { createDataChecks } from './reading/data-checks.ts'
import type { PageAt } from './reading/pages.ts'

/** What a page can be ranked by. */
export type RankedBy = keyof ViewCounts

export interface CollectionOptions {
  range: DateRange
  extension: Extension
  /** How many of the most viewed pages to keep, and how many that rise or fall. */
  topCount: number
  topBy: RankedBy
}

/** Collects page after page: writes them to the file, and keeps what is reported about them. */
export interface Collection {
  add(pageAt: PageAt): Promise<void>
  /** Writes the end of the file. */
  end(): Promise<void>
  /** Whether a page was taken in. */
  hasBegun(): boolean
  /** @param isWhole whether every row from the very first to the last was taken in */
  listFindings(isWhole: boolean): Findings
}

/** What is reported about the rows. */
interface Findings {
  /** As the first page says. */
  totals: ViewCounts | undefined
  top: ViewRow[]
  /** Undefined without a previous period. */
  movers: Movers | undefined
  warnings: ExportWarning[]
}

/**
 * A collection that writes to `file`.
 * @param previous the period to compare every row with, if there is one
 */
export function createCollection(
  { range, extension, topCount, topBy }: CollectionOptions,
  file: ExportFile,
  previous: PreviousPeriod | undefined,
): Collection {
  const format = FORMATS[extension]
  const checks = createDataChecks()
  const top = createRanking<ViewRow>(topCount, (row) => row[topBy])
  const movers = createMovers(topCount)
  let totals: ViewCounts | undefined
  let hasRows = false
  return {
    async add(pageAt) {
      const { views, totals: current } = pageAt.page
      const isCompared = previous !== undefined
      const beginning = totals === undefined ? format.begin({ ...range, totals: current, isCompared }) : ''
      const rows = views.map((row) => toExportRow(row, previous))
      await file.write(beginning + format.rows(rows, !hasRows))
      totals ??= current
      hasRows ||= views.length > 0
      checks.add(pageAt)
      for (const { path, human, ai, total } of views) top.add({ path, human, ai, total })
      if (isCompared) rows.forEach(addMover)
    },
    end: () => file.write(format.end()),
    hasBegun: () => totals !== undefined,
    listFindings(isWhole) {
      // A page that is not there has no views any more, but only if everything was looked at.
      if (isWhole)
        for (const { path, views } of previous?.listOthers() ?? [])
          movers.add({ path, total: 0, previous: views, change: -views })
      return {
        totals,
        top: top.list(),
        movers: previous === undefined ? undefined : movers.list(),
        warnings: checks.finish(isWhole),
      }
    },
  }

  function addMover({ path, total, previous = 0, change = 0 }: ExportRow): void {
    movers.add({ path, total, previous, change })
  }
}

/** The fields of a row, and no others: the service may send `previous` or `change` of its own, of any type. */
function toExportRow({ path, human, ai, total }: ViewRow, period: PreviousPeriod | undefined): ExportRow {
  if (period === undefined) return { path, human, ai, total }
  const previous = period.viewsOf(path)
  return { path, human, ai, total, previous, change: total - previous }
}
