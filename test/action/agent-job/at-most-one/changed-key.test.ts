import { expect, test } from 'vitest'
import { readReactions } from '../conversation.ts'
import { createScene } from './crash.ts'

test('after a run whose key was refused, a re-run with another key creates the job, in the same comment', async () => {
  await using scene = await createScene()
  const refused = await scene.run({ inputs: { 'api-key': 'mint_wrong' } })
  expect(refused.outputs).toMatchObject({ outcome: 'error', jobId: '' })
  expect(await readReactions(scene.world, scene.asked)).toEqual(['eyes'])

  const { outputs } = await scene.run({ runAttempt: 2 })
  expect(outputs).toMatchObject({ outcome: 'pull-request', commentUrl: refused.outputs['commentUrl'] })
  const [comment, ...others] = await scene.ourComments()
  expect(others).toEqual([])
  expect(comment?.body).toContain(outputs['prLink'])
})

test('after a run that made a job, a re-run with another key sends nothing, and says how to continue', async () => {
  await using scene = await createScene()
  const inputs = { 'api-key': 'mint_another' }
  const { jobId = '' } = (await scene.run({ inputs: { wait: 'false' } })).outputs
  const before = await scene.ourComments()

  const again = await scene.run({ runAttempt: 2, inputs })

  expect(again.outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
  expect(again.summary).toContain('was made with another `api-key`')
  expect(again.summary).toContain('run the action with its ID as `job-id`')
  expect(await scene.ourComments()).toEqual(before)
  const attached = await scene.run({ runAttempt: 3, inputs: { ...inputs, 'job-id': jobId } })
  expect(attached.outputs).toMatchObject({ outcome: 'pull-request', jobId })
  expect(scene.countPrompts()).toBe(1)
})
