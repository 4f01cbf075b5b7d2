import { describe, expect, test } from 'vitest'
import { readReactions } from '../conversation.ts'
import { createScene, type Scene } from './crash.ts'

/** Another key of the service; markers that were made with the usual one can't be verified with it. */
const otherKey = { 'api-key': 'mint_another' }
const wrongKey = { 'api-key': 'mint_wrong' }

describe('a key that is changed between two attempts', () => {
  test('after a run whose key was refused, a re-run with another key creates the job, in the same comment', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    const refused = await run(scene, { inputs: wrongKey })
    expect(refused.outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect(await readReactions(world, asked)).toEqual(['eyes'])

    const again = await run(scene, { runAttempt: 2 })
    expect(again.outputs).toMatchObject({
      outcome: 'pull-request',
      commentUrl: refused.outputs['commentUrl'],
    })
    expect(await ourComments()).toHaveLength(1)
    expect((await ourComments())[0]?.body).toContain(again.outputs['prLink'])
  })

  test.each([
    ['a job that goes on', { wait: 'false' }],
    ['a job that has ended', {}],
  ])(
    'after a run that made %s, a re-run with another key sends nothing and says how to go on',
    async (_name, inputs) => {
      await using scene = await createScene()
      const first = await run(scene, { inputs })
      const before = await scene.ourComments()

      const again = await run(scene, { runAttempt: 2, inputs: otherKey })

      expect(again.outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
      expect(again.summary).toContain('was made with another `api-key`')
      expect(again.summary).toContain('run the action with `job-id`')
      expect(scene.countPrompts()).toBe(1)
      expect(await scene.ourComments()).toEqual(before)

      const jobId = first.outputs['jobId'] ?? ''
      const attached = await run(scene, { runAttempt: 3, inputs: { ...otherKey, 'job-id': jobId } })
      expect(attached.outputs).toMatchObject({ outcome: 'pull-request', jobId })
      expect(scene.countPrompts()).toBe(1)
    },
  )

  test('a claim of another key counts only if our own account wrote it', async () => {
    await using scene = await createScene()
    const { world, ourComments } = scene
    await run(scene, { token: world.github.tokenFor('maintainer'), inputs: { wait: 'false' } })
    expect((await ourComments())[0]?.user.login).toBe('maintainer')
    const { outputs } = await run(scene, { runAttempt: 2, inputs: otherKey })
    expect(outputs['outcome']).toBe('pull-request')
  })
})

test('another workflow with another key for the same comment and project sends nothing', async () => {
  await using scene = await createScene()
  await run(scene)
  const { outputs } = await run(scene, { runId: 2, inputs: otherKey })
  expect(outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
  expect(scene.countPrompts()).toBe(1)
})

function run({ world, asked }: Scene, step: Parameters<Scene['world']['run']>[0] = {}) {
  return world.run({ trigger: asked, inProcess: true, ...step })
}
