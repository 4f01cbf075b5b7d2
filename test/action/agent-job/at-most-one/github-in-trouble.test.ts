import { expect, test } from 'vitest'
import type { FaultResponse } from '../../../world/github/faults.ts'
import { createScene } from './crash.ts'

const comments = /\/issues\/1\/comments$/

test.each<[string, RegExp, FaultResponse, posts: number]>([
  ['a comment whose answer is lost is found, not posted again', comments, { cut: 'after' }, 1],
  ['a comment that never arrived is posted again', comments, { cut: 'before' }, 2],
  ['an answer to a reaction that is lost makes nobody stand aside', /reactions$/, { cut: 'after' }, 1],
])('%s', async (_name, path, respond, posts) => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  github.faults.add({ method: 'POST', path, times: 1, respond })
  const { outputs } = await scene.run()
  expect(outputs['outcome']).toBe('pull-request')
  expect(docsService.jobs).toHaveLength(1)
  const [comment, ...others] = await scene.ourComments()
  expect(others).toEqual([])
  expect(comment?.body).toContain(outputs['prLink'])
  const sent = github.requestsBy().filter(({ method, path }) => method === 'POST' && comments.test(path))
  expect(sent).toHaveLength(posts)
})

test('a comment deleted while the job runs is not posted again, and a re-run sends nothing', async () => {
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
  expect(result.log.shown).toContain('It is gone')
  expect(await scene.ourComments()).toEqual([])

  const again = await scene.run({ runAttempt: 2 })
  expect(again.outputs['outcome']).toBe('unknown')
  expect(scene.countPrompts()).toBe(1)
})
