import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { askOnIssue } from './conversation.ts'

/** How a run ended, as the next step and the list of runs show it. Every output must be there, if only as nothing. */
function endOf({ outputs, conclusion }: RunResult) {
  expect(Object.keys(outputs).sort()).toEqual(listDeclaredOutputs('agent-job').sort())
  for (const value of Object.values(outputs)) expect(value).not.toMatch(/^(null|undefined|NaN|\[object.*)$/)
  return { outcome: outputs['outcome'], step: conclusion }
}

describe.concurrent('a job that ends colors the step', () => {
  test.for([
    ['pull-request', 'pull-request', 'success', 'completed'],
    ['no-pull-request', 'no-pull-request', 'success', 'completed'],
    ['archived', 'archived', 'success', 'archived'],
    ['failed', 'failed', 'failure', 'failed'],
  ] as const)(
    'a job that ends as %s gives the outcome %s and a step that is a %s',
    async ([endsAs, outcome, step, status]) => {
      await using world = await createWorldInProcess()
      world.docsService.nextJob({ endsAs })
      const { asked } = await askOnIssue(world)

      const result = await world.run({ trigger: asked })

      expect(endOf(result)).toEqual({ outcome, step })
      expect(result.outputs['status']).toBe(status)
    },
  )

  test('a job that is still active at the deadline is timed-out, and red', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'never' })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { timeout: '3s' } })

    expect(endOf(result)).toEqual({ outcome: 'timed-out', step: 'failure' })
    expect(result.outputs).toMatchObject({ status: 'active', prLink: '' })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({ status: 'active', prLink: null })
    expect(result.summary).toContain('job-id')
  })
})

describe.concurrent('a run that has no job to wait for is green', () => {
  test('with wait: false, a run ends green as soon as the job is created', async () => {
    await using world = await createWorld()
    world.docsService.nextJob({ endsAs: 'never' })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { wait: false } })

    expect(endOf(result)).toEqual({ outcome: 'submitted', step: 'success' })
    expect(world.docsService.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('a commenter without the permission is denied, and the step is green', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain the retries option', 'reader')

    const result = await world.run({ trigger: asked })

    expect(endOf(result)).toEqual({ outcome: 'denied', step: 'success' })
    expect(world.docsService.requests).toEqual([])
  })

  test('a comment that another run is working on is a duplicate', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'never' })
    const { asked } = await askOnIssue(world)
    const first = world.start({ trigger: asked, runId: 1, post: false })
    await world.docsService.waitForRequests({ method: 'GET' })

    const second = await world.run({ trigger: asked, runId: 2 })

    expect(endOf(second)).toEqual({ outcome: 'duplicate', step: 'success' })
    expect(world.docsService.jobs).toHaveLength(1)
    first.kill()
  })

  test('a comment that asks for help is skipped', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs help')

    const result = await world.run({ trigger: asked })

    expect(endOf(result)).toEqual({ outcome: 'skipped', step: 'success' })
    expect(world.docsService.requests).toEqual([])
  })
})

describe.concurrent('a run that nobody may take for an answer is red', () => {
  test('a run that is cancelled while it waits ends as cancelled', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'never' })
    const { asked } = await askOnIssue(world)
    const run = world.start({ trigger: asked })
    await world.docsService.waitForRequests({ method: 'GET' })

    run.cancel()
    const result = await run.result

    expect(endOf(result)).toEqual({ outcome: 'cancelled', step: 'cancelled' })
    expect(result.exitCode).toBe(1)
  })

  test('a run whose event file is not JSON is red', async () => {
    await using world = await createWorldInProcess()

    const result = await world.run({ trigger: { event: 'issue_comment', text: '{"action": "crea' } })

    expect(endOf(result)).toEqual({ outcome: 'error', step: 'failure' })
    expect(result.log.shown).toContain('it is not JSON')
  })
})

describe.concurrent('fail-on says which other outcomes are red', () => {
  test.for([
    ['archived,\n no-pull-request', 'failure'],
    ['failed', 'success'],
  ] as const)('with fail-on "%s", a job without a pull request is a %s', async ([failOn, step]) => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'no-pull-request' })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { 'fail-on': failOn } })

    expect(endOf(result)).toEqual({ outcome: 'no-pull-request', step })
  })

  test('with any fail-on, an error and an unknown outcome stay red', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)
    const refused = await world.run({
      trigger: asked,
      inputs: { 'fail-on': 'failed', 'api-key': 'mint_expired' },
    })
    world.docsService.faults.add({ method: 'POST', respond: { kind: 'html' } })
    const { asked: again } = await askOnIssue(world)
    const unclear = await world.run({ trigger: again, inputs: { 'fail-on': 'failed' } })

    expect(endOf(refused)).toEqual({ outcome: 'error', step: 'failure' })
    expect(endOf(unclear)).toEqual({ outcome: 'unknown', step: 'failure' })
  })

  test.for([
    ['skipped', 'No command here', 'writer'],
    ['denied', '/docs explain the retries option', 'reader'],
  ] as const)('fail-on may name %s ("%s" by %s)', async ([outcome, text, login]) => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, text, login)

    const result = await world.run({ trigger: asked, inputs: { 'fail-on': outcome } })

    expect(endOf(result)).toEqual({ outcome, step: 'failure' })
  })
})
