import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compare } from '../../../src/page-views/compare.ts'
import { exportRows } from '../../../src/page-views/export.ts'
import { formatHeadline } from '../../../src/page-views/headline.ts'
import type { Inputs } from '../../../src/page-views/inputs.ts'
import { addRow, type PageTable } from '../../../src/page-views/movers.ts'
import type { Context } from '../../../src/page-views/pages.ts'
import { createResult } from '../../../src/page-views/result.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import type { ViewsQuery } from '../../../src/service/views.ts'
import { type PageViews, serveMovingPageViews, type ViewRow } from '../../world/docs-service/page-views.ts'
import { INPUTS, period, row, serveDays } from './site.ts'

/** Reads the rows of a period, and compares them. `requests` are those of the comparison: `11-09..11-16 +250`. */
async function run(
  site: PageViews,
  more: Partial<Inputs> = {},
  { failsAt = 0, signal = new AbortController().signal } = {},
) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const folder = mkdtempSync(join(tmpdir(), 'compare-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    write.mockRestore()
  })
  const all: string[] = []
  const getViews = async ({ dateFrom = '', dateTo = '', limit, offset }: ViewsQuery) => {
    all.push(`${dateFrom.slice(5, 10)}..${dateTo.slice(5, 10)} ${limit === 1 ? 'totals' : `+${offset}`}`)
    if (all.length === failsAt) throw new ActionError('It is down.')
    const { totals, rows } = site.select({ from: Date.parse(dateFrom), to: Date.parse(dateTo) })
    return { totals, views: rows.slice(offset, offset + limit), hasMore: offset + limit < rows.length }
  }
  const inputs: Inputs = { ...INPUTS, ...more }
  const context: Context = { inputs, service: { getViews }, requests: 0 }
  const [result, table] = [createResult(), new Map() as PageTable]
  await exportRows(context, result, folder, (each) => addRow(table, 'now', each))
  const exported = all.length
  await compare(context, result, table, signal)
  const { comparison, notes } = result
  const log = write.mock.calls.map(([text]) => text).join('')
  return { comparison, notes, log, requests: all.slice(exported), headline: formatHeadline(inputs, result) }
}

const isNow = (day: string) => day >= '2026-11-16'

/** 600 pages with some views every day, and one that doubles in the second week. */
const STEADY = serveDays((day) => [
  ...Array.from({ length: 600 }, (_, index) => row(`/${index}`, 40, 3)),
  row('/doubled', isNow(day) ? 200 : 100, 3),
])

test('a week costs the totals of its 14 days and the previous rows, and names the page that did better', async () => {
  const { requests, comparison, notes, log, headline } = await run(STEADY)
  const day = (number: number) => `11-${String(number).padStart(2, '0')}`
  expect(requests).toEqual([
    ...Array.from({ length: 14 }, (_, index) => `${day(9 + index)}..${day(10 + index)} totals`),
    ...[0, 250, 500].map((offset) => `11-09..11-16 +${offset}`),
  ])
  expect(comparison?.movers?.rising).toMatchObject([{ path: '/doubled', human: 1400, previous: { human: 700 } }])
  expect([comparison?.movers?.falling, comparison?.gaps, notes]).toEqual([[], [], []])
  expect(headline).toMatch(/: 169,400 views by people \(about as many\) and 12,621 by AI \(about as many\)\.$/)
  expect(log).toContain('Comparing with Nov 9–15, 2026, with about 17 requests.')
})

test('28 days cost the totals of their 8 weeks; without a comparison, nothing is read', async () => {
  const weeks = { period: period('2026-10-26', '2026-11-23'), previous: period('2026-09-28', '2026-10-26') }
  const { requests } = await run(STEADY, weeks)
  expect(requests.filter((request) => request.endsWith('totals'))).toHaveLength(8)
  expect(await run(STEADY, { previous: undefined })).toMatchObject({ requests: [], comparison: undefined, notes: [] })
})

test.each<[string, (day: string) => ViewRow[], string]>([
  [
    'days without a view, on either side',
    (day) => (/11-(11|17|18)/.test(day) ? [] : [row('/', 50, 9)]),
    '250 views by people and 45 by AI; no change is shown, because Nov 11 and Nov 17–18 had no views.',
  ],
  [
    'a site that began in the previous period',
    (day) => (day < '2026-11-15' ? [] : [row('/', 500), row('/b', isNow(day) ? 90 : 9)]),
    '4,130 views by people and 0 by AI; no change is shown, because Nov 9–14 had no views.',
  ],
  ['no previous views', () => [row('/', 0, 9)], '0 views by people (about as many) and 63 by AI (about as many).'],
])('%s: the change of the site is not told of its pages', async (_name, rowsOf, sentence) => {
  const { headline, comparison } = await run(serveDays(rowsOf))
  expect(headline).toBe(`docs.acme.dev, Nov 16–22, 2026: ${sentence}`)
  expect(comparison?.movers).toBeUndefined()
})

const isPhp = (path: string) => path.endsWith('.php')
const EXCLUDE = { isExcluded: isPhp }
const ROWS = ['/a', '/b', '/c'].map((path) => row(path, 9))
/** The rows move while the previous ones are read: after two pages of the period, and the totals of 14 days. */
const createMoving = () => serveMovingPageViews([...Array.from({ length: 17 }, () => ROWS), [row('/new', 9), ...ROWS]])
const SHRUNK = serveDays((day) => Array.from({ length: isNow(day) ? 9 : 300 }, (_, index) => row(`/${index}`, 9)))

test.each<[name: string, PageViews, Partial<Inputs>, requests: number, isCompared: boolean, note: RegExp]>([
  ['rows that just fit', STEADY, { maximumRequests: 20 }, 17, true, /^$/],
  ['rows that do not', STEADY, { maximumRequests: 19 }, 15, true, /^Only the totals .* needs 17 .* leaves 16\.$/],
  ['totals that just fit', STEADY, { maximumRequests: 18 }, 15, true, /^Only the totals are compared, not the pages\./],
  ['totals that do not', STEADY, { maximumRequests: 17 }, 0, false, /^Couldn't compare .* needs 15 .* leaves 14\.$/],
  ['exclude, and no room', STEADY, { ...EXCLUDE, maximumRequests: 19 }, 0, false, /every row of .* needs 17 more/],
  ['an offset', STEADY, { offset: 250 }, 15, true, /^Only the totals .* Some rows weren't read, or may be missing\.$/],
  ['previous rows that move', createMoving(), { limit: 2 }, 16, true, /^Only the totals .* Previous period: Two /],
  ['those, and exclude', createMoving(), { ...EXCLUDE, limit: 2 }, 16, false, /every row of .* Previous period: Two/],
  ['too many of them', SHRUNK, { maximumRequests: 16 }, 15, true, /^Only the totals .* `max-requests` was reached\.$/],
])('what fits into the budget, and is whole, is compared: %s', async (_name, site, more, count, isCompared, note) => {
  const { requests, comparison, notes, log } = await run(site, more)
  expect([requests.length, notes.join()]).toEqual([count, expect.stringMatching(note)])
  expect(comparison !== undefined).toBe(isCompared)
  if (notes.length > 0) expect(comparison?.movers).toBeUndefined()
  if (notes.join().includes('This needs') && isCompared) expect(log).toContain('with about 15 requests')
})

test('with exclude, the figures are sums of the rows that are left, in both periods', async () => {
  const site = serveDays((day) => [row('/', 100), row('/a', 10, 1), row('/wp.php', isNow(day) ? 900 : 0, 5)])
  const { headline, comparison, notes } = await run(site, { isExcluded: (path) => path === '/' || isPhp(path) })
  expect(headline).toMatch(/: 70 views by people \(about as many\) and 7 by AI \(about as many\)\.$/)
  expect(comparison).toMatchObject({ totals: { human: 70, ai: 7, total: 77 }, movers: { rising: [], falling: [] } })
  expect(notes).toEqual([])
})

test('a failure is a note, since the export is whole; a canceled run ends', async () => {
  const { comparison, notes } = await run(STEADY, {}, { failsAt: 9 })
  expect([comparison, notes]).toEqual([undefined, ["Couldn't compare the periods. It is down."]])
  const signal = AbortSignal.abort(new Error('The run was canceled.'))
  await expect(run(STEADY, {}, { failsAt: 9, signal })).rejects.toThrow('canceled')
})
