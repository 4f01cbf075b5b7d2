import { parse } from '@mermaid-js/parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import {
  type ExportReport,
  renderInputProblems,
  renderSummary,
} from '../../../../src/page-views/result/render-summary.ts'
import { describeContinuation } from '../../../../src/page-views/result/words.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { COMPARISON, mover, RANGE, REPORT, RESULT, row } from '../example-result.ts'

function render(result: Partial<ExportResult> = {}, others: Partial<ExportReport> = {}): string {
  return renderSummary({ ...REPORT, ...others, result: { ...RESULT, ...result } }).toString()
}

function readPie(source: string) {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(source) ?? []
  return parse('pie', diagram)
}

test('the pie is one by the grammar of Mermaid', async () => {
  const { title, sections } = await readPie(render())
  expect(title).toBe('Views by people and by AI')
  expect(sections.map(({ label, value }) => [label, value])).toEqual([
    ['Human', 1200],
    ['AI', 300],
  ])
})

test('the pie leaves out what is nothing or beyond what it can show, and takes any other number', async () => {
  for (const human of [0, 1e300])
    expect(render({ totals: { human, ai: 0, total: human } })).not.toContain('mermaid')
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), async (human) => {
      const { sections } = await readPie(render({ totals: { human, ai: 0, total: human } }))
      expect(sections).toHaveLength(1)
    }),
  )
})

test.each<[string, Partial<ExportResult>, Partial<ExportReport>, string]>([
  ['rows, file and requests', {}, {}, '1,000 rows in `out/page-views.csv` · 5 requests'],
  ['one row', { rows: 1, requests: 1 }, {}, '1 row in `out/page-views.csv` · 1 request'],
  ['no file', { file: undefined }, {}, 'no file · 5 requests'],
  [
    'the dates, where nothing was read',
    { totals: undefined },
    {},
    '1–7 Aug 2026 \\(7 days, UTC\\) · 1,000 rows in `out/page-views.csv` · 5 requests',
  ],
  [
    'rows that were skipped',
    {},
    { offset: 500 },
    '1,000 rows \\(after the first 500\\) in `out/page-views.csv` · 5 requests',
  ],
  [
    'a comparison',
    { comparison: COMPARISON },
    {},
    '1,000 rows in `out/page-views.csv` · 5 requests · 4 requests for the previous period',
  ],
])('the last line of the summary names %s', (_name, result, others, expected) => {
  const [last = ''] = render(result, others).split('\n').slice(-1)
  expect(last.replaceAll(/\\(?=[()])/g, '')).toBe(`<sub>${expected.replaceAll('\\', '')}</sub>`)
})

const STOPPED: ExportResult = { ...RESULT, outcome: 'incomplete', shortfalls: ['request limit'], nextOffset: 250 }

test('an export that stopped says how to go on, with the same dates', () => {
  const again = '`offset: 250`, `date-from: 2026-08-01`, `date-to: 2026-08-08`'
  const continuation = describeContinuation(STOPPED, RANGE)
  expect(continuation).toMatch(/^The rows so far are in `out\/page-views.csv`; go on with /)
  expect(continuation).toContain(`${again} and another \`file\``)
  expect(describeContinuation(STOPPED, { dateTo: '2026-08-08' })).toContain('`offset: 250`, `date-to: 2026-08-08`')
  for (const shortfall of ['short page', 'repeated paths'] as const)
    expect(describeContinuation({ ...STOPPED, shortfalls: ['request limit', shortfall] }, RANGE)).toContain(
      `${again}, in place of these`,
    )
  expect(render(STOPPED)).toContain(`${continuation}\n`)
})
