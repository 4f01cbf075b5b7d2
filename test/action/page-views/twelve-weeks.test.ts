import { expect, onTestFinished, test, vi } from 'vitest'
import { type PageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'

const DAY_MS = 86_400_000
const FIRST_MONDAY = Date.UTC(2026, 8, 7)

/** A site whose pages have more views from week to week. */
function serveDays(): PageViews & { lateViews: number } {
  return {
    /** Views that the service adds to the fourth week later. */
    lateViews: 0,
    select({ from = 0, to = 0 }) {
      const days = Math.round((to - from) / DAY_MS)
      const week = Math.floor((from - FIRST_MONDAY) / DAY_MS / 7)
      const late = week === 3 ? this.lateViews : 0
      const rows = ['/', '/quickstart', '/guides/retries', '/api'].map((path, index) => {
        const human = days * (100 - 20 * index + 3 * week * (index - 1)) + late
        const ai = days * (20 + 2 * week)
        return { path, human, ai, total: human + ai }
      })
      return servePageViews(rows).select({})
    },
  }
}

test('twelve weeks, a run repeated on Tuesday, a correction, and a typo', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: FIRST_MONDAY })
  onTestFinished(() => void vi.useRealTimers())
  const pageViews = serveDays()
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const { number } = await world.github.createIssue({ title: 'Page views' })
  const run = async (now: number, inputs: Record<string, string>) => {
    vi.setSystemTime(now)
    const all = { 'issue-number': number, compare: 'previous', ...inputs }
    const result = await world.run({ action: 'page-views', inputs: all })
    expect(result.conclusion).toBe('success')
    const comments = await world.github.commentsOf(number)
    return { result, comments, body: comments.at(-1)?.body ?? '' }
  }
  /** At 06:17 on a Monday, or as many days later. */
  const onMonday = (week: number, later = 0) => FIRST_MONDAY + (7 * week + later) * DAY_MS + 22_620_000
  const lastWeek = { period: 'last-week' }
  const readAxis = (body: string) => /^ {4}x-axis \[(.*)\]$/m.exec(body)?.[1]?.replaceAll('"', '').split(', ')

  let { body, comments, result } = await run(onMonday(1), lastWeek)
  for (let week = 2; week <= 12; week += 1) ({ body, comments, result } = await run(onMonday(week), lastWeek))
  const [comment, ...others] = comments
  expect(others).toEqual([])
  expect(result.outputs['commentUrl']).toBe(comment?.html_url)
  expect(body).toContain('23–29 Nov 2026 (7 days, UTC): \\+2.8% compared with 16–22 Nov 2026 (7 days, UTC)')
  const axis = readAxis(body)
  expect([axis?.length, axis?.[0], axis?.at(-1)]).toEqual([12, '2026-09-07', '2026-11-23'])
  expect(body).toContain('<sub>Updated 30 Nov 2026, 06:17 UTC ·')

  // Repeated on Tuesday: the same week, and nothing else.
  const tuesday = await run(onMonday(12, 1), lastWeek)
  expect(tuesday.body).toBe(body.replace('30 Nov 2026, 06:17', '1 Dec 2026, 06:17'))

  // A correction of an old week: the report is about that week, and the next one knows it.
  pageViews.lateViews = 1000
  const corrected = await run(onMonday(12, 2), { 'date-from': '2026-09-28', 'date-to': '2026-10-05' })
  expect(corrected.body).toMatch(/28 Sep – 4 Oct 2026 \(7 days, UTC\): .* compared with/)
  expect(readAxis(corrected.body)).toEqual(['2026-08-31', ...(axis ?? []).slice(0, 4)])

  // A typo: the future is now, and what ends now isn't remembered.
  const typo = await run(onMonday(12, 3), { 'date-from': '2026-11-23', 'date-to': '2062-11-30' })
  expect(typo.result.outputs['dateTo']).toBe('2026-12-03T06:17:00Z')
  const message = expect.stringMatching(/^The export ends now, at 2026-12-03T06:17:00Z\./)
  expect(typo.result.annotations).toMatchObject([{ level: 'notice', message }])
  const next = await run(onMonday(13), lastWeek)
  expect(next.body).toMatch(/30 Nov – 6 Dec 2026 \(7 days, UTC\): .* compared with/)
  expect(readAxis(next.body)).toEqual([...(axis ?? []).slice(1), '2026-11-30'])
  expect(next.body).toMatch(/^\| 2026-09-28 \| 2026-10-05 \| 6,086 \|/m)
})
