import { describe, expect, test } from 'vitest'
import { readReactions } from '../conversation.ts'
import { createPullRequestScene, createScene, interruptAt } from './crash.ts'

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

  test('a job that is known stays known where the next attempt is cancelled while it looks for the job', async () => {
    await using scene = await createScene()
    const { docsService } = scene.world
    docsService.nextJob({ activeReads: 12 })
    const first = await scene.run({ inputs: { timeout: '30s', 'poll-interval': '10s' } })
    expect(first.outputs).toMatchObject({ outcome: 'timed-out', jobId: docsService.jobs[0]?.id })

    const interruption = { number: 3, moment: 'lost', post: true, runAttempt: 2 } as const
    const second = await interruptAt(scene, interruption, async (run) => run.cancel())
    expect(second.outputs['outcome']).toBe('cancelled')

    const third = await scene.run({ runAttempt: 3 })
    expect(third.outputs).toMatchObject({ outcome: 'pull-request', jobId: docsService.jobs[0]?.id })
    expect([docsService.jobs.length, scene.countPrompts()]).toEqual([1, 1])
    expect(await scene.ourComments()).toHaveLength(1)
  })

  test('a run that ended with a pull request is reported again from its comment, without a request to the service', async () => {
    await using scene = await createScene()
    const first = await scene.run({ inProcess: false })
    expect(first.outputs['outcome']).toBe('pull-request')
    const before = await scene.ourComments()
    const requests = scene.world.docsService.requests.length
    const again = await scene.run({ runAttempt: 2, inputs: { wait: 'false' }, inProcess: false })
    expect(again.outputs).toEqual({ ...first.outputs, job: '' })
    expect(await scene.ourComments()).toEqual(before)
    expect(scene.world.docsService.requests).toHaveLength(requests)
  })

  test('a run that is reported again reads nothing that a prompt would take', async () => {
    await using scene = await createPullRequestScene('merge')
    const { github } = scene.world
    const step = { inputs: { prompt: 'Document it.', context: 'diff' } }
    expect((await scene.run(step)).outputs['outcome']).toBe('pull-request')
    const count = github.requests.length
    await scene.run({ ...step, runAttempt: 2 })
    const read = github.requests.slice(count).map(({ path }) => path.split('/').at(-1))
    expect(read).toEqual(['pulls', 'pulls', 'comments'])
  })

  test('a re-run by somebody who has lost the permission is denied, and changes nothing', async () => {
    await using scene = await createScene()
    await scene.run()
    const before = await scene.ourComments()
    scene.world.github.people['writer'] = { permission: 'read' }
    const again = await scene.run({ runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'denied', jobId: '' })
    expect(await scene.ourComments()).toEqual(before)
  })
})
