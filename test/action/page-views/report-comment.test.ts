import { expect, test } from 'vitest'
import { createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { row, serveByFirstDay } from './rows.ts'

const WEEKS = serveByFirstDay({
  '2026-09-24': [row('/a', 7)],
  '2026-10-01': [row('/a', 10)],
  '2026-10-08': [row('/a', 30), row('/b|@octocat', 5)],
  '2026-10-15': [row('/a', 20)],
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
