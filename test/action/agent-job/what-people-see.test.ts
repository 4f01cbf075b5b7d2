import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { askOnIssue, readPrompts, readReactions, readReports, readRequests, readWarnings } from './conversation.ts'

// What is said of each cause and outcome: `unit/agent-job/result`. What becomes of a run whose comment is refused or gone:
// `at-most-one`. Here is what a person sees.

/** What changes something on GitHub, as `METHOD path`. */
function readWrites(world: World): string[] {
  return readRequests(world).filter((request) => / \/repos\//.test(request) && !request.startsWith('GET'))
}

describe.concurrent('in the conversation', () => {
  test('there are eyes and one comment before anything is sent, and it is edited in place however long the job takes', async () => {
    await using world = await createWorld()
    world.docsService.nextJob({ activeReads: 12, id: 'job-17' })
    const { issue, asked } = await askOnIssue(world)
    const seen: Record<string, unknown> = {}
    world.docsService.onRequest = async ({ method }) => {
      seen[method] ??= [await readReactions(world, asked), await readReports(world, issue.number)]
    }

    const result = await world.run({ trigger: asked })

    expect(seen).toEqual({
      POST: [['eyes'], [expect.stringMatching(/^### ⏳ The agent is working on the documentation/)]],
      GET: [['eyes'], [expect.stringMatching(/^### ⏳ .*Job `job-17`/s)]],
    })
    const comments = await world.github.commentsOf(issue.number)
    expect(comments.map(({ user }) => user.login)).toEqual(['writer', 'github-actions[bot]'])
    expect(result.outputs['commentUrl']).toBe(comments[1]?.html_url)
    expect(world.docsService.requestsTo({ method: 'GET' }).length).toBeGreaterThanOrEqual(13)
    expect(readWrites(world).filter((request) => request.startsWith('PATCH'))).toHaveLength(2)
  })

  test('the comment ends with what was written, and one small line for the rest', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ id: 'job-17', durationMs: 1100 })
    const { issue, asked } = await askOnIssue(world)

    const { summary, outputs } = await world.run({ trigger: asked, runId: 42 })

    const [report = ''] = await readReports(world, issue.number)
    const server = world.github.serverUrl
    const small = new RegExp(
      `<sub>Requested by \`writer\` · took \\d+s · Project \`docs-project\` · Job \`job-17\` · \\[Log\\]\\(${server}/acme/app/actions/runs/42\\)</sub>$`,
    )
    expect(report).toMatch(/^### 🚀 The documentation pull request is ready\n\n\*\*\[.*\/acme\/docs\/pull\/1\)\*\*/)
    expect(report.trim()).toMatch(small)
    // The summary has the same, and leads to the comment.
    const body = (text: string) => text.split('\n\n').slice(1, 3)
    expect(body(summary)).toEqual(body(report))
    expect(summary).toContain(`[Comment](${outputs['commentUrl']})`)
    expect(summary).toContain('<summary>What was sent</summary>')
  })

  test('with comment: false, nothing is written in the thread, and the run is the same', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { comment: false } })

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', commentUrl: '' })
    expect(readWrites(world)).toEqual([])
    expect(result.summary).toContain('acme/docs/pull/1')
  })
})

describe.concurrent('in the log', () => {
  test('the log folds the prompt away, and not the progress', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ id: 'job-17', activeReads: 3 })
    const { asked } = await askOnIssue(world, '/docs explain the retries option')

    const result = await world.run({ trigger: asked })

    expect(result.groups).toEqual(['Prompt'])
    const [before = '', folded = '', after = ''] = result.log.shown.split(/##\[group]Prompt\n|##\[endgroup]\n/)
    expect(before).toContain('"writer" has the permission `write`')
    expect(folded).toMatch(/^explain the retries option\n/)
    expect(after).toMatch(/Created job job-17.*\nWaiting for job job-17, up to 30m\.\n.*: active\n.*: completed\n/)
    expect(after).toContain(`Pull request: ${result.outputs['prLink']}\nOutcome: pull-request`)
  })
})

describe.concurrent("what can't be said is a warning and no more", () => {
  test.for<[string, (world: World) => Step, RegExp]>([
    [
      'a reaction that GitHub refuses',
      ({ github }) => {
        const respond = knownFaults.notAccessible
        github.faults.add({ login: 'github-actions[bot]', method: 'POST', path: /\/reactions$/, respond })
        return {}
      },
      // One cause, one warning.
      /react with eyes/,
    ],
    [
      "a summary that can't be written",
      () => ({ environment: { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' }, inProcess: false }),
      /^Could not write the job summary: .+ Check whether the runner's disk is full\. The result is in the outputs and the log\.$/,
    ],
  ])('%s is a warning, and the job is done', async ([, prepare, warning]) => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, ...prepare(world) })

    expect(result).toMatchObject({ conclusion: 'success', outputs: { outcome: 'pull-request' } })
    expect(readWarnings(result)).toEqual([expect.stringMatching(warning)])
  })

  test('the result is reported in a repository that was renamed while the agent worked', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    world.docsService.onRequest = ({ method }) =>
      method === 'POST' ? world.github.renameRepository('acme/app') : undefined

    const result = await world.run({ trigger: asked })

    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('🚀')])
    expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
    expect(world.github.requests.map(({ status }) => status)).toContain(307)
    expect(readWarnings(result)).toEqual([])
  })
})

describe.concurrent('a run without a command', () => {
  const inputs = { prompt: 'Check the changelog.' }

  test('has nothing to do with GitHub where there is no thread, but to read the pull request', async () => {
    await using world = await createWorldInProcess()

    const result = await world.run({ inputs })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(readPrompts(world)).toEqual([expect.stringMatching(/- Repository: acme\/app$/)])
    expect(world.github.requestsBy().filter(({ path }) => !path.startsWith('/repos/acme/docs/'))).toEqual([])
    expect(result.summary).toContain('acme/docs/pull/1')
  })
})
