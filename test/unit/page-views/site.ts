import type { Inputs } from '../../../src/page-views/inputs.ts'
import type { ClosedPeriod } from '../../../src/page-views/period.ts'
import { DAY_MS } from '../../../src/text/dates.ts'
import { type PageViews, servePageViews, type ViewRow } from '../../world/docs-service/page-views.ts'

/** A row; without `ai` one that only people have read. */
export function row(path: string, human: number, ai = 0): ViewRow {
  return { path, human, ai, total: human + ai }
}

/** Days in UTC, or times. */
export function period(from: string, to: string): ClosedPeriod {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) }
}

/** Compares a week with the week before. */
export const INPUTS: Inputs = {
  apiKey: 'key',
  projectId: 'acme',
  baseUrl: new URL('https://api.example'),
  title: 'docs.acme.dev',
  period: period('2026-11-16', '2026-11-23'),
  previous: period('2026-11-09', '2026-11-16'),
  limit: 250,
  offset: 0,
  maximumRequests: 100,
  file: 'page-views.csv',
  isExcluded: undefined,
  top: 10,
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
