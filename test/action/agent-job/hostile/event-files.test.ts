import { expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../../world/declared-outputs.ts'
import { createWorldInProcess, type Step } from '../../../world/index.ts'

// Events that GitHub would not send: `fuzz/agent-job.test.ts`.

test.each<[string, Step, string]>([
  ['no JSON', { trigger: { event: 'issue_comment', text: '::error::owned' } }, "isn't JSON"],
  ['missing', { environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } }, "can't be read"],
])("an event file that can't be read is an error: %s", async (_, step, reason) => {
  await using world = await createWorldInProcess()

  const result = await world.run(step)

  const nothing = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))
  expect(result.outputs).toEqual({ ...nothing, outcome: 'error' })
  expect(result.exitCode).toBe(1)
  expect(result.annotations).toMatchObject([{ message: expect.stringContaining(reason) }])
  expect(result.log.shown).not.toMatch(/^\s+at /mu)
})
