import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { askOnIssue } from './conversation.ts'

// What `fail-on` makes of each outcome: `unit/agent-job/ending.test.ts`.

/** How a run ended, as the next step and the list of runs show it. Every output must be there, if only as nothing. */
function endOf({ outputs, conclusion }: RunResult) {
  expect(Object.keys(outputs).sort()).toEqual(listDeclaredOutputs('agent-job').sort())
  for (const value of Object.values(outputs)) expect(value).not.toMatch(/^(null|undefined|NaN|\[object.*)$/)
  return { outcome: outputs['outcome'], step: conclusion }
}

describe.concurrent('a job that ends colors the step', () => {
  test.for([
    ['archived', 'success', 'archived'],
    ['failed', 'failure', 'failed'],
  ] as const)('a job that ends as %s gives a step that is a %s', async ([endsAs, step, status]) => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

    expect(endOf(result)).toEqual({ outcome: endsAs, step })
    expect(result.outputs['status']).toBe(status)
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

  test.for([
    ['skipped', '/docs help', 'writer'],
    ['denied', '/docs explain the retries option', 'reader'],
  ] as const)('a run is %s for "%s" by a %s, unless fail-on names that', async ([outcome, text, login]) => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, text, login)

    const result = await world.run({ trigger: asked })
    const refused = await world.run({ trigger: asked, inputs: { 'fail-on': `failed, ${outcome}` } })

    expect(endOf(result)).toEqual({ outcome, step: 'success' })
    expect(endOf(refused)).toEqual({ outcome, step: 'failure' })
    expect(world.docsService.requests).toEqual([])
  })
})
