import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import type { ActionRun } from '../../../world/runner/action-run.ts'
import { createScene, interruptAt, listSteps, type Moment, type Scene, type SceneKind } from './crash.ts'

/** The runner sends SIGTERM after 7.5 s. */
const longestExitMs = 7_000

const steps = await listSteps()
const message = (await listSteps('second command')).find(({ name }) => name.endsWith('/message'))

describe.concurrent('cancelled at any request', () => {
  for (const { number, name } of steps) {
    test(`a run cancelled at request ${number}, ${name}, which hangs, sends at most one prompt`, () =>
      cancelAndRunAgain(number, 'lost'))
    if (!name.startsWith('GET '))
      test(`a run cancelled at request ${number}, ${name}, which is answered, sends at most one prompt`, () =>
        cancelAndRunAgain(number, 'unanswered'))
  }
})

describe.concurrent('cancelled while a second command sends its message', () => {
  for (const moment of ['lost', 'unanswered'] as const)
    test(`a second command cancelled while it sends its message (${moment}) sends at most one prompt`, () =>
      cancelAndRunAgain(message?.number ?? 0, moment, 'second command'))
})

async function cancelAndRunAgain(number: number, moment: Moment, kind?: SceneKind): Promise<void> {
  await using scene = await createScene(kind)
  const { ourComments } = scene

  const cancelled = await interruptAt(scene, { number, moment, post: true }, async (run) => run.cancel())
  expect(cancelled.signal).toBeNull()
  const known = cancelled.outputs['jobId'] ?? ''
  // An answer that comes a moment after the cancellation is still waited for: it holds the only word of the id.
  if (moment === 'unanswered') expect(known).toBe(scene.job()?.id ?? '')
  const comments = (await ourComments()).map(({ body }) => body)
  expect(comments.join()).not.toContain('is working')
  if (comments.length > 0) expect(comments.join()).toContain(known)

  const again = await scene.run({ runAttempt: 2 })
  expect(scene.countPrompts()).toBeLessThanOrEqual(1)
  expect(await ourComments()).toHaveLength(1)
  // A run that was stopped before it asked for a job is done again; else the job that it knew is found.
  const expected = cancelled.outputs['outcome'] === 'unknown' ? 'unknown' : 'pull-request'
  expect(again.outputs['outcome']).toBe(expected)
  expect(again.outputs['jobId']).toContain(known)
}

describe.concurrent('cancelled while GitHub hangs', () => {
  test('a run cancelled while GitHub hangs sets its outputs, ends in time, and post keeps the job', async () => {
    await using scene = await createScene()
    scene.world.docsService.nextJob({ endsAs: 'never' })
    const run = scene.world.start({ trigger: scene.asked })
    await scene.world.docsService.waitForRequests({ method: 'GET' }, 2)

    const { result, comment } = await cancelWhileGitHubHangs(scene, run)
    const [job] = scene.world.docsService.jobs
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', status: 'active', jobId: job?.id })
    expect(comment).toContain('This run was cancelled')
    expect(comment).toContain(job?.id)
  })

  test('when GitHub and the service hang, a cancelled run says that nobody can tell whether there is a job', async () => {
    await using scene = await createScene()
    scene.world.docsService.faults.add({ method: 'POST', respond: { kind: 'hang' } })
    const run = scene.world.start({ trigger: scene.asked })
    await scene.world.docsService.waitForRequests({ method: 'POST' })

    const { result, comment } = await cancelWhileGitHubHangs(scene, run)
    expect(result.outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(comment).toContain('Nobody can tell whether the prompt was received')
  })
})

test.concurrent('post writes a result that GitHub did not accept', async () => {
  await using scene = await createScene()
  const { faults } = scene.world.github
  // The first edit brings the id of the job.
  const respond = knownFaults.secondaryRateLimit({ retryAfterSeconds: 120 })
  const stop = faults.add({ method: 'PATCH', skip: 1, respond })
  const run = scene.world.start({ trigger: scene.asked })
  await run.exited
  stop()
  const result = await run.result
  expect(result.outputs['outcome']).toBe('pull-request')
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('The documentation pull request is ready')
  expect(comment?.body).toContain(result.outputs['prLink'])
})

/** From now on GitHub does not answer, until the run is gone. */
async function cancelWhileGitHubHangs(scene: Scene, run: ActionRun) {
  const stop = scene.world.github.faults.add({ login: 'github-actions[bot]', respond: { hang: true } })
  run.cancel()
  // As impatient people do: it changes nothing.
  run.cancel()
  const startedAt = performance.now()
  await run.exited
  expect(performance.now() - startedAt).toBeLessThan(longestExitMs)
  stop()
  const result = await run.result
  expect(result.signal).toBeNull()
  expect(result.post?.conclusion).toBe('success')
  return { result, comment: (await scene.ourComments())[0]?.body }
}
