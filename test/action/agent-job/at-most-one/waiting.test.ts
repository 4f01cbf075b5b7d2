import { expect, test } from 'vitest'
import { countPrompts, createBusyThread } from '../follow-up/thread.ts'

test.concurrent.for([
  ['cancel', { outcome: 'cancelled', jobId: '', followUp: '' }],
  ['kill', {}],
] as const)(
  'a run that waits for an earlier job, after %s, has sent nothing; its re-run sends the prompt',
  async ([stop, outputs]) => {
    await using thread = await createBusyThread()
    const { world } = thread
    const trigger = await thread.ask()
    const run = world.start({ trigger })
    await world.docsService.waitForRequests({ operation: 'get-job' }, 3)
    expect(await thread.lastReport()).toContain('Waiting for the previous job to end')

    run[stop]()
    const result = await run.result
    expect(result.outputs).toMatchObject(outputs)
    expect(await thread.lastReport()).toContain('Nothing was sent')
    expect(countPrompts(world)).toEqual({ created: 1, messages: 0 })

    await world.docsService.jobs[0]?.finish()
    const again = await world.run({ trigger, runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })
    expect(again.outputs['commentUrl']).not.toBe('')
    expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
  },
)
