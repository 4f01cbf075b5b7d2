import { describe, expect, test } from 'vitest'
import { createWorldInProcess, type Step } from '../../../world/index.ts'
import { readReports } from '../conversation.ts'

/** A pull request that is pushed to again and again. */
async function createThread() {
  const world = await createWorldInProcess()
  const { number, event, payload } = await world.github.createPullRequest()
  const push = (runId: number, step: Step = {}) =>
    world.run({ trigger: { event, payload }, runId, inputs: { prompt: 'Document it.' }, ...step })
  const reports = () => readReports(world, number)
  return { world, push, reports, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

describe.concurrent('runs that no comment asked for', () => {
  test('three pushes leave one comment, which is about the last', async () => {
    await using thread = await createThread()
    const results = []
    for (const runId of [1, 2, 3]) results.push(await thread.push(runId))
    expect(new Set(results.map(({ outputs }) => outputs['commentUrl'])).size).toBe(1)
    const [report = '', ...others] = await thread.reports()
    expect(others).toEqual([])
    expect(report).toContain('/actions/runs/3')
    expect(thread.world.docsService.jobs).toHaveLength(1)
  })

  test('a re-run of an earlier run sends nothing', async () => {
    await using thread = await createThread()
    const { docsService } = thread.world
    for (const runId of [1, 2]) await thread.push(runId)
    const before = await thread.reports()
    const sent = docsService.requestsTo({ method: 'POST' }).length
    const again = await thread.push(1, { runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('duplicate')
    expect(docsService.requestsTo({ method: 'POST' })).toHaveLength(sent)
    expect(await thread.reports()).toEqual(before)
  })

  test('a re-run of the last run continues with its job, and one that failed is sent again', async () => {
    await using thread = await createThread()
    const first = await thread.push(1, { inputs: { prompt: 'Document it.', wait: 'false' } })
    expect(first.outputs['outcome']).toBe('submitted')
    const { outcome, jobId, commentUrl } = (await thread.push(1, { runAttempt: 2 })).outputs
    expect({ outcome, jobId, commentUrl }).toEqual({
      outcome: 'pull-request',
      jobId: first.outputs['jobId'],
      commentUrl: first.outputs['commentUrl'],
    })
    thread.world.docsService.nextMessage({ endsAs: 'failed' })
    expect((await thread.push(2)).outputs['outcome']).toBe('failed')
    expect((await thread.push(2, { runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect(await thread.reports()).toHaveLength(1)
  })
})
