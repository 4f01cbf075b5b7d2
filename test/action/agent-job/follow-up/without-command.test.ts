import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import { createWorldInProcess, type Step, type World } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { readReports } from '../conversation.ts'
import { countPrompts, numberOf } from './thread.ts'

const inputs = { prompt: 'Document what changed.' }

describe('without a command', () => {
  test('a rolling pull request in a tracking issue takes in every push, until it is merged', async () => {
    await using world = await createQuickWorld()
    const tracking = await world.github.createIssue()
    const requestsBeforePrompts: number[] = []
    const runPush = async (runId: number) => {
      const trigger = await push(world, runId)
      const before = world.github.requestsBy().length
      world.docsService.onRequest = ({ method }) => {
        if (method === 'POST') requestsBeforePrompts.push(world.github.requestsBy().length - before)
      }
      return await world.run({
        trigger,
        runId,
        inputs: { ...inputs, 'issue-number': String(tracking.number) },
      })
    }

    const first = await runPush(1)
    const second = await runPush(2)
    expect(second.outputs).toMatchObject({ followUp: 'true', prLink: first.outputs['prLink'] })
    await world.github.closePullRequest(numberOf(first), 'merged', 'acme/docs')
    const third = await runPush(3)
    expect(third.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    const fourth = await runPush(4)
    expect(fourth.outputs).toMatchObject({ followUp: 'true', prLink: third.outputs['prLink'] })
    expect(third.outputs['prLink']).not.toBe(first.outputs['prLink'])
    expect(requestsBeforePrompts).toHaveLength(4)
    expect(Math.max(...requestsBeforePrompts)).toBeLessThanOrEqual(5)
    expect((await readReports(world, tracking.number))[2]).toContain(' is merged.')
  })

  test('a command on a line of a pull request continues what its conversation began, and the other way round', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest()
    const said = await world.github.comment(pull.number, '/docs document this', 'writer')
    const first = await world.run({ trigger: said })
    const onLine = await world.github.reviewComment(pull.number, '/docs and this line', 'writer')
    const second = await world.run({ trigger: onLine })
    const saidAgain = await world.github.comment(pull.number, '/docs shorter', 'writer')
    const third = await world.run({ trigger: saidAgain })
    for (const { outputs } of [second, third])
      expect(outputs).toMatchObject({ followUp: 'true', prLink: first.outputs['prLink'] })
  })
})

describe('a later attempt of a run without a command', () => {
  test('a later attempt continues with its job, and sends nothing', async () => {
    await using world = await createQuickWorld()
    const step = await onPullRequest(world)
    const first = await world.run({ ...step, inputs: { ...inputs, wait: 'false' } })
    expect(first.outputs['outcome']).toBe('submitted')
    const again = await world.run({ ...step, runAttempt: 2 })
    expectSameJob(again, first)
    expect(again.outputs['commentUrl']).toBe(first.outputs['commentUrl'])
    expect(countPrompts(world)).toEqual({ created: 1, messages: 0 })
  })

  test('a later attempt ends as unknown where the answer to the prompt was lost', async () => {
    await using world = await createQuickWorld()
    const step = await onPullRequest(world)
    const respond = { kind: 'cut' } as const
    world.docsService.faults.add({ operation: 'create-job', when: 'after handling', respond })
    expect((await world.run(step)).outputs['outcome']).toBe('unknown')
    expect((await world.run({ ...step, runAttempt: 2 })).outputs['outcome']).toBe('unknown')
    expect(countPrompts(world)).toEqual({ created: 1, messages: 0 })
  })
})

function createQuickWorld(): Promise<World> {
  return createWorldInProcess({
    docsService: {
      projects: ['other-project'],
      keys: [{ key: 'mint_another', scopes: ['read', 'write'] }],
      scenario: { terminalOnCreate: true },
      messageScenario: { activeReads: 1 },
    },
  })
}

async function onPullRequest(world: World): Promise<Step> {
  const { event, payload } = await world.github.createPullRequest()
  return { trigger: { event, payload }, inputs }
}

function push(world: World, number: number): Promise<WebhookEvent> {
  return world.github.push([{ files: { 'src/retry.ts': `export const retries = ${number}\n` } }])
}

function expectSameJob(again: RunResult, { outputs }: RunResult): void {
  expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: outputs['jobId'], followUp: 'false' })
}
