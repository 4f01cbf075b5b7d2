import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import {
  askOnIssue,
  readErrors,
  readReactions,
  readReports,
  readRequests,
  readWarnings,
} from './conversation.ts'

/** What changes something on GitHub, as `METHOD path`. */
function readWrites(world: World): string[] {
  return readRequests(world).filter((request) => / \/repos\//.test(request) && !request.startsWith('GET'))
}

describe.concurrent('in the conversation', () => {
  test('eyes and a comment are in the thread before the first request to the service', async () => {
    await using world = await createWorld()
    const { issue, asked } = await askOnIssue(world)
    let seen: unknown
    world.docsService.onRequest = async () => {
      seen ??= [await readReactions(world, asked), await readReports(world, issue.number)]
    }

    await world.run({ trigger: asked })

    expect(seen).toEqual([
      ['eyes'],
      [expect.stringContaining('### ⏳ The agent is working on the documentation')],
    ])
  })

  test('the comment names the job while it is going on', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ activeReads: 2, id: 'job-17' })
    const { issue, asked } = await askOnIssue(world)
    let seen: string[] = []
    world.docsService.onRequest = async ({ method }) => {
      if (method === 'GET') seen = await readReports(world, issue.number)
    }

    await world.run({ trigger: asked })

    expect(seen).toEqual([expect.stringContaining('⏳')])
    expect(seen[0]).toContain('Job `job-17`')
  })

  test('there is one comment, edited in place, however long the job takes', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ activeReads: 12 })
    const { issue, asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

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
      `<sub>Asked by \`writer\` · \\d+s · Job \`job-17\` · \\[Log\\]\\(${server}/acme/app/actions/runs/42\\)</sub>$`,
    )
    expect(report).toMatch(
      /^### 🚀 The documentation pull request is ready\n\n\*\*\[.*\/acme\/docs\/pull\/1\)\*\*/,
    )
    expect(report.trim()).toMatch(small)
    // The summary has the same, and leads to the comment.
    const body = (text: string) => text.split('\n\n').slice(1, 3)
    expect(body(summary)).toEqual(body(report))
    expect(summary).toContain(`[Comment](${outputs['commentUrl']})`)
    expect(summary).toContain('<summary>What was sent</summary>')
  })

  test.for([
    ['an expired key', { 'api-key': 'mint_expired' }, 'The service refused the API key'],
    ['an assistant key', { 'api-key': 'mint_dsc_1' }, 'The API key is an assistant key'],
    ['a wrong project', { 'project-id': 'nowhere' }, 'There is no such project'],
  ] as const)(
    '%s is the headline, then who does what, then the technical part',
    async ([, inputs, headline]) => {
      await using world = await createWorldInProcess()
      const { issue, asked } = await askOnIssue(world)

      const result = await world.run({ trigger: asked, inputs })

      const [report = ''] = await readReports(world, issue.number)
      expect(report).toMatch(new RegExp(`^### ⚠️ ${headline}\\n\\n[^\\n]*A maintainer`))
      expect(report).toContain('Nothing was sent to the agent, so a re-run is safe')
      expect(report).toMatch(/<details><summary>Technical details<\/summary>.*POST.*The answer says: `/s)
      const [error = ''] = readErrors(result)
      for (const words of ['A maintainer', 'Nothing was sent to the agent', 'was answered with status'])
        expect(error).toContain(words)
      expect(result.annotations.find(({ level }) => level === 'error')?.properties['title']).toContain(
        headline,
      )
      // A re-run may try again, so no reaction says that the comment was answered.
      expect(await readReactions(world, asked)).toEqual(['eyes'])
    },
  )

  test.for([
    ['api-key', '', 'The secret with the API key is empty here'],
    ['timeout', 'soon', "An input can't be used"],
  ] as const)(
    '%s that is "%s" is 😕 in the thread, and the summary says why',
    async ([name, value, headline]) => {
      await using world = await createWorldInProcess()
      const { issue, asked } = await askOnIssue(world)

      const { summary } = await world.run({ trigger: asked, inputs: { [name]: value } })

      expect(await readReactions(world, asked)).toEqual(['confused'])
      expect(await readReports(world, issue.number)).toEqual([])
      expect(summary).toContain(`## ⚠️ ${headline}`)
    },
  )

  test('an error while the job is going on says that it goes on', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    const respond = { kind: 'answer', status: 403, body: { error: 'The key lacks a scope.' } } as const
    world.docsService.faults.add({ method: 'GET', respond })

    const { outputs } = await world.run({ trigger: asked })

    expect(outputs).toMatchObject({ outcome: 'error', status: 'active', jobId: expect.stringMatching(/./) })
    const [report] = await readReports(world, issue.number)
    expect(report).toContain(`The agent goes on with job \`${outputs['jobId']}\`.`)
  })

  test('a run that stops waiting says so, and how to pick the job up', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'never', id: 'job-17' })
    const { issue, asked } = await askOnIssue(world)

    await world.run({ trigger: asked, inputs: { timeout: '3s' } })

    const [report] = await readReports(world, issue.number)
    expect(report).toContain('The job was not finished when the timeout of 3s ran out.')
    expect(report).toContain(
      'The agent goes on with job `job-17`. To wait for its end, re-run the workflow run',
    )
  })

  test('a second run of the same comment leads to the comment of the first', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ endsAs: 'never' })
    const { issue, asked } = await askOnIssue(world)
    const first = world.start({ trigger: asked, runId: 1, post: false })
    await world.docsService.waitForRequests({ method: 'GET' })

    const second = await world.run({ trigger: asked, runId: 2 })

    const [, report] = await world.github.commentsOf(issue.number)
    expect(second.outputs['commentUrl']).toBe(report?.html_url)
    expect(second.summary).toContain(`[Comment](${report?.html_url})`)
    expect(report?.body).toContain('⏳')
    first.kill()
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
    const [before = '', folded = '', after = ''] = result.log.shown.split(
      /##\[group]Prompt\n|##\[endgroup]\n/,
    )
    expect(before).toContain('"writer" has the permission write')
    expect(folded).toMatch(/^explain the retries option\n/)
    expect(after).toMatch(
      /Created job job-17.*\nWaiting for job job-17, up to 30m\.\n.*: active\n.*: completed\n/,
    )
    expect(after).toContain(`Pull request: ${result.outputs['prLink']}\nOutcome: pull-request`)
  })
})

describe.concurrent("what can't be said is a warning and no more", () => {
  const writes = { login: 'github-actions[bot]', respond: knownFaults.notAccessible }

  test.for([
    ['an issue', { issues: 'read' }, '`issues: write`'],
    ['a pull request', { issues: 'write' }, '`pull-requests: write`'],
  ] as const)(
    'on %s, a workflow that forgot its permission sends nothing, and names the line',
    async ([where, granted, line]) => {
      await using world = await createWorldInProcess()
      const thread =
        where === 'an issue' ? await world.github.createIssue() : await world.github.createPullRequest()
      const asked = await world.github.comment(thread.number, '/docs say why it is five')

      const result = await world.run({ trigger: asked, token: world.github.actionsTokenWith(granted) })

      expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '', commentUrl: '' })
      expect(world.docsService.requests).toEqual([])
      const [error = ''] = readErrors(result)
      expect(error).toContain(`under \`permissions:\`, the line ${line}`)
      expect(error).toContain('a re-run uses the workflow file of before')
      expect(result.summary).toContain("## ⚠️ GitHub doesn't let the token comment here")
      expect(await readReports(world, thread.number)).toEqual([])
    },
  )

  test('a failed reaction is only a warning', async () => {
    await using world = await createWorldInProcess()
    world.github.faults.add({ ...writes, method: 'POST', path: /\/reactions$/ })
    const { issue, asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('🚀')])
    // One cause, one warning.
    expect(readWarnings(result)).toEqual([expect.stringContaining('react with eyes')])
    expect(result.summary).toContain('react with eyes')
  })

  test('a comment that is deleted while the job is going on is a warning, and is not posted again', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ activeReads: 2 })
    const { issue, asked } = await askOnIssue(world)
    world.docsService.onRequest = async ({ method }) => {
      const [, report] = await world.github.commentsOf(issue.number)
      if (method === 'GET' && report !== undefined) await world.github.deleteComment(report.id, 'maintainer')
    }

    const result = await world.run({ trigger: asked })

    expect(result).toMatchObject({ conclusion: 'success', outputs: { outcome: 'pull-request' } })
    expect(await readReports(world, issue.number)).toEqual([])
    expect(readWarnings(result)).toEqual([expect.stringMatching(/edit comment .*answered 404/)])
  })

  test('in a locked conversation nothing is sent, and GitHub is quoted', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    await world.github.lock(issue.number)

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toEqual([])
    expect(result.summary).toContain('## ⚠️ The conversation is locked')
    expect(readErrors(result)[0]).toContain(
      'it answered 403 and said "Unable to create comment because issue is locked."',
    )
  })

  test('the result is reported in a repository that was renamed while the agent worked', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)
    world.docsService.onRequest = ({ method }) =>
      method === 'POST' ? world.github.renameRepository('acme/app') : undefined

    const result = await world.run({ trigger: asked })

    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('🚀')])
    expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
    expect(readWarnings(result)).toEqual([])
  })

  test('a token that expires while the agent works is a warning, and the job is done', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)
    const token = world.github.actionsTokenWith({ issues: 'write' })
    world.docsService.onRequest = ({ method }) =>
      method === 'GET' ? world.github.expireToken(token) : undefined

    const result = await world.run({ trigger: asked, token })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(readWarnings(result)[0]).toMatch(
      /it answered 401 and said "Bad credentials".* expires after an hour/,
    )
  })

  test("a summary that can't be written is a warning, and the job is done", async () => {
    await using world = await createWorld()
    const { asked } = await askOnIssue(world)

    const environment = { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' }
    const result = await world.run({ trigger: asked, environment })

    expect(result).toMatchObject({ conclusion: 'success', outputs: { outcome: 'pull-request' } })
    expect(readWarnings(result)).toEqual([
      expect.stringMatching(
        /^Could not write the job summary: .+ Is the disk of the runner full\? The outputs and the log have the result\.$/,
      ),
    ])
  })
})

describe.concurrent('without a command', () => {
  const inputs = { prompt: 'Check the changelog.' }

  test('a run without a command reports on the issue of its event', async () => {
    await using world = await createWorldInProcess()
    const issue = await world.github.createIssue()

    const result = await world.run({ trigger: issue, inputs })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.outputs['commentUrl']).toContain(`${issue.html_url}#issuecomment-`)
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('🚀')])
    expect(readRequests(world).filter((request) => request.includes('reactions'))).toEqual([])
  })

  test('a run without a command reports on the pull request of its event', async () => {
    await using world = await createWorldInProcess()
    const pull = await world.github.createPullRequest()

    await world.run({ trigger: pull, inputs })

    expect(await readReports(world, pull.number)).toEqual([expect.stringContaining('🚀')])
  })

  test('a run without a command or thread reports on issue-number', async () => {
    await using world = await createWorldInProcess()
    const { number } = await world.github.createIssue()

    await world.run({ inputs: { ...inputs, 'issue-number': number } })

    const [report] = await readReports(world, number)
    expect(report).toContain('🚀')
    expect(report).not.toContain('Asked by')
  })

  test('a run without a command reports on issue-number rather than on the thread of its event', async () => {
    await using world = await createWorldInProcess()
    const other = await world.github.createIssue()
    const issue = await world.github.createIssue()

    await world.run({ trigger: issue, inputs: { ...inputs, 'issue-number': other.number } })

    expect(await readReports(world, issue.number)).toEqual([])
    expect(await readReports(world, other.number)).toHaveLength(1)
  })

  test('with an issue-number that does not exist, nothing is sent', async () => {
    await using world = await createWorldInProcess()

    const result = await world.run({ inputs: { ...inputs, 'issue-number': 999 } })

    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '', commentUrl: '' })
    expect(readErrors(result)[0]).toMatch(/#999 .*answered 404/)
  })

  test('a run without a command and thread changes nothing on GitHub', async () => {
    await using world = await createWorldInProcess()

    const result = await world.run({ inputs })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(readWrites(world)).toEqual([])
    expect(result.summary).toContain('acme/docs/pull/1')
  })
})
