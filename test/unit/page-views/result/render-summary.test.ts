import { parse } from '@mermaid-js/parser'
import { expect, test } from 'vitest'
import type { Comparison } from '../../../../src/page-views/comparison/compare-periods.ts'
import type { ExportReport, ExportResult } from '../../../../src/page-views/export-page-views.ts'
import { renderSummary } from '../../../../src/page-views/result/render-summary.ts'
import { explainContinuation } from '../../../../src/page-views/result/words.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { COMPARISON, mover, RANGE, REPORT, RESULT, row } from '../example-result.ts'

function render(result: Partial<ExportResult> = {}, others: Partial<ExportReport> = {}): string {
  return renderSummary({ ...REPORT, ...others, result: { ...RESULT, ...result } }).toString()
}

test.each([
  [RESULT.totals, { Human: 1200, AI: 300 }],
  [{ human: 3, ai: 0, total: 3 }, { Human: 3 }],
  [{ human: 0, ai: 0.5, total: 0.5 }, { AI: 0.5 }],
  [{ human: 1e300, ai: 2, total: 1e300 }, { AI: 2 }],
])('the pie of %j is valid Mermaid, and shows %j', async (totals, slices) => {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(render({ totals })) ?? []
  const { title, sections } = await parse('pie', diagram)
  expect(title).toBe('Views by people and by AI')
  expect(Object.fromEntries(sections.map(({ label, value }) => [label, value]))).toEqual(slices)
})

test('a summary without views has neither pie nor shares', () => {
  expect(render({ totals: { human: 0, ai: 0, total: 0 } })).not.toMatch(/mermaid|Share/)
})

const IN_FILE = 'in `out/page-views.csv` · 5 requests'
const COMPARED = { comparison: COMPARISON }

test.each<[string, string, Partial<ExportResult>, Partial<ExportReport>?]>([
  ['one row', `1 row ${IN_FILE}`, { rows: 1 }],
  ['no file', 'no file · 1 request', { file: undefined, requests: 1 }],
  ['the dates without totals', `Aug 1–7, 2026 (7 days, UTC) · 1,000 rows ${IN_FILE}`, { totals: undefined }],
  ['skipped rows', `1,000 rows \\(after the first 500\\) ${IN_FILE}`, {}, { offset: 500 }],
])('the last line of the summary has %s', (_name, expected, result, others) => {
  expect(render(result, others).split('\n').at(-1)).toBe(`<sub>${expected}</sub>`)
})

test('an export that stopped says how to continue, with the same dates', () => {
  const shortfalls: ExportResult['shortfalls'] = ['request limit']
  const stopped: ExportResult = { ...RESULT, outcome: 'incomplete', shortfalls, nextOffset: 250 }
  const query = '`offset: 250`, `date-from: 2026-08-01T00:00:00Z`, `date-to: 2026-08-08T00:00:00Z`'
  const continuation = explainContinuation(stopped, RANGE)
  expect(continuation).toContain(`are in \`out/page-views.csv\`. Continue with ${query} and another \`file\``)
  const endOnly = { dateTo: '2026-08-08' }
  expect(explainContinuation(stopped, endOnly)).toContain('`offset: 250`, `date-to: 2026-08-08`')
  for (const shortfall of ['repeated paths', 'changed totals'] as const) {
    const patchy = explainContinuation({ ...stopped, shortfalls: ['request limit', shortfall] }, RANGE)
    expect(patchy).toContain(`To replace them, export again with ${query}`)
  }
  expect(explainContinuation({ ...stopped, file: undefined }, RANGE)).toMatch(/^No file/)
  expect(render(stopped)).toMatch(/^> \[!WARNING\]\n> \*\*Not complete:\*\* `max-requests` .*`offset: 250`/m)
})

test("the summary of a failure tells what was tried, what came back, and the service's own message", () => {
  const detail = untrustedText('<b>no</b>\n# x')
  const explanation = { problem: 'Could not get it. Check `limit`.', detail }
  expect(render({ outcome: 'failed' }, { explanation })).toContain(
    '> **The export failed.** Could not get it. Check `limit`. The service said: `<b>no</b> # x`\n>\n> The rows',
  )
  const { detail: _, ...silent } = explanation
  expect(render({ outcome: 'failed' }, { explanation: silent })).toContain('Check `limit`.\n>\n')
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
    /^> \[!WARNING\]\n> No comparison:\n>\n> - Look here\. The service said: `a\|b`\n> - Totals changed\.$/m,
  )
  expect(text).toMatch(/^> \[!WARNING\]\n> Not everything was checked:\n>\n> - Look there\.$/m)
})

const NO_LISTS = { rising: [], falling: [], isNew: [], noViews: [], rises: [] }
const AUGUST = { dateFrom: '2026-08-01T00:00:00Z', dateTo: '2026-09-01T00:00:00Z' }
const SEPTEMBER = { dateFrom: '2026-09-01T00:00:00Z', dateTo: '2026-10-01T00:00:00Z' }
const MONTHS = { ...COMPARISON, range: AUGUST, lengths: { days: 30, previousDays: 31 } }

function all(total: number) {
  return { human: total, ai: 0, total }
}

const [JULY_25, AUGUST_1] = ['Jul 25–31, 2026 (7 days, UTC)', 'Aug 1–7, 2026 (7 days, UTC)']

test.each<[string, number, number, string]>([
  ['few views before', 20, 9, `**20 views** from ${AUGUST_1}, after 9 views from ${JULY_25}`],
  ['no views', 0, 900, `**0 views** from ${AUGUST_1}, after 900 views from ${JULY_25}: probably a gap in the data.`],
  [
    'no views before',
    900,
    0,
    `**900 views** from ${AUGUST_1}. It can't be compared with ${JULY_25}: it has no views, probably a gap in the data.`,
  ],
])('the first sentence is true with %s', (_name, now, before, expected) => {
  const comparison = { ...COMPARISON, ...NO_LISTS, totals: all(before) }
  const text = render({ totals: all(now), comparison })
  expect(text).toContain(expected)
  expect(text.match(/^### .*$/gm)).toEqual(['### Most viewed pages'])
})

test('a site that few read has not lost a share of its views', () => {
  const comparison = { ...COMPARISON, ...NO_LISTS, totals: all(9) }
  expect(render({ totals: all(3), comparison })).not.toContain(LOST)
})

test('months of different lengths are compared per day, and both lengths are named', () => {
  const comparison = { ...MONTHS, totals: all(310), rising: [mover('/up', [31], [60], 1)], falling: [] }
  const lines = render({ totals: all(330), comparison }, { range: SEPTEMBER }).split('\n')
  const [august, september] = ['Aug 1–31, 2026 (31 days, UTC)', 'Sep 1–30, 2026 (30 days, UTC)']
  expect(lines).toContain(`**330 views** from ${september}: \\+10.0% per day compared with ${august}.`)
  expect(lines).toContain('| Change per day | \\+10.0% |   | \\+10.0% |')
  expect(lines).toContain('Sep 1–30, 2026, compared with Aug 1–31, 2026. Changes are of views per day.')
  expect(lines).toContain('| `/up` | 31 | 60 | `████████████`&nbsp;\\+1 | \\+100.0% | \\+1 | 0 |')
})

const LOST = 'The whole site lost'
const NO = 'so no page is listed as falling.'

test.each<[string, Partial<Comparison>, ExportReport['topBy'], string]>([
  [
    'with fewer views as a number',
    { more: { isNew: 1, noViews: 24 } },
    'total',
    'Not listed: 1 more new page and 24 more pages with no views.',
  ],
  ['of a site that lost half', { totals: all(3000) }, 'total', `${LOST} 50.0% of its views, ${NO}`],
  ['of one that lost it by AI', { totals: { ...all(1200), ai: 900 } }, 'ai', `${LOST} 66.7% of its views by AI, ${NO}`],
])('the summary shows pages %s', (_name, comparison, topBy, expected) => {
  expect(render({ comparison: { ...COMPARISON, ...NO_LISTS, ...comparison } }, { topBy }).split('\n')).toContain(
    expected,
  )
})

const FALLING_BY_PEOPLE = { ...COMPARISON, ...NO_LISTS, falling: [mover('/less', [20, 2], [0, 3], -20)] }
const UNSURE = { ...COMPARISON, ...NO_LISTS, rising: COMPARISON.isNew, falling: COMPARISON.noViews }
const READ_BEFORE = { ...COMPARISON, rising: [mover('/up', [500, 0], [500, 6], 6)] }
const NOBODY = '| 1 | `/a` | `░░░░░░░░░░░░`&nbsp;0 | `░░░░░░░░░░░░`&nbsp;0 | 0 |'
const EXCLUDED = '`exclude` leaves out 1 row with 1,234 views. Only the file has them.'
const OF_ROWS_READ = / \\\(of the rows read\\\)$/

test.each<[string, Partial<ExportResult>, Partial<ExportReport>, (string | RegExp)[]]>([
  ['the name of the site for the project', {}, { title: 'Docs of *Acme*' }, ['## Page views of Docs of \\*Acme\\*']],
  ['pages by AI', {}, { topBy: 'ai' }, ['### Pages most viewed by AI']],
  ['pages by people', {}, { topBy: 'human' }, ['### Pages most viewed by people']],
  ['a page without views', { top: [row('/a', 0)] }, {}, [NOBODY]],
  [
    'what falls by people, with their figures',
    { comparison: FALLING_BY_PEOPLE },
    { topBy: 'human' },
    [/^### .*, by people$/, '| `/less` | 20 | 0 | `████████████`&nbsp;-20 | -100.0% | -20 | \\+1 |'],
  ],
  ['tables of a part', COMPARED, { offset: 250 }, [OF_ROWS_READ]],
  ['no page as renamed', { comparison: UNSURE }, {}, [/^\| `\/b\/moved` \| 0 .* – /, /^\| `\/a\/moved\/` \| 15 /]],
  ['a page that is old', { comparison: READ_BEFORE }, { topBy: 'ai' }, [/`\/up` \| 0 \| 6 .*\| – \| 0 \| \\\+6 \|$/]],
  ['what `exclude` leaves out', { excluded: { rows: 1, views: 1234 } }, {}, [EXCLUDED]],
  [
    'that totals without it are not known',
    { excluded: { rows: 1, views: 2 }, totals: undefined, outcome: 'incomplete' },
    {},
    [/^`exclude` leaves out .*The totals without them aren't known, since the export isn't complete\.$/],
  ],
])('the summary shows %s', (_name, result, others, expected) => {
  const lines = expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)))
  expect(render(result, others).split('\n')).toEqual(expect.arrayContaining(lines))
})

test('tables of incomplete rows say so, and a table without rows is left out', () => {
  const headings = (result: Partial<ExportResult>) => render(result).match(/^### .*$/gm) ?? []
  const some = headings({ ...COMPARED, outcome: 'failed' })
  expect(some.map((heading) => OF_ROWS_READ.test(heading))).toEqual([true, true, true, true, true])
  expect(headings({ comparison: { ...COMPARISON, ...NO_LISTS } })).toHaveLength(1)
  expect(headings({ top: [] })).toEqual([])
})

test('all other pages are below the last list if no page rises or falls', () => {
  const lines = render({ comparison: { ...COMPARISON, rising: [], falling: [] } }).split('\n')
  const parts = lines.flatMap((line) => /^(?:### .*|\| \*All other pages\*)/u.exec(line) ?? [])
  expect(parts.slice(1)).toEqual(['### New pages', '### Pages with no views', '| *All other pages*'])
})

test('a comparison in full', () => {
  expect(
    render(COMPARED)
      .replaceAll('\\', '')
      .replace(/^ *%%.*\n/gmu, ''),
  ).toMatchInlineSnapshot(`
    "## Page views of \`acme-docs\`

    **1,500 views** from Aug 1–7, 2026 (7 days, UTC): +7.1% compared with Jul 25–31, 2026 (7 days, UTC). Since July 31, 2026, views of a page as Markdown count as AI views. Earlier AI views don't include these, so AI views from before and after that day can't be compared.

    |   | Human | AI | Total |
    | :-- | --: | --: | --: |
    | **Views** | **1,200** | **300** | **1,500** |
    | Share | 80% | 20% |   |
    | Previous period | 1,000 | 400 | 1,400 |
    | Change | +20.0% | -25.0% | +7.1% |

    \`\`\`mermaid
    pie showData title Views by people and by AI
        "Human" : 1200
        "AI" : 300
    \`\`\`

    ### Most viewed pages

    | # | Page | Human | AI | Total |
    | --: | :-- | :-- | :-- | --: |
    | 1 | \`/a\` | \`████████████\`&nbsp;100 | \`██████░░░░░░\`&nbsp;50 | 150 |
    | 2 | \`/b\` | \`░░░░░░░░░░░░\`&nbsp;0 | \`█░░░░░░░░░░░\`&nbsp;1 | 1 |

    ### Rising pages

    Aug 1–7, 2026, compared with Jul 25–31, 2026.

    | Page | Previous | Views | Change | % | Human change | AI change |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/up\` | 10 | 30 | \`████████████\`&nbsp;+20 | +200.0% | +5 | +15 |
    | *All other pages* | 1,335 | 1,429 | +94 | +7.0% | +213 | -119 |

    ### Falling pages

    Aug 1–7, 2026, compared with Jul 25–31, 2026.

    | Page | Previous | Views | Change | % | Human change | AI change |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/less\` | 40 | 25 | \`████████████\`&nbsp;-15 | -37.5% | -20 | +5 |
    | *All other pages* | 1,335 | 1,429 | +94 | +7.0% | +213 | -119 |

    ### New pages

    Aug 1–7, 2026, compared with Jul 25–31, 2026.

    | Page | Previous | Views | Change | % | Human change | AI change |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/b/moved\` renamed? | 0 | 16 | \`████████████\`&nbsp;+16 | – | +16 | 0 |

    ### Pages with no views

    Aug 1–7, 2026, compared with Jul 25–31, 2026.

    | Page | Previous | Views | Change | % | Human change | AI change |
    | :-- | --: | --: | :-- | --: | --: | --: |
    | \`/a/moved/\` renamed? | 15 | 0 | \`████████████\`&nbsp;-15 | -100.0% | -14 | -1 |

    <sub>1,000 rows in \`out/page-views.csv\` · 5 requests · 4 requests for the previous period</sub>"
  `)
})
