import { describe, expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { readReports } from './conversation.ts'

// What a job that is named does to the claim, and how it is polled: `unit/agent-job/claim/claim-run.test.ts` and `job/poll-job.test.ts`.

describe.concurrent('job-id picks up a job', () => {
  test('job-id, which wins over a prompt, waits for the pull request of the job and reports in the thread', async () => {
    await using world = await createWorldInProcess()
    const { number } = await world.github.createIssue()
    world.docsService.nextJob({ id: 'job-17', activeReads: 2 })
    await world.run({ inputs: { prompt: 'Explain retries.', wait: false } })

    const inputs = { 'job-id': 'job-17', prompt: 'Something else.', 'issue-number': number }
    const { outputs, conclusion } = await world.run({ inputs })

    expect(conclusion).toBe('success')
    expect(outputs).toMatchObject({
      outcome: 'pull-request',
      status: 'completed',
      jobId: 'job-17',
      prNumber: '1',
    })
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
    expect(await readReports(world, number)).toEqual([expect.stringMatching(/^### 🚀 .*`job-17`/s)])
  })
})
