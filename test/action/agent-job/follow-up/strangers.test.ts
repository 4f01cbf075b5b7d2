import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import type { Step } from '../../../world/index.ts'
import { countPrompts, createThread, type Thread } from './thread.ts'

// Each has a job that could be continued, if its marker counted here.
describe('a marker never leads to the job', () => {
  test('a marker of another thread never leads to the job', async () => {
    await using thread = await createThread()
    const other = await thread.world.github.createIssue()
    await expectNewJob(thread, await thread.world.github.comment(other.number, '/docs go on', 'writer'))
  })

  test('a marker of another project never leads to the job', async () => {
    await using thread = await createThread({ docsService: { projects: ['other-project'] } })
    await expectNewJob(thread, await thread.ask(), { inputs: { 'project-id': 'other-project' } })
  })

  test('a marker of another key never leads to the job', async () => {
    const keys = [{ key: 'mint_another', scopes: ['read' as const, 'write' as const] }]
    await using thread = await createThread({ docsService: { keys } })
    await expectNewJob(thread, await thread.ask(), { inputs: { 'api-key': 'mint_another' } })
  })

  test('a marker of another account never leads to the job', async () => {
    await using thread = await createThread()
    const { world, issue } = thread
    const [, ours] = await world.github.commentsOf(issue.number)
    await world.github.deleteComment(ours?.id ?? 0, 'maintainer')
    await world.github.comment(issue.number, ours?.body ?? '', 'reader')
    await expectNewJob(thread, await thread.ask())
  })
})

async function expectNewJob({ world, first }: Thread, trigger: WebhookEvent, step: Step = {}): Promise<void> {
  const before = countPrompts(world)
  const { outputs } = await world.run({ trigger, ...step })
  expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
  expect(outputs['prLink']).not.toBe(first.outputs['prLink'])
  expect(countPrompts(world)).toEqual({ ...before, created: before.created + 1 })
}
