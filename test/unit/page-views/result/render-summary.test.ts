import { parse } from '@mermaid-js/parser'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import type { Comparison } from '../../../../src/page-views/comparison/compare-periods.ts'
import type { Mover } from '../../../../src/page-views/comparison/ranking.ts'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import type { ExportWarning } from '../../../../src/page-views/problems.ts'
import {
  type ExportReport,
  renderInputProblems,
  renderSummary,
} from '../../../../src/page-views/result/render-summary.ts'
import { describeContinuation } from '../../../../src/page-views/result/words.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const RESULT: ExportResult = {
  outcome: 'complete',
  shortfalls: [],
  totals: { human: 1200, ai: 300, total: 1500 },
  rows: 1000,
  requests: 5,
  file: 'out/page-views.csv',
  top: [
    { path: untrustedText('/a'), human: 100, ai: 50, total: 150 },
    { path: untrustedText('/b'), human: 0, ai: 1, total: 1 },
  ],
  warnings: [],
}
const COMPARISON: Comparison = {
  range: { dateFrom: '2026-07-25', dateTo: '2026-08-01' },
  totals: { human: 1000, ai: 400, total: 1400 },
  requests: 4,
  rows: 1001,
  rising: [mover('/up', [10, 0], [15, 15], 20), mover('/new', [0, 0], [6, 0], 6)],
  falling: [mover('/gone', [4, 1], [0, 0], -5), mover('/less', [2, 2], [0, 3], -1)],
}

function mover(
  path: string,
  [previousHuman, previousAi]: number[],
  [human, ai]: number[],
  change: number,
): Mover {
  const counts = {
    human: human ?? 0,
    ai: ai ?? 0,
    previousHuman: previousHuman ?? 0,
    previousAi: previousAi ?? 0,
  }
  return {
    path: untrustedText(path),
    ...counts,
    total: counts.human + counts.ai,
    previous: counts.previousHuman + counts.previousAi,
    change,
  }
}
const RANGE = { dateFrom: '2026-08-01', dateTo: '2026-08-08' }

function render(result: Partial<ExportResult> = {}, others: Partial<ExportReport> = {}): string {
  return renderSummary({
    projectId: 'acme-docs',
    result: { ...RESULT, ...result },
    range: RANGE,
    offset: 0,
    topBy: 'total',
    ...others,
  }).toString()
}

/** As GitHub would show it, before it takes out what is dangerous: nothing dangerous may be there at all. */
function toHtml(source: string): string {
  return micromark(source, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })
}

function readPie(source: string) {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(source) ?? []
  return parse('pie', diagram)
}

test('an empty or blank path is shown as empty in the summary', () => {
  const top = ['', ' '].map((path) => ({ path: untrustedText(path), human: 1, ai: 0, total: 1 }))
  expect(render({ top }).match(/\| \*\(empty\)\* \|/g)).toHaveLength(2)
})

test('the pie is one by the grammar of Mermaid', async () => {
  const { title, sections } = await readPie(render())
  expect(title).toBe('Views by people and by AI')
  expect(sections.map(({ label, value }) => [label, value])).toEqual([
    ['Human', 1200],
    ['AI', 300],
  ])
})

test('the pie leaves out what is nothing, and takes any other number', async () => {
  expect(render({ totals: { human: 0, ai: 0, total: 0 } })).not.toContain('mermaid')
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), async (human) => {
      const { sections } = await readPie(render({ totals: { human, ai: 0, total: human } }))
      expect(sections).toHaveLength(1)
    }),
  )
})

test('the summary names dates, rows, file and requests', () => {
  const html = toHtml(render())
  expect(html).toContain('<p>1–7 Aug 2026 (7 days, UTC)</p>')
  expect(html).toContain('<sub>1,000 rows in <code>out/page-views.csv</code> · 5 requests</sub>')
  expect(render({ rows: 1 })).toContain('>1 row in `out/page-views.csv` · ')
  const { totals: _, ...unread } = RESULT
  expect(
    renderSummary({ projectId: 'x', result: unread, range: RANGE, offset: 0, topBy: 'total' }).toString(),
  ).toContain('<sub>1–7 Aug 2026 (7 days, UTC) · ')
  expect(render({ requests: 1 }, { range: { dateTo: '2026-08-08' }, offset: 500 })).toMatch(
    /until the end of 7 Aug 2026 \(UTC\)[\s\S]*1,000 rows \\\(after the first 500\\\) in .* · 1 request</,
  )
})

test('an export that stopped says how to go on, with the same dates', () => {
  const result: ExportResult = {
    ...RESULT,
    outcome: 'incomplete',
    shortfalls: ['request limit'],
    nextOffset: 250,
  }
  expect(describeContinuation(result, RANGE)).toBe(
    'The rows so far are in `out/page-views.csv`; go on with `offset: 250`, `date-from: 2026-08-01`, `date-to: 2026-08-08` and another `file`.',
  )
  expect(describeContinuation({ ...result, shortfalls: ['short page'] }, RANGE)).toMatch(/in place of these/)
  const repeated = render({ ...result, shortfalls: ['request limit', 'repeated paths'], nextOffset: 0 })
  expect(repeated).toMatch(
    /\*\*Not complete:\*\* `max-requests` was reached\. Paths came again .* read them again with `offset: 0`.* in place of these rows/,
  )
})

test('the summary of a failure says what was tried, what came back and what the service said', () => {
  const explanation = {
    problem: 'Could not get it. Check `limit`.',
    detail: untrustedText('<b>no</b>\n# x'),
    isUnexpected: false,
  }
  const html = toHtml(render({ outcome: 'failed', nextOffset: 250 }, { explanation }))
  expect(html).toContain(
    'Could not get it. Check <code>limit</code>. The service said: <code>&lt;b&gt;no&lt;/b&gt; # x</code>',
  )
})

test('the summary shows warnings by what they are about, with an example', () => {
  const warnings = [
    {
      about: 'data',
      message: 'Paths are repeated.',
      quote: { label: 'For example', text: untrustedText('/a|b') },
    },
    { about: 'inputs', message: 'Look at `offset`.' },
    { about: 'data', message: 'Totals changed.' },
  ] satisfies ExportWarning[]
  const html = toHtml(render({ warnings }))
  expect(html).toContain(
    '<li>Paths are repeated. For example: <code>/a|b</code></li>\n<li>Totals changed.</li>',
  )
  expect(html).toContain('<li>Look at <code>offset</code>.</li>')
})

test('whatever a path is, the report has the same shape and mentions nobody', () => {
  const shape = (path: string) => {
    const top = [{ path: untrustedText(path), human: 1, ai: 1, total: 2 }]
    const warnings: ExportWarning[] = [
      { about: 'data', message: 'x', quote: { label: 'For example', text: untrustedText(path) } },
    ]
    const moved = mover(path, [2, 0], [1, 0], -1)
    const comparison = { ...COMPARISON, rising: [moved], falling: [moved] }
    const html = toHtml(render({ top, warnings, comparison }))
    return { tags: html.match(/<[^>]*>/g)?.filter((tag) => tag !== '<code>' && tag !== '</code>'), html }
  }
  const { tags } = shape('/plain')
  const tricky = fc.constantFrom(
    ...'`|<>\\[]()*_~#@!&;:/ \n\r',
    'http://',
    '@me',
    '-->',
    '<!--',
    '</td>',
    '```',
    '&lt;',
    'www.',
    '\\|',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(tricky, fc.string({ unit: 'grapheme' }))), (parts) => {
      const seen = shape(`/${parts.join('')}`)
      expect(seen.tags).toEqual(tags)
      expect(seen.html).not.toMatch(/@[\w-]/)
    }),
    { numRuns: 100 },
  )
})

test('the summary of a comparison has the dates and totals of both periods, the change, and what rises and falls', () => {
  const lines = render({ comparison: COMPARISON }).split('\n')
  const order = [
    '1–7 Aug 2026 (7 days, UTC) compared with 25–31 Jul 2026 (7 days, UTC). Since 31 July 2026, views of a page as Markdown count as AI views. Numbers from before that day leave them out, so AI seems to grow more than it did.',
    '| Previous period | 1,000 | 400 | 1,400 |',
    '| Change | \\+20.0% | -25.0% | \\+7.1% |',
    '### Rising pages',
    '| `/up` | 10 | 30 | `████████████`&nbsp;\\+20 | \\+200.0% | \\+5 | \\+15 |',
    '| `/new` | 0 | 6 | `████░░░░░░░░`&nbsp;\\+6 | new | \\+6 | 0 |',
    '### Falling pages',
    '| `/gone` | 5 | 0 | `████████████`&nbsp;-5 | gone | -4 | -1 |',
    '| `/less` | 4 | 3 | `██░░░░░░░░░░`&nbsp;-1 | -25.0% | -2 | \\+1 |',
  ]
  expect(lines.filter((line) => order.includes(line))).toEqual(order)
  expect(lines.at(-1)).toContain('5 requests · 4 requests for the previous period')
})

test('inputs that can not be used have a summary', () => {
  const text = renderInputProblems(
    'Reading the inputs: one is not usable.\n- limit: "0" was given',
  ).toString()
  expect(toHtml(text)).toMatch(/<h2>Page views<\/h2>[\s\S]*<li>limit: &quot;0&quot; was given<\/li>/)
})

const FALLING = { comparison: { ...COMPARISON, rising: [], falling: [mover('/less', [2, 2], [0, 3], -2)] } }
const GONE = '| `/gone` | 5 | 0 | `████████████`&nbsp;-5 | -100.0% | -4 | -1 |'
const OF_ROWS_READ = '### Most viewed pages \\(of the rows read\\)'

test.each<[string, Partial<ExportResult>, Partial<ExportReport>, string[]]>([
  [
    'the project, totals, shares, and the most viewed pages, with no bar for nothing',
    {},
    {},
    [
      '## Page views of `acme-docs`',
      '| **Views** | **1,200** | **300** | **1,500** |',
      '| Share | 80% | 20% |   |',
      '### Most viewed pages',
      '| 1 | `/a` | `████████████`&nbsp;100 | `██████░░░░░░`&nbsp;50 | 150 |',
      '| 2 | `/b` | `░░░░░░░░░░░░`&nbsp;0 | `█░░░░░░░░░░░`&nbsp;1 | 1 |',
    ],
  ],
  ['pages by AI', {}, { topBy: 'ai' }, ['### Pages most viewed by AI']],
  ['pages by people', {}, { topBy: 'human' }, ['### Pages most viewed by people']],
  [
    'what falls by people, with their figures',
    FALLING,
    { topBy: 'human' },
    ['### Falling pages, by people', '| `/less` | 2 | 0 | `████████████`&nbsp;-2 | -100.0% | -2 | \\+1 |'],
  ],
  [
    'no page as gone after the first rows',
    { comparison: COMPARISON },
    { offset: 250 },
    [OF_ROWS_READ, '### Falling pages \\(of the rows read\\)', GONE],
  ],
  [
    'no page as gone before the last rows',
    { outcome: 'incomplete', comparison: COMPARISON },
    {},
    [OF_ROWS_READ, GONE],
  ],
  ['the rows before a failure', { outcome: 'failed' }, {}, [OF_ROWS_READ]],
])('the summary shows %s', (_name, result, others, expected) => {
  expect(render(result, others).split('\n')).toEqual(expect.arrayContaining(expected))
})

test('a summary without views has no shares', () => {
  expect(render({ totals: { human: 0, ai: 0, total: 0 } })).not.toContain('Share')
})
