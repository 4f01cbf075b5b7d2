import { describe, expect, test } from 'vitest'
import type { JobScenario } from '../../../world/docs-service/scenarios.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { createScene, type Scene } from './crash.ts'

/** What is not said otherwise runs in this process. */
const inProcess = true

describe.concurrent('run again', () => {
  const ends: [outcome: string, job: JobScenario, inputs: Record<string, string>, again: string][] = [
    ['pull-request', {}, {}, 'pull-request'],
    ['no-pull-request', { endsAs: 'no-pull-request' }, {}, 'no-pull-request'],
    ['failed', { endsAs: 'failed' }, {}, 'failed'],
    ['archived', { endsAs: 'archived' }, {}, 'archived'],
    ['submitted', {}, { wait: 'false' }, 'pull-request'],
    ['timed-out', { activeReads: 12 }, { timeout: '300ms' }, 'pull-request'],
  ]
  for (const [outcome, job, inputs, afterwards] of ends) {
    test(`a re-run after ${outcome} ends as ${afterwards}, with the same job and the same comment`, async () => {
      await using scene = await createScene()
      const { world, asked, ourComments } = scene
      world.docsService.nextJob(job)
      // The first as the runner starts it.
      const step = { inProcess: outcome !== 'pull-request' }
      const first = await world.run({ trigger: asked, inputs, ...step })
      expect(first.outputs['outcome']).toBe(outcome)
      const [comment] = await ourComments()
      const again = await world.run({ trigger: asked, runAttempt: 2, ...step })
      expect(again.outputs).toMatchObject({
        outcome: afterwards,
        jobId: first.outputs['jobId'],
        commentUrl: comment?.html_url,
      })
      expect(world.docsService.jobs).toHaveLength(1)
      expect(await ourComments()).toHaveLength(1)
    })
  }

  test('a re-run after an error without a job creates the job, and keeps the comment', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    world.docsService.faults.add({ method: 'POST', respond: { kind: 'answer', status: 401 } })
    expect((await world.run({ trigger: asked, inProcess })).outputs['outcome']).toBe('error')
    const before = await ourComments()
    const again = await world.run({ trigger: asked, runAttempt: 2, inProcess })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', commentUrl: before[0]?.html_url })
    expect(await ourComments()).toHaveLength(1)
  })

  test('a result that was reported stays when the service is gone at the re-run', async () => {
    await using scene = await createScene()
    const [before, again] = await finishAndRunAgain(scene, {}, () =>
      scene.world.docsService.faults.add({ method: 'GET', respond: { kind: 'answer', status: 403 } }),
    )
    expect(again.outputs).toMatchObject({ outcome: 'error', jobId: scene.world.docsService.jobs[0]?.id })
    expect(await scene.ourComments()).toEqual(before)
  })

  test('a finished job is reported even by a run that would not wait for one', async () => {
    await using scene = await createScene()
    const [, again] = await finishAndRunAgain(scene, { wait: 'false' })
    expect(again.outputs['outcome']).toBe('pull-request')
  })

  test('a re-run by somebody who has lost the permission is denied, and changes nothing', async () => {
    await using scene = await createScene()
    const [before, again] = await finishAndRunAgain(scene, {}, () =>
      scene.world.github.setPerson('writer', { permission: 'read' }),
    )
    expect(again.outputs).toMatchObject({ outcome: 'denied', jobId: '' })
    expect(await scene.ourComments()).toEqual(before)
  })
})

async function finishAndRunAgain(
  { world, asked, ourComments }: Scene,
  inputs: Record<string, string>,
  change: () => void = () => undefined,
): Promise<[before: unknown, again: RunResult]> {
  await world.run({ trigger: asked, inProcess })
  const before = await ourComments()
  change()
  return [before, await world.run({ trigger: asked, runAttempt: 2, inputs, inProcess })]
}
