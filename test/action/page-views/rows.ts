import type { ViewRow } from '../../world/docs-service/page-views.ts'

/** A row; without `ai` one that only people have read. */
export function row(path: string, human: number, ai = 0): ViewRow {
  return { path, human, ai, total: human + ai }
}
