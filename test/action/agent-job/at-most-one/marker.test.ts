import { expect, test } from 'vitest'
import type { Comment } from '../../../world/github/world.ts'
import { createScene, type Scene } from './crash.ts'

// Somebody writes a marker of ours into the thread: the run must neither believe nor touch that comment.

test('a marker copied from the answer to another comment counts for nothing', async () => {
  await using scene = await createScene()
  const { world, asked, issue } = scene
  await scene.run({ trigger: await world.github.comment(issue.number, '/docs something else', 'writer') })
  const copy = await copyOurs(scene)
  // Somebody has reacted already, so the thread is searched for a claim.
  const reactions = `/repos/acme/app/issues/comments/${asked.comment.id}/reactions`
  await world.github.call('github-actions[bot]', 'POST', reactions, { content: 'eyes' })

  // What a later command continues has tests of its own.
  const result = await world.run({ trigger: asked, inputs: { 'follow-up': 'never' } })

  expect(result.outputs['outcome']).toBe('pull-request')
  expect(world.docsService.jobs).toHaveLength(2)
  expect(await read(scene, copy)).toBe(copy.body)
})

test('a marker copied before it held the ID of its own comment counts for nothing', async () => {
  await using scene = await createScene()
  const { world, asked, ourComments } = scene
  world.docsService.faults.add({ method: 'POST', respond: { kind: 'hang' } })
  const run = world.start({ trigger: asked, post: false })
  await world.docsService.waitForRequests({ method: 'POST' })
  run.kill()
  await run.result
  const [original] = await ourComments()
  const copy = await copyOurs(scene)

  const again = await scene.run({ runAttempt: 2 })

  expect(again.outputs).toMatchObject({ outcome: 'unknown', commentUrl: original?.html_url })
  expect(await read(scene, copy)).toBe(copy.body)
})

/** A reader posts the text of our first comment, hidden marker and all. */
async function copyOurs({ world, issue, ourComments }: Scene): Promise<Comment> {
  const [ours] = await ourComments()
  return (await world.github.comment(issue.number, ours?.body ?? '', 'reader')).comment
}

async function read({ world, issue }: Scene, { id }: Comment): Promise<string | undefined> {
  return (await world.github.commentsOf(issue.number)).find((comment) => comment.id === id)?.body
}
