import { expect, test } from 'vitest'
import { DAY_MS } from '../../days.ts'
import { toDate } from './judge.ts'
import { findFaults } from './reports.ts'
import { createLargeSite, createSmallSite, dayAt } from './site.ts'
import type { Report } from './truth.ts'

const SCANNERS = { globs: '.*, *.php', matches: /\/\.|\.php$/ }
const ALL_BUT_LEARN = { globs: '/{v1,v2,[a-k]*,[m-z]*}/**, /*', matches: /^\/(?!learn)./ }

const LARGE: Report[] = [
  ...weekly('2026-01-05', 3),
  ...weekly('2026-03-16', 2),
  ...weekly('2026-04-20', 1),
  ...weekly('2026-05-11', 1),
  ...weekly('2026-06-15', 2),
  ...weekly('2026-07-27', 3),
  ...weekly('2026-09-14', 4),
  ...weekly('2026-10-19', 1),
  ...weekly('2026-12-28', 1),
  ...['01', '05', '10'].map((month) => ({ on: `2026-${month}-01`, period: 'last-month' })),
  ...['10-15', '10-16'].map((day) => ({ on: `2026-${day}`, period: '1d' })),
  { on: '2026-05-18', period: '28d' },
  { on: '2026-06-30', period: '7d', compare: 'none' },
  { on: '2026-03-23', period: 'last-week', exclude: ALL_BUT_LEARN },
  ...['09-21', '09-28'].map((day) => ({ on: `2026-${day}`, period: '7d', exclude: SCANNERS })),
  { on: '2026-09-29', period: '7d', maxRequests: 3 },
  { on: '2026-09-29', period: '7d', maxRequests: 3, exclude: SCANNERS },
]
const SMALL = [...weekly('2026-01-05', 52), ...monthly('last-month', '01')]

test.each([
  ['small', createSmallSite(), SMALL],
  ['large', createLargeSite(), LARGE],
] as const)('every claim about a year of the %s site is true', async (_name, site, reports) => {
  expect(await findFaults(site, reports)).toEqual([])
})

function weekly(first: string, weeks: number): Report[] {
  return Array.from({ length: weeks }, (_, week) => {
    return { on: toDate(dayAt(first) + 7 * week * DAY_MS), period: 'last-week' }
  })
}

/** Reports on that day of each month, or on its last one. */
function monthly(period: string, day: string): Report[] {
  return Array.from({ length: 12 }, (_, month) => {
    const last = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate()
    return { on: toDate(Date.UTC(2026, month, Math.min(last, Number(day)))), period }
  })
}
