import { expect, test } from 'vitest'
import { parseHistory, remember, type ShownPeriod } from '../../../../src/page-views/report-comment/history.ts'
import { counts } from '../example-result.ts'

/** A week in 2026, by its first day. */
function week(month: number, day: number, human = 5): ShownPeriod {
  const toTime = (at: number) => new Date(Date.UTC(2026, month - 1, at)).toISOString().replace('.000', '')
  return { from: toTime(day), to: toTime(day + 7), ...counts(human) }
}

const WEEKS = Array.from({ length: 15 }, (_, index) => week(1, 5 + 7 * index, index))

test('twelve periods are remembered, in order: those of this run, and the others that end last', () => {
  expect(remember(WEEKS.toReversed().slice(1), WEEKS.slice(-1))).toEqual(WEEKS.slice(-12))
  expect(remember(WEEKS, WEEKS.slice(0, 2))).toEqual([...WEEKS.slice(0, 2), ...WEEKS.slice(-10)])
})

test('a period that is shown again replaces what is known of it, but for its days if its views are the same', () => {
  const known = [{ ...week(10, 5, 1), emptyDays: 2 }, week(10, 12, 1)]
  const shown = [week(10, 5, 3), { ...week(10, 12, 4), emptyDays: 1 }]
  expect(remember(known, shown)).toEqual(shown)
  expect(remember(known, [week(10, 5, 1)])).toEqual(known)
  expect(remember(shown, [{ ...week(10, 12), emptyDays: 3 }])[1]).toMatchObject({ human: 5, emptyDays: 3 })
})

test('periods that end together are told apart by their beginning', () => {
  const month: ShownPeriod = { ...week(10, 5), from: '2026-09-12T00:00:00Z' }
  const { from: _, ...endless } = month
  expect(remember([week(10, 5)], [month, endless])).toEqual([endless, month, week(10, 5)])
})

test.each<[string, object]>([
  ['a count below 0', { ai: -1 }],
  ['a count that is text', { human: '5' }],
  ['no total', { total: undefined }],
  ['no end', { to: undefined }],
  ['a beginning that is no time', { from: '2026-10-05' }],
  ['an end with more behind it', { to: '2026-10-12T00:00:00Z | x' }],
  ['a day that does not exist', { to: '2026-13-41T00:00:00Z' }],
])('a memory with %s is none', (_name, wrong) => {
  const { from: _, ...endless } = week(10, 5)
  const remembered = [{ ...week(10, 5), emptyDays: 2 }, endless]
  expect(parseHistory(JSON.parse(JSON.stringify([...remembered, { ...week(10, 5), ...wrong }])))).toBeUndefined()
  expect(parseHistory([...remembered, { ...week(10, 12), emptyDays: -1 }])).toEqual([...remembered, week(10, 12)])
})
