import { describe, expect, test } from 'vitest'
import { STATUS_OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { type FaultRule, knownFaults } from '../../../world/github/faults.ts'
import { readReactions, readReports } from '../conversation.ts'
import { createScene, interruptAt } from './crash.ts'

// Which claim decides, and what becomes of it: `unit/agent-job/claim`. Here is what people see.

test('a run that ended with a pull request is reported again, as the service tells it, and its comment is left unchanged', async () => {
  await using scene = await createScene()
  const first = await scene.run({ inProcess: false })
  expect(first.outputs['outcome']).toBe('pull-request')
  for (const step of [{ runAttempt: 2 }, { runId: 2 }]) {
    const again = await scene.run({ ...step, inputs: { wait: 'false' } })
    expect(again.outputs).toEqual(first.outputs)
  }
  // By somebody who has lost the permission.
  scene.world.github.people['writer'] = { permission: 'read' }
  const denied = await scene.run({ runAttempt: 3 })
  expect(denied.outputs).toMatchObject({ outcome: 'denied', jobId: '' })
  expect(await scene.ourComments()).toHaveLength(1)
})

describe.concurrent('run again', () => {
  test.each<[outcome: string, inputs: Record<string, string>, status?: number]>([
    ['submitted', { wait: 'false' }],
    ['timed-out', { timeout: '30s', 'poll-interval': '10s' }],
    ['error', {}, 402],
  ])(
    'a re-run after %s (%j, %s) ends as pull-request in the same comment, without 😕',
    async (outcome, inputs, status) => {
      await using scene = await createScene()
      const { docsService } = scene.world
      docsService.nextJob({ activeReads: 12 })
      const respond = { kind: 'answer', status: status ?? 0, body: {} } as const
      if (status !== undefined) docsService.faults.add({ method: 'POST', path: /\/job$/, respond })
      const first = await scene.run({ inputs })
      const reaction = outcome === 'submitted' ? 'rocket' : 'confused'
      expect(first.outputs['outcome']).toBe(outcome)
      expect(await readReactions(scene.world, scene.asked)).toContain(reaction)
      const again = await scene.run({ runAttempt: 2 })
      const { commentUrl } = first.outputs
      expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: docsService.jobs.at(-1)?.id, commentUrl })
      expect(await readReactions(scene.world, scene.asked)).toEqual(['eyes', 'rocket'])
      expect([docsService.jobs.length, (await scene.ourComments()).length]).toEqual([1, 1])
    },
  )

  // Each end without a result, also one that is added.
  test.each(Object.values(STATUS_OUTCOMES).filter((end) => end !== undefined))(
    'a re-run after %s sends',
    async (end) => {
      await using scene = await createScene()
      scene.world.docsService.nextJob({ endsAs: end })
      expect((await scene.run()).outputs['outcome']).toBe(end)
      expect((await scene.run({ runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
      expect(scene.world.docsService.jobs).toHaveLength(2)
    },
  )

  test('a job that is known stays known where the next attempt is cancelled while it looks for the job', async () => {
    await using scene = await createScene()
    const { docsService } = scene.world
    docsService.nextJob({ activeReads: 12 })
    const first = await scene.run({ inputs: { timeout: '30s', 'poll-interval': '10s' } })
    expect(first.outputs).toMatchObject({ outcome: 'timed-out', jobId: docsService.jobs[0]?.id })

    const at = { name: 'GET /issues/1/comments', nth: 1 }
    const interruption = { at, moment: 'lost', post: true, runAttempt: 2 } as const
    const second = await interruptAt(scene, interruption, async (run) => run.cancel())
    expect(second.outputs['outcome']).toBe('cancelled')

    const third = await scene.run({ runAttempt: 3 })
    expect(third.outputs).toMatchObject({ outcome: 'pull-request', jobId: docsService.jobs[0]?.id })
    expect([docsService.jobs.length, (await scene.ourComments()).length]).toEqual([1, 1])
  })
})

describe('a run that ends before its claim', () => {
  test('answers wrong inputs, once, to those who may; its re-run does the job in that comment', async () => {
    await using scene = await createScene()
    const { world, asked, issue } = scene
    const stranger = await world.github.comment(issue.number, '/docs explain', 'reader')
    const denied = await scene.run({ trigger: stranger, inputs: { timeout: 'soon' } })
    expect([denied.outputs['outcome'], denied.conclusion]).toEqual(['denied', 'success'])
    expect([await readReactions(world, stranger), await readReports(world, issue.number)]).toEqual([['-1'], []])

    for (const [attempt, inputs] of [{ timeout: 'soon' }, { 'api-key': '' }].entries()) {
      const { outputs } = await scene.run({ inputs, runAttempt: attempt + 1 })
      expect(outputs['outcome']).toBe('error')
      expect(await readReports(world, issue.number)).toEqual([expect.stringContaining(Object.keys(inputs).join())])
      expect(await readReactions(world, asked)).toEqual(['eyes', 'confused'])
    }

    expect((await scene.run({ runAttempt: 3 })).outputs['outcome']).toBe('pull-request')
    expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
    const reports = await readReports(world, issue.number)
    expect(reports).toEqual([expect.stringContaining('pull request is ready')])
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test.each<[string, FaultRule, string, RegExp]>([
    [
      'may not comment',
      { method: 'POST', path: /\/issues\/1\/comments$/, respond: knownFaults.notAccessible },
      'error',
      /issues: write/,
    ],
    ['gets no answer', { login: 'github-actions[bot]', respond: { cut: 'before' } }, 'unavailable', /GitHub/],
  ])('since it %s sends nothing, and its re-run sends once', async (_name, rule, outcome, reason) => {
    await using scene = await createScene()
    const stop = scene.world.github.faults.add(rule)
    const { outputs, summary } = await scene.run()
    expect(outputs).toMatchObject({ outcome, jobId: '' })
    expect(summary).toMatch(reason)
    stop()
    expect((await scene.run({ runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect([scene.world.docsService.jobs.length, (await scene.ourComments()).length]).toEqual([1, 1])
  })
})
