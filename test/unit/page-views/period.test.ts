import { expect, test } from 'vitest'
import { formatParts, formatPeriod, listParts, parseMoment, toDates } from '../../../src/page-views/period.ts'
import { DAY_MS } from '../../../src/text/dates.ts'
import { period } from './site.ts'

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-08-01T12:00', '2026-08-01T12:00:00.000Z'],
  ['2026-08-01T12:00:00+02:00', '2026-08-01T10:00:00.000Z'],
  ['2026-08-01t00:00:00.5z', '2026-08-01T00:00:00.500Z'],
])('the moment %j is %s', (text, expected) => {
  expect(new Date(parseMoment(text) ?? 0).toISOString()).toBe(expected)
})

test.each([
  ...['', '2026-02-30', '2026-13-01', '7d', '2026-08-01T25:00:00Z', '2026-02-30T12:00:00Z'],
  ...['2026-08-01Z', '2026-08-01T12:00:00Z; rm', '1969-12-31', '0000-01-01T00:00:00+14:00'],
])('%j is no moment', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})

test.each([
  ['2026-11-16', '2026-11-23', 'Nov 16–22, 2026'],
  ['2025-12-29', '2026-01-05', 'Dec 29, 2025 – Jan 4, 2026'],
  ['2026-11-16', '2026-11-22T16:52:10Z', 'Nov 16, 2026, 00:00 – Nov 22, 2026, 16:52 UTC'],
  ['', '2026-11-23', 'until Nov 22, 2026'],
  ['', '2026-11-22T16:52:10Z', 'until Nov 22, 2026, 16:52 UTC'],
])('the period from %j to %s reads %j', (from, to, expected) => {
  const fromMs = from === '' ? undefined : Date.parse(from)
  expect(formatPeriod({ fromMs, toMs: Date.parse(to) })).toBe(expected)
})

test.each([
  ['a week has days', '2026-11-16', '2026-11-23', 7, '2026-11-22', '2026-11-23'],
  ['28 days have weeks, from the first day', '2026-11-04', '2026-12-02', 4, '2026-11-25', '2026-12-02'],
  ['a month has a shorter week', '2026-11-01', '2026-12-01', 5, '2026-11-29', '2026-12-01'],
  ['a part of a day is left out', '2026-11-16', '2026-11-18T12:00:00Z', 2, '2026-11-17', '2026-11-18'],
])('the parts of a period: %s', (_name, from, to, count, dateFrom, dateTo) => {
  const parts = listParts(period(from, to))
  const last = parts.at(-1)
  expect([parts.length, last && toDates(last)]).toEqual([count, { dateFrom, dateTo }])
})

test.each([
  [['2026-11-10'], 'Nov 10'],
  [['2026-11-10', '2026-11-11', '2026-11-12'], 'Nov 10–12'],
  [['2026-11-10', '2026-11-12', '2026-11-13', '2026-11-20'], 'Nov 10, Nov 12–13, and Nov 20'],
  // Of another year, with their years
  [['2025-11-30', '2026-03-01'], 'Nov 30, 2025 and Mar 1, 2026'],
])('the days %j are named %j', (days, expected) => {
  const parts = days.flatMap((day) => listParts({ fromMs: Date.parse(day), toMs: Date.parse(day) + DAY_MS }))
  expect(formatParts(parts, period('2026-11-16', '2026-11-23'))).toBe(expected)
})
