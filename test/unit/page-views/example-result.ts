import type { ViewRow } from '../../../src/docs-service/schema.ts'
import type { Comparison, ExportOptions } from '../../../src/page-views/comparison/compare-periods.ts'
import type { Mover } from '../../../src/page-views/comparison/ranking.ts'
import type { ExportReport, ExportResult } from '../../../src/page-views/export-page-views.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

/** A row as the service sends it. */
export function row(path: string, human = 1, ai = 0): ViewRow {
  return { path: untrustedText(path), human, ai, total: human + ai }
}

/** A page with other views in the previous period. */
export function mover(path: string, before: number[], now: number[], change?: number): Mover {
  const [previousHuman = 0, previousAi = 0] = before
  const counts = row(path, ...now)
  const previous = previousHuman + previousAi
  return { ...counts, previousHuman, previousAi, previous, change: change ?? counts.total - previous }
}

export const RANGE = { dateFrom: '2026-08-01T00:00:00Z', dateTo: '2026-08-08T00:00:00Z' }
export const PREVIOUS_RANGE = { dateFrom: '2026-07-25T00:00:00Z', dateTo: '2026-08-01T00:00:00Z' }

/** Of ten rows per request. */
export const OPTIONS: ExportOptions = {
  range: RANGE,
  limit: 10,
  offset: 0,
  maximumRequests: 100,
  extension: '.ndjson',
  topCount: 3,
  topBy: 'total',
  previousRange: undefined,
}

/** A complete export of a week. */
export const RESULT: ExportResult = {
  outcome: 'complete',
  shortfalls: [],
  totals: { human: 1200, ai: 300, total: 1500 },
  rows: 1000,
  requests: 5,
  file: 'out/page-views.csv',
  top: [row('/a', 100, 50), row('/b', 0, 1)],
  warnings: [],
}

/** The previous week. */
export const COMPARISON: Comparison = {
  range: PREVIOUS_RANGE,
  totals: { human: 1000, ai: 400, total: 1400 },
  requests: 4,
  rows: 1001,
  lengths: { days: 1, previousDays: 1 },
  rising: [mover('/up', [10, 0], [15, 15])],
  falling: [mover('/less', [20, 20], [0, 25])],
  isNew: [mover('/b/moved', [0, 0], [16, 0])],
  noViews: [mover('/a/moved/', [14, 1], [0, 0])],
  rises: [mover('/up', [10, 0], [15, 15]), mover('/b/moved', [0, 0], [16, 0])],
  more: { isNew: 0, noViews: 0 },
  names: { isNew: new Set(['moved']), noViews: new Set(['moved']) },
  excluded: 0,
}

export const REPORT: ExportReport = {
  projectId: 'acme-docs',
  title: '',
  result: RESULT,
  range: RANGE,
  offset: 0,
  topBy: 'total',
}
