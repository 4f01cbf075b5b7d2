import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import type { Step } from '../../../world/index.ts'
import type { ActionRun, RunResult } from '../../../world/runner/action-run.ts'
import { readReactions } from '../conversation.ts'
import { type AnyScene, createScene } from './crash.ts'

describe.concurrent('the post step of a run that was killed', () => {
  test('the post step removes a comment that was about to give way to another', async () => {
    await using scene = await createScene()
    const { ourComments } = scene
    await using first = await startWaiting(scene)
    const before = await ourComments()
    // Lists lag: before it posts, the second run sees no comment.
    const respond = { status: 200, body: [] }
    scene.world.github.faults.add({ method: 'GET', path: /\/issues\/1\/comments$/, times: 2, respond })
    const killed = await killWhereItLists(scene, { runId: 2 }, 3)
    expect(await ourComments()).toEqual(before)
    expect(killed.post?.conclusion).toBe('success')
    first.kill()
  })

  test.each([true, false])(
    'the post step posts nothing, and fails nothing: the comment was deleted, or GitHub fails (%s)',
    async (isGone) => {
      await using scene = await createScene()
      const { github } = scene.world
      const run = await startWaiting(scene)
      const [comment] = await scene.ourComments()
      const respond = knownFaults.secondaryRateLimit({ retryAfterSeconds: 120 })
      if (isGone) await github.deleteComment(comment?.id ?? 0, 'maintainer')
      else github.faults.add({ login: 'github-actions[bot]', respond })
      run.kill()
      const annotations = isGone ? [] : [{ level: 'warning' }]
      expect((await run.result).post).toMatchObject({ conclusion: 'success', annotations })
      expect(await scene.ourComments()).toHaveLength(isGone ? 0 : 1)
    },
  )

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

  test('the post step says of a dry run that it was stopped, not that there may be a job', async () => {
    await using scene = await createScene()
    await killWhereItLists(scene, { inputs: { 'dry-run': 'true' } })
    expect((await scene.ourComments())[0]?.body).not.toMatch(/confirm/)
  })
})

test.concurrent('a run cancelled while GitHub hangs sets its outputs, ends in time, and post keeps the job', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  docsService.nextJob({ endsAs: 'never' })
  const run = scene.start()
  await docsService.waitForRequests({ method: 'GET' }, 2)
  const stop = github.faults.add({ login: 'github-actions[bot]', respond: { hang: true } })
  run.cancel()
  // As impatient people do: it changes nothing.
  run.cancel()
  await run.exited
  stop()

  const result = await run.result
  const jobId = docsService.jobs[0]?.id
  // The runner would have sent SIGTERM after 7.5 s.
  expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: 1, signal: null, post: { conclusion: 'success' } })
  expect(result.outputs).toMatchObject({ outcome: 'cancelled', status: 'active', jobId })
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('This run was canceled')
  expect(comment?.body).toContain(jobId)
})

test.concurrent('a comment whose creation was in flight when the run was cancelled is finished by post', async () => {
  await using scene = await createScene()
  const { github } = scene.world
  github.faults.add({ method: 'POST', path: /\/comments$/, times: 1, respond: { hang: 'middle' } })
  const run = scene.start()
  github.onRequest = async ({ method, path }) => void (method === 'POST' && path.endsWith('/comments') && run.cancel())
  expect((await run.result).outputs['outcome']).toBe('cancelled')
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('This run was canceled')
})

test.concurrent('a run that may not send ends while what its prompt would have needed is still read', async () => {
  await using scene = await createScene()
  await scene.run()
  // The time limit of the read is that of the test, too.
  scene.world.github.faults.add({ method: 'GET', path: /\/issues\/1$/, respond: { hang: true } })
  const { outputs } = await scene.run({ runId: 7, inProcess: false, inputs: { context: 'diff' } })
  expect(outputs['outcome']).toBe('pull-request')
})

test.concurrent('the post step writes a result that GitHub did not accept', async () => {
  await using scene = await createScene()
  // The first edits say that the prompt is sent, and to which job. `main` gives up after half a minute, and `post` tries again.
  scene.world.github.faults.add({ method: 'PATCH', skip: 2, times: 12, respond: knownFaults.badGateway })
  const result = await scene.run()
  expect(result.outputs['outcome']).toBe('pull-request')
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('The documentation pull request is ready')
  expect(comment?.body).toContain(result.outputs['prLink'])
  expect(result.post?.log.shown).toContain('now says')
})

/** Kills a run where it asks for the list of comments for the nth time, which it then never gets. */
async function killWhereItLists({ world, start }: AnyScene, step: Step, nth = 1): Promise<RunResult> {
  const run = start({ inProcess: 'post', ...step })
  let count = 0
  world.github.onRequest = async ({ login, method, path }) => {
    if (login !== 'github-actions[bot]' || method !== 'GET' || !path.endsWith('/comments')) return
    count += 1
    if (count < nth) return
    world.github.onRequest = undefined
    run.kill()
    await new Promise(() => undefined)
  }
  return await run.result
}

/** A run that waits for a job which does not end. */
async function startWaiting({ world, start }: AnyScene): Promise<ActionRun> {
  world.docsService.nextJob({ endsAs: 'never' })
  const run = start({ inProcess: 'post' })
  await world.docsService.waitForRequests({ method: 'GET' })
  return run
}
