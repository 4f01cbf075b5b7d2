import { expect, test } from 'vitest'
import { resolveDates, resolvePeriod } from '../../../src/page-views/date-range.ts'

const NOW = Date.UTC(2026, 7, 15, 12, 30, 15, 250)
const NOW_TEXT = '2026-08-15T12:30:15.250Z'

function tell(range: { dateFrom?: string; dateTo: string } | undefined): string {
  const times = range === undefined ? '' : [range.dateFrom ?? 'the beginning', range.dateTo].join(' to ')
  return times.replaceAll('T00:00:00Z', '')
}

test.each([
  ['7d', 'today', '2026-08-08 to 2026-08-15'],
  ['today', '', `2026-08-15 to ${NOW_TEXT}`],
  ['', '', `the beginning to ${NOW_TEXT}`],
  ['7d', '', `2026-08-08T12:30:15.250Z to ${NOW_TEXT}`],
  ['', '2026-08-01', 'the beginning to 2026-08-01'],
  ['30d', '2026-03-31', '2026-03-01 to 2026-03-31'],
  ['1d', '2024-03-01', '2024-02-29 to 2024-03-01'],
  ['14d', '7d', '2026-07-25T12:30:15.250Z to 2026-08-08T12:30:15.250Z'],
  ['1d', '2026-08-01T12:00:00+02:00', '2026-07-31T10:00:00Z to 2026-08-01T10:00:00Z'],
  ['2026-08-01T00:00', '2026-08-02', '2026-08-01 to 2026-08-02'],
  ['2026-08-01t00:00:00.5z', '2026-08-02', '2026-08-01T00:00:00.500Z to 2026-08-02'],
  // The future is now.
  ['2026-08-01', '2027-01-01', `2026-08-01 to ${NOW_TEXT}`],
])('date-from %j with date-to %j becomes %s', (from, to, expected) => {
  const { range, problems } = resolveDates(from, to, NOW)
  expect([tell(range), problems]).toEqual([expected, []])
})

test('days are sent as times in UTC, since the service names no time zone', () => {
  const range = { dateFrom: '2026-08-08T00:00:00Z', dateTo: '2026-08-15T00:00:00Z' }
  expect([resolveDates('7d', 'today', NOW).range, resolvePeriod('7d', NOW).range]).toEqual([range, range])
})

test.each([
  '2026-02-30',
  '2026-13-01',
  'yesterday',
  '-7d',
  '99999d',
  '9'.repeat(400).concat('d'),
  '2026-08-01T24:00:00Z',
  '2026-02-30T12:00:00Z',
  '2026-08-01T12:00:00+15:00',
  '2026-08-01T12:00:00Z; rm',
  // In UTC these are in the years -1 and 10000.
  '0000-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
])('the date range refuses %j at both ends', (given) => {
  const { problems } = resolveDates(given, given, NOW)
  expect(problems.map(({ input }) => input)).toEqual(['date-to', 'date-from'])
})

test.each([
  ['2026-08-01', '2026-08-01'],
  ['2026-08-02', '2026-08-01'],
  ['0d', ''],
  ['2026-08-01T12:00:00Z', '2026-08-01T14:00:00+02:00'],
])("the date range refuses a beginning that isn't before the end: %j, %j", (from, to) => {
  const { problems } = resolveDates(from, to, NOW)
  expect(problems).toMatchObject([
    { input: 'date-from', given: from, allowed: expect.stringContaining('before date-to') },
  ])
})

test.each([
  // Of the same length.
  ['7d', 'today', '2026-08-01 to 2026-08-08'],
  ['2026-07-02', '2026-08-02', '2026-06-01 to 2026-07-02'],
  ['7d', '', '2026-08-01T12:30:15.250Z to 2026-08-08T12:30:15.250Z'],
  ['2026-08-15', '', '2026-08-14T11:29:44.750Z to 2026-08-15'],
  // Days stay days, also from the first of a month to the first of another.
  ['2026-03-01', '2026-04-01', '2026-01-29 to 2026-03-01'],
  // No beginning, or none that four digits can write.
  ['', '2026-08-01', ''],
  ['0001-01-01', '2026-08-01', ''],
])('the previous period of %j to %j is %j', (from, to, expected) => {
  expect(tell(resolveDates(from, to, NOW).previousRange)).toBe(expected)
})

test.each([
  ['', false, true],
  ['today', false, false],
  ['0d', false, true],
  ['2026-08-16', true, true],
  ['2099-01-01', true, true],
])('date-to %j is in the future: %s, and its period is to date: %s', (to, isCut, isToDate) => {
  expect(resolveDates('', to, NOW)).toMatchObject({ isCut, isToDate })
})

test.each([
  ['2026-08-16', ''],
  ['2026-08-15T12:31:00Z', '2099-01-01'],
])('a beginning in the future is refused: %j to %j', (from, to) => {
  const allowed = expect.stringMatching(/is in the future$/)
  expect(resolveDates(from, to, NOW).problems).toEqual([{ input: 'date-from', given: from, allowed }])
})

test.each([
  ['7d', '2026-08-08 to 2026-08-15', '2026-08-01 to 2026-08-08', false],
  ['last-week', '2026-08-03 to 2026-08-10', '2026-07-27 to 2026-08-03', false],
  ['last-month', '2026-07-01 to 2026-08-01', '2026-06-01 to 2026-07-01', false],
  ['this-month', '2026-08-01 to 2026-08-15', '2026-07-01 to 2026-07-15', true],
])('the period %s is %s, compared with %s', (text, range, previous, isToDate) => {
  const resolved = resolvePeriod(text, NOW)
  expect([tell(resolved.range), tell(resolved.previousRange)]).toEqual([range, previous])
  expect(resolved).toMatchObject({ isToDate, isCut: false, problems: [] })
})

test.each([
  // The first of a month, when it has just begun.
  ['this-month', '2026-12-01T00:00:00Z', '2026-11-01 to 2026-12-01', '2026-10-01 to 2026-11-01'],
  ['this-month', '2026-12-02T05:00:00Z', '2026-12-01 to 2026-12-02', '2026-11-01 to 2026-11-02'],
  // February is shorter.
  ['this-month', '2027-03-31T05:00:00Z', '2027-03-01 to 2027-03-31', '2027-02-01 to 2027-03-01'],
  ['last-month', '2027-01-15T05:00:00Z', '2026-12-01 to 2027-01-01', '2026-11-01 to 2026-12-01'],
  // Days stay days.
  ['30d', '2026-12-01T05:00:00Z', '2026-11-01 to 2026-12-01', '2026-10-02 to 2026-11-01'],
  // A Monday, and a Sunday.
  ['last-week', '2026-11-23T00:00:00Z', '2026-11-16 to 2026-11-23', '2026-11-09 to 2026-11-16'],
  ['last-week', '2026-11-22T23:59:59Z', '2026-11-09 to 2026-11-16', '2026-11-02 to 2026-11-09'],
])('the period %s, run at %s, is %s, compared with %s', (text, now, range, previous) => {
  const resolved = resolvePeriod(text, Date.parse(now))
  expect([tell(resolved.range), tell(resolved.previousRange)]).toEqual([range, previous])
  // Until it is over.
  expect(resolved.isToDate).toBe(text === 'this-month' && !range.endsWith('-01'))
})

test.each(['0d', '7', 'd', 'next-week', '36501d', '-7d', '1.5d', 'last week'])('the period %j is refused', (given) => {
  const allowed = expect.stringContaining('`last-week`')
  expect(resolvePeriod(given, NOW).problems).toEqual([{ input: 'period', given, allowed }])
})
