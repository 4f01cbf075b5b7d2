import { expect, test } from 'vitest'
import { changePerDay, findLengths, namePerDay } from '../../../../src/page-views/comparison/lengths.ts'
import { PREVIOUS_RANGE, RANGE } from '../example-result.ts'

const OCTOBER = { dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-11-01T00:00:00Z' }
const SEPTEMBER = { dateFrom: '2026-09-01T00:00:00Z', dateTo: '2026-10-01T00:00:00Z' }

test.each([
  ['weeks', RANGE, PREVIOUS_RANGE, { days: 1, previousDays: 1 }, '', 0.125],
  ['months', OCTOBER, SEPTEMBER, { days: 31, previousDays: 30 }, ' per day', -0.06],
])('%s are compared by their views, or by those per day', (_name, range, previous, lengths, perDay, change) => {
  expect(findLengths(range, previous)).toEqual(lengths)
  expect(namePerDay(lengths)).toBe(perDay)
  expect(changePerDay(62.125, 62, lengths)).toBe(change)
})
