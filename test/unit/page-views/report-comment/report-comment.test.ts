import { expect, test } from 'vitest'
import { createReportComment } from '../../../../src/page-views/report-comment/report-comment.ts'
import { COMPARISON, counts, dayOf, PREVIOUS_RANGE, RANGE, REPORT, RESULT, resultOf } from '../example-result.ts'

const ORIGIN = {
  runUrl: new URL('https://github.example/acme/app/actions/runs/1'),
  nowMs: Date.UTC(2026, 10, 23, 6, 17),
}
const COMPARED = { ...REPORT, result: { ...RESULT, comparison: COMPARISON } }
const PREVIOUS = { from: PREVIOUS_RANGE.dateFrom, to: PREVIOUS_RANGE.dateTo }
const OWN = { from: RANGE.dateFrom, to: RANGE.dateTo }
const DAY = { ...RANGE, dateTo: '2026-11-17T00:00:00Z' }
const BEFORE = { from: '2026-11-02T00:00:00Z', to: PREVIOUS.from, ...counts(800, 90) }

test('the comment is the summary, with the periods that it has shown, and the run', () => {
  const { content, memory } = createReportComment(COMPARED, [BEFORE], ORIGIN)
  expect(memory).toEqual([BEFORE, { ...PREVIOUS, ...counts(1000, 400) }, { ...OWN, ...counts(1200, 300) }])
  const text = content.toString()
  expect(text).toContain(
    [
      '| Nov 2–8, 2026 | 800 | 90 | 890 |',
      '| Nov 9–15, 2026 | 1,000 | 400 | 1,400 |',
      '| Nov 16–22, 2026 | 1,200 | 300 | 1,500 |',
    ].join('\n'),
  )
  expect(text).toContain('x-axis ["Nov 2–8", "Nov 9–15", "Nov 16–22"]')
  expect(text).toMatch(/^<sub>Updated Nov 23, 2026, 06:17 UTC · \[Workflow run\]\(https:.*runs\/1\) · 1,000 rows /mu)
  expect(createReportComment(COMPARED, memory, ORIGIN)).toMatchObject({ memory })
})

const MARCH = { dateFrom: '2026-03-01T00:00:00Z', dateTo: '2026-04-01T00:00:00Z' }

test.each([
  ['a week and four weeks', RANGE, '2026-10-12T00:00:00Z', 0],
  ['March and February', MARCH, '2026-02-01T00:00:00Z', 2],
])('%s are one table; they are one chart if they are about equally long', (_name, range, from, points) => {
  const report = {
    ...REPORT,
    options: { ...REPORT.options, range },
    result: { ...RESULT, ...resultOf(counts(9), range) },
  }
  const before = { ...BEFORE, from, to: range === MARCH ? range.dateFrom : BEFORE.to }
  const text = createReportComment(report, [before], ORIGIN).content.toString()
  expect(text).toMatch(/\| 800 \| 90 \| 890 \|\n\| .* \| 9 \|/)
  expect(/x-axis (.*)/.exec(text)?.[1]?.split('", "').length ?? 0).toBe(points)
})

test('days without views are remembered, and told when the next period is compared with theirs', () => {
  const days = [0, 5, 0].map((human) => dayOf(DAY, counts(human)))
  const first = createReportComment({ ...REPORT, result: { ...RESULT, days } }, [], ORIGIN)
  expect(first.memory).toEqual([{ ...OWN, ...counts(1200, 300), emptyDays: 2 }])
  expect(first.content.toString()).toContain('| Nov 16–22, 2026 \\(no views on 2 days\\) |')

  const next = { dateFrom: RANGE.dateTo, dateTo: '2026-11-30T00:00:00Z' }
  const comparison = { ...COMPARISON, range: RANGE, totals: counts(1200, 300) }
  const result = { ...RESULT, ...resultOf(counts(1500, 600), next), comparison }
  const report = { ...REPORT, options: { ...REPORT.options, range: next, parts: [next] }, result }
  const { headline, memory } = createReportComment(report, first.memory, ORIGIN)
  expect(headline).toContain('compared with Nov 16–22, 2026, of which 2 days had no views.')
  expect(memory.map(({ emptyDays }) => emptyDays)).toEqual([2, undefined])
})

test('a period whose days all have views by now loses its note; with the same views and unread days it keeps it', () => {
  const day = dayOf(DAY, counts(5))
  const show = (days: (typeof day)[], human = 1200) => {
    const known = [{ ...OWN, ...counts(human, 300), emptyDays: 2 }]
    const report = { ...REPORT, options: { ...REPORT.options, days: [DAY, DAY] }, result: { ...RESULT, days } }
    return createReportComment(report, known, ORIGIN).content.toString()
  }
  expect(show([day, day])).toContain('| Nov 16–22, 2026 | 1,200 |')
  expect(show([day])).toContain('| Nov 16–22, 2026 \\(no views on 2 days\\) | 1,200 |')
  expect(show([day], 1000)).toContain('| Nov 16–22, 2026 | 1,200 |')
})

test('totals that are not known are not remembered', () => {
  const result = { ...RESULT, parts: [], known: undefined }
  expect(createReportComment({ ...REPORT, result }, [BEFORE], ORIGIN).memory).toEqual([BEFORE])
})
