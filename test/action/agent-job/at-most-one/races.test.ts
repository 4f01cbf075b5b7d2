// @module-tag requests-vary
import { describe, expect, test } from 'vitest'
import type { Step } from '../../../world/index.ts'
import { createScene, type Scene } from './crash.ts'

describe.concurrent('runs that race for one comment', () => {
  test('three runs on a slow GitHub make one job', async () => {
    await using scene = await createRace()
    scene.world.github.faults.add({ login: 'github-actions[bot]', respond: { delayMs: 150 } })
    await race(scene, [{ runId: 1 }, { runId: 2 }, { runId: 3 }])
  })

  test('two projects side by side have a job and a comment each, also when they are run again', async () => {
    await using scene = await createScene()
    const steps = ['docs-project', 'other-project'].map((project) => ({ inputs: { 'project-id': project } }))
    const results = await Promise.all(steps.map((step) => scene.start(step).result))
    const again = []
    for (const step of steps) again.push(await scene.run({ ...step, runAttempt: 2 }))

    expect(again.map(({ outputs }) => outputs)).toEqual(results.map(({ outputs }) => outputs))
    const { jobs } = scene.world.docsService
    const comments = await scene.ourComments()
    expect([jobs.length, comments.length]).toEqual([2, 2])
    for (const [index, { outputs }] of results.entries()) {
      const job = jobs.find(({ projectId }) => projectId === steps[index]?.inputs['project-id'])
      expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: job?.id, prLink: job?.prLink })
      expect(comments.find(({ html_url }) => html_url === outputs['commentUrl'])?.body).toContain(job?.prLink)
    }
  })

  test('two runs make one job when the first to react is the last to comment', async () => {
    await using scene = await createRace()
    const { github, docsService } = scene.world
    let isFirst = true
    github.onRequest = async ({ method, path }) => {
      if (!isFirst || method !== 'POST' || !path.endsWith('/issues/1/comments')) return
      isFirst = false
      await docsService.waitForRequests({ method: 'POST' })
    }
    await race(scene, [{ runId: 1 }, { runId: 2 }])
  })
})

/** A job that lasts until all runs have met. */
async function createRace(): Promise<Scene> {
  const scene = await createScene()
  scene.world.docsService.nextJob({ endsAs: 'never' })
  return scene
}

/** Starts all at once. One has the job done; the others say so, and leave nothing behind. */
async function race({ world, asked, ourComments }: Scene, steps: readonly Step[]): Promise<void> {
  const runs = steps.map((step) => world.start({ trigger: asked, ...step }))
  const pending = new Map(runs.map(({ exited }, index) => [index, exited.then(() => index)]))
  while (pending.size > 1) pending.delete(await Promise.race(pending.values()))
  await world.docsService.waitForRequests({ operation: 'get-job' })
  await world.docsService.jobs[0]?.finish()
  const results = await Promise.all(runs.map(({ result }) => result))
  expect(world.docsService.jobs).toHaveLength(1)
  const [comment, ...others] = await ourComments()
  expect(others).toEqual([])
  expect(comment?.body).toContain('The documentation pull request is ready')
  expect(results.map(({ outputs }) => outputs['outcome']).sort()).toEqual([
    ...steps.slice(1).map(() => 'duplicate'),
    'pull-request',
  ])
  for (const { outputs } of results) expect(outputs['commentUrl']).toBe(comment?.html_url)
}
