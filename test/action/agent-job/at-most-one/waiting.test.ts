import { describe, expect, test } from 'vitest'
import type { ActionRun, RunResult } from '../../../world/runner/action-run.ts'
import { countPrompts, createBusyThread, type Thread } from '../follow-up/thread.ts'

describe.concurrent('a run that waits for the job of an earlier one', () => {
  test('a run cancelled while it waits for an earlier job sends nothing; its re-run sends the prompt', async () => {
    await using thread = await createBusyThread()
    const { result, again, report } = await stopAndRunAgain(thread, (run) => run.cancel())
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', jobId: '', followUp: '' })
    expect(report).toContain('Nothing was sent')
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })
  })

  test('a run killed while it waits for an earlier job sends nothing; its post step says so, and its re-run sends the prompt', async () => {
    await using thread = await createBusyThread()
    const { again, report } = await stopAndRunAgain(thread, (run) => run.kill())
    expect(report).toContain('Nothing was sent')
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })
  })
})

async function stopAndRunAgain(
  thread: Thread,
  stop: (run: ActionRun) => void,
): Promise<{ result: RunResult; report: string; again: RunResult }> {
  const { world } = thread
  const trigger = await thread.ask()
  const run = world.start({ trigger })
  await world.docsService.waitForRequests({ operation: 'get-job' }, 3)
  expect(await thread.lastReport()).toContain('The agent is busy with an earlier request')

  stop(run)
  const result = await run.result
  const report = await thread.lastReport()
  expect(countPrompts(world)).toEqual({ created: 1, messages: 0 })

  await world.docsService.jobs[0]?.finish()
  const again = await world.run({ trigger, runAttempt: 2 })
  expect(again.outputs['commentUrl']).not.toBe('')
  expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
  return { result, report, again }
}
