import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findBefore,
  findHeadline,
  type HistoryEntry,
  mergeHistory,
  nameEntries,
  selectChart,
  toEntry,
} from '../../../../src/page-views/report-comment/history.ts'

const COUNTS = { human: 3, ai: 2, total: 5 }

function entry(from: string, to: string, total = 5): HistoryEntry {
  return { from, to, human: total, ai: 0, total, isPrevious: false, isToDate: false }
}

/**
 * Periods in October 2026: `1-8` is the week that begins on the first, `1-8=9` has nine views, `1-8…` is one to date, and
 * `(1-8)` was read only to compare another one with it.
 */
function october(text: string): HistoryEntry[] {
  const pattern = /(\()?(\d+)-(\d+)(…)?(?:=(\d+))?/g
  return [...text.matchAll(pattern)].map(([, bracket, from = '', to = '', toDate, total]) => {
    const day = (number: string) => `2026-10-${number.padStart(2, '0')}`
    const [isPrevious, isToDate] = [bracket !== undefined, toDate !== undefined]
    return { ...entry(day(from), day(to), Number(total ?? 5)), isPrevious, isToDate }
  })
}

function merge(added: HistoryEntry[], known: HistoryEntry[] = []): HistoryEntry[] {
  return mergeHistory(known, added)
}

test.each([
  ['2026-10-08T00:30:00+02:00', '2026-10-15T15:30:02.250Z', '2026-10-07'],
  [undefined, '2026-10-15', ''],
])('the period from %s to %s is known by the UTC days of its ends', (dateFrom, dateTo, from) => {
  const expected = { from, to: '2026-10-15', ...COUNTS, isPrevious: false, isToDate: true }
  expect(toEntry({ ...(dateFrom && { dateFrom }), dateTo }, COUNTS, { isToDate: true })).toEqual(expected)
})

test('a period is named by its first day, or by both ends if two would have the same name', () => {
  const entries = [...october('8-15 1-8 1-31'), entry('', '2026-10-15')]
  expect(nameEntries(entries)).toEqual([
    '2026-10-08',
    '2026-10-01 to 2026-10-08',
    '2026-10-01 to 2026-10-31',
    'until 2026-10-15',
  ])
})

const OPEN = [entry('', '2026-10-08'), entry('', '2026-10-15')]
const OPEN_TO_DATE = OPEN.map((each) => ({ ...each, isToDate: true }))

test.each<[string, HistoryEntry[], HistoryEntry[]]>([
  ['the same period again replaces the first', october('1-8=1 8-15 1-8=9'), october('1-8=9 8-15')],
  ['a longer period leaves a shorter one with the same first day', october('1-8 1-31'), october('1-8 1-31')],
  ['a shorter period leaves the longer one', october('1-31 1-8'), october('1-8 1-31')],
  ['a mere comparison replaces none either', october('1-8 (1-31)'), october('1-8 (1-31)')],
  ['one to date is replaced by a later one', october('1-20… 1-21…=7'), october('1-21…=7')],
  ['one to date is replaced by one that is over', october('1-20… 1-31'), october('1-31')],
  ['one to date is not replaced by an earlier one', october('1-20… 1-8'), october('1-8 1-20…')],
  ['one to date is not replaced by one from another day', october('1-20… 2-21…'), october('1-20… 2-21…')],
  ['one to date is not replaced by a mere comparison', october('1-20… (1-31)'), october('1-20… (1-31)')],
  ['one that is over is not replaced by one to date', october('1-8 1-20…'), october('1-8 1-20…')],
  [
    'a mere comparison replaces another one of the same days, and no period of a run of its own',
    october('1-8=1 (1-8=2) (8-15=3) (8-15=4)'),
    october('1-8=1 (8-15=4)'),
  ],
  ['one that is over stays over, after one to date of the same days', october('1-8=1 1-8…=2'), october('1-8=2')],
  ['a run for a previous period makes it one of its own', october('(1-8=1) 1-8'), october('1-8')],
  ['periods without a beginning replace only the same', [...OPEN_TO_DATE, ...OPEN_TO_DATE], OPEN_TO_DATE],
])('%s', (_name, added, expected) => {
  expect(merge(added)).toEqual(expected)
})

test('any order of runs lists the last 12 periods by time, and the newest is the headline', () => {
  const day = (week: number) => new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString().slice(0, 10)
  const weeks = Array.from({ length: 20 }, (_, week) => entry(day(week), day(week + 1), week))
  fc.assert(
    fc.property(fc.shuffledSubarray(weeks, { minLength: 20 }), (shuffled) => {
      const merged = merge(shuffled)
      expect(merged).toEqual(weeks.slice(-12))
      expect(findHeadline(merged)).toEqual(weeks.at(-1))
    }),
  )
})

test('a long period that ends last is kept beside many short ones', () => {
  const days = Array.from({ length: 15 }, (_, day) => `${day + 10}-${day + 11}`).join(' ')
  expect(merge(october(`${days} 1-26`))[0]).toEqual(october('1-26')[0])
})

test.each([
  ['ends last', '1-31 20-27', '1-31'],
  ['begins last of those', '1-31 8-31 20-27', '8-31'],
  ['is over, if one to date that ends last overlaps it', '1-8 8-15 1-16… 10-20…', '8-15'],
  ['is to date, if it begins at the end of what is over, or later', '1-8 8-15 15-17…', '15-17…'],
  ['is to date and ends last, if none is over', '1-8… 2-9…', '2-9…'],
  ['is not only compared with', '1-8 (8-15)', '1-8'],
])('the headline %s', (_name, known, expected) => {
  expect(findHeadline(october(known))).toEqual(october(expected)[0])
})

const MONTHS = [1, 2, 3, 4].map((month) => entry(`2026-0${month}-01`, `2026-0${month + 1}-01`))
const THIRTY_DAYS = entry('2026-05-01', '2026-05-31')
const FOUR_WEEKS = ['2026-01-04', '2026-02-01', '2026-03-01'].map((from, index) =>
  entry(from, ['2026-02-01', '2026-03-01', '2026-03-29'][index] ?? ''),
)

test.each<[string, HistoryEntry[], HistoryEntry[], boolean?]>([
  ['weeks that touch', october('1-8 8-15'), october('1-8 8-15')],
  ['weeks before a gap', october('1-8 15-22 22-29'), october('15-22 22-29'), true],
  ['weeks that overlap', october('1-8 2-9'), october('2-9')],
  ['weeks, and rolling ones between them', october('1-8 2-9 8-15 9-16 15-22'), october('1-8 8-15 15-22')],
  ['periods of another length', october('1-8 8-11 8-15'), october('1-8 8-15')],
  ['a shorter period before the first', october('2-3 8-15 15-22'), october('8-15 15-22')],
  ['weeks, and one to date', october('1-8 8-15 15-22…'), october('1-8 8-15')],
  ['a week that was compared with', october('(1-8) 8-15'), october('(1-8) 8-15')],
  ['calendar months, as long as each other', MONTHS, MONTHS],
  ['30 days after months, of which one has 30 days', [...MONTHS, THIRTY_DAYS], [...MONTHS.slice(3), THIRTY_DAYS]],
  ['four weeks, of which four are a month', FOUR_WEEKS, FOUR_WEEKS],
  ['parts of one day', [entry('2026-10-01', '2026-10-01')], [entry('2026-10-01', '2026-10-01')]],
  ['nothing', [], []],
])('a chart shows the last unbroken run of periods as long as the newest: %s', (_name, known, shown, gap) => {
  expect(selectChart(known)).toEqual({ shown, isAfterGap: gap ?? false })
})

test('a period is compared with the one right before it, of the same length', () => {
  const known = october('1-8 8-15 8-16 15-22 22-28 15-22…')
  const before = known.map((each) => findBefore(each, known)?.from.slice(-2))
  expect(before).toEqual([undefined, '01', undefined, '08', undefined, undefined])
})
