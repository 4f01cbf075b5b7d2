import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import { createWorld, type Step, type World, type WorldOptions } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { readReports, readWarnings } from '../conversation.ts'
import { countPrompts } from './thread.ts'

// Documentation lives with the pull request that it is for: from its opening to its merge, or to its end without one.

const ISSUE_WRITE = { issues: 'write', pull_requests: 'write' } as const

interface Life extends AsyncDisposable {
  world: World
  number: number
  opened: RunResult
  /** The next run of the workflow. */
  run(trigger: WebhookEvent, inputs?: Step['inputs']): Promise<RunResult>
  /** What our comments in the thread say. */
  reports(): Promise<string[]>
  /** The state of the documentation pull request, and what was said in it. */
  documentation(): Promise<{ state: string; comments: string[] }>
}

/** A pull request has been opened, and the workflow has run for it. `hasToken`: with an app's, for both repositories. */
async function open({
  hasToken = false,
  inputs,
  ...options
}: WorldOptions & { hasToken?: boolean; inputs?: Step['inputs'] } = {}): Promise<Life> {
  const world = await createWorld({
    inProcess: true,
    ...options,
    docsService: {
      scenario: { terminalOnCreate: true },
      messageScenario: { activeReads: 1 },
      ...options.docsService,
    },
  })
  const { github } = world
  const token = hasToken ? github.appToken(ISSUE_WRITE) : github.actionsToken
  let runId = 0
  const run = (trigger: WebhookEvent, inputs: Step['inputs'] = {}) => {
    runId += 1
    return world.run({
      trigger,
      runId,
      token,
      inputs: { prompt: 'Document what the change proves.', ...inputs },
    })
  }
  const pull = await github.createPullRequest({ title: 'Retry', files: { 'src/retry.ts': 'one\n' } })
  const { number } = pull
  return {
    ...{ world, number, run, opened: await run(pull, inputs) },
    reports: async () => await readReports(world, number),
    async documentation() {
      const { state } = (await github.call('maintainer', 'GET', '/repos/acme/docs/pulls/1')) as {
        state: string
      }
      const comments = await github.commentsOf(1, 'acme/docs')
      return { state, comments: comments.map(({ body }) => body) }
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** Somebody pushes to the pull request. */
async function update({ world, number }: Life): Promise<WebhookEvent> {
  return await world.github.updatePullRequest(number, [{ files: { 'src/retry.ts': 'two\n' } }])
}

describe('a pull request that is merged', () => {
  test.each<[string, Parameters<typeof open>[0]]>([
    ['in a public repository', { inProcess: false }],
    [
      'in a private repository, with a token for it',
      { github: { privateRepositories: ['acme/docs'] }, hasToken: true },
    ],
  ])(
    'has one documentation pull request and one comment from its opening to its push: %s',
    async (_name, options) => {
      await using life = await open(options)
      const { world, number, run, opened } = life
      const { prLink } = opened.outputs
      expect(opened.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })

      const updated = await run(await update(life))
      expect(updated.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true', prLink })
      const { push } = await world.github.merge(number, 'squash')
      const merged = await run(push)

      expect(merged.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true', prLink })
      expect(merged.outputs['commentUrl']).toBe(opened.outputs['commentUrl'])
      expect(countPrompts(world)).toEqual({ created: 1, messages: 2 })
      const [report, ...others] = (await world.github.commentsOf(number)).map(({ body }) => body)
      expect([report, others]).toEqual([expect.stringContaining('pull request is updated'), []])
      // The table of what was written.
      expect(report).toContain('| `README.md` |')
      expect(await life.documentation()).toEqual({ state: 'open', comments: [] })
    },
  )

  test('has a new documentation pull request for each push in a private repository that the token cannot read', async () => {
    await using life = await open({ github: { privateRepositories: ['acme/docs'] } })
    const { world, number, run, opened } = life

    const updated = await run(await update(life))

    expect(updated.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(updated.outputs['prLink']).not.toBe(opened.outputs['prLink'])
    const [report] = await life.reports()
    expect(report).toMatch(/can't be read whether .* is open\. A `github-token` that reads that repository/)
    const asked = await world.github.comment(number, '/docs shorter', 'writer')
    await run(asked)
    const said = (await life.reports()).at(-1)
    expect(said).toContain("can't be read whether")
    expect(said).not.toContain('is continued')
  })
})

describe('a pull request that is closed without a merge', () => {
  const close = async ({ world, number }: Life) => await world.github.closePullRequest(number, 'closed')

  test.each<[string, Parameters<typeof open>[0]]>([
    ['in a public repository', { inProcess: false, hasToken: true }],
    ['in a private repository', { github: { privateRepositories: ['acme/docs'] }, hasToken: true }],
  ])('takes its documentation with it, and says so in both: %s', async (_name, options) => {
    await using life = await open(options)
    const { run, opened, number } = life
    await run(await update(life))

    const closed = await run(await close(life), { prompt: '' })

    const { prLink, commentUrl } = opened.outputs
    expect(closed).toMatchObject({
      conclusion: 'success',
      outputs: { outcome: 'skipped', prLink, commentUrl },
    })
    expect(closed.summary).toContain('The documentation pull request was closed as well')
    const { state, comments } = await life.documentation()
    expect([state, comments]).toEqual(['closed', [expect.stringContaining(`/acme/app/pull/${number})`)]])
    expect(countPrompts(life.world)).toEqual({ created: 1, messages: 1 })
  })

  test.each<[string, RegExp, Parameters<typeof open>[0], ((life: Life) => Promise<unknown>)?]>([
    [
      'somebody else has added to it',
      /commits that came after/,
      { hasToken: true },
      ({ world }) =>
        world.github.updatePullRequest(1, [{ files: { 'docs/by-hand.md': 'mine\n' } }], 'acme/docs'),
    ],
    ['the token may not close it', /`pull-requests: write` on `acme\/docs`/, {}],
  ])(
    'leaves its documentation open where %s, and says so in the thread',
    async (_name, reason, options, before) => {
      await using life = await open(options)
      await before?.(life)

      const { outputs } = await life.run(await close(life))

      expect(outputs).toMatchObject({ outcome: 'skipped', prLink: life.opened.outputs['prLink'] })
      expect(await life.documentation()).toEqual({ state: 'open', comments: [] })
      const bodies = (await life.world.github.commentsOf(life.number)).map(({ body }) => body)
      expect(bodies).toEqual([expect.stringContaining('### 📌 The documentation pull request is still open')])
      expect(bodies[0]).toMatch(reason)
    },
  )

  test('leaves documentation that its token cannot read as it is, with a warning', async () => {
    await using life = await open({ github: { privateRepositories: ['acme/docs'] } })
    const before = await life.reports()

    const closed = await life.run(await close(life))

    expect(closed.outputs).toMatchObject({ outcome: 'skipped', prLink: life.opened.outputs['prLink'] })
    expect(readWarnings(closed)).toEqual([expect.stringContaining('read pull request #1 of acme/docs')])
    expect(closed.summary).toContain('The documentation pull request is left as it is')
    expect([await life.reports(), (await life.documentation()).state]).toEqual([before, 'open'])
  })

  test('says that a job is still active, which nobody waits for', async () => {
    const docsService = { scenario: { endsAs: 'never' as const } }
    await using life = await open({ docsService, hasToken: true, inputs: { wait: 'false' } })

    const { outputs, summary } = await life.run(await close(life))

    expect(outputs).toMatchObject({ outcome: 'skipped', prLink: '' })
    expect(summary).toContain('The agent is still at work on the documentation')
    const bodies = (await life.world.github.commentsOf(life.number)).map(({ body }) => body)
    expect(bodies).toEqual([expect.stringContaining('`concurrency`')])
  })

  test('closes nothing in a dry run', async () => {
    await using life = await open({ hasToken: true })
    const { outputs, summary } = await life.run(await close(life), { 'dry-run': 'true' })
    expect(outputs).toMatchObject({ outcome: 'skipped', prLink: life.opened.outputs['prLink'] })
    expect(summary).toContain('This is a dry run, which closes nothing.')
    expect((await life.documentation()).state).toBe('open')
  })

  test('takes with it what somebody asked for, also where an ignored author wrote it', async () => {
    await using life = await open({ hasToken: true })
    const ignored = { 'ignore-authors': 'maintainer, writer' }
    expect((await life.run(await update(life), ignored)).outputs).toMatchObject({
      outcome: 'skipped',
      prLink: '',
    })
    await life.run(await close(life), ignored)
    expect((await life.documentation()).state).toBe('closed')
  })
})
