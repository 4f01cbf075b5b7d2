import { describe, expect, test } from 'vitest'
import { readReactions } from '../conversation.ts'
import { countPrompts, createBusyThread } from './thread.ts'

describe('a job that is still active', () => {
  test('an active job is waited for, which the comment says, and then gets the message', async () => {
    await using thread = await createBusyThread()
    const { docsService } = thread.world
    const seen: string[] = []
    docsService.onRequest = async ({ operation }) => {
      if (operation !== 'get-job') return
      seen.push(await thread.lastReport())
      if (seen.length === 3) await docsService.jobs[0]?.finish()
    }

    const { outputs } = await thread.command()

    expect(seen[2]).toContain('The agent is busy with an earlier request; this one is next')
    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })
    expect(countPrompts(thread.world)).toEqual({ created: 1, messages: 1 })
    expect(await thread.lastReport()).toContain('The documentation pull request is updated')
  })

  test('a job that is active at the deadline is left alone; a re-run sends the prompt', async () => {
    await using thread = await createBusyThread()
    const { world } = thread
    const trigger = await thread.ask()

    const late = await world.run({ trigger, inputs: { timeout: '200ms' } })
    expect(late.outputs).toMatchObject({ outcome: 'timed-out', jobId: '', status: '', followUp: '' })
    expect(await thread.lastReport()).toContain('was still active when the timeout')
    expect(countPrompts(world)).toEqual({ created: 1, messages: 0 })
    expect(await readReactions(world, trigger)).toEqual(['eyes'])

    await world.docsService.jobs[0]?.finish()
    const again = await world.run({ trigger, runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })
    expect(again.outputs['commentUrl']).toBe(late.outputs['commentUrl'])
    expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
  })
})
