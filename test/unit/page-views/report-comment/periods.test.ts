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
  return { from, to, human: total, ai: 0, total }
}

/** Days of 2026 in October: `1-8` is the week that begins on the first. */
function october(days: string, total = 5): Period {
  const [from, to] = days.split('-').map((day) => `2026-10-${day.padStart(2, '0')}`)
  return period(from ?? '', to ?? '', total)
}

function merge(...added: Period[]): Period[] {
  return mergePeriods([], added, NOW_MS)
}

test('a period is known by the UTC days of its ends', () => {
  const range = { dateFrom: '2026-10-08T00:30:00+02:00', dateTo: '2026-10-15T15:30:02.250Z' }
  expect(toPeriod(range, COUNTS)).toEqual({ from: '2026-10-07', to: '2026-10-15', ...COUNTS })
  expect(toPeriod({ dateTo: '2026-10-15' }, COUNTS)).toEqual({ from: '', to: '2026-10-15', ...COUNTS })
})

test('a period is named by its first day, or by both ends where two would have one name', () => {
  const periods = [october('8-15'), october('1-8'), october('1-31'), period('', '2026-10-15')]
  expect(namePeriods(periods)).toEqual([
    '2026-10-08',
    '2026-10-01 to 2026-10-08',
    '2026-10-01 to 2026-10-31',
    'until 2026-10-15',
  ])
})

test.each<[string, Period[], Period[]]>([
  [
    'the same period again replaces the first',
    [october('1-8', 1), october('8-15'), october('1-8', 9)],
    [october('1-8', 9), october('8-15')],
  ],
  [
    'a longer period replaces a shorter one that begins on its day',
    [october('1-8'), october('1-2'), october('1-9')],
    [october('1-9')],
  ],
  [
    'a shorter period leaves the longer one',
    [october('1-31'), october('1-8')],
    [october('1-8'), october('1-31')],
  ],
  [
    'a period without a beginning replaces only the same',
    [period('', '2026-10-08'), period('', '2026-10-15')],
    [period('', '2026-10-08'), period('', '2026-10-15')],
  ],
  [
    'a period that begins in the future is not kept',
    [october('1-8'), period('2062-10-01', '2062-10-08'), period('2026-11-23', '2026-11-30')],
    [october('1-8')],
  ],
  ['one that begins today is', [period('2026-11-22', '2026-11-29')], [period('2026-11-22', '2026-11-29')]],
])('%s', (_name, added, expected) => {
  expect(merge(...added)).toEqual(expected)
})

test('a period of the future that is known already goes', () => {
  expect(mergePeriods([october('1-8'), period('2062-10-01', '2062-10-08')], [], NOW_MS)).toEqual([
    october('1-8'),
  ])
})

test('any order of runs lists the last 12 periods by time, and knows the newest', () => {
  const weeks = Array.from({ length: 20 }, (_, index) => {
    const day = (offset: number) =>
      new Date(Date.UTC(2026, 0, 1 + 7 * (index + offset))).toISOString().slice(0, 10)
    return period(day(0), day(1), index)
  })
  fc.assert(
    fc.property(fc.shuffledSubarray(weeks, { minLength: 20 }), (shuffled) => {
      const merged = merge(...shuffled)
      expect(merged).toEqual(weeks.slice(-12))
      expect(merged.map((each) => isNewest(each, merged))).toEqual(
        merged.map((each) => each === merged.at(-1)),
      )
    }),
  )
})

test('the newest period ends last, and of those begins last', () => {
  const periods = [october('1-31'), october('8-31'), october('20-27')]
  expect(periods.filter((each) => isNewest(each, periods))).toEqual([october('8-31')])
})

const MONTHS = [1, 2, 3, 4].map((month) => period(`2026-0${month}-01`, `2026-0${month + 1}-01`))

test.each<[string, Period[], Period[]]>([
  ['weeks that touch', [october('1-8'), october('8-15')], [october('1-8'), october('8-15')]],
  [
    'weeks before a gap',
    [october('1-8'), october('15-22'), october('22-29')],
    [october('15-22'), october('22-29')],
  ],
  ['weeks that overlap', [october('1-8'), october('2-9')], [october('1-8'), october('2-9')]],
  [
    'periods of another length',
    [october('1-8'), october('8-11'), october('8-15')],
    [october('1-8'), october('8-15')],
  ],
  ['calendar months, as long as each other', MONTHS, MONTHS],
  [
    '30 days, which are no month',
    [...MONTHS, period('2026-05-01', '2026-05-31')],
    [period('2026-05-01', '2026-05-31')],
  ],
  ['periods without a beginning', [period('', '2026-10-08'), period('', '2026-10-15')], []],
  ['nothing', [], []],
])(
  'a chart shows the last unbroken run of periods that are as long as the newest: %s',
  (_name, periods, expected) => {
    expect(selectUnbroken(periods)).toEqual(expected)
  },
)
