import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../world/github/world.ts'
import { createWorld, type World } from '../world/index.ts'
import { type JobRun, runWorkflow, type StepRun } from '../world/workflow/run-workflow.ts'
import { findYamlBlocks } from '../world/workflow/yaml-blocks.ts'

const root = join(import.meta.dirname, '../..')

/** The recipe below a heading of a README, as it is written there. */
function readRecipe(heading: string, { readme = 'README.md', number = 0 } = {}): string {
  const blocks = findYamlBlocks(readFileSync(join(root, readme), 'utf8'))
  const recipe = blocks.filter((block) => block.heading === heading)[number]
  if (recipe === undefined) throw new Error(`${readme} has no recipe under '${heading}'.`)
  return recipe.text
}

/** A world whose jobs are over when they begin: recipes wait as long as users do, and tests have no time for that. */
function createQuickWorld(projects: string[] = []): Promise<World> {
  return createWorld({ docsService: { projects, scenario: { terminalOnCreate: true } } })
}

/** Runs a recipe in a repository that has stored what "Start in five minutes" says. */
async function runRecipe(world: World, recipe: string, trigger: WebhookEvent): Promise<JobRun[]> {
  const { apiKey, projectId } = world.docsService
  const stored = { secrets: { DOCS_API_KEY: apiKey }, vars: { DOCS_PROJECT_ID: projectId } }
  return await runWorkflow(world, recipe, { trigger, ...stored })
}

const repository = { id: 1, full_name: 'acme/app', html_url: 'https://github.com/acme/app' }
const sender = { login: 'writer', id: 1001, type: 'User' }
const byHand = (prompt: string): WebhookEvent => ({
  event: 'workflow_dispatch',
  payload: { inputs: { prompt }, ref: 'refs/heads/main', repository, sender },
})
const bySchedule: WebhookEvent = { event: 'schedule', payload: { schedule: '17 6 * * 1', repository } }

function onlyJob(jobs: JobRun[]): [StepRun, ...StepRun[]] {
  expect(jobs).toHaveLength(1)
  const [first, ...others] = jobs[0]?.steps ?? []
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
  return step.result?.annotations.map(({ message }) => message) ?? []
}

describe.concurrent.each([
  { name: 'the workflow to paste', number: 0 },
  { name: 'the workflow that calls the reusable one', number: 1 },
])('$name', ({ number }) => {
  const recipe = readRecipe('Start in five minutes', { number })

  test('a comment with the command is answered with the link', async () => {
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

  test('on a pull request as well', async () => {
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

describe.concurrent('the recipe', () => {
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

  test('release: the notes are in the prompt, and the link goes into the notes', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Document a release, and link the result in its notes')
    const released = await world.github.release({ tag: 'v2.0.0', body: 'Retries wait twice as long.' })

    const [docs, next] = onlyJob(await runRecipe(world, recipe, released))

    const [prompt] = world.docsService.jobs.map((job) => job.prompt)
    expect(prompt).toContain('Bring the documentation up to date with this release')
    expect(prompt).toContain('Retries wait twice as long.')
    expect(next?.environment).toMatchObject({ PR_LINK: readLink(world, docs), TAG: 'v2.0.0' })
    expect(next?.environment['GH_TOKEN']).not.toBe('')
    expect(readWarnings(docs)).toEqual([])
  })

  test('merged pull requests: the link comes to the pull request, and a closed one is left alone', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Keep the documentation up with merged pull requests')
    const pull = await world.github.createPullRequest({ title: 'Retry later', files: { 'api/retry.ts': '' } })
    const closed = (merged: boolean): WebhookEvent => ({
      event: 'pull_request_target',
      payload: {
        ...pull.payload,
        action: 'closed',
        pull_request: { ...(pull.payload['pull_request'] as object), merged },
      },
    })

    expect(await runRecipe(world, recipe, closed(false))).toEqual([])
    const [docs] = onlyJob(await runRecipe(world, recipe, closed(true)))

    const link = readLink(world, docs)
    expect(readWarnings(docs)).toEqual([])
    expect(world.docsService.jobs[0]?.prompt).toContain('api/retry.ts')
    const [report] = await world.github.commentsOf(pull.number)
    expect(report?.body).toContain(link)
  })

  test.each([
    { heading: 'Export page views every week', readme: 'README.md' },
    { heading: 'Every week, as an artifact', readme: 'page-views/README.md' },
  ])('page views, $readme: the artifact is the file that was written', async ({ heading, readme }) => {
    await using world = await createQuickWorld()

    const [views, upload] = onlyJob(await runRecipe(world, readRecipe(heading, { readme }), bySchedule))

    expect(views.result?.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
    expect(readWarnings(views)).toEqual([])
    const uploaded = globSync(upload?.with['path'] ?? '', { cwd: views.result?.files ?? '' })
    expect(uploaded).toEqual(['page-views.csv'])
    expect(world.github.requestsBy()).toEqual([])
  })

  test.each([
    { heading: 'Have the most read pages refreshed', readme: 'README.md' },
    { heading: 'Refresh the most read pages', readme: 'page-views/README.md' },
  ])('most read pages, $readme: the prompt has them', async ({ heading, readme }) => {
    await using world = await createQuickWorld()

    const [views, docs] = onlyJob(await runRecipe(world, readRecipe(heading, { readme }), bySchedule))

    const top = views.result?.outputs['top'] ?? ''
    expect(JSON.parse(top)).toHaveLength(5)
    expect(world.docsService.jobs.map(({ prompt }) => prompt)).toEqual([expect.stringContaining(top)])
    expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
  })

  test('several projects: each has a job of its own', async () => {
    const projects = ['web-docs', 'api-docs', 'partner-docs']
    await using world = await createQuickWorld(projects)

    const jobs = await runRecipe(
      world,
      readRecipe('Several documentation projects'),
      byHand('Explain retries'),
    )

    expect(jobs).toHaveLength(3)
    expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(projects)
  })

  test('submit now, collect later: the second job waits for what the first one created', async () => {
    await using world = await createQuickWorld()
    world.docsService.nextJob({ durationMs: 200 })

    const jobs = await runRecipe(world, readRecipe('Submit now, collect later'), bySchedule)

    expect(jobs.map(({ id }) => id)).toEqual(['submit', 'build', 'collect'])
    const [submitted, , collected] = jobs.map(({ steps }) => steps[0]?.result?.outputs)
    expect(submitted).toMatchObject({ outcome: 'submitted' })
    expect(collected).toMatchObject({ outcome: 'pull-request', jobId: submitted?.['jobId'] })
    expect(world.docsService.jobs).toHaveLength(1)
  })
})
