import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mergePeriods,
  namePeriod,
  type Period,
  toPeriod,
} from '../../../../src/page-views/report-comment/periods.ts'

const COUNTS = { human: 3, ai: 2, total: 5 }

function period(from: string, to: string, total = 5): Period {
  return { from, to, human: total, ai: 0, total }
}

test('a period is known by the UTC days of its ends', () => {
  const range = { dateFrom: '2026-10-08T00:30:00+02:00', dateTo: '2026-10-15T15:30:02.250Z' }
  expect(toPeriod(range, COUNTS)).toEqual({ from: '2026-10-07', to: '2026-10-15', ...COUNTS })
  expect(toPeriod({ dateTo: '2026-10-15' }, COUNTS)).toEqual({ from: '', to: '2026-10-15', ...COUNTS })
})

test('a period is named by its first day', () => {
  expect([period('2026-10-08', '2026-10-15'), period('', '2026-10-15')].map(namePeriod)).toEqual([
    '2026-10-08',
    'until 2026-10-15',
  ])
})

test('a period that is there already is replaced', () => {
  const earlier = [period('2026-10-01', '2026-10-08', 1), period('2026-10-08', '2026-10-15', 2)]
  const again = period('2026-10-01', '2026-10-08', 9)
  expect(mergePeriods(earlier, [again])).toEqual([again, earlier[1]])
})

test('any order of runs lists the last 12 periods by time', () => {
  const weeks = Array.from({ length: 20 }, (_, index) => {
    const day = (offset: number) =>
      new Date(Date.UTC(2026, 0, 1 + 7 * (index + offset))).toISOString().slice(0, 10)
    return period(day(0), day(1), index)
  })
  fc.assert(
    fc.property(fc.shuffledSubarray(weeks, { minLength: 20 }), (shuffled) => {
      expect(mergePeriods(shuffled)).toEqual(weeks.slice(-12))
    }),
  )
})

test('the shorter of two periods with the same first day comes first', () => {
  const [month, week] = [period('2026-10-01', '2026-11-01'), period('2026-10-01', '2026-10-08')]
  expect(mergePeriods([month, week])).toEqual([week, month])
})
