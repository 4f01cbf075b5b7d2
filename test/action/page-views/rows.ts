import type { ViewRow } from '../../world/docs-service/page-views.ts'

/** A row that only people have read. */
export function row(path: string, total: number): ViewRow {
  return { path, human: total, ai: 0, total }
}
