import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { createScene, type Scene } from './crash.ts'

/** What is killed is a process; the rest runs in this one. */
const inProcess = true

const comments = /\/issues\/1\/comments$/

describe.concurrent('answers that get lost', () => {
  test('a comment whose answer is lost is found, not posted again', async () => {
    await using scene = await createScene()
    scene.world.github.faults.add({ method: 'POST', path: comments, times: 1, respond: { cut: 'after' } })
    await expectPullRequest(scene)
    expect(listPosts(scene)).toHaveLength(1)
  })

  test('a comment that never arrived is posted again', async () => {
    await using scene = await createScene()
    scene.world.github.faults.add({ method: 'POST', path: comments, times: 1, respond: { cut: 'before' } })
    await expectPullRequest(scene)
  })

  test('a comment that could not be looked for is found later', async () => {
    await using scene = await createScene()
    const { faults } = scene.world.github
    faults.add({ method: 'POST', path: comments, times: 1, respond: { cut: 'after' } })
    faults.add({ method: 'GET', path: comments, times: 3, respond: knownFaults.badGateway })
    await expectPullRequest(scene)
  })

  test('an answer to a reaction that is lost makes nobody stand aside', async () => {
    await using scene = await createScene()
    scene.world.github.faults.add({ method: 'POST', path: /reactions$/, times: 1, respond: { cut: 'after' } })
    await expectPullRequest(scene)
  })

  test('a comment that gets a rate limit is posted after the wait', async () => {
    await using scene = await createScene()
    const respond = knownFaults.secondaryRateLimit({ retryAfterSeconds: 1 })
    scene.world.github.faults.add({ method: 'POST', path: comments, times: 1, respond })
    await expectPullRequest(scene)
    const [refused, posted] = listPosts(scene)
    expect(Number(posted?.at) - Number(refused?.at)).toBeGreaterThanOrEqual(990)
  })
})

function listPosts({ world }: Scene) {
  return world.github.requestsBy().filter(({ method, path }) => method === 'POST' && comments.test(path))
}

async function expectPullRequest({ world, asked, ourComments }: Scene): Promise<void> {
  const result = await world.run({ trigger: asked, inProcess })
  expect(result.outputs['outcome']).toBe('pull-request')
  expect(world.docsService.jobs).toHaveLength(1)
  const [comment, ...others] = await ourComments()
  expect(others).toEqual([])
  expect(comment?.body).toContain(result.outputs['prLink'])
  expect(comment?.body).toContain(result.outputs['jobId'])
}

async function expectNoSecondJob({ world, asked }: Scene): Promise<void> {
  const again = await world.run({ trigger: asked, runAttempt: 2, inProcess })
  expect(again.outputs['outcome']).toBe('unknown')
  expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
}

describe.concurrent('somebody deletes our comment', () => {
  test('a comment deleted while the job runs is not posted again, and nothing that is known is lost', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    world.docsService.nextJob({ endsAs: 'never' })
    const run = world.start({ trigger: asked })
    await world.docsService.waitForRequests({ method: 'GET' })
    const [comment] = await ourComments()
    await world.github.deleteComment(comment?.id ?? 0, 'maintainer')
    await world.docsService.jobs[0]?.finish('pull-request')
    const result = await run.result
    expect(result.outputs).toMatchObject({
      outcome: 'pull-request',
      jobId: world.docsService.jobs[0]?.id,
    })
    expect(result.log.shown).toContain('It is gone')
    expect(await ourComments()).toEqual([])
    await expectNoSecondJob(scene)
  })

  test('a comment deleted after the job ended: a re-run sees by the closing reaction that there was a job', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    await world.run({ trigger: asked, inProcess })
    const [comment] = await ourComments()
    await world.github.deleteComment(comment?.id ?? 0, 'maintainer')
    await expectNoSecondJob(scene)
  })
})

test.concurrent('help is given once, and a failure to give it fails nothing', async () => {
  await using scene = await createScene()
  const { world } = scene
  const asked = await world.github.comment(scene.issue.number, '/docs help', 'writer')
  await world.run({ trigger: asked, inProcess })
  world.github.faults.add({ method: 'GET', path: comments, respond: knownFaults.notAccessible })
  const again = await world.run({ trigger: asked, runAttempt: 2, inProcess })
  expect(again.conclusion).toBe('success')
  expect(again.outputs['outcome']).toBe('skipped')
  expect(await scene.ourComments()).toHaveLength(1)
})
