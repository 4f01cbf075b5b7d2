import { type PageViews, servePageViews } from '../docs-service/page-views.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Views of a page on a weekday by people and by AI, and both in the last week. */
const PAGES: readonly [path: string, before: [human: number, ai: number], now: [human: number, ai: number]][] = [
  ['/', [840, 210], [830, 260]],
  ['/quickstart', [420, 130], [440, 150]],
  ['/configuration', [310, 160], [520, 240]],
  ['/guides/webhooks', [260, 190], [265, 230]],
  ['/api-reference/jobs', [190, 240], [195, 290]],
  ['/guides/rate-limits', [160, 90], [95, 110]],
  ['/changelog', [120, 40], [122, 50]],
  ['/guides/retries', [0, 0], [60, 35]],
  ['/api-reference/errors', [75, 120], [78, 150]],
]

/** The views of a small site with quiet weekends. The last week has the same views whenever the demo runs. */
export function createSite(): PageViews {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  // Weeks begin on Monday.
  const lastWeek = today - (((new Date(today).getUTCDay() + 6) % 7) + 7) * DAY_MS
  const share = (day: number) => ([0, 6].includes(new Date(day).getUTCDay()) ? 0.4 : 1)
  return {
    select({ from = today - 30 * DAY_MS, to = today }) {
      const days = Array.from({ length: Math.ceil((to - from) / DAY_MS) }, (_, index) => from + index * DAY_MS)
      const rows = PAGES.map(([path, before, now]) => {
        const sum = (kind: 0 | 1) =>
          days.reduce((views, day) => views + Math.round((day < lastWeek ? before : now)[kind] * share(day)), 0)
        return { path, human: sum(0), ai: sum(1), total: sum(0) + sum(1) }
      })
      return servePageViews(rows.filter(({ total }) => total > 0)).select({})
    },
  }
}
