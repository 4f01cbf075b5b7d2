import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import { createWorld, type Step, type WorldOptions } from '../../../world/index.ts'
import { countPrompts, QUICK_JOBS } from './thread.ts'

// Documentation lives with the pull request that it is for: from its opening to its merge, or to its end without one.

const PRIVATE: WorldOptions['github'] = { privateRepositories: ['acme/docs'] }

type Life = Awaited<ReturnType<typeof open>>

/** A pull request has been opened, and the workflow has run for it. `hasToken`: with an app's, for both repositories. */
async function open({ hasToken = false, ...options }: WorldOptions & { hasToken?: boolean } = {}) {
  const world = await createWorld({ inProcess: true, ...options, docsService: QUICK_JOBS })
  const { github } = world
  const token = hasToken ? github.appToken({ issues: 'write', pull_requests: 'write' }) : github.actionsToken
  let runId = 0
  /** The next run of the workflow. */
  const run = (trigger: WebhookEvent, inputs: Step['inputs'] = {}) => {
    runId += 1
    return world.run({ trigger, runId, token, inputs: { prompt: 'Document what it proves.', ...inputs } })
  }
  const say = async (...thread: Parameters<typeof github.commentsOf>) =>
    (await github.commentsOf(...thread)).map(({ body }) => body)
  const pull = await github.createPullRequest({ title: 'Retry', files: { 'src/retry.ts': 'one\n' } })
  const { number } = pull
  return {
    ...{ world, number, run, opened: await run(pull) },
    /** What the thread's comments say, all of which are ours. */
    reports: () => say(number),
    /** The state of the documentation pull request, and what was said in it. */
    async documentation() {
      const read = await github.call('maintainer', 'GET', '/repos/acme/docs/pulls/1')
      return { state: (read as { state: string }).state, comments: await say(1, 'acme/docs') }
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Somebody pushes to the pull request. */
async function update({ world, number }: Life): Promise<WebhookEvent> {
  return await world.github.updatePullRequest(number, [{ files: { 'src/retry.ts': 'two\n' } }])
}

async function close({ world, number }: Life): Promise<WebhookEvent> {
  return await world.github.closePullRequest(number, 'closed')
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
    expect(await life.documentation()).toEqual({ state: 'open', comments: [] })
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

describe('a pull request that is closed without a merge', () => {
  test('takes its documentation with it, and says so in both', async () => {
    await using life = await open({ inProcess: false, hasToken: true })
    const { run, opened, number } = life
    await run(await update(life))

    const closed = await run(await close(life), { prompt: '' })

    const { prLink, commentUrl } = opened.outputs
    expect(closed.conclusion).toBe('success')
    expect(closed.outputs).toMatchObject({ outcome: 'skipped', prLink, commentUrl })
    expect(closed.summary).toContain('The documentation pull request is closed')
    const { state, comments } = await life.documentation()
    expect([state, comments]).toEqual(['closed', [expect.stringContaining(`/acme/app/pull/${number})`)]])
    expect(countPrompts(life.world)).toEqual({ created: 1, messages: 1 })
  })

  test.each<[string, hasToken: boolean, (life: Life) => Promise<unknown>, RegExp]>([
    [
      'somebody else has added to it',
      true,
      ({ world: { github } }) => github.updatePullRequest(1, [{ files: { 'docs/by-hand.md': 'mine\n' } }], 'acme/docs'),
      /has commits by/,
    ],
    ['the token may not close it', false, async () => {}, /`pull-requests: write` on `acme\/docs`/],
  ])('leaves its documentation open where %s, and says so in the thread', async (_name, hasToken, before, reason) => {
    await using life = await open({ hasToken })
    await before(life)

    const { outputs } = await life.run(await close(life))

    expect(outputs).toMatchObject({ outcome: 'skipped', prLink: life.opened.outputs['prLink'] })
    expect(await life.documentation()).toEqual({ state: 'open', comments: [] })
    const [report, ...others] = await life.reports()
    expect(others).toEqual([])
    expect(report).toContain('### 📌 The documentation pull request is still open')
    expect(report).toMatch(reason)
  })

  test('takes it with it also where an ignored author wrote it', async () => {
    await using life = await open({ hasToken: true })
    await life.run(await close(life), { 'ignore-authors': 'maintainer, writer' })
    expect((await life.documentation()).state).toBe('closed')
  })
})
