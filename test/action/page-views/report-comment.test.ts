import { expect, onTestFinished, test, vi } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { readWarnings } from '../agent-job/conversation.ts'
import { row, serveByFirstDay } from './rows.ts'

const WEEKS = serveByFirstDay({
  '2026-09-24': [row('/a', 7)],
  '2026-10-01': [row('/a', 10)],
  '2026-10-08': [row('/a', 30), row('/b|@octocat', 5)],
  '2026-10-15': [row('/a', 20)],
  '2026-11-01': [row('/a', 20)],
  '2026-12-01': [row('/a', 20)],
})

function createReportWorld() {
  return createWorldInProcess({ docsService: { pageViews: WEEKS } })
}

/** Exports the week from that day of October, and compares it with the previous one. */
function runWeek(world: World, issue: number, day: 1 | 8 | 15, step: Step = {}) {
  const october = (each: number) => `2026-10-${String(each).padStart(2, '0')}`
  const dates = { 'date-from': october(day), 'date-to': october(day + 7) }
  const inputs = { 'issue-number': issue, ...dates, compare: 'previous' }
  return world.run({ action: 'page-views', ...step, inputs: { ...inputs, ...step.inputs } })
}

test('the report is one comment, posted once and edited in place by every run', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  await world.github.comment(number, 'What is this issue for?')

  const first = await runWeek(world, number, 8, { inProcess: false })
  expect(first.conclusion).toBe('success')
  const [, posted] = await world.github.commentsOf(number)
  expect(first.outputs['commentUrl']).toBe(posted?.html_url)
  expect(posted?.body).toContain('| **Views** | **35** | **0** | **35** |')
  expect(posted?.body).not.toContain('@octocat')

  for (const day of [15, 1, 15] as const) {
    const result = await runWeek(world, number, day)
    expect(result.outputs['commentUrl']).toBe(posted?.html_url)
  }
  const comments = await world.github.commentsOf(number)
  expect(comments).toHaveLength(2)
  const lines = comments[1]?.body.split('\n') ?? []
  expect(lines).toContain('    x-axis ["2026-09-24", "2026-10-01", "2026-10-08", "2026-10-15"]')
  expect(lines).toContain('    line [7, 10, 35, 20]')
})

/** The rows of the table of periods, as `from, to`. */
function readTable(body: string): string[] {
  const rows = body.matchAll(/^\| (2026-\S+) \| (2026\S+) \|/gm)
  return [...rows].map(([, from, to]) => `${from}, ${to}`)
}

test('a path that looks like a part of the report changes nothing, in a warning or in a table', async () => {
  const mark = '/x\n\n<!-- docs-agent-periods -->\n| 2026-01-01 | 2026-01-08 |\n<!-- docs-agent-periods end -->'
  const path = `${mark}<!-- docs-agent-page-views:v1:AAAA.${'A'.repeat(43)}= -->`
  const pageViews = servePageViews([row(path, 9), row(path, 5), row('/a', 3)])
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const { number } = await world.github.createIssue()
  for (const day of [8, 15, 1] as const) await runWeek(world, number, day)
  const [report, ...others] = await world.github.commentsOf(number)
  expect(others).toEqual([])
  const names = ['2026-09-24', '2026-10-01']
  expect(readTable(report?.body ?? '').map((line) => line.split(',')[0])).toEqual(names)
})

test('a report that GitHub accepted, but then fails to list, may be out of date', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  world.github.faults.add({ method: 'GET', path: /\/comments$/, skip: 1, respond: { status: 502 } })
  const result = await runWeek(world, number, 8)
  const [report] = await world.github.commentsOf(number)
  expect(result.conclusion).toBe('success')
  expect(result.outputs['commentUrl']).toBe(report?.html_url)
  expect(readWarnings(result)).toEqual([expect.stringMatching(/^GitHub: list the comments .*502/)])
})

test('month to date, run daily, is no period of the table until it is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 29, 6) })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  const seen: string[][] = []
  for (const day of [29, 30, 31, 32]) {
    vi.setSystemTime(Date.UTC(2026, 10, day, 6))
    const inputs = { 'issue-number': number, period: 'this-month', compare: 'previous' }
    await world.run({ action: 'page-views', inputs })
    const [report] = await world.github.commentsOf(number)
    const [headline = ''] = /(?<=^\*\*20 views\*\* from ).* compared with .*\.$/m.exec(report?.body ?? '') ?? []
    seen.push([headline.replaceAll(/ \([^)]*\)/g, ''), ...readTable(report?.body ?? '')])
  }
  const months = ['2026-10-01, 2026-11-01', '2026-11-01, 2026-12-01']
  expect(seen).toEqual([
    ['1–28 Nov 2026: \\+100.0% compared with 1–28 Oct 2026.'],
    ['1–29 Nov 2026: \\+100.0% compared with 1–29 Oct 2026.'],
    ['1–30 Nov 2026: \\+106.7% per day compared with 1–31 Oct 2026.', ...months],
    ['1 Dec 2026: 0.0% compared with 1 Nov 2026.', ...months],
  ])
})

test('a failed export leaves the report unchanged', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  await runWeek(world, number, 8)
  const before = await world.github.commentsOf(number)
  world.docsService.faults.add({ times: 9, respond: { kind: 'answer', status: 401 } })
  const result = await runWeek(world, number, 15)
  expect(result.conclusion).toBe('failure')
  expect(await world.github.commentsOf(number)).toEqual(before)
})
