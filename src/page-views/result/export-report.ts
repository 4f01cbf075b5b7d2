import type { ExportOptions } from '../export-options.ts'
import type { ExportResult } from '../export-page-views.ts'
import type { Explanation } from '../problems.ts'

/** What the summary and the report comment show. */
export interface ExportReport {
  projectId: string
  /** Names the site; empty for the project ID. */
  title: string
  options: ExportOptions
  result: ExportResult
  /** Why the export failed. */
  explanation?: Explanation | undefined
}
