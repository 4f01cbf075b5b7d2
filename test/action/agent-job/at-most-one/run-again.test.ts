import { describe, expect, test } from 'vitest'
import type { JobScenario } from '../../../world/docs-service/scenarios.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { createScene, type Scene } from './crash.ts'

/** What is not said otherwise runs in this process. */
const inProcess = true

describe.concurrent('run again', () => {
  const ends: [outcome: string, job: JobScenario, inputs: Record<string, string>, again: string][] = [
    ['submitted', {}, { wait: 'false' }, 'pull-request'],
    ['timed-out', { activeReads: 12 }, { timeout: '300ms' }, 'pull-request'],
    ['failed', { endsAs: 'failed' }, {}, 'pull-request'],
    ['archived', { endsAs: 'archived' }, {}, 'pull-request'],
  ]
  for (const [outcome, job, inputs, afterwards] of ends) {
    const isSentAgain = outcome === 'failed' || outcome === 'archived'
    test(`a re-run after ${outcome} ends as ${afterwards}, with ${isSentAgain ? 'another' : 'the same'} job and the same comment`, async () => {
      await using scene = await createScene()
      const { world, asked, ourComments } = scene
      world.docsService.nextJob(job)
      const first = await world.run({ trigger: asked, inputs, inProcess })
      expect(first.outputs['outcome']).toBe(outcome)
      const [comment] = await ourComments()
      const again = await world.run({ trigger: asked, runAttempt: 2, inProcess })
      expect(again.outputs).toMatchObject({ outcome: afterwards, commentUrl: comment?.html_url })
      expect(again.outputs['jobId'] === first.outputs['jobId']).toBe(!isSentAgain)
      expect(world.docsService.jobs).toHaveLength(isSentAgain ? 2 : 1)
      expect(await ourComments()).toHaveLength(1)
    })
  }

  test.each(['pull-request', 'no-pull-request'] as const)(
    'a run that ended as %s is told again from its comment, without a request to the service',
    async (endsAs) => {
      await using scene = await createScene()
      const { world, asked, ourComments } = scene
      world.docsService.nextJob({ endsAs })
      // As the runner starts it.
      const step = { inProcess: endsAs !== 'pull-request' }
      const first = await world.run({ trigger: asked, ...step })
      expect(first.outputs['outcome']).toBe(endsAs)
      const before = await ourComments()
      const requests = world.docsService.requests.length
      const again = await world.run({ trigger: asked, runAttempt: 2, inputs: { wait: 'false' }, ...step })
      expect(again.outputs).toEqual({ ...first.outputs, job: '' })
      expect(await ourComments()).toEqual(before)
      expect(world.docsService.requests).toHaveLength(requests)
    },
  )

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
