import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { createWorld } from '../../../world/index.ts'
import type { ActionRun, RunResult } from '../../../world/runner/action-run.ts'
import { readReactions, readReports } from '../conversation.ts'
import { createScene, type Scene } from './crash.ts'

describe.concurrent('the post step of a run that was killed', () => {
  test('the post step removes a comment that was about to give way to another', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    await using first = await startWaiting(scene)
    const before = await ourComments()
    const second = world.start({ trigger: asked, runId: 2, token: world.github.tokenFor('maintainer') })
    const killed = await killWhereItLists(scene, second, 'maintainer', async () => {
      expect(await ourComments()).toHaveLength(2)
    })
    expect(killed.post?.conclusion).toBe('success')
    expect(await ourComments()).toEqual(before)
    first.kill()
  })

  test('the post step leaves the reaction of a cancelled run, and a re-run that succeeds takes it back', async () => {
    await using scene = await createScene()
    const { world, asked } = scene
    const run = await startWaiting(scene)
    run.kill()
    await run.result
    expect(await readReactions(world, asked)).toEqual(['eyes', 'confused'])
    await world.docsService.jobs[0]?.finish('pull-request')
    await scene.run({ runAttempt: 2 })
    expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
  })

  test('the post step posts nothing when somebody has deleted the comment', async () => {
    await using scene = await createScene()
    const run = await startWaiting(scene)
    const [comment] = await scene.ourComments()
    await scene.world.github.deleteComment(comment?.id ?? 0, 'maintainer')
    run.kill()
    const { post } = await run.result
    expect(post).toMatchObject({ conclusion: 'success', annotations: [] })
    expect(await scene.ourComments()).toEqual([])
  })

  test('the post step does not fail when GitHub fails', async () => {
    await using scene = await createScene()
    const run = await startWaiting(scene)
    const tooOften = knownFaults.secondaryRateLimit({ retryAfterSeconds: 120 })
    scene.world.github.faults.add({ login: 'github-actions[bot]', respond: tooOften })
    run.kill()
    const { post } = await run.result
    expect(post?.conclusion).toBe('success')
    expect(post?.annotations).toMatchObject([{ level: 'warning' }])
  })

  test('the post step finds the thread of a push, which the event does not name', async () => {
    await using world = await createWorld()
    const { number } = await world.github.createPullRequest()
    const { push } = await world.github.merge(number)
    world.docsService.nextJob({ endsAs: 'never' })
    const run = world.start({ trigger: push, inProcess: 'post', inputs: { prompt: 'Document what changed.' } })
    await world.docsService.waitForRequests({ method: 'GET' })
    run.kill()
    await run.result
    const [report] = await readReports(world, number)
    expect(report).toContain('The run was stopped')
  })

  test('the post step says of a dry run that it was stopped, not that there may be a job', async () => {
    await using scene = await createScene()
    const run = scene.world.start({ trigger: scene.asked, inProcess: 'post', inputs: { 'dry-run': 'true' } })
    await killWhereItLists(scene, run)
    const [comment] = await scene.ourComments()
    expect(comment?.body).toContain('The run was stopped')
  })

  test('the post step does nothing after a run that ended by itself', async () => {
    await using scene = await createScene()
    const before = scene.world.github.requestsBy().length
    const { post } = await scene.world.run({ trigger: scene.asked })
    const requests = scene.world.github.requestsBy().slice(before)
    expect(post).toMatchObject({ conclusion: 'success', log: { shown: '' } })
    expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  })
})

/** Kills a run where it asks for the list of comments, which it then never gets. */
async function killWhereItLists(
  { world }: Scene,
  run: ActionRun,
  account = 'github-actions[bot]',
  look?: () => Promise<void>,
): Promise<RunResult> {
  world.github.onRequest = async ({ login, method, path }) => {
    if (login !== account || method !== 'GET' || !path.endsWith('/comments')) return
    world.github.onRequest = undefined
    await look?.()
    run.kill()
    await new Promise(() => undefined)
  }
  return await run.result
}

/** A run that waits for a job which does not end. */
async function startWaiting({ world, asked }: Scene): Promise<ActionRun> {
  world.docsService.nextJob({ endsAs: 'never' })
  const run = world.start({ trigger: asked, inProcess: 'post' })
  await world.docsService.waitForRequests({ method: 'GET' })
  return run
}
