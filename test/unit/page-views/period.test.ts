import { expect, test } from 'vitest'
import {
  type ClosedPeriod,
  formatParts,
  formatPeriod,
  listParts,
  type Period,
  parseMoment,
  toDates,
} from '../../../src/page-views/period.ts'

function tell(period: Period | undefined): string {
  if (period === undefined) return ''
  const { dateFrom = 'the beginning', dateTo } = toDates(period)
  return `${dateFrom} to ${dateTo}`
}

function closed(from: string, to: string): ClosedPeriod {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) }
}

test.each([
  ['2026-08-01', '2026-08-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-08-01T12:00', '2026-08-01T12:00:00.000Z'],
  ['2026-08-01T12:00:00+02:00', '2026-08-01T10:00:00.000Z'],
  ['2026-08-01t00:00:00.5z', '2026-08-01T00:00:00.500Z'],
])('the moment %j is %s', (text, expected) => {
  expect(new Date(parseMoment(text) ?? 0).toISOString()).toBe(expected)
})

test.each([
  ...['', '2026-02-30', '2026-13-01', 'yesterday', '7d', '2026-08-01T25:00:00Z', '2026-02-30T12:00:00Z'],
  ...['2026-08-01Z', '2026-08-01T12:00:00Z; rm', '1969-12-31', '0000-01-01T00:00:00+14:00'],
])('%j is no moment', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})

test.each([
  ['2026-11-16', '2026-11-23', '2026-11-16 to 2026-11-23'],
  // Both ends in the same format.
  ['2026-11-16', '2026-11-22T16:52:10Z', '2026-11-16T00:00:00Z to 2026-11-22T16:52:10Z'],
])('whole days are dates in files and outputs: %s, %s', (from, to, expected) => {
  expect(tell(closed(from, to))).toBe(expected)
})

test.each([
  ['2026-11-16', '2026-11-23', 'Nov 16–22, 2026'],
  ['2026-11-16', '2026-11-17', 'Nov 16, 2026'],
  ['2026-11-16', '2026-12-02', 'Nov 16 – Dec 1, 2026'],
  ['2025-12-29', '2026-01-05', 'Dec 29, 2025 – Jan 4, 2026'],
  ['2026-11-16', '2026-11-22T16:52:10Z', 'Nov 16, 2026, 00:00 – Nov 22, 2026, 16:52 UTC'],
  ['', '2026-11-23', 'until Nov 22, 2026'],
  ['', '2026-11-22T16:52:10Z', 'until Nov 22, 2026, 16:52 UTC'],
])('the period from %j to %s reads %j', (from, to, expected) => {
  const fromMs = from === '' ? undefined : Date.parse(from)
  expect(formatPeriod({ fromMs, toMs: Date.parse(to) })).toBe(expected)
})

test.each([
  ['a week has days', '2026-11-16', '2026-11-23', 7, '2026-11-22 to 2026-11-23'],
  ['28 days have weeks, from the first day', '2026-11-04', '2026-12-02', 4, '2026-11-25 to 2026-12-02'],
  ['a month has a shorter week', '2026-11-01', '2026-12-01', 5, '2026-11-29 to 2026-12-01'],
  ['a part of a day is left out', '2026-11-16', '2026-11-18T12:00:00Z', 2, '2026-11-17 to 2026-11-18'],
  ['a day is its only part', '2026-11-16', '2026-11-17', 1, '2026-11-16 to 2026-11-17'],
  ['hours have none', '2026-11-16', '2026-11-16T12:00:00Z', 0, ''],
])('the parts of a period: %s', (_name, from, to, count, last) => {
  const parts = listParts(closed(from, to))
  expect([parts.length, tell(parts.at(-1))]).toEqual([count, last])
})

test.each([
  [['10'], 'Nov 10'],
  [['10', '11', '12'], 'Nov 10–12'],
  [['10', '12', '13', '20'], 'Nov 10, Nov 12–13, and Nov 20'],
])('the days %j are named %j', (days, expected) => {
  const parts = days.map((day) => closed(`2026-11-${day}`, `2026-11-${Number(day) + 1}`))
  expect(formatParts(parts, closed('2026-11-16', '2026-11-23'))).toBe(expected)
})

test('days of another year are named with their years', () => {
  const year = closed('2025-11-28', '2026-11-28')
  const [long, day] = [closed('2024-11-28', '2026-01-30'), closed('2026-03-01', '2026-03-02')]
  expect(formatParts([long, day], year)).toBe('Nov 28, 2024 – Jan 29, 2026 and Mar 1, 2026')
  expect(formatParts([closed('2024-12-01', '2024-12-08')], year)).toBe('Dec 1–7, 2024')
})
