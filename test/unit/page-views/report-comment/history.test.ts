import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type HistoryEntry,
  listChain,
  mergeHistory,
  parseEntry,
  toEntry,
} from '../../../../src/page-views/report-comment/history.ts'

function entry(from: string, to: string, total = 5): HistoryEntry {
  return toEntry({ ...(from && { dateFrom: toTime(from) }), dateTo: toTime(to) }, { human: total, ai: 0, total })
}

function toTime(moment: string): string {
  return moment.includes('T') ? moment : `${moment}T00:00:00Z`
}

/** Periods in 2026, such as `10-01 to 10-08`. */
function periods(...texts: string[]): HistoryEntry[] {
  return texts.map((text) => {
    const [from = '', to = ''] = text.split(' to ')
    return entry(from && `2026-${from}`, `2026-${to}`)
  })
}

const WEEKS = ['10-01 to 10-08', '10-08 to 10-15']
const NIGHT = '10-01T00:00Z to 10-01T06:00Z'
const MONTHS = ['01-01 to 02-01', '02-01 to 03-01', '03-01 to 04-01']

test.each<[string, string, string[], string[]]>([
  ['weeks that touch', '10-15 to 10-22', WEEKS, WEEKS],
  ['weeks before a gap', '10-22 to 10-29', WEEKS, []],
  ['later weeks', '09-24 to 10-01', WEEKS, []],
  ['weeks, and rolling ones between them', '10-15 to 10-22', [...WEEKS, '10-09 to 10-16'], WEEKS],
  ['a shorter period before', '10-08 to 10-15', ['10-01 to 10-08', '10-05 to 10-08'], WEEKS.slice(0, 1)],
  ['calendar months, of 28 to 31 days', '04-01 to 05-01', MONTHS, MONTHS],
  ['28 days before February', '03-01 to 03-29', ['01-04 to 02-01', ...MONTHS], ['01-04 to 02-01', MONTHS[1] ?? '']],
  ['parts of a day', '10-01T06:00Z to 10-01T12:00Z', [NIGHT], [NIGHT]],
  ['periods without a beginning', ' to 10-15', [' to 10-08'], []],
])('a period continues the unbroken chain of its kind: %s', (_name, own, known, before) => {
  const [entry] = periods(own)
  if (entry === undefined) throw new Error('no period')
  expect(listChain(entry, periods(...known))).toEqual([...periods(...before), entry])
})

test('any order of runs remembers each period once, and a chain has at most 12', () => {
  const day = (week: number) => new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString().slice(0, 10)
  const weeks = Array.from({ length: 130 }, (_, week) => entry(day(week), day(week + 1), week))
  fc.assert(
    fc.property(fc.shuffledSubarray(weeks, { minLength: 130 }), (shuffled) => {
      const merged = mergeHistory(shuffled, weeks.slice(-1))
      expect(merged).toEqual(weeks.slice(-120))
      expect(listChain(entry(day(130), day(131)), merged)).toHaveLength(12)
    }),
  )
  expect(mergeHistory([entry('2026-10-01', '2026-10-08', 1)], [entry('2026-10-01', '2026-10-08', 2)])).toMatchObject([
    { total: 2 },
  ])
})

test("what is remembered in a marker is read, unless a count isn't one", () => {
  const remembered = entry('2026-10-01', '2026-10-08')
  expect([remembered, { ...remembered, ai: -1 }].map(parseEntry)).toEqual([remembered, undefined])
})
