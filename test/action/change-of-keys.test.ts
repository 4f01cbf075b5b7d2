import { expect, onTestFinished, test, vi } from 'vitest'
import { createQuickWorld, type Step } from '../world/index.ts'
import { bySchedule } from '../world/workflow/deliveries.ts'

const KEYS = ['one', 'two', 'three'].map((name) => `mint_test_key_number_${name}`)
const WEEK_MS = 7 * 86_400_000

test('keys are replaced every four weeks, each with `previous-api-key`: nothing restarts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const [apiKey = '', ...others] = KEYS
  const keys = others.map((key) => ({ key, scopes: ['read', 'write'] as ('read' | 'write')[] }))
  await using world = await createQuickWorld({ docsService: { apiKey, keys } })
  const { github, docsService } = world
  const [issue, tracking] = [await github.createIssue(), await github.createIssue()]
  const pull = await github.createPullRequest({ files: { 'src/a.ts': 'one\n' } })
  const told = { commands: new Set<string>(), updates: new Set<string>() }
  const requests: (string | undefined)[] = []

  for (let week = 0; week < 12; week += 1) {
    vi.setSystemTime(Date.UTC(2026, 0, 5, 6) + week * WEEK_MS)
    const at = Math.floor(week / 4)
    if (week > 0 && week % 4 === 0) docsService.keys.splice(0, 1)
    const run = ({ inputs, ...step }: Step) =>
      world.run({
        runId: 1000 + week,
        ...step,
        inputs: { 'api-key': KEYS[at] ?? '', 'previous-api-key': KEYS[at - 1] ?? '', ...inputs },
      })
    const command = await run({ trigger: await github.comment(issue.number, `/docs week ${week}`, 'writer') })
    const trigger = await github.updatePullRequest(pull.number, [{ files: { 'src/a.ts': `${week}\n` } }])
    const update = await run({ trigger, inputs: { prompt: 'Document it.' } })
    told.commands.add(`${command.outputs['prLink']}`)
    told.updates.add(`${update.outputs['prLink']}`)
    const report = { trigger: bySchedule, inputs: { 'issue-number': tracking.number, period: '28d' } }
    requests.push((await run({ ...report, action: 'outcomes' })).outputs['requests'])
  }

  expect([told.commands.size, told.updates.size]).toEqual([1, 1])
  // The runs of a series share one comment, which is about the last.
  const updates = await github.commentsOf(pull.number)
  expect(updates.map(({ body }) => body)).toEqual([expect.stringContaining('/actions/runs/1011')])
  const reports = (await github.commentsOf(tracking.number)).map(({ body }) => body)
  expect(reports.map((body) => /docs-agent-([a-z-]+):v1/.exec(body)?.[1])).toEqual(['outcomes'])
  // Of 28 days, whichever keys signed them.
  expect(requests.slice(4)).toEqual(Array(8).fill('8'))
  expect(reports.join()).not.toMatch(/previous-api-key|earlier history/i)
})
