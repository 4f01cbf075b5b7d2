import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { readErrors, readReports } from './conversation.ts'

/** A job that somebody created before, and that goes on for a while. */
async function createWorldWithJob(options: { endsAs?: 'never' | 'failed' } = {}) {
  const world = await createWorldInProcess()
  world.docsService.nextJob({ id: 'job-17', activeReads: 2, ...options })
  await world.run({ inputs: { prompt: 'Explain retries.', wait: false } })
  return world
}

describe.concurrent('job-id picks up a job', () => {
  test('job-id waits for the pull request of the job, without creating another job', async () => {
    await using world = await createWorldWithJob()

    const { outputs, conclusion } = await world.run({ inputs: { 'job-id': 'job-17' } })

    expect(conclusion).toBe('success')
    expect(outputs).toMatchObject({
      outcome: 'pull-request',
      status: 'completed',
      jobId: 'job-17',
      prNumber: '1',
    })
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
  })

  test('job-id wins over a prompt', async () => {
    await using world = await createWorldWithJob()

    const { outputs } = await world.run({ inputs: { 'job-id': 'job-17', prompt: 'Something else.' } })

    expect(outputs['jobId']).toBe('job-17')
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('job-id reports on the job in the thread of issue-number', async () => {
    await using world = await createWorldWithJob({ endsAs: 'failed' })
    const { number } = await world.github.createIssue()

    await world.run({ inputs: { 'job-id': 'job-17', 'issue-number': number } })

    const [report] = await readReports(world, number)
    expect(report).toContain('### ❌ The job failed')
    expect(report).toContain('`job-17`')
  })

  test('job-id of a job that does not exist is an error at once, with what to check', async () => {
    await using world = await createWorld()

    const result = await world.run({ inputs: { 'job-id': 'job-18' } })

    expect(result.outputs).toMatchObject({ outcome: 'error', status: '', jobId: 'job-18' })
    expect(readErrors(result)).toEqual([
      expect.stringMatching(/`job-id`.*\n.*\n.*job-18 was answered with status 404\./),
    ])
    expect(world.docsService.requests).toHaveLength(1)
  })
})
