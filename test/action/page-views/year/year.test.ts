import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorldInProcess, type World } from '../../../world/index.ts'
import { DAY_MS } from '../../days.ts'
import { type Question, recount, sum } from './recount.ts'
import { createLargeSite, createSmallSite, dayAt, type Site } from './site.ts'

// Reports of two sites through a year, with figures that are counted again from their days.

const WEEK_MS = 7 * DAY_MS
const SCANNERS = { exclude: '.*, *.php', isExcluded: (path: string) => /\/\.|\.php(?:\/|$)/.test(path) }

/** Exports at 06:17 of a day. */
async function runOn(world: World, day: number, inputs: Record<string, string | number | boolean>) {
  vi.setSystemTime(day + 22_620_000)
  const { length } = world.docsService.requests
  const result = await world.run({ action: 'page-views', inputs })
  const lines = readFileSync(join(result.files, result.outputs['file'] ?? ''), 'utf8').split('\r\n')
  return { ...result, lines: lines.slice(1, -1), requests: world.docsService.requests.length - length }
}

async function createYear(site: Site) {
  vi.useFakeTimers({ toFake: ['Date'], now: dayAt('2026-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  return await createWorldInProcess({ docsService: { pageViews: site } })
}

const toTime = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`

/** Holds a report against the recount. */
async function check(world: World, site: Site, day: number, period: string, question: Question) {
  const { exclude, isExcluded } = SCANNERS
  const truth = recount(site, { ...question, isExcluded })
  const { outputs, lines, requests, summary } = await runOn(world, day, { period, compare: 'previous', exclude })
  const dates = [question.range.from, question.range.to].map(toTime).join()
  expect(lines).toEqual(truth.rows.map((row) => `${dates},${row}`))
  const pages = (range: Question['range']) => Math.max(1, Math.ceil(site.rowsOf(range).length / 250))
  expect(requests).toBe(pages(question.range) + pages(question.before))

  const { totals, totalsBefore } = truth
  for (const [name, total] of Object.entries(totals)) expect(outputs[name]).toBe(`${total}`)
  expect([outputs['previousHuman'], outputs['previousAi']]).toEqual([`${totalsBefore.human}`, `${totalsBefore.ai}`])
  const [views, aiViews] = [totals.human, totals.ai].map((count) => count.toLocaleString('en-US'))
  expect(summary).toMatch(new RegExp(`^${views} views? by people \\\\\\(.* and ${aiViews} by AI \\\\\\(`, 'm'))
  for (const name of ['rising', 'falling'] as const) {
    const changes = new Map(truth[name].map(({ path, change }) => [path, change]))
    const listed = (JSON.parse(outputs[name] ?? '') as { path: string }[]).map(({ path }) => changes.get(path))
    // Pages that change as much may stand in any order.
    expect(listed).toEqual(truth[name].slice(0, 10).map(({ change }) => change))
  }
}

test.each([
  ['small', createSmallSite(), 1],
  ['large', createLargeSite(), 7],
] as const)('the reports of a year of the %s site: every row, figure and list', async (_name, site, step) => {
  await using world = await createYear(site)
  for (let day = dayAt('2026-01-05'); day < dayAt('2027-01-01'); day += step * WEEK_MS)
    await check(world, site, day, 'last-week', {
      range: { from: day - WEEK_MS, to: day },
      before: { from: day - 2 * WEEK_MS, to: day - WEEK_MS },
    })
  const first = (month: number) => Date.UTC(2026, month, 1)
  for (let month = 0; month < 12; month += step)
    await check(world, site, first(month) + DAY_MS, 'last-month', {
      range: { from: first(month - 1), to: first(month) },
      before: { from: first(month - 2), to: first(month - 1) },
    })
})

test('a year by month is one table, in as many runs as its requests need, equal to an export of each month', async () => {
  const site = createSmallSite()
  await using world = await createYear(site)
  const end = dayAt('2027-01-01')
  const dates = { 'date-from': '2026-01-01', 'date-to': '2027-01-01' }
  const whole = await runOn(world, end, { ...dates, split: 'month' })
  const parts = Array.from({ length: 12 }, (_, month) => ({
    from: Date.UTC(2026, month, 1),
    to: Date.UTC(2026, month + 1, 1),
  }))
  const single = []
  for (const { from, to } of parts)
    single.push(await runOn(world, end, { 'date-from': toTime(from), 'date-to': toTime(to) }))
  expect(whole.lines).toEqual(single.flatMap(({ lines }) => lines))
  expect(whole.requests).toBe(single.reduce((all, { requests }) => all + requests, 0))
  const total = sum(parts.flatMap(({ from, to }) => site.rowsOf({ from, to }))).total
  expect(whole.outputs).toMatchObject({ complete: 'true', total: `${total}` })

  const lines: string[] = []
  const next = { from: '2026-01-01', offset: '0' }
  for (let runs = 0; next.from !== '' && runs < 9; runs += 1) {
    const inputs = { ...dates, 'date-from': next.from, split: 'month', offset: next.offset, 'max-requests': 7 }
    const { outputs, ...part } = await runOn(world, end, inputs)
    lines.push(...part.lines)
    ;[next.from, next.offset] = [outputs['nextFrom'] ?? '', outputs['nextOffset'] || '0']
  }
  expect(lines).toEqual(whole.lines)
})
