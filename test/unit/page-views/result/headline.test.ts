import { expect, test } from 'vitest'
import type { Comparison } from '../../../../src/page-views/comparison/compare-periods.ts'
import { splitRange } from '../../../../src/page-views/date-parts.ts'
import type { ExportOptions } from '../../../../src/page-views/export-options.ts'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import { formatHeadline } from '../../../../src/page-views/result/headline.ts'
import { COMPARISON, counts, OPTIONS, PREVIOUS_RANGE, RANGE, REPORT, RESULT, resultOf } from '../example-result.ts'

interface Case {
  result?: Partial<ExportResult>
  options?: Partial<ExportOptions>
  comparison?: Partial<Comparison>
  emptyDaysBefore?: number
}

function tell({ result, options, comparison, emptyDaysBefore }: Case): string | undefined {
  const compared = comparison && { comparison: { ...COMPARISON, ...comparison } }
  const report = { ...REPORT, options: { ...OPTIONS, ...options }, result: { ...RESULT, ...result, ...compared } }
  return formatHeadline(report, emptyDaysBefore)
}

const [DATES, BEFORE] = ['in Nov 16–22, 2026 (7 days, UTC)', 'compared with Nov 9–15, 2026']
const OCTOBER = { dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-11-01T00:00:00Z' }
const SEPTEMBER = { dateFrom: '2026-09-01T00:00:00Z', dateTo: '2026-10-01T00:00:00Z' }
const AUGUST = { dateFrom: '2026-08-01T00:00:00Z', dateTo: '2026-08-08T00:00:00Z' }
const JULY = { dateFrom: '2026-07-25T00:00:00Z', dateTo: '2026-08-01T00:00:00Z' }
const HOURS = { dateFrom: '2026-11-16T06:00:00Z', dateTo: '2026-11-17T06:00:00Z' }
const DAY = { dateFrom: '2026-11-16T00:00:00Z', dateTo: '2026-11-17T00:00:00Z' }
const MONTHS = splitRange({ dateFrom: '2026-09-01T00:00:00Z', dateTo: '2026-12-01T00:00:00Z' }, 'month')

/** The days of the week, of which these have no views. */
function daysWithout(empty: number[]): ExportResult['days'] {
  return splitRange(RANGE, 'day').map((range, index) => {
    const totals = counts(empty.includes(index) ? 0 : 9)
    return { range, received: totals, totals }
  })
}

test.each<[string, string | undefined, Case]>([
  ['people and AI apart', `1,200 views by people and 300 by AI ${DATES}.`, {}],
  ['one view', `1 view by people and 0 by AI ${DATES}.`, { result: resultOf(counts(1)) }],
  // The first of the sentences that misled: "55,977 views: +42.1%".
  [
    'a fall by people that AI hides',
    `13,926 views by people (−42.1%) and 42,051 by AI (+174.3%) ${DATES}, ${BEFORE}.`,
    { result: resultOf(counts(13_926, 42_051)), comparison: { totals: counts(24_061, 15_330) } },
  ],
  [
    'few views before, which a percentage would blow up',
    `1,200 views by people (9 before) and 300 by AI (0 before) ${DATES}, ${BEFORE}.`,
    { comparison: { totals: counts(9) } },
  ],
  [
    'months of different lengths, which are both named',
    '3,100 views by people (+20.0% in views per day) and 310 by AI (−50.0% in views per day) ' +
      'in Oct 1–31, 2026 (31 days, UTC), compared with Sep 1–30, 2026 (30 days, UTC).',
    {
      result: resultOf(counts(3100, 310), OCTOBER),
      comparison: { range: SEPTEMBER, totals: counts(2500, 600), lengths: { days: 31, previousDays: 30 } },
    },
  ],
  [
    'AI views that were counted differently',
    '1,200 views by people (+20.0%) and 300 by AI (−25.0%, counted differently before July 31, 2026) ' +
      'in Aug 1–7, 2026 (7 days, UTC), compared with Jul 25–31, 2026.',
    { result: resultOf(counts(1200, 300), AUGUST), comparison: { range: JULY } },
  ],
  ['one day', '9 views by people and 0 by AI on Nov 16, 2026 (1 day, UTC).', { result: resultOf(counts(9), DAY) }],
  [
    'times',
    '9 views by people and 0 by AI in Nov 16, 2026, 06:00 – Nov 17, 2026, 06:00 (UTC).',
    { result: resultOf(counts(9), HOURS) },
  ],
  [
    'no beginning',
    '9 views by people and 0 by AI until the end of Nov 22, 2026 (UTC).',
    { result: { ...RESULT, known: { range: { dateTo: RANGE.dateTo }, totals: counts(9), parts: 1 } } },
  ],
  [
    'no views before',
    `1,200 views by people (0 before) and 300 by AI (0 before) ${DATES}, ${BEFORE}, which has no views; ` +
      'data is probably missing.',
    { comparison: { totals: counts(0), isEmpty: true } },
  ],
  [
    'no views before, and few now',
    `9 views by people (0 before) and 0 by AI (0 before) ${DATES}, ${BEFORE}, which has no views.`,
    { result: resultOf(counts(9)), comparison: { totals: counts(0), isEmpty: true } },
  ],
  [
    'few views before, and none now',
    `0 views by people (9 before) and 0 by AI (0 before) ${DATES}, ${BEFORE}.`,
    { result: resultOf(counts(0)), comparison: { totals: counts(9) } },
  ],
  [
    'no views now',
    `0 views by people (−100.0%) and 0 by AI (−100.0%) ${DATES}, ${BEFORE}; data is probably missing.`,
    { result: { ...resultOf(counts(0)), days: daysWithout([0, 1, 2, 3, 4, 5, 6]) }, comparison: {} },
  ],
  [
    'never a view',
    `0 views by people (0 before) and 0 by AI (0 before) ${DATES}, ${BEFORE}, which has no views.`,
    { result: resultOf(counts(0)), comparison: { totals: counts(0), isEmpty: true } },
  ],
  [
    'a comparison that is missing',
    `1,200 views by people and 300 by AI ${DATES}; the change from Nov 9–15, 2026 isn't known.`,
    { options: { previousRange: PREVIOUS_RANGE } },
  ],
  [
    'a day without views',
    `1,200 views by people and 300 by AI ${DATES}; Nov 18 has no views.`,
    { result: { days: daysWithout([2]) } },
  ],
  [
    'days without views',
    `1,200 views by people and 300 by AI ${DATES}; Nov 18–19 and Nov 22 have no views.`,
    { result: { days: daysWithout([2, 3, 6]) } },
  ],
  [
    'all days without views, however many they are',
    `1,200 views by people and 300 by AI ${DATES}; Nov 16, Nov 18–20, and Nov 22 have no views.`,
    { result: { days: daysWithout([0, 2, 3, 4, 6]) } },
  ],
  [
    'the number of days that could not be read',
    `1,200 views by people and 300 by AI ${DATES}; Nov 16 has no views; the views of 5 days aren't known.`,
    { options: { days: splitRange(RANGE, 'day') }, result: { days: daysWithout([0]).slice(0, 2) } },
  ],
  [
    'no day of which the range has only a part',
    `1,200 views by people and 300 by AI ${DATES}.`,
    {
      result: {
        days: daysWithout([6]).map((day) => ({ ...day, range: { ...day.range, dateTo: '2026-11-22T00:10:00Z' } })),
      },
    },
  ],
  [
    'days without views before',
    `1,200 views by people (+20.0%) and 300 by AI (−25.0%) ${DATES}, ${BEFORE}, of which 2 days had no views.`,
    { comparison: {}, emptyDaysBefore: 2 },
  ],
  [
    'totals that changed',
    `1,200 views by people and 300 by AI ${DATES}; the totals changed while they were read.`,
    { result: { shortfalls: ['changed totals'] } },
  ],
  [
    'previous totals that changed',
    `1,200 views by people (+20.0%) and 300 by AI (−25.0%) ${DATES}, ${BEFORE}; the totals changed while they were read.`,
    { comparison: { shortfalls: ['changed totals'] } },
  ],
  [
    'a part of a series',
    '50 views by people and 0 by AI in Sep 1 – Oct 31, 2026 (61 days, UTC), 2 of 3 months.',
    {
      options: { split: 'month', parts: MONTHS },
      result: { known: { range: { ...OCTOBER, dateFrom: SEPTEMBER.dateFrom }, totals: counts(50), parts: 2 } },
    },
  ],
  [
    'a part of many days',
    `1,200 views by people and 300 by AI ${DATES}, 1 of 9,825 days.`,
    { options: { split: 'day', parts: Array.from({ length: 9825 }, () => DAY) } },
  ],
  ['nothing where no totals are known', undefined, { result: { known: undefined } }],
])('the first sentence has %s', (_name, expected, given) => {
  expect(tell(given)).toBe(expected)
})
