import { expect, test } from 'vitest'
import { createWorldInProcess, type World } from '../../world/index.ts'
import { row, serveByFirstDay } from './periods.ts'

const WEEKS = serveByFirstDay({
  '2026-09-24': [row('/a', 7)],
  '2026-10-01': [row('/a', 10)],
  '2026-10-08': [row('/a', 30), row('/b|@octocat', 5)],
  '2026-10-15': [row('/a', 20)],
})

function createReportWorld() {
  return createWorldInProcess({ docsService: { pageViews: WEEKS } })
}

function runWeek(world: World, issue: number, from: string, step: Parameters<World['run']>[0] = {}) {
  const to = `2026-10-${String(Number(from.slice(-2)) + 7).padStart(2, '0')}`
  return world.run({
    action: 'page-views',
    ...step,
    inputs: {
      'issue-number': issue,
      'date-from': from,
      'date-to': to,
      compare: 'previous',
      ...step.inputs,
    },
  })
}

test('the report is one comment, posted once and edited in place by every run', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  await world.github.comment(number, 'What is this issue for?')

  const first = await runWeek(world, number, '2026-10-08', { inProcess: false })
  expect(first.conclusion).toBe('success')
  const [, posted] = await world.github.commentsOf(number)
  expect(first.outputs['commentUrl']).toBe(posted?.html_url)
  expect(posted?.body).toContain('| **Views** | **35** | **0** | **35** |')
  expect(posted?.body).not.toContain('@octocat')

  for (const from of ['2026-10-15', '2026-10-01', '2026-10-15']) {
    const result = await runWeek(world, number, from)
    expect(result.outputs['commentUrl']).toBe(posted?.html_url)
  }
  const comments = await world.github.commentsOf(number)
  expect(comments).toHaveLength(2)
  const lines = comments[1]?.body.split('\n') ?? []
  expect(lines).toContain('    x-axis ["2026-09-24", "2026-10-01", "2026-10-08", "2026-10-15"]')
  expect(lines).toContain('    line [7, 10, 35, 20]')
  expect(lines.filter((line) => /^\| 2026-\d\d-\d\d \| 2026-10-\d\d \| \d+ /.test(line))).toHaveLength(4)
})

test('the report has the warnings of its export, and a run for an older period leaves its text', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  world.docsService.faults.add({
    path: /dateFrom=2026-10-08/,
    times: 9,
    respond: { kind: 'answer', status: 400 },
  })
  await runWeek(world, number, '2026-10-15')
  const [posted] = await world.github.commentsOf(number)
  expect(posted?.body).toMatch(/There is no comparison:\n>\n> - The previous period was not read whole/)
  await runWeek(world, number, '2026-10-01')
  const [edited] = await world.github.commentsOf(number)
  expect(edited?.body).toContain('| **Views** | **20** | **0** | **20** |')
  expect(edited?.body).toContain('There is no comparison:')
  expect(edited?.body).toContain('| 2026-10-01 | 2026-10-08 | 10 | 0 | 10 |')
})

test.each<[string, (world: World) => Promise<Parameters<World['run']>[0]>, RegExp]>([
  [
    'no permission',
    async (world) => ({ token: world.github.actionsTokenWith({ issues: 'read' }) }),
    /403.*`issues: write`/,
  ],
  ['a missing issue', async () => ({ inputs: { 'issue-number': 999 } }), /404/],
  ['no token', async () => ({ inputs: { 'github-token': '' } }), /`github-token` is empty/],
])(
  "a report that can't be written is a warning, and the export is green: %s",
  async (_name, prepare, message) => {
    await using world = await createReportWorld()
    const { number } = await world.github.createIssue()
    const result = await runWeek(world, number, '2026-10-08', await prepare(world))
    expect(result.conclusion).toBe('success')
    expect(result.outputs).toMatchObject({ complete: 'true', commentUrl: '' })
    expect(result.annotations).toMatchObject([{ level: 'warning', message: expect.stringMatching(message) }])
    expect(await world.github.commentsOf(number)).toEqual([])
  },
)

test('a report in a locked issue is a warning, and the export is green', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  world.github.faults.add({
    method: 'POST',
    path: /\/comments$/,
    respond: {
      status: 403,
      body: { message: 'Unable to create comment because issue is locked.' },
    },
  })
  const result = await runWeek(world, number, '2026-10-08')
  expect(result.conclusion).toBe('success')
  expect(result.annotations).toMatchObject([{ level: 'warning', message: expect.stringContaining('locked') }])
})

test('a failed export leaves the report as it is', async () => {
  await using world = await createReportWorld()
  const { number } = await world.github.createIssue()
  await runWeek(world, number, '2026-10-08')
  const before = await world.github.commentsOf(number)
  world.docsService.faults.add({ times: 9, respond: { kind: 'answer', status: 401 } })
  const result = await runWeek(world, number, '2026-10-15')
  expect(result.conclusion).toBe('failure')
  expect(await world.github.commentsOf(number)).toEqual(before)
})
