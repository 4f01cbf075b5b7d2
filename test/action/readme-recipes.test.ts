import { globSync } from 'node:fs'
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

/** Runs a recipe in a repository that has stored what the quick start and the recipes say. */
async function runRecipe(
  world: World,
  recipe: string,
  trigger: WebhookEvent,
  vars: Record<string, string> = {},
): Promise<JobRun[]> {
  const { apiKey, projectId } = world.docsService
  const secrets = { DOCS_API_KEY: apiKey, DOCS_READ_KEY: apiKey }
  return await runWorkflow(world, recipe, { trigger, secrets, vars: { DOCS_PROJECT_ID: projectId, ...vars } })
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

describe.concurrent('the quick start', () => {
  const recipe = readRecipe('Quick start', { page: 'README.md' })

  test('the quick start answers a comment with the command with the link', async () => {
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

  test('the quick start works on a pull request', async () => {
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

test('the check of the quick start creates no job', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Quick start', { page: 'README.md' })
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, '/docs test', 'writer')

  const check = recipe.replace(/^( +)project-id: .*$/m, '$&\n$1dry-run: true')
  const [docs] = onlyJob(await runRecipe(world, check, asked))

  expect(docs.result?.outputs).toMatchObject({ outcome: 'dry-run' })
  expect(readWarnings(docs)).toEqual([])
  expect(world.docsService.jobs).toEqual([])
})

describe.concurrent('the recipe', () => {
  test('recipe continue: a second command goes to the pull request of the first', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Continue a documentation pull request')
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

  test('follow a pull request: a push to it updates the documentation pull request', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Follow a pull request')
    const pull = await world.github.createPullRequest({
      files: { 'src/retries.ts': 'export const retries = 7\n' },
    })

    const [opened] = onlyJob(await runRecipe(world, recipe, pull))
    const [updated] = onlyJob(await runRecipe(world, recipe, later(pull, 'pull_request', 'synchronize')))

    expect(readLink(world, updated)).toBe(readLink(world, opened))
    expect(updated.result?.outputs).toMatchObject({ followUp: 'true' })
    expect([...readWarnings(opened), ...readWarnings(updated)]).toEqual([])
    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([
      expect.stringContaining('+export const retries = 7'),
    ])
    const head = {
      ...(pull.payload['pull_request'] as { head: object }).head,
      repo: { full_name: 'reader/app' },
    }
    expect(await runRecipe(world, recipe, later(pull, 'pull_request', 'synchronize', { head }))).toEqual([])
  })

  test('collect merges: every push goes to one documentation pull request', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Collect merges in one pull request')
    const tracking = await world.github.createIssue({ title: 'Documentation of merges' })
    const issue = { DOCS_ISSUE: String(tracking.number) }
    const changes = [
      { 'src/retries.ts': 'export const retries = 7\n' },
      { 'src/limits.ts': 'export const limit = 100\n' },
      { 'src/limits.test.ts': 'test()\n' },
    ]

    const steps: StepRun[] = []
    for (const files of changes)
      steps.push(...onlyJob(await runRecipe(world, recipe, await world.github.push([{ files }]), issue)))

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
    expect(prompt).toContain('Bring the documentation up to date with this release')
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

  test('merged pull requests: the link comes to the pull request, and a closed one is left alone', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Document a merged pull request')
    const pull = await world.github.createPullRequest({
      title: 'Retry later',
      files: { 'api/retry.ts': 'export const retries = 7\n' },
    })
    const closed = (merged: boolean): WebhookEvent => later(pull, 'pull_request_target', 'closed', { merged })

    expect(await runRecipe(world, recipe, closed(false))).toEqual([])
    const [docs] = onlyJob(await runRecipe(world, recipe, closed(true)))

    const link = readLink(world, docs)
    expect(readWarnings(docs)).toEqual([])
    expect(world.docsService.jobs[0]?.prompt).toContain('+export const retries = 7')
    const [report] = await world.github.commentsOf(pull.number)
    expect(report?.body).toContain(link)
  })

  test('monorepo: only the project whose files changed gets a job', async () => {
    await using world = await createQuickWorld({ projects: ['web-docs', 'api-docs'] })
    const pushed = await world.github.push([{ files: { 'openapi.yaml': 'openapi: 3.1.0\n' } }])

    const steps = onlyJob(await runRecipe(world, readRecipe('Document a monorepo'), pushed))

    expect(steps.map(({ result }) => result?.outputs['outcome'])).toEqual(['skipped', 'pull-request'])
    expect(steps.flatMap(readWarnings)).toEqual([])
    expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(['api-docs'])
  })

  test('several projects: one comment, a job and an answer for each', async () => {
    const projects = ['web-docs', 'api-docs', 'partner-docs']
    await using world = await createQuickWorld({ projects })
    const issue = await world.github.createIssue()
    const asked = await world.github.comment(issue.number, '/docs explain retries', 'writer')

    const jobs = await runRecipe(world, readRecipe('Use several projects'), asked)

    const links = jobs.flatMap(({ steps }) => steps).map((step) => readLink(world, step))
    expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(projects)
    const [, ...reports] = await world.github.commentsOf(issue.number)
    expect(reports).toHaveLength(projects.length)
    for (const [index, link] of links.entries()) expect(reports[index]?.body).toContain(link)
  })

  test('weekly report: the issue has the report, and the artifact is the file that was written', async () => {
    await using world = await createQuickWorld({ inProcess: false })
    const recipe = readRecipe('Report page views every week')
    const issue = await world.github.createIssue({ title: 'Page views' })
    const vars = { DOCS_REPORT_ISSUE: String(issue.number) }

    const [views, upload] = onlyJob(await runRecipe(world, recipe, bySchedule, vars))
    await runRecipe(world, recipe, bySchedule, vars)

    expect(views.result?.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
    expect(Number(views.result?.outputs['previousTotal'])).toBeGreaterThan(0)
    expect(readWarnings(views)).toEqual([])
    const uploaded = globSync(upload?.with['path'] ?? '', { cwd: views.result?.files ?? '' })
    expect(uploaded).toEqual(['page-views.csv'])
    expect(upload?.with['name']).toBe(`page-views-${views.result?.outputs['dateFrom']}`)
    const reports = await world.github.commentsOf(issue.number)
    expect(reports.map(({ html_url }) => html_url)).toEqual([views.result?.outputs['commentUrl']])
  })

  test('falling pages: the prompt has them', async () => {
    await using world = await createQuickWorld()

    const [views, docs] = onlyJob(await runRecipe(world, readRecipe('Refresh what is falling'), bySchedule))

    const falling = views.result?.outputs['falling'] ?? ''
    expect(JSON.parse(falling)).toHaveLength(5)
    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([expect.stringContaining(falling)])
    expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
    expect(world.github.requestsBy()).toEqual([])
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
    expect(world.github.requestsBy()).toEqual([])
  })

  test('by hand: without a pull request there is no next step', async () => {
    await using world = await createQuickWorld()
    world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
    const recipe = readRecipe('Write documentation by hand')

    const steps = onlyJob(await runRecipe(world, recipe, byHand('Explain retries')))

    expect(steps.map(({ result }) => result?.outputs['outcome'])).toEqual(['failed'])
  })

  test('submit now and collect later: the second job waits for what the first one created', async () => {
    await using world = await createQuickWorld()
    world.docsService.nextJob({ durationMs: 200 })

    const jobs = await runRecipe(world, readRecipe('Submit now and collect later'), bySchedule)

    expect(jobs.map(({ id }) => id)).toEqual(['submit', 'build', 'collect'])
    const [submitted, , collected] = jobs.map(({ steps }) => steps[0]?.result?.outputs)
    expect(submitted).toMatchObject({ outcome: 'submitted' })
    expect(collected).toMatchObject({ outcome: 'pull-request', jobId: submitted?.['jobId'] })
    expect(world.docsService.jobs).toHaveLength(1)
  })
})
