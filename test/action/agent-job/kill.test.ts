// @module-tag requests-vary
import { describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../world/index.ts'
import { createScene, runAgain, type SceneName, stopAt } from './crash.ts'
import { PROMPT } from './story.ts'

// A killed run leaves what it has written until then, so each write is a case: what only reads leaves what was there
// before, and so does a write that doesn't arrive. After the write of the last job ID, scenes are alike.
const writes: Record<SceneName, string[]> = {
  command: ['post comment', 'create job', 'edit comment', 'post comment, number 2'],
  'second command': ['post comment', 'send message', 'edit comment'],
  're-run after a failure': ['edit comment', 'create job', 'edit comment, number 2'],
  'pull request': ['edit comment', 'send message', 'edit comment, number 2'],
}
const cases = Object.entries(writes).flatMap(([kind, places]) =>
  places.map((place): [SceneName, string] => [kind as SceneName, place]),
)

describe.concurrent('killed after any write, then run again, a run sends at most one prompt and loses no job', () => {
  test.each(cases)('%s: %s', async (kind, place) => {
    await using scene = await createScene(kind)
    await stopAt(scene, place, false, (run) => {
      run.kill()
      return run.exited
    })
    await runAgain(scene)
  })
})

test('the job ID is an output before the first look at the job', async () => {
  await using world = await createWorld()
  world.docsService.nextJob({ id: 'job-17', endsAs: 'never' })
  const run = world.start({ inputs: PROMPT })
  await world.docsService.waitForRequests({ operation: 'get-job' })
  run.kill()
  expect((await run.result).outputs).toEqual({ jobId: 'job-17', status: 'active' })
  const waiting = world.start({ inputs: { 'job-id': 'job-17' } })
  const countLooks = () => world.docsService.requestsTo({ operation: 'get-job' }).length
  await vi.waitFor(() => expect(countLooks()).toBeGreaterThan(1), { interval: 5, timeout: 900_000 })
  waiting.kill()
  expect((await waiting.result).outputs).toEqual({ jobId: 'job-17', status: '' })
})
