import type { PageViews, ViewRow } from '../../world/docs-service/page-views.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { DAY_MS } from '../days.ts'

/** A row; without `ai` one that only people have read. */
export function row(path: string, human: number, ai = 0): ViewRow {
  return { path, human, ai, total: human + ai }
}

/** A site whose rows of a range are the sums of its days. @param rowsOf the rows of a day, such as `2026-11-16` */
export function serveDays(rowsOf: (day: string) => readonly ViewRow[]): PageViews {
  return {
    select({ from = 0, to = Date.now() }) {
      const sums = new Map<string, ViewRow>()
      for (let ms = Math.ceil(from / DAY_MS) * DAY_MS; ms < to; ms += DAY_MS)
        for (const { path, human, ai } of rowsOf(new Date(ms).toISOString().slice(0, 10))) {
          const sum = sums.get(path)
          sums.set(path, row(path, human + (sum?.human ?? 0), ai + (sum?.ai ?? 0)))
        }
      return servePageViews([...sums.values()]).select({})
    },
  }
}
