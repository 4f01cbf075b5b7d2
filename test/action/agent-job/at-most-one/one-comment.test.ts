import { describe, expect, test } from 'vitest'
import { createWorldInProcess, type World } from '../../../world/index.ts'
import { readReports } from '../conversation.ts'

const prompt = { prompt: 'Document what changed.' }

/** A pull request that is pushed to again and again. */
async function createThread() {
  const world = await createWorldInProcess({ docsService: { projects: ['other-project'] } })
  const { number, event, payload } = await openPullRequest(world)
  const push = (runId: number, step: Parameters<World['run']>[0] = {}) =>
    world.run({ trigger: { event, payload }, runId, ...step, inputs: { ...prompt, ...step.inputs } })
  const reports = () => readReports(world, number)
  return { world, number, push, reports, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

async function openPullRequest(world: World) {
  const opened = await world.github.createPullRequest({ files: { 'src/a.ts': 'export {}' } })
  return { number: opened.number, event: opened.event, payload: opened.payload }
}

describe.concurrent('runs that no comment asked for', () => {
  test('five pushes leave one comment, which is about the last', async () => {
    await using thread = await createThread()
    const results = []
    for (const runId of [1, 2, 3, 4, 5]) results.push(await thread.push(runId))
    expect(new Set(results.map(({ outputs }) => outputs['commentUrl'])).size).toBe(1)
    const [report = '', ...others] = await thread.reports()
    expect(others).toEqual([])
    expect(report).toContain('/actions/runs/5')
    expect(thread.world.docsService.jobs).toHaveLength(1)
  })

  test.each([201, 401])(
    'a re-run of an earlier run sends nothing, however it had ended: the service answered %s',
    async (status) => {
      await using thread = await createThread()
      const { docsService } = thread.world
      if (status === 401)
        docsService.faults.add({ method: 'POST', times: 1, respond: { kind: 'answer', status } })
      await thread.push(1)
      await thread.push(2)
      const before = await thread.reports()
      const sent = docsService.requestsTo({ method: 'POST' }).length
      const again = await thread.push(1, { runAttempt: 2 })
      expect(again.outputs['outcome']).toBe('duplicate')
      expect(docsService.requestsTo({ method: 'POST' })).toHaveLength(sent)
      expect(await thread.reports()).toEqual(before)
    },
  )

  test('a re-run of the last run is told again; one that failed is sent again', async () => {
    await using thread = await createThread()
    const first = await thread.push(1)
    const told = await thread.push(1, { runAttempt: 2 })
    expect(told.outputs).toEqual({ ...first.outputs, job: '' })
    thread.world.docsService.nextMessage({ endsAs: 'failed' })
    expect((await thread.push(2)).outputs['outcome']).toBe('failed')
    expect((await thread.push(2, { runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect(await thread.reports()).toHaveLength(1)
  })

  test.each<[string, NonNullable<Parameters<World['run']>[0]>]>([
    ['another prompt', { inputs: { prompt: 'Check the examples.' } }],
    ['another project', { inputs: { 'project-id': 'other-project' } }],
    ['another job of the workflow', { job: 'more-docs' }],
  ])('a run with %s has a comment of its own', async (_name, step) => {
    await using thread = await createThread()
    const first = await thread.push(1)
    const second = await thread.push(2, step)
    expect(second.outputs['commentUrl']).not.toBe(first.outputs['commentUrl'])
    expect(await thread.reports()).toHaveLength(2)
  })

  test('with `issue-number`, each run has a comment of its own', async () => {
    await using thread = await createThread()
    const { number } = await thread.world.github.createIssue()
    for (const runId of [1, 2]) await thread.push(runId, { inputs: { 'issue-number': String(number) } })
    expect(await readReports(thread.world, number)).toHaveLength(2)
  })
})
