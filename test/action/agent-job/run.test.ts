import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { startProxy } from '../../world/proxy.ts'
import { askOnIssue, readErrors, readPrompts, readReactions, readReports, readWarnings } from './conversation.ts'

// What each input may be: `unit/agent-job/inputs.test.ts`; every answer of the service, and what follows: `unit/docs-service`, and
// `job` in `unit/agent-job`; who may: `request/permission.test.ts` there; what is said of each outcome: `result` there. How runs of
// every outcome end: `first-hour.test.ts`. Here is what a whole run does.

describe.concurrent('a run', () => {
  test('there are eyes and one comment before anything is sent, and it is edited in place however long the job takes', async () => {
    const pageViews = servePageViews([{ path: '/configuration', human: 1_200, ai: 34, total: 1_234 }])
    await using world = await createWorld({ docsService: { pageViews } })
    world.docsService.nextJob({ activeReads: 12, id: 'job-17' })
    const { issue, asked } = await askOnIssue(world, '/docs document the configuration of retries')
    const seen: Record<string, unknown> = {}
    world.docsService.onRequest = async ({ method }) => {
      seen[method] ??= [await readReactions(world, asked), await readReports(world, issue.number)]
    }

    const result = await world.run({ trigger: asked, inputs: { traffic: '30d' } })

    expect(seen).toEqual({
      POST: [['eyes'], [expect.stringMatching(/^### ⏳ The agent may have received the prompt/)]],
      GET: [['eyes'], [expect.stringMatching(/^### ⏳ The agent has received the prompt.*Job `job-17`/s)]],
    })
    const comments = await world.github.commentsOf(issue.number)
    expect(comments.map(({ user }) => user.login)).toEqual(['writer', 'github-actions[bot]'])
    // Its post step has nothing to do.
    expect(result.post).toMatchObject({ conclusion: 'success', log: { shown: '' } })

    const prLink = `${world.github.serverUrl}/acme/docs/pull/1`
    const known = { prLink, prNumber: '1', jobId: 'job-17', commentUrl: comments[1]?.html_url }
    expect(result.outputs).toMatchObject({ ...known, status: 'completed', outcome: 'pull-request' })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({
      id: 'job-17',
      status: 'completed',
      prLink,
      model: 'docs-writer-2',
      source: { repository: `${world.github.serverUrl}/acme/docs`, ref: 'main' },
    })
    // The summary says the same, and leads to the comment. Other paths and folders: `unit/page-traffic`.
    const body = (text = '') => text.split('\n\n').slice(1, 3)
    expect(body(result.summary)).toEqual(body((await readReports(world, issue.number))[0]))
    expect(result.summary).toMatch(/`configuration\.mdx`.* \| 1,200 \| 34 \| 1,234 \|\n\nViews in the last 30 days/)
    expect(result.summary).toContain(`[Comment](${comments[1]?.html_url})`)
  })

  test('without a thread, a run asks GitHub for nothing, and the service once; job-id, which wins over a prompt, waits for that job and reports in the thread', async () => {
    await using world = await createWorldInProcess()
    const { number } = await world.github.createIssue()
    world.docsService.nextJob({ id: 'job-17', activeReads: 2 })
    const first = { prompt: '  Explain "retries" – all of them. \n', context: 'none', wait: false }
    expect((await world.run({ inputs: first, post: false })).outputs['outcome']).toBe('submitted')
    expect(readPrompts(world)).toEqual([first.prompt.trim()])

    const inputs = { 'job-id': 'job-17', prompt: 'Something else.', 'issue-number': number }
    const { outputs } = await world.run({ inputs })

    expect(outputs).toMatchObject({ outcome: 'pull-request', status: 'completed', jobId: 'job-17', prNumber: '1' })
    expect(await readReports(world, number)).toEqual([expect.stringMatching(/^### 🚀 .*`job-17`/s)])
  })

  test('with comment: false, nothing is written in the thread, and the run is the same, or says what is wrong', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)
    const run = (inputs = {}) => world.run({ trigger: asked, inputs: { comment: false, ...inputs } })

    const { outputs, summary } = await run()
    expect(outputs).toMatchObject({ outcome: 'pull-request', commentUrl: '' })
    expect(summary).toContain('acme/docs/pull/1')
    expect((await run({ timeout: 'soon' })).outputs['outcome']).toBe('error')
    expect((await run({ 'minimum-permission': 'admin' })).outputs['outcome']).toBe('denied')
  })

  test('who may not use the command gets a thumb down, and no comment, whoever re-runs it', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs help', 'reader')

    const result = await world.run({ trigger: asked, actor: 'maintainer', runAttempt: 2 })

    expect(result.outputs).toMatchObject({ outcome: 'denied', commentUrl: '' })
    expect(await readReactions(world, asked)).toEqual(['-1'])
    expect(await readReports(world, issue.number)).toEqual([])
    expect(result.summary).toContain("## 🚫 The commenter can't use the command")
    expect(result.summary).toContain('"reader" has the `read` permission, and `minimum-permission` is `write`.')
  })

  test('a dry run shows in log and summary what would be sent, to the letter, and sends nothing', async () => {
    await using world = await createWorldInProcess()
    const { asked: trigger } = await askOnIssue(world, '/docs Add a page.\n\n* With a list.')

    const dry = await world.run({ trigger, inputs: { 'dry-run': true } })
    expect(world.docsService.jobs).toEqual([])
    const real = await world.run({ trigger, runAttempt: 2 })

    const [prompt = ''] = readPrompts(world)
    expect(real.outputs['outcome']).toBe('pull-request')
    expect(prompt).toContain('Add a page.\n\n* With a list.\n\n---\n')
    expect(dry.summary).toContain(`\`\`\`text\n${prompt}\n\`\`\``)
    expect(dry.log.shown).toContain(`##[group]Prompt\n${prompt}\n##[endgroup]`)
    expect(dry.outputs).toMatchObject({ outcome: 'dry-run', jobId: '', status: '' })
  })
})

describe.concurrent('outputs', () => {
  // An event file that isn't JSON: `fuzz/agent-job.test.ts`.
  test("outputs are there with an event file that can't be read", async () => {
    await using world = await createWorldInProcess()
    const result = await world.run({ environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } })
    const nothing = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))
    expect([result.outputs, result.exitCode]).toEqual([{ ...nothing, outcome: 'error' }, 1])
    expect(result.annotations).toMatchObject([{ message: expect.stringContaining("can't be read") }])
    expect(result.log.shown).not.toMatch(/^\s+at /mu)
  })

  test("outputs that can't be written fail the step, but the job is polled and reported in the thread", async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)

    const full = { GITHUB_OUTPUT: '/dev/full', GITHUB_STATE: '/dev/full' }
    const result = await world.run({ trigger: asked, environment: full, post: false })

    expect(result.conclusion).toBe('failure')
    expect(readErrors(result)).toEqual([expect.stringContaining("Couldn't set the output jobId: ENOSPC")])
    expect((await readReports(world, issue.number)).join()).toContain('/acme/docs/pull/1')
  })

  test('output jobId is set before the first poll', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ id: 'job-17', endsAs: 'never' })
    const run = world.start({ inputs: { prompt: 'Explain retries.' }, post: false })
    await world.docsService.waitForRequests({ method: 'GET' })
    run.kill()
    expect((await run.result).outputs).toEqual({ jobId: 'job-17' })
  })
})

// Which proxy is for which address, and how it is spoken to, and which redirects are followed: `unit/network`.
describe.concurrent('addresses', () => {
  const hostOf = (url: string) => new URL(url).host

  test('on GitHub Enterprise Server, through a proxy with a login, but not for the service on loopback', async () => {
    await using proxy = await startProxy()
    await using world = await createWorldInProcess({ github: { enterprise: true } })
    const { issue, asked } = await askOnIssue(world)

    const HTTP_PROXY = proxy.url.replace('//', '//me:p%40w@')
    const environment = { HTTP_PROXY, GITHUB_API_URL: world.github.apiUrl.replace('127.0.0.1', 'github.test') }
    const { outputs } = await world.run({ trigger: asked, environment, post: false })

    expect(outputs['outcome']).toBe('pull-request')
    const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`
    const seen = proxy.seen.map((each) => `${each.target} ${each.login}`)
    expect(new Set(seen)).toEqual(new Set([`${hostOf(environment.GITHUB_API_URL)} ${login}`]))
    // Everything goes to the addresses that the runner names.
    expect(outputs['commentUrl']).toContain(world.github.serverUrl)
    const [, report] = await world.github.commentsOf(issue.number)
    expect(report?.body).toContain(`${world.github.serverUrl}/acme/app/actions/runs/`)
    expect(report?.body).not.toContain('github.com')
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
