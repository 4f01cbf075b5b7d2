import { expect, test } from 'vitest'
import { createWorld } from '../../../world/index.ts'
import { bySchedule } from '../../../world/workflow/deliveries.ts'
import { readReports } from '../conversation.ts'

test('x', async () => {
  let nowMs = Date.parse('2026-11-01T06:17:00Z')
  await using world = await createWorld({ inProcess: true, github: { now: () => nowMs }, docsService: { scenario: { terminalOnCreate: true }, messageScenario: { activeReads: 1 } } })
  const { github } = world
  const issue = await github.createIssue({ title: 'Docs' })
  let runId = 1
  const run = async (step = {}) => {
    const r = await world.run({ trigger: bySchedule, runId: runId++, inputs: { prompt: 'Write.', since: 'last-run', 'issue-number': String(issue.number), context: 'diff' }, ...step })
    console.log(r.outputs, r.log.text ?? '')
    console.log(r.annotations.map((a) => [a.level, a.title, a.message]))
    return r
  }
  for (const how of ['merge', 'squash', 'rebase'] as const) {
    nowMs += 86_400_000
    const pull = await github.createPullRequest({ title: `By ${how}`, files: { [`src/${how}.ts`]: 'one\n' } })
    await github.merge(pull.number, how)
  }
  nowMs += 4 * 86_400_000
  const r = await run()
  console.log(world.docsService.jobs.map((j) => j.prompt))
  console.log((await github.commentsOf(issue.number)).map((c) => c.body))
  console.log(r.summary)
  nowMs += 7 * 86_400_000
  await run()
  console.log(github.requestsBy().map((q) => `${q.method} ${q.path} ${JSON.stringify(q.query)}`))
})
