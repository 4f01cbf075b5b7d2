import { expect, test } from 'vitest'
import { createScene } from './crash.ts'

test('where the answers to a reaction and a comment are lost, one comment has the result', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  for (const path of [/reactions$/, /\/issues\/1\/comments$/])
    github.faults.add({ method: 'POST', path, times: 1, respond: { cut: 'after' } })
  const { outputs } = await scene.run()
  expect(outputs['outcome']).toBe('pull-request')
  expect(docsService.jobs).toHaveLength(1)
  const [comment, ...others] = await scene.ourComments()
  expect(others).toEqual([])
  expect(comment?.body).toContain(outputs['prLink'])
})

test('a comment deleted while the job runs is not posted again, and its memory is gone', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  docsService.nextJob({ endsAs: 'never' })
  const run = scene.world.start({ trigger: scene.asked })
  await docsService.waitForRequests({ method: 'GET' })
  const [comment] = await scene.ourComments()
  await github.deleteComment(comment?.id ?? 0, 'maintainer')
  await docsService.jobs[0]?.finish('pull-request')
  const result = await run.result
  expect(result.outputs).toMatchObject({ outcome: 'pull-request', jobId: docsService.jobs[0]?.id })
  expect(result.log.shown).toContain("It doesn't exist")
  expect(await scene.ourComments()).toEqual([])

  const again = await scene.run({ runAttempt: 2 })
  expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: docsService.jobs[1]?.id })
  expect(scene.countPrompts()).toBe(2)
})
