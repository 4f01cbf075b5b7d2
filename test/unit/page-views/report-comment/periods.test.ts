import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNewest,
  mergePeriods,
  namePeriods,
  type Period,
  selectUnbroken,
  toPeriod,
} from '../../../../src/page-views/report-comment/periods.ts'

const COUNTS = { human: 3, ai: 2, total: 5 }
const NOW_MS = Date.UTC(2026, 10, 22, 6)

function period(from: string, to: string, total = 5): Period {
  return { from, to, human: total, ai: 0, total, isPrevious: false }
}

/**
 * Periods in October 2026: `1-8` is the week that begins on the first, `1-8=9` has nine views, and `(1-8)` was read only
 * to compare another one with it.
 */
function october(text: string): Period[] {
  return [...text.matchAll(/(\()?(\d+)-(\d+)(?:=(\d+))?/g)].map(([, bracket, from = '', to = '', total]) => {
    const day = (number: string) => `2026-10-${number.padStart(2, '0')}`
    return { ...period(day(from), day(to), Number(total ?? 5)), isPrevious: bracket !== undefined }
  })
}

function merge(added: Period[], known: Period[] = []): Period[] {
  return mergePeriods(known, added, NOW_MS)
}

test.each([
  ['2026-10-08T00:30:00+02:00', '2026-10-15T15:30:02.250Z', '2026-10-07'],
  [undefined, '2026-10-15', ''],
])('the period from %s to %s is known by the UTC days of its ends', (dateFrom, dateTo, from) => {
  const period = { from, to: '2026-10-15', ...COUNTS, isPrevious: false }
  expect(toPeriod({ ...(dateFrom && { dateFrom }), dateTo }, COUNTS)).toEqual(period)
})

test('a period is named by its first day, or by both ends where two would have one name', () => {
  const periods = [...october('8-15 1-8 1-31'), period('', '2026-10-15')]
  expect(namePeriods(periods)).toEqual([
    '2026-10-08',
    '2026-10-01 to 2026-10-08',
    '2026-10-01 to 2026-10-31',
    'until 2026-10-15',
  ])
})

const OPEN = [period('', '2026-10-08'), period('', '2026-10-15')]
const SOON = [period('2026-11-01', '2027-11-23'), period('2026-11-22', '2026-11-29')]
const TOO_LATE = [period('2026-11-23', '2026-11-30'), period('2026-11-01', '2027-11-24')]

test.each<[string, Period[], Period[]]>([
  ['the same period again replaces the first', october('1-8=1 8-15 1-8=9'), october('1-8=9 8-15')],
  ['a longer period replaces a shorter one from its day on', october('1-8 1-2 1-9'), october('1-9')],
  ['a shorter period leaves the longer one', october('1-31 1-8'), october('1-8 1-31')],
  [
    'what month to date is compared with, run daily, is one period',
    october('9-16 (15-16) 16-17 (14-16=2) 16-18'),
    october('9-16 (14-16=2) 16-18'),
  ],
  [
    'a previous period replaces the totals of a run for it, and it stays one of its own',
    october('1-8=1 (1-8=2) (2-8)'),
    october('1-8=2 (2-8)'),
  ],
  ['a run for a previous period makes it one of its own', october('(1-8=1) 1-8'), october('1-8')],
  ['a period without a beginning replaces only the same', OPEN, OPEN],
  ['none that begins in the future, or ends far in it, is kept', TOO_LATE, []],
  ['one that begins today, or ends within a year, is kept', SOON, SOON],
])('%s', (_name, added, expected) => {
  expect(merge(added)).toEqual(expected)
})

test('a period of the future that is known already goes', () => {
  expect(merge([], [...october('1-8'), ...TOO_LATE])).toEqual(october('1-8'))
})

test('any order of runs lists the last 12 periods by time, and knows the newest', () => {
  const day = (week: number) => new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString().slice(0, 10)
  const weeks = Array.from({ length: 20 }, (_, week) => period(day(week), day(week + 1), week))
  fc.assert(
    fc.property(fc.shuffledSubarray(weeks, { minLength: 20 }), (shuffled) => {
      const merged = merge(shuffled)
      expect(merged).toEqual(weeks.slice(-12))
      expect(merged.filter((each) => isNewest(each, merged))).toEqual(merged.slice(-1))
    }),
  )
})

test('the newest period ends last, and of those begins last', () => {
  const periods = october('1-31 8-31 20-27')
  expect(periods.filter((each) => isNewest(each, periods))).toEqual(october('8-31'))
})

const MONTHS = [1, 2, 3, 4].map((month) => period(`2026-0${month}-01`, `2026-0${month + 1}-01`))
const THIRTY_DAYS = period('2026-05-01', '2026-05-31')

test.each<[string, Period[], Period[]]>([
  ['weeks that touch', october('1-8 8-15'), october('1-8 8-15')],
  ['weeks before a gap', october('1-8 15-22 22-29'), october('15-22 22-29')],
  ['weeks that overlap', october('1-8 2-9'), october('1-8 2-9')],
  ['periods of another length', october('1-8 8-11 8-15'), october('1-8 8-15')],
  ['calendar months, as long as each other', MONTHS, MONTHS],
  ['30 days, which are no month', [...MONTHS, THIRTY_DAYS], [THIRTY_DAYS]],
  ['periods without a beginning', OPEN, []],
  ['nothing', [], []],
])(
  'a chart shows the last unbroken run of periods that are as long as the newest: %s',
  (_name, periods, expected) => {
    expect(selectUnbroken(periods)).toEqual(expected)
  },
)
