import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { servePageViews } from '../world/docs-service/page-views.ts'
import type { WebhookEvent } from '../world/github/world.ts'
import { createWorld, createWorldInProcess, type World } from '../world/index.ts'
import { byHand, bySchedule, later } from '../world/workflow/deliveries.ts'
import { readRecipe } from '../world/workflow/recipes.ts'
import { type JobRun, runWorkflow, type StepRun } from '../world/workflow/run-workflow.ts'

/**
 * A world whose jobs are over when they begin, and in which a message keeps its job active for one read.
 * Actions run in process, except for one run of each action and of each way to call it.
 */
function createQuickWorld({ projects = [] as string[], inProcess = true } = {}): Promise<World> {
  return createWorld({
    inProcess,
    docsService: { projects, scenario: { terminalOnCreate: true }, messageScenario: { activeReads: 1 } },
  })
}

/** Runs a recipe in a repository that has stored what the README and the recipes say. */
async function runRecipe(
  world: World,
  recipe: string,
  trigger: WebhookEvent,
  { vars, ...rest }: { vars?: Record<string, string>; workspaceFiles?: Record<string, string> } = {},
): Promise<JobRun[]> {
  const { apiKey, projectId } = world.docsService
  const secrets = { DOCS_API_KEY: apiKey, DOCS_READ_KEY: apiKey, DOCS_APP_PRIVATE_KEY: 'a key of the app' }
  return await runWorkflow(world, recipe, {
    trigger,
    secrets,
    vars: { DOCS_PROJECT_ID: projectId, DOCS_APP_CLIENT_ID: 'Iv1.app', ...vars },
    ...rest,
  })
}

/** The steps of the only job, without a checkout. */
function onlyJob(jobs: JobRun[]): [StepRun, ...StepRun[]] {
  expect(jobs).toHaveLength(1)
  const steps = jobs[0]?.steps.filter(({ uses = '' }) => !uses.startsWith('actions/checkout@')) ?? []
  const [first, ...others] = steps
  if (first === undefined) throw new Error('No step ran.')
  return [first, ...others]
}

/** The link of the pull request, which has to be one on the world's GitHub. */
function readLink(world: World, step: StepRun): string {
  expect(step.result?.outputs).toMatchObject({ outcome: 'pull-request', status: 'completed' })
  const link = step.result?.outputs['prLink'] ?? ''
  expect(link).toMatch(new RegExp(`^${world.github.serverUrl}/acme/docs/pull/\\d+$`))
  return link
}

function readWarnings(step: StepRun): string[] {
  const annotations = step.result?.annotations ?? []
  return annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message)
}

describe.concurrent('the first five minutes', () => {
  const recipe = readRecipe('Five minutes, one merge', { page: 'README.md' })

  test('the workflow of the README answers a comment with the command with the link', async () => {
    await using world = await createQuickWorld()
    const issue = await world.github.createIssue()
    const asked = await world.github.comment(issue.number, '/docs add a page about rate limits', 'writer')

    const [docs] = onlyJob(await runRecipe(world, recipe, asked))

    const link = readLink(world, docs)
    expect(readWarnings(docs)).toEqual([])
    const [, report] = await world.github.commentsOf(issue.number)
    expect(report?.body).toContain(link)
    expect((await world.github.reactionsOf(asked.comment.id)).map(({ content }) => content)).toEqual([
      'eyes',
      'rocket',
    ])
    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([
      expect.stringContaining('add a page about rate limits'),
    ])
  })

  test('the workflow of the README works on a pull request', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest()
    const asked = await world.github.comment(pull.number, '/docs document this', 'writer')

    const [docs] = onlyJob(await runRecipe(world, recipe, asked))

    readLink(world, docs)
    expect(readWarnings(docs)).toEqual([])
  })

  test('`/docs help` is answered with the help', async () => {
    await using world = await createQuickWorld()
    const issue = await world.github.createIssue()
    const asked = await world.github.comment(issue.number, '/docs help', 'writer')

    const [docs] = onlyJob(await runRecipe(world, recipe, asked))

    expect(docs.result?.outputs).toMatchObject({ outcome: 'skipped' })
    expect(await world.github.commentsOf(issue.number)).toHaveLength(2)
    expect(world.docsService.requests).toEqual([])
  })

  test('a comment without the command takes no runner, and an edited one starts nothing', async () => {
    await using world = await createQuickWorld()
    const issue = await world.github.createIssue()
    const { comment, ...said } = await world.github.comment(issue.number, 'What about /docs?', 'writer')
    const edited = await world.github.editComment(comment.id, '/docs now with the command', 'writer')

    expect(await runRecipe(world, recipe, said)).toEqual([])
    expect(await runRecipe(world, recipe, edited)).toEqual([])
  })
})

test('the check of the first five minutes shows what works, and starts no job', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Five minutes, one merge', { page: 'README.md' })
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, '/docs check', 'writer')

  const [docs] = onlyJob(await runRecipe(world, recipe, asked))

  expect(docs.result?.outputs).toMatchObject({ outcome: 'dry-run' })
  expect(readWarnings(docs)).toEqual([])
  expect(world.docsService.jobs).toEqual([])
  expect(await world.github.commentsOf(issue.number)).toHaveLength(2)
})

describe.concurrent('commands in a thread', () => {
  test('a second command goes to the pull request of the first', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Answer on review lines')
    const issue = await world.github.createIssue()
    const first = await world.github.comment(issue.number, '/docs add a page about rate limits', 'writer')
    const [opened] = onlyJob(await runRecipe(world, recipe, first))
    const second = await world.github.comment(issue.number, '/docs mention the retries', 'writer')

    const [continued] = onlyJob(await runRecipe(world, recipe, second))

    expect(readLink(world, continued)).toBe(readLink(world, opened))
    expect(continued.result?.outputs).toMatchObject({ followUp: 'true' })
    expect(readWarnings(continued)).toEqual([])
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('review lines: a comment on a line is answered on the pull request, but not on one from a fork', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Answer on review lines')
    const pull = await world.github.createPullRequest()
    const asked = await world.github.reviewComment(pull.number, '/docs document this line', 'writer')

    const [docs] = onlyJob(await runRecipe(world, recipe, asked))

    const link = readLink(world, docs)
    expect(readWarnings(docs)).toEqual([])
    const reports = (await world.github.commentsOf(pull.number)).map(({ body }) => body)
    expect(reports).toEqual([expect.stringContaining(link)])
    const head = { repo: { full_name: 'reader/app' } }
    expect(
      await runRecipe(world, recipe, later(asked, 'pull_request_review_comment', 'created', { head })),
    ).toEqual([])
  })

  test('private repository: the token of an app continues, shows the pages, and asks for a review', async () => {
    await using world = await createWorldInProcess({
      github: { privateRepositories: ['acme/docs'] },
      docsService: { scenario: { terminalOnCreate: true }, messageScenario: { activeReads: 1 } },
    })
    const recipe = readRecipe('Private documentation repository')
    const issue = await world.github.createIssue()
    const commands = ['/docs document the configuration of retries', '/docs mention the timeouts']

    const runs: [StepRun, ...StepRun[]][] = []
    for (const command of commands) {
      const asked = await world.github.comment(issue.number, command, 'writer')
      runs.push(onlyJob(await runRecipe(world, recipe, asked)))
    }

    const steps = runs.map(([, docs]) => docs as StepRun)
    expect(new Set(steps.map((step) => readLink(world, step))).size).toBe(1)
    expect(steps.map(({ result }) => result?.outputs['followUp'])).toEqual(['false', 'true'])
    expect(steps.flatMap(readWarnings)).toEqual([])
    const reports = (await world.github.commentsOf(issue.number)).map(({ body }) => body)
    expect(reports.at(-1)).toMatch(/^\| `configuration\.mdx` \| \+\d+/m)
    const review = runs[0]?.at(-1)
    expect(review?.environment).toMatchObject({ NUMBER: '1', REVIEWER: 'writer' })
  })
})

/** A recipe with the token of the app, as the recipe for a private repository says that it fits into every one. */
function useApp(recipe: string): string {
  const [, app = ''] =
    /( +- id: app\n[\s\S]*?)( +- id: docs\n)/.exec(readRecipe('Private documentation repository')) ?? []
  return recipe
    .replace(/^ +steps:\n/m, `$&${app}`)
    .replace(/^( +)project-id: .*\n/m, `$&$1github-token: \${{ steps.app.outputs.token }}\n`)
}

/** The pull request that a recipe follows, with a change that its `paths` count. */
const followed = { title: 'Retry later', files: { 'src/retries.ts': 'export const retries = 7\n' } }

describe.concurrent('the life of a pull request', () => {
  const follow = readRecipe('Follow a pull request')

  test('opened, pushed to, merged by squash: one documentation pull request', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest(followed)
    const [opened] = onlyJob(await runRecipe(world, follow, pull))
    const pushed = await world.github.updatePullRequest(pull.number, [
      { files: { 'src/limits.ts': 'limit\n' } },
    ])
    const [updated] = onlyJob(await runRecipe(world, follow, pushed))
    const { push, closed } = await world.github.merge(pull.number, 'squash')

    expect(await runRecipe(world, follow, closed[0] ?? pull)).toEqual([])
    const [merged] = onlyJob(await runRecipe(world, readRecipe('Document merged pull requests'), push))

    const steps = [opened, updated, merged]
    expect(new Set(steps.map((step) => readLink(world, step))).size).toBe(1)
    expect(steps.map(({ result }) => result?.outputs['followUp'])).toEqual(['false', 'true', 'true'])
    expect(steps.flatMap(readWarnings)).toEqual([])
    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([
      expect.stringContaining('+export const retries = 7'),
    ])
    const reports = (await world.github.commentsOf(pull.number)).map(({ body }) => body)
    expect(reports).toHaveLength(2) // one of each workflow
    expect(reports.at(-1)).toContain(readLink(world, merged))
  })

  test('closed without a merge: its documentation is closed with it, whatever its title and labels', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest(followed)
    const recipe = useApp(follow)
    const [, opened] = onlyJob(await runRecipe(world, recipe, pull)) as [StepRun, StepRun]
    const closed = await world.github.closePullRequest(pull.number, 'closed')
    const change = { draft: true, labels: [{ name: 'no-docs' }], title: 'chore: give up' }

    const closing = later(closed, 'pull_request', 'closed', change)
    const [, step] = onlyJob(await runRecipe(world, recipe, closing)) as [StepRun, StepRun]

    expect(step.result?.outputs).toMatchObject({ outcome: 'skipped', prLink: readLink(world, opened) })
    expect(readWarnings(step)).toEqual([])
    const number = opened.result?.outputs['prNumber']
    const documentation = await world.github.call('maintainer', 'GET', `/repos/acme/docs/pulls/${number}`)
    expect(documentation).toMatchObject({ state: 'closed', merged: false })
  })

  test.each([
    ['a fork', { head: { repo: { full_name: 'reader/app' } } }],
    ['a draft', { draft: true }],
    ['the label no-docs', { labels: [{ name: 'bug' }, { name: 'no-docs' }] }],
    ...['chore(deps): bump', 'ci: cache', 'Test(api): more', 'refactor!: move'].map(
      (title) => [title, { title }] as [string, object],
    ),
  ])('%s keeps a pull request out', async (_name, change) => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest(followed)

    expect(await runRecipe(world, follow, later(pull, 'pull_request', 'synchronize', change))).toEqual([])
  })

  test('a draft that is ready is documented, also if its title begins like a word that keeps out', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest({ ...followed, title: 'Cite the test results' })

    const [docs] = onlyJob(await runRecipe(world, follow, later(pull, 'pull_request', 'ready_for_review')))

    readLink(world, docs)
  })

  test('Dependabot and Renovate cause no job', async () => {
    await using world = await createQuickWorld()
    const pull = await world.github.createPullRequest(followed)
    const byBot = later(pull, 'pull_request', 'opened', { user: { login: 'renovate[bot]', type: 'Bot' } })

    const [docs] = onlyJob(await runRecipe(world, follow, byBot))

    expect(docs.result?.outputs).toMatchObject({ outcome: 'skipped' })
    expect(world.docsService.jobs).toEqual([])
  })

  test('label: an issue and a pull request with it are documented, and no other label starts a job', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Document by label')
    const threads = [
      await world.github.createIssue({ body: 'It waits twice.' }),
      await world.github.createPullRequest(),
    ]
    const labelled = threads.map(({ event, payload }, index) => ({
      event,
      payload: { ...payload, action: 'labeled', label: { name: ['needs-docs', 'Needs-Docs'][index] } },
    }))

    for (const trigger of labelled) {
      const [docs] = onlyJob(await runRecipe(world, recipe, trigger))
      readLink(world, docs)
      expect(readWarnings(docs)).toEqual([])
      const payload = { ...trigger.payload, label: { name: 'bug' } }
      expect(await runRecipe(world, recipe, { ...trigger, payload })).toEqual([])
    }
    expect(world.docsService.jobs[0]?.prompt).toContain('It waits twice.')
  })
})

describe.concurrent('the recipe', () => {
  test('collect merges: every push goes to one documentation pull request', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Collect merges in one pull request')
    const tracking = await world.github.createIssue({ title: 'Documentation of merges' })
    const vars = { DOCS_ISSUE: String(tracking.number) }
    const changes = [
      { 'src/retries.ts': 'export const retries = 7\n' },
      { 'src/limits.ts': 'export const limit = 100\n' },
      { 'src/limits.test.ts': 'test()\n' },
    ]

    const steps: StepRun[] = []
    for (const files of changes)
      steps.push(...onlyJob(await runRecipe(world, recipe, await world.github.push([{ files }]), { vars })))

    const [first, second, third] = steps as [StepRun, StepRun, StepRun]
    expect(readLink(world, second)).toBe(readLink(world, first))
    expect(third.result?.outputs).toMatchObject({ outcome: 'skipped' })
    expect(steps.flatMap(readWarnings)).toEqual([])
    expect(world.docsService.jobs).toHaveLength(1)
    const reports = await world.github.commentsOf(tracking.number)
    expect(reports.at(-1)?.body).toContain(readLink(world, first))
  })

  test('release: notes and patches are in the prompt, and another job puts the link into the notes', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Document a release')
    await world.github.release({ tag: 'v1.0.0', publishedAt: '2026-01-02T03:04:05Z' })
    await world.github.push([
      { message: 'Retry later', files: { 'src/retries.ts': 'export const retries = 7\n' } },
    ])
    const released = await world.github.release({ tag: 'v2.0.0', body: 'Retries wait twice as long.' })

    const [docs, link] = await runRecipe(world, recipe, released)

    const [step] = onlyJob(docs === undefined ? [] : [docs])
    const [prompt] = world.docsService.jobs.map((job) => job.prompt)
    expect(prompt).toContain('Add a changelog entry for this release')
    expect(prompt).toContain('Retries wait twice as long.')
    expect(prompt).toContain('Retry later')
    expect(prompt).toContain('+export const retries = 7')
    expect(readWarnings(step)).toEqual([])
    expect(link?.steps.map(({ environment }) => environment)).toEqual([
      { GH_TOKEN: expect.stringMatching(/./), PR_LINK: readLink(world, step), TAG: 'v2.0.0' },
    ])
  })

  test('release: without a pull request there is nothing to link', async () => {
    await using world = await createQuickWorld()
    world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
    const released = await world.github.release({ tag: 'v2.0.0', body: 'Retries wait twice as long.' })

    const jobs = await runRecipe(world, readRecipe('Document a release'), released)

    expect(jobs.map(({ id }) => id)).toEqual(['docs'])
  })

  test('several projects: only the one whose files changed gets a job', async () => {
    await using world = await createQuickWorld({ projects: ['web-docs', 'api-docs'] })
    const pushed = await world.github.push([{ files: { 'openapi.yaml': 'openapi: 3.1.0\n' } }])

    const jobs = await runRecipe(world, readRecipe('Several projects'), pushed)

    const steps = jobs.flatMap((job) => job.steps)
    expect(steps.map(({ result }) => result?.outputs['outcome'])).toEqual(['skipped', 'pull-request'])
    expect(steps.flatMap(readWarnings)).toEqual([])
    expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(['api-docs'])
  })

  test.each([
    ['Collect merges in one pull request', 'DOCS_ISSUE'],
    ['Report page views every week', 'DOCS_REPORT_ISSUE'],
  ])('%s: a variable that is not set is an error that names it', async (heading, variable) => {
    await using world = await createQuickWorld()
    const recipe = readRecipe(heading)
    const trigger = recipe.includes('push:')
      ? await world.github.push([{ files: followed.files }])
      : bySchedule

    const [step] = onlyJob(await runRecipe(world, recipe, trigger))

    expect(step.result?.conclusion).toBe('failure')
    expect(readWarnings(step).join()).toContain(`the variable ${variable} is not set`)
    expect(world.docsService.requests).toEqual([])
  })

  test('weekly report: the issue has the report, and the artifact is the file that was written', async () => {
    await using world = await createQuickWorld({ inProcess: false })
    const recipe = readRecipe('Report page views every week')
    const issue = await world.github.createIssue({ title: 'Page views' })
    const vars = { DOCS_REPORT_ISSUE: String(issue.number) }

    const [views, upload] = onlyJob(await runRecipe(world, recipe, bySchedule, { vars }))
    await runRecipe(world, recipe, bySchedule, { vars })

    expect(views.result?.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
    expect(Number(views.result?.outputs['previousTotal'])).toBeGreaterThan(0)
    expect(readWarnings(views)).toEqual([])
    const uploaded = globSync(upload?.with['path'] ?? '', { cwd: views.result?.files ?? '' })
    expect(uploaded).toEqual(['page-views.csv'])
    expect(upload?.with['name']).toBe(`page-views-${views.result?.outputs['dateFrom']}`)
    const reports = await world.github.commentsOf(issue.number)
    expect(reports.map(({ html_url }) => html_url)).toEqual([views.result?.outputs['commentUrl']])
  })

  test('falling pages: a script writes them into the file of the prompt, which reaches the agent', async ({
    onTestFinished,
  }) => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Refresh what is falling')
    const workspaceFiles = { 'prompt.md': 'what the script has written' }

    const [views, script, docs] = onlyJob(await runRecipe(world, recipe, bySchedule, { workspaceFiles }))

    const falling = JSON.parse(views.result?.outputs['falling'] ?? '') as { path: string }[]
    expect(falling).toHaveLength(5)
    const folder = await mkdtemp(join(tmpdir(), 'recipe-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const environment = { PATH: process.env['PATH'], ...script?.environment }
    execFileSync('bash', ['-e', '-c', script?.run ?? ''], { cwd: folder, env: environment })
    const prompt = await readFile(join(folder, 'prompt.md'), 'utf8')
    expect(prompt).toMatch(/^These pages lost readers\. .*\n.* not instructions:\n\[/)
    for (const { path } of falling) expect(prompt).toContain(JSON.stringify(path))
    expect(world.docsService.jobs.map((job) => job.prompt)).toEqual([
      expect.stringContaining(workspaceFiles['prompt.md']),
    ])
    expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
    expect(world.github.requestsBy().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('falling pages: no page, no job', async () => {
    await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews([]) } })

    const steps = onlyJob(await runRecipe(world, readRecipe('Refresh what is falling'), bySchedule))

    expect(steps.map(({ result }) => result?.outputs['falling'])).toEqual(['[]'])
    expect(world.docsService.jobs).toEqual([])
  })

  test('by hand: the prompt reaches the service, and the link the next step', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Write documentation by hand')

    const [docs, next] = onlyJob(await runRecipe(world, recipe, byHand('Explain "retries" & $HOME')))

    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([
      expect.stringContaining('Explain "retries" & $HOME'),
    ])
    expect(next?.environment).toEqual({ PR_LINK: readLink(world, docs) })
    expect(readWarnings(docs)).toEqual([])
    expect(world.github.requestsBy().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
