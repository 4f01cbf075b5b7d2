import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { createWorldInProcess, type World } from '../../../world/index.ts'
import { askOnIssue, readReactions, readReports } from '../conversation.ts'

describe('a run that ends before it has claimed the comment', () => {
  test('a run that ends before its claim leaves no reaction, and its re-run does the job', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    const stop = world.github.faults.add({ path: /\/permission$/, respond: knownFaults.notAccessible })
    expect((await world.run({ trigger: asked })).outputs['outcome']).toBe('error')
    expect(await readReactions(world, asked)).toEqual([])
    expect(await readReports(world, issue.number)).toEqual([])

    stop()
    const again = await world.run({ trigger: asked, runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test.each([
    ['api-key', ''],
    ['project-id', ''],
    ['timeout', 'soon'],
  ])('a run that ends because %s is "%s" shows it to whoever asked', async (name, value) => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    const refused = await world.run({ trigger: asked, inputs: { [name]: value } })
    expect(refused.outputs['outcome']).toBe('error')
    expect(await readReactions(world, asked)).toEqual(['confused'])
    expect(await readReports(world, issue.number)).toEqual([])

    const again = await world.run({ trigger: asked, runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('pull-request')
    expect(await readReactions(world, asked)).toEqual(['confused', 'eyes', 'rocket'])
  })
})

describe('nothing is shown', () => {
  test('somebody who may not use the command is not shown that the key is missing', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain it', 'reader')
    await expectNoReaction(world, asked, { 'api-key': '' })
  })

  test('with comment: false, the thread does not show that the key is missing', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)
    await expectNoReaction(world, asked, { 'api-key': '', comment: 'false' })
  })
})

async function expectNoReaction(
  world: World,
  asked: Parameters<typeof readReactions>[1] & { event: string; payload: Record<string, unknown> },
  inputs: Record<string, string>,
): Promise<void> {
  const { outputs } = await world.run({ trigger: asked, inputs })
  expect(outputs['outcome']).toBe('error')
  expect(await readReactions(world, asked)).toEqual([])
  expect(world.docsService.requests).toEqual([])
}
