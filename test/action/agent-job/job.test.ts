import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { readReports } from './conversation.ts'

// Every answer there is, and how often a request is sent after it: `unit/docs-service/client.test.ts`; what is tolerated, and how long:
// `unit/agent-job/job/poll-job.test.ts`; what a job that is named does to the claim: `unit/agent-job/claim/claim-run.test.ts`.

describe.concurrent('a job', () => {
  test('the create request is what the interface asks for, and is sent once', async () => {
    await using world = await createWorld()
    world.docsService.nextJob({ terminalOnCreate: true, prLink: 'https://github.com/acme/docs/pull/7' })

    const result = await world.run({
      inputs: { prompt: '  Explain "retries" – all of them. \n', context: 'none' },
      post: false,
    })

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', status: 'completed', prNumber: '7' })
    expect(world.docsService.requests).toHaveLength(1)
    expect(world.docsService.requests[0]).toMatchObject({
      method: 'POST',
      target: '/v2/agent/docs-project/job',
      body: { prompt: 'Explain "retries" – all of them.' },
      headers: {
        authorization: `Bearer ${world.docsService.apiKey}`,
        'content-type': expect.stringMatching(/^application\/json/),
        'user-agent': expect.stringMatching(/^docs-agent-action\/\d/),
      },
    })
    expect(Object.keys(world.docsService.requests[0]?.body as object)).toEqual(['prompt'])
  })

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
