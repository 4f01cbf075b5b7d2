import { expect, test } from 'vitest'
import { splitRange } from '../../../../src/page-views/date-parts.ts'
import type { ExportOptions } from '../../../../src/page-views/export-options.ts'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import type { ExportReport } from '../../../../src/page-views/result/export-report.ts'
import { renderSummary } from '../../../../src/page-views/result/render-summary.ts'
import { explainContinuation } from '../../../../src/page-views/result/words.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { COMPARISON, counts, dayOf, mover, OPTIONS, RANGE, REPORT, RESULT, resultOf, row } from '../example-result.ts'

function render(
  result: Partial<ExportResult> = {},
  options: Partial<ExportOptions> = {},
  others: Partial<ExportReport> = {},
): string {
  const report = { ...REPORT, ...others, options: { ...OPTIONS, ...options }, result: { ...RESULT, ...result } }
  return renderSummary(report).toString()
}

/** Without the theme of charts, and escapes. */
function tell(text: string): string {
  return text.replaceAll('\\', '').replace(/^ *%%.*\n/gmu, '')
}

test('a comparison in full', () => {
  const [first, second] = splitRange(RANGE, 'day')
  const days = [dayOf(first ?? RANGE, counts(200, 40)), dayOf(second ?? RANGE, counts(190, 40))]
  expect(tell(render({ comparison: COMPARISON, previousRequests: 5, dayRequests: 2, days }))).toMatchInlineSnapshot(`
    "## Page views of \`acme-docs\`

    1,200 views by people (+20.0%) and 300 by AI (−25.0%) in Nov 16–22, 2026 (7 days, UTC), compared with Nov 9–15, 2026.

    \`\`\`mermaid
    xychart-beta
        title "Views by day: people (blue), AI (purple)"
        x-axis ["Mon 16", "Tue 17"]
        y-axis 0 --> 200
        line [200, 190]
        line [40, 40]
    \`\`\`

    | Day | People | AI | Total |
    | :-- | --: | --: | --: |
    | Mon, Nov 16, 2026 | 200 | 40 | 240 |
    | Tue, Nov 17, 2026 | 190 | 40 | 230 |

    \`\`\`mermaid
    xychart-beta
        title "Views by period: people (blue), AI (purple)"
        x-axis ["Nov 9–15", "Nov 16–22"]
        y-axis 0 --> 1200
        line [1000, 1200]
        line [400, 300]
    \`\`\`

    | Period | People | AI | Total |
    | :-- | --: | --: | --: |
    | Nov 9–15, 2026 | 1,000 | 400 | 1,400 |
    | Nov 16–22, 2026 | 1,200 | 300 | 1,500 |

    ### Most viewed pages

    | # | Page | People | AI | Total |
    | --: | :-- | :-- | :-- | --: |
    | 1 | \`/a\` | \`████████████\`&nbsp;100 | \`██████░░░░░░\`&nbsp;50 | 150 |
    | 2 | \`/b\` | \`░░░░░░░░░░░░\`&nbsp;0 | \`█░░░░░░░░░░░\`&nbsp;1 | 1 |

    ### Rising pages

    | Page | Previous | Views | Change | % | By people | By AI |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/up\` | 10 | 65 | \`████████████\`&nbsp;+55 | +550.0% | +40 | +15 |
    | \`/new\` | 0 | 16 | \`███░░░░░░░░░\`&nbsp;+16 | no views before | +16 | 0 |

    ### Falling pages

    | Page | Previous | Views | Change | % | By people | By AI |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/less\` | 100 | 25 | \`████████████\`&nbsp;−75 | −75.0% | −80 | +5 |
    | \`/gone\` | 15 | 0 | \`██░░░░░░░░░░\`&nbsp;−15 | no views now | −14 | −1 |

    All other pages: 1,134 views (+238) by people, and 260 views (−119) by AI.

    <sub>1,000 rows in \`out/page-views.csv\` · 5 requests · 5 requests for the previous period · 2 requests for the days</sub>"
  `)
})

const IN_FILE = 'in `out/page-views.csv` · 5 requests'

test.each<[string, string, Partial<ExportResult>, Partial<ExportOptions>?]>([
  ['one row', `1 row ${IN_FILE}`, { rows: 1 }],
  ['no file', 'no file · 1 request', { file: undefined, requests: 1 }],
  [
    'the dates where nothing was read',
    `Nov 16–22, 2026 (7 days, UTC) · 1,000 rows ${IN_FILE}`,
    { known: undefined, parts: [] },
  ],
  ['skipped rows', `1,000 rows (after row 500) ${IN_FILE}`, {}, { offset: 500 }],
])('the last line of the summary has %s', (_name, expected, result, options) => {
  expect(tell(render(result, options)).split('\n').at(-1)).toBe(`<sub>${expected}</sub>`)
})

test.each<[string, string, Partial<ExportResult>]>([
  ['stopped', 'To continue, use QUERY, and another `file`.', {}],
  ['has a short page', 'To replace them, export again with QUERY.', { shortfalls: ['request limit', 'short page'] }],
])('an export that %s says how to continue, with the same dates', (_name, instruction, result) => {
  const next = { from: '2026-11-18T00:00:00Z', offset: 250 }
  const stopped: ExportResult = { ...RESULT, outcome: 'incomplete', shortfalls: ['request limit'], next, ...result }
  const dates = '`date-to: 2026-11-23T00:00:00Z` and `offset: 250`'
  const expected = `The rows read so far are in \`out/page-views.csv\`. ${instruction}`
  const query = `\`date-from: 2026-11-18T00:00:00Z\`, ${dates}`
  expect(tell(render(stopped))).toMatch(/^> \[!WARNING\]\n> \*\*Not complete:\*\* `max-requests` .*`offset: 250`/mu)
  expect(explainContinuation(stopped, OPTIONS)).toBe(expected.replace('QUERY', query))
  const endless = { ...stopped, next: { ...next, from: undefined } }
  expect(explainContinuation(endless, OPTIONS)).toBe(expected.replace('QUERY', dates))
  expect(explainContinuation({ ...stopped, file: undefined }, OPTIONS)).toBe('No file was written.')
})

test("the summary of a failure tells what was tried, what came back, and the service's own message", () => {
  const detail = untrustedText('<b>no</b>\n# x')
  const explanation = { problem: 'Could not get it. Check `limit`.', detail }
  expect(render({ outcome: 'failed' }, {}, { explanation })).toContain(
    '> **The export failed.** Could not get it. Check `limit`. The response says: `<b>no</b> # x`\n>\n> The rows',
  )
  const { detail: _, ...silent } = explanation
  expect(render({ outcome: 'failed' }, {}, { explanation: silent })).toContain('Check `limit`.\n>\n')
})

test('the summary groups warnings by topic, with what the service said', () => {
  const quote = untrustedText('a|b')
  const text = render({
    warnings: [
      { about: 'no comparison', message: 'Look here.', quote },
      { about: 'not everything was checked', message: 'Look there.' },
      { about: 'no comparison', message: 'Totals changed.' },
    ],
  })
  expect(text).toMatch(
    /^> \[!WARNING\]\n> No comparison:\n>\n> - Look here\. The response says: `a\|b`\n> - Totals changed\.$/m,
  )
  expect(text).toMatch(/^> \[!WARNING\]\n> Not everything was checked:\n>\n> - Look there\.$/m)
})

const NO_MOVERS = { rising: [], falling: [], others: { totals: counts(1200, 300), previous: counts(1000, 400) } }
const QUIET = { ...COMPARISON, movers: NO_MOVERS }
const { movers: _, ...TOTALS_ONLY } = COMPARISON
const MONTH = { dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-11-01T00:00:00Z' }
const LENGTHS = { days: 31, previousDays: 30 }
const IN_MONTHS = { ...COMPARISON, lengths: LENGTHS, movers: { ...NO_MOVERS, rising: [mover('/up', [30], [62])] } }
const BY_PEOPLE = { ...NO_MOVERS, falling: [mover('/less', [20, 2], [0, 3])] }
const WEEKDAYS = "The periods aren't whole weeks, so they have different weekdays."
const isExcluded = () => false
const DAY = { ...RANGE, dateTo: '2026-11-17T00:00:00Z' }
const UNKNOWN_DAY = { ...dayOf(DAY, counts(5)), totals: undefined }

test.each<[string, string | RegExp, Partial<ExportResult>, Partial<ExportOptions>?, Partial<ExportReport>?]>([
  ['the name of the site for the project', /^## Page views of Docs of \*Acme\*$/m, {}, {}, { title: 'Docs of *Acme*' }],
  ['pages by AI', '### Pages most viewed by AI', {}, { topBy: 'ai' }],
  ['pages by people', '### Pages most viewed by people', {}, { topBy: 'human' }],
  ['a page without views', '| 1 | `/a` | `░░░░░░░░░░░░`&nbsp;0 | `░░░░░░░░░░░░`&nbsp;0 | 0 |', { top: [row('/a', 0)] }],
  ['that pages are of a part', '### Most viewed pages (of the rows read)', {}, { offset: 250 }],
  [
    'that nothing rises or falls',
    '\nNo page rose or fell by at least 20% and by more than chance.\n',
    { comparison: QUIET },
  ],
  [
    'that pages were left out',
    '\nNo page with views in both periods rose or fell by at least 20% and by more than chance',
    { comparison: { ...QUIET, isPartial: true } },
  ],
  [
    'why pages were left out',
    "by AI.\n\nPages without views in one of the periods aren't compared, because rows may be missing.\n",
    { comparison: { ...COMPARISON, isPartial: true } },
  ],
  [
    'what falls by people, with their figures',
    '### Falling pages, by people\n\n| Page | Previous | Views | Change | % | By people | By AI |\n' +
      '| :-- | --: | --: | :-- | --: | --: | --: |\n' +
      '| `/less` | 20 | 0 | `████████████`&nbsp;−20 | −100.0% | −20 | +1 |',
    { comparison: { ...COMPARISON, movers: BY_PEOPLE } },
    { topBy: 'human' },
  ],
  [
    'changes per day in months',
    '| Page | Previous | Views | Change per day | % | By people | By AI |\n| :-- | --: | --: | :-- | --: | --: | --: |\n' +
      '| `/up` | 30 | 62 | `████████████`&nbsp;+1 | +100.0% | +1 | 0 |\n\n' +
      'All other pages: 1,200 views (+5.38 per day) by people, and 300 views (−3.66 per day) by AI.',
    { comparison: IN_MONTHS },
  ],
  ['that weekdays differ', WEEKDAYS, { comparison: QUIET }, { range: MONTH }],
  ['that those of the previous period do', WEEKDAYS, { comparison: { ...QUIET, range: MONTH } }],
  ['why pages are not compared', 'Too many pages.', { comparison: { ...TOTALS_ONLY, note: 'Too many pages.' } }],
  [
    'what `exclude` leaves out',
    '`exclude` leaves out 1 row with 1,234 views. Only the file has them.',
    { excluded: { rows: 1, views: 1234 } },
    { isExcluded },
  ],
  [
    'that totals without it are not known',
    "(7 days, UTC) aren't known: rows are missing, and `exclude` is set.\n\n`exclude` matches none of the rows read.\n",
    { known: undefined },
    { isExcluded },
  ],
  [
    'the times of a part of a day',
    '| Nov 16, 2026, 06:00 – Nov 17, 2026, 00:00 | 5 |',
    { days: [dayOf({ ...DAY, dateFrom: '2026-11-16T06:00:00Z' }, counts(5))] },
  ],
  [
    'why a day is not known, and no chart',
    'known only if it has at most 10 rows.\n\n| Day | People | AI | Total |\n| :-- | --: | --: | --: |\n' +
      '| Mon, Nov 16, 2026 | not known | not known | not known |\n| Mon, Nov 16, 2026 | 5 | 0 | 5 |',
    { days: [UNKNOWN_DAY, dayOf(DAY, counts(5))] },
    { isExcluded },
  ],
])('the summary shows %s', (_name, expected, result, options, others) => {
  const text = tell(render(result, options, others))
  if (typeof expected === 'string') expect(text).toContain(expected)
  else expect(text).toMatch(expected)
})

test('the summary is silent about what is as it should be', () => {
  const text = tell(render({ comparison: TOTALS_ONLY }))
  expect(text).not.toMatch(/weekdays|exclude|chance|missing|Rising|other pages|known|Not complete|July 31|Day/)
  const quiet = tell(render({ days: [dayOf(DAY, counts(5))] }, { isExcluded }))
  expect(quiet).not.toContain('are known only if')
  // Where no day is known, a table says nothing.
  expect(render({ days: [UNKNOWN_DAY] }, { isExcluded })).not.toContain('| Day |')
  expect(render({}, { split: 'week' })).not.toContain('| Period |')
})

test('a chart of many days names Mondays', () => {
  const axis = (days: number) => {
    const range = { ...RANGE, dateTo: new Date(Date.parse(RANGE.dateFrom) + days * 86_400_000).toISOString() }
    const read = splitRange(range, 'day').map((day) => dayOf(day, counts(1)))
    return / x-axis (.*)$/m.exec(render({ days: read }))?.[1]
  }
  expect(axis(14)).toMatch(/^\["Mon 16", "Tue 17", .*, "Sun 29"\]$/)
  expect(axis(15)).toMatch(/^\["Mon 16", "17", .*, "29", "Mon 30"\]$/)
  expect(axis(92)).toBe('"days" 1 --> 92')
})

test('a series has a row for each part, folded if there are many, and no table of pages', () => {
  const series = (length: number) => {
    const parts = splitRange({ dateFrom: '2025-12-22T00:00:00Z', dateTo: '2026-11-23T00:00:00Z' }, 'week').slice(
      0,
      length,
    )
    const exported = parts.flatMap((range, index) => resultOf(counts(index), range).parts)
    const known = { range: RANGE, totals: counts(9), parts: length }
    return tell(render({ parts: exported, known, top: [] }, { split: 'week', parts }))
  }
  expect(series(3)).toContain('x-axis ["Dec 22", "Dec 29", "Jan 5"]')
  expect(series(3)).toContain('| Dec 29, 2025 – Jan 4, 2026 | 1 | 0 | 1 |\n| Jan 5–11, 2026 | 2 | 0 | 2 |\n\n<sub>')
  expect(series(3)).not.toMatch(/details|Period|###/)
  expect(series(12)).not.toContain('<details>')
  expect(series(13)).toContain('<details><summary>Views by week</summary>')
  expect(
    [series(31), series(33)].map((text) => /^Since July 31, 2026, views of a page as Markdown/m.test(text)),
  ).toEqual([false, true])
  expect(series(40)).toContain('x-axis "weeks" 1 --> 40')
})
