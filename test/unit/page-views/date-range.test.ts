import { expect, test } from 'vitest'
import { resolveDates, resolvePeriod } from '../../../src/page-views/date-range.ts'

const NOW = Date.UTC(2026, 7, 15, 12, 30, 15, 250)
const NOW_TEXT = '2026-08-15T12:30:15.250Z'

function tell(range: { dateFrom?: string; dateTo: string } | undefined): string {
  const times = range === undefined ? '' : [range.dateFrom ?? 'the beginning', range.dateTo].join(' to ')
  return times.replaceAll('T00:00:00Z', '')
}

/** The dates, and the inputs that are refused, with what to write instead. */
function resolve(from: string, to: string) {
  const refused: string[][] = []
  const dates = resolveDates(from, to, NOW, (input, _, instruction = '') => refused.push([input, instruction]))
  return { ...dates, refused }
}

test.each([
  ['7d', 'today', '2026-08-08 to 2026-08-15'],
  ['today', '', `2026-08-15 to ${NOW_TEXT}`],
  ['', '', `the beginning to ${NOW_TEXT}`],
  ['7d', '', `2026-08-08T12:30:15.250Z to ${NOW_TEXT}`],
  ['', '2026-08-01', 'the beginning to 2026-08-01'],
  ['1d', '2024-03-01', '2024-02-29 to 2024-03-01'],
  ['14d', '7d', '2026-07-25T12:30:15.250Z to 2026-08-08T12:30:15.250Z'],
  ['1d', '2026-08-01T12:00:00+02:00', '2026-07-31T10:00:00Z to 2026-08-01T10:00:00Z'],
  ['2026-08-01T00:00', '2026-08-02', '2026-08-01 to 2026-08-02'],
  ['2026-08-01t00:00:00.5z', '2026-08-02', '2026-08-01T00:00:00.500Z to 2026-08-02'],
  // The future is now.
  ['2026-08-01', '2027-01-01', `2026-08-01 to ${NOW_TEXT}`],
])('date-from %j with date-to %j becomes %s', (from, to, expected) => {
  const { range, refused } = resolve(from, to)
  expect([tell(range), refused]).toEqual([expected, []])
})

test.each([
  '2026-02-30',
  '2026-13-01',
  'yesterday',
  '-7d',
  '999999d',
  '9'.repeat(400).concat('d'),
  '2026-08-01T25:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-08-01Z',
  '2026-08-01T12:00:00Z; rm',
  // In UTC this is in the year -1.
  '0000-01-01T00:00:00+14:00',
])('the date range refuses %j at both ends', (given) => {
  const rule = expect.stringMatching(/^Write an existing date/)
  expect(resolve(given, given).refused).toEqual([
    ['date-to', rule],
    ['date-from', rule],
  ])
})

test.each([
  ['2026-08-01', '2026-08-01'],
  ['0d', ''],
  ['2026-08-01T12:00:00Z', '2026-08-01T14:00:00+02:00'],
  ['2026-08-16', '2099-01-01'],
])("the date range refuses a beginning that isn't before the end: %j, %j", (from, to) => {
  expect(resolve(from, to).refused).toEqual([['date-from', expect.stringContaining('before `date-to`')]])
})

test.each([
  // Of the same length.
  ['7d', 'today', '2026-08-01 to 2026-08-08'],
  ['2026-08-15', '', '2026-08-14T11:29:44.750Z to 2026-08-15'],
  // Days stay days, also from the first of a month to the first of another.
  ['2026-03-01', '2026-04-01', '2026-01-29 to 2026-03-01'],
  ['', '2026-08-01', ''],
])('the previous period of %j to %j is %j', (from, to, expected) => {
  expect(tell(resolve(from, to).previousRange)).toBe(expected)
})

test.each([
  ['last-month', '2026-12-01T00:00:00Z', '2026-11-01 to 2026-12-01', '2026-10-01 to 2026-11-01'],
  ['last-month', '2026-03-31T23:59:59Z', '2026-02-01 to 2026-03-01', '2026-01-01 to 2026-02-01'],
  // Days stay days.
  ['30d', '2026-12-01T05:00:00Z', '2026-11-01 to 2026-12-01', '2026-10-02 to 2026-11-01'],
  ['last-month', '2026-01-01T00:00:00Z', '2025-12-01 to 2026-01-01', '2025-11-01 to 2025-12-01'],
  ['last-week', '2026-11-22T23:59:59Z', '2026-11-09 to 2026-11-16', '2026-11-02 to 2026-11-09'],
  ['last-week', '2026-11-23T00:00:00Z', '2026-11-16 to 2026-11-23', '2026-11-09 to 2026-11-16'],
  ['LAST-WEEK', '2026-01-02T12:00:00Z', '2025-12-22 to 2025-12-29', '2025-12-15 to 2025-12-22'],
])('the period %s, run at %s, is %s, compared with %s', (text, now, range, previous) => {
  const refuse = () => expect.fail()
  const resolved = resolvePeriod(text, Date.parse(now), refuse)
  expect([tell(resolved.range), tell(resolved.previousRange)]).toEqual([range, previous])
})

test.each(['0d', '7', 'd', 'this-month', '36501d', '-7d', '1.5d', 'last week'])('the period %j is refused', (given) => {
  const refused: unknown[] = []
  resolvePeriod(given, NOW, (...problem) => refused.push(problem))
  expect(refused).toEqual([['period', given, expect.stringContaining('`last-week`')]])
})
