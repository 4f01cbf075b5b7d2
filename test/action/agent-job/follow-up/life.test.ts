import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import { createWorld, type WorldOptions } from '../../../world/index.ts'
import { countPrompts, QUICK_JOBS } from './thread.ts'

// Documentation lives with the pull request that it is for: from its opening to its merge.

const PRIVATE: WorldOptions['github'] = { privateRepositories: ['acme/docs'] }

type Life = Awaited<ReturnType<typeof open>>

/** A pull request has been opened, and the workflow has run for it. `hasToken`: with an app's, for both repositories. */
async function open({ hasToken = false, ...options }: WorldOptions & { hasToken?: boolean } = {}) {
  const world = await createWorld({ inProcess: true, ...options, docsService: QUICK_JOBS })
  const { github } = world
  const token = hasToken ? github.appToken({ issues: 'write', pull_requests: 'write' }) : github.actionsToken
  let runId = 0
  /** The next run of the workflow. */
  const run = (trigger: WebhookEvent) => {
    runId += 1
    return world.run({ trigger, runId, token, inputs: { prompt: 'Document what it proves.' } })
  }
  const pull = await github.createPullRequest({ title: 'Retry', files: { 'src/retry.ts': 'one\n' } })
  const { number } = pull
  return {
    ...{ world, number, run, opened: await run(pull) },
    /** What the thread's comments say, all of which are ours. */
    reports: async () => (await github.commentsOf(number)).map(({ body }) => body),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Somebody pushes to the pull request. */
async function update({ world, number }: Life): Promise<WebhookEvent> {
  return await world.github.updatePullRequest(number, [{ files: { 'src/retry.ts': 'two\n' } }])
}

describe('a pull request that is merged', () => {
  test.each<[string, Parameters<typeof open>[0]]>([
    ['in a public repository', {}],
    ['in a private repository, with a token for it', { github: PRIVATE, hasToken: true }],
  ])('has one documentation pull request and one comment from its opening to its push: %s', async (_name, options) => {
    await using life = await open(options)
    const { world, run, opened } = life
    const { prLink, commentUrl } = opened.outputs
    expect(opened.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })

    const updated = await run(await update(life))
    expect(updated.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true', prLink })
    const { push } = await world.github.merge(life.number, 'squash')
    const merged = await run(push)

    expect(merged.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true', prLink, commentUrl })
    expect(countPrompts(world)).toEqual({ created: 1, messages: 2 })
    const [report, ...others] = await life.reports()
    expect([report, others]).toEqual([expect.stringContaining('pull request was updated'), []])
    // The table of what was written.
    expect(report).toContain('| `README.md` |')
  })

  test('has a new documentation pull request for each push in a private repository that the token cannot read', async () => {
    await using life = await open({ github: PRIVATE })

    const { outputs } = await life.run(await update(life))

    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(outputs['prLink']).not.toBe(life.opened.outputs['prLink'])
    const [report] = await life.reports()
    expect(report).toMatch(/couldn't read whether .* is open\. .* a `github-token` that can read that repository/)
  })
})
