import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readErrors, readReports } from './conversation.ts'

// That all of them are there on every path is checked path by path, in outcomes.test.ts; what is in them when the job says less:
// `unit/agent-job/result/outputs.test.ts`.

describe.concurrent('outputs', () => {
  test('outputs describe the pull request for the next step', async () => {
    await using world = await createWorld()
    world.docsService.nextJob({ id: 'job-17' })
    const { issue, asked } = await askOnIssue(world)

    const { outputs } = await world.run({ trigger: asked })

    const [, report] = await world.github.commentsOf(issue.number)
    const prLink = `${world.github.serverUrl}/acme/docs/pull/1`
    expect(outputs).toMatchObject({
      prLink,
      status: 'completed',
      outcome: 'pull-request',
      jobId: 'job-17',
      prNumber: '1',
      commentUrl: report?.html_url,
      job: expect.any(String),
    })
    expect(JSON.parse(outputs['job'] ?? '')).toMatchObject({
      id: 'job-17',
      status: 'completed',
      prLink,
      model: 'docs-writer-2',
      source: { repository: `${world.github.serverUrl}/acme/docs`, ref: 'main' },
    })
  })

  test("outputs that can't be written fail the step, but the job is polled and reported in the thread", async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)

    const full = { GITHUB_OUTPUT: '/dev/full', GITHUB_STATE: '/dev/full' }
    const result = await world.run({ trigger: asked, environment: full, post: false })

    expect(result.conclusion).toBe('failure')
    expect(readErrors(result)).toEqual([expect.stringContaining('Could not set the output jobId: ENOSPC')])
    expect((await readReports(world, issue.number)).join()).toContain('/acme/docs/pull/1')
  })

  test('output jobId is set before the first poll', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ id: 'job-17', endsAs: 'never' })
    world.docsService.faults.add({ method: 'GET', respond: { kind: 'hang' } })
    const run = world.start({ inputs: { prompt: 'Explain retries.' }, post: false })
    await world.docsService.waitForRequests({ method: 'GET' })

    run.kill()

    expect((await run.result).outputs).toEqual({ jobId: 'job-17' })
  })
})
