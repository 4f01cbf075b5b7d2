import { describe, expect, test } from 'vitest'
import type { Step } from '../../../world/index.ts'
import { createScene, type Scene } from './crash.ts'

describe.concurrent('runs that race for one comment', () => {
  test('three runs on a slow GitHub make one job', async () => {
    await using scene = await createRace()
    scene.world.github.faults.add({ login: 'github-actions[bot]', respond: { delayMs: 150 } })
    await race(scene, [{ runId: 1 }, { runId: 2 }, { runId: 3 }])
  })

  test('three workflows with tokens of their own, all the first to react, make one job', async () => {
    await using scene = await createRace()
    const { github } = scene.world
    github.faults.add({ method: 'POST', path: /\/comments$/, respond: { delayMs: 100 } })
    await race(scene, [
      { runId: 1 },
      { runId: 2, token: github.tokenFor('maintainer') },
      { runId: 3, token: github.tokenFor('docs-agent[bot]') },
    ])
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
  await allButOne(runs.map(({ exited }) => exited))
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

function allButOne(promises: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    let left = promises.length
    for (const promise of promises) {
      void promise.then(() => {
        left -= 1
        if (left <= 1) resolve()
      })
    }
  })
}

describe.concurrent('another run that comes later', () => {
  test('a later run leaves an unfinished claim alone', async () => {
    await using scene = await createScene()
    scene.world.docsService.nextJob({ endsAs: 'never' })
    const first = scene.world.start({ trigger: scene.asked })
    await scene.world.docsService.waitForRequests({ method: 'GET' })
    await expectDuplicate(scene)
    first.kill()
    await first.result
  })

  test('a later run reports a finished job again, and edits nothing', async () => {
    await using scene = await createScene()
    const first = await scene.run()
    const before = await scene.ourComments()
    const later = await scene.run({ runId: 2 })
    expect(later.outputs).toEqual({ ...first.outputs, job: '' })
    expect(scene.world.docsService.jobs).toHaveLength(1)
    expect(await scene.ourComments()).toEqual(before)
  })
})

async function expectDuplicate({ world, run, ourComments }: Scene): Promise<void> {
  const before = await ourComments()
  const creates = world.docsService.requestsTo({ method: 'POST' }).length
  const later = await run({ runId: 2 })
  expect(later.outputs['outcome']).toBe('duplicate')
  expect(later.outputs['commentUrl']).toBe(before[0]?.html_url)
  expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(creates)
  expect(await ourComments()).toEqual(before)
}
