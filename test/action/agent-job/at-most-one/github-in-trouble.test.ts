import { expect, test } from 'vitest'
import { createScene } from './crash.ts'

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
