import { expect, test } from 'vitest'
import { createWorld } from '../../world/index.ts'
import { askOnIssue, readPrompts } from './conversation.ts'

// What is looked at, and what each answer means: `unit/agent-job/job/check-setup.test.ts`.

/** All that a check asks the service, of a job that can't be there and of the project. */
const CHECKS = [
  'GET /v1/analytics/docs-project/views?limit=1&offset=0',
  'GET /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000',
  'POST /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000/message',
]

test('a dry run shows in log and summary what would be sent, to the letter, and sends nothing', async () => {
  await using world = await createWorld()
  const { asked: trigger } = await askOnIssue(world, '/docs Add a page.\n\n* With a list.')

  const dry = await world.run({ trigger, inputs: { 'dry-run': true } })
  const asked = world.docsService.requests.map(({ method, target }) => `${method} ${target}`)
  expect(asked.toSorted()).toEqual(CHECKS)
  const real = await world.run({ trigger, runAttempt: 2 })

  const [prompt = ''] = readPrompts(world)
  expect(real.outputs['outcome']).toBe('pull-request')
  expect(prompt).toContain('Add a page.\n\n* With a list.\n\n---\n')
  expect(dry.summary).toContain(`\`\`\`text\n${prompt}\n\`\`\``)
  expect(dry.log.shown).toContain(`##[group]Prompt\n${prompt}\n##[endgroup]`)
  expect(dry.outputs).toMatchObject({ outcome: 'dry-run', jobId: '', status: '' })
})
