import { expect, test } from 'vitest'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createQuickWorld, type WorldOptions } from '../../world/index.ts'
import { byHand, bySchedule, later } from '../../world/workflow/deliveries.ts'
import { readRecipe } from '../../world/workflow/recipes.ts'
import { runScript } from '../../world/workflow/run-script.ts'
import type { StepRun } from '../../world/workflow/run-workflow.ts'
import { readPrompts, readReports } from '../agent-job/conversation.ts'
import {
  expectOnePullRequest,
  followed,
  patch,
  readLink,
  readWarnings,
  replaceSteps,
  runOnlyJob,
  runRecipe,
} from './run-recipe.ts'

// Recipes that have documentation written for merges, releases and dates.

const FOLLOW = readRecipe('Follow a pull request')

/** There, a recipe reads only what its `permissions:` allow. */
const PRIVATE = { github: { privateRepositories: ['acme/app'] } } satisfies WorldOptions

test.concurrent('opened, pushed to, merged by squash: one documentation pull request', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const pull = await world.github.createPullRequest(followed)
  const [opened] = await runOnlyJob(world, FOLLOW, pull)
  const more = [{ files: { 'src/limits.ts': 'limit\n' } }]
  const pushed = await world.github.updatePullRequest(pull.number, more)
  const [updated] = await runOnlyJob(world, FOLLOW, pushed)
  const { push, closed } = await world.github.merge(pull.number, 'squash')

  expect(await runRecipe(world, FOLLOW, closed)).toEqual([])
  const [merged] = await runOnlyJob(world, readRecipe('Document merged pull requests'), push)

  expectOnePullRequest(world, [opened, updated, merged])
  expect(readPrompts(world)).toEqual([expect.stringContaining(patch)])
  const reports = await readReports(world, pull.number)
  expect(reports).toHaveLength(2) // one of each workflow
  expect(reports.at(-1)).toContain(readLink(world, merged))
})

test.concurrent('closed without a merge: its open documentation pull requests are told', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const recipe = readRecipe('Comment on the documentation pull request')
  const pull = await world.github.createPullRequest(followed)
  const closed = await world.github.closePullRequest(pull.number, 'closed')
  const [, tell] = await runOnlyJob(world, recipe, closed)

  expect(await runRecipe(world, recipe, later(closed, 'pull_request', 'reopened'))).toEqual([])
  expect(await runRecipe(world, recipe, later(closed, 'pull_request', 'closed', { merged: true }))).toEqual([])
  const [docs, other] = ['https://github.com/acme/docs/pull/', 'https://github.com/else/docs/pull/9']
  const gh = `case "$1 $2" in
    api*) echo "[1](${docs}1) [1](${docs}1), ${docs}23, ${other}";;
    'pr view') case "$3" in */1) echo OPEN;; *) echo MERGED;; esac;;
    *) echo "$2 $3: $5";;
  esac`
  const { printed } = runScript(tell, { gh })
  expect(printed).toBe(`comment ${docs}1: acme/app#${pull.number} was closed without a merge. Is this still needed?\n`)
})

test.concurrent('the merges of weeks go to one documentation pull request, by the schedule and manually', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const recipe = readRecipe("Document the week's merges")
  const tracking = await world.github.createIssue({ title: 'Documentation of the week' })
  const merge = async (file: string) => {
    const { number } = await world.github.createPullRequest({ title: file, files: { [file]: 'limit\n' } })
    await world.github.merge(number, 'squash')
  }
  const runBy = async (trigger: WebhookEvent) => (await runOnlyJob(world, recipe, trigger))[0]

  await merge('src/retries.ts')
  await merge('src/limits.ts')
  const first = await runBy(bySchedule)
  const quiet = await runBy(bySchedule)
  await merge('src/limits.test.ts')
  const uncounted = await runBy(bySchedule)
  await merge('src/queue.ts')
  const second = await runBy({ ...byHand(''), payload: { ...byHand('').payload, inputs: { since: 'last-run' } } })

  expectOnePullRequest(world, [first, second])
  for (const { result } of [quiet, uncounted]) expect(result?.outputs).toMatchObject({ outcome: 'skipped' })
  const reports = await readReports(world, tracking.number)
  expect(reports.map((report) => /\[(\d pull requests?), /.exec(report)?.[1])).toEqual([
    '2 pull requests',
    '1 pull request',
  ])
  expect(world.docsService.jobs).toHaveLength(1)
  expect(readPrompts(world).join()).toContain('src/retries.ts')
})

test.concurrent('release: notes and patches are in the prompt, and another job puts the link into the notes', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const recipe = readRecipe('Document a release')
  await world.github.release({ tag: 'v1.0.0', publishedAt: '2026-01-02T03:04:05Z' })
  await world.github.push([{ message: 'Retry later', files: followed.files }])
  const v2 = { tag: 'v2.0.0', publishedAt: '2026-01-03T03:04:05Z' }
  const released = await world.github.release({ ...v2, body: 'Retries wait twice as long.' })

  const [docs, link] = await runRecipe(world, recipe, released)

  const step = docs?.steps[0] as StepRun
  for (const part of ['Add a changelog entry', 'Retries wait twice as long.', 'Retry later', patch])
    expect(readPrompts(world)).toEqual([expect.stringContaining(part)])
  expect(readWarnings(step)).toEqual([])
  expect(link?.steps.map(({ environment }) => environment)).toEqual([
    { GH_TOKEN: expect.stringMatching(/./), PR_LINK: readLink(world, step), TAG: 'v2.0.0' },
  ])
  // Without one, there is nothing to link.
  world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
  const others = await runRecipe(world, recipe, await world.github.release({ tag: 'v3.0.0' }))
  expect(others.map(({ id }) => id)).toEqual(['docs'])
})

test.concurrent('release without waiting: the notes go to the agent, and the release continues whatever it does', async () => {
  await using world = await createQuickWorld(PRIVATE)
  world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
  const workspaceFiles = { 'notes.md': 'Retries wait twice as long.' }
  // Only its own steps.
  const recipe = readRecipe('Release without waiting').replace(/^ +- id: views\n(?: {8}.*\n)+/m, '')

  const jobs = await runRecipe(world, recipe, byHand(''), { workspaceFiles })

  expect(readPrompts(world)).toEqual([expect.stringContaining('Retries wait twice as long.')])
  expect(jobs).toMatchObject([{ conclusion: 'success' }])
  expect(jobs[0]?.steps.at(-1)).toMatchObject({ environment: { PR_LINK: '' } })
})

test.concurrent('several projects: only the one whose files changed gets a job', async () => {
  await using world = await createQuickWorld({ docsService: { projects: ['web-docs', 'api-docs'] } })
  const pushed = await world.github.push([{ files: { 'openapi.yaml': 'openapi: 3.1.0\n' } }])

  const jobs = await runRecipe(world, readRecipe('Several projects'), pushed)

  const steps = jobs.flatMap((job) => job.steps)
  expect(steps.map(({ result }) => result?.outputs['outcome'])).toEqual(['skipped', 'pull-request'])
  expect(steps.flatMap(readWarnings)).toEqual([])
  expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(['api-docs'])
})

test.concurrent('translate: a change of the pages in English, also by the agent, is translated', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const files = { 'en/limits.mdx': 'Ten per hour.\n' }
  const { number } = await world.github.createPullRequest({ asLogin: 'docs-agent[bot]', files })
  const { push } = await world.github.merge(number, 'squash')

  const [translated] = await runOnlyJob(world, readRecipe('Translate'), push)

  expect(readPrompts(world)).toEqual([expect.stringMatching(/into French[\s\S]*\+Ten per hour\./)])
  expect(readWarnings(translated)).toEqual([])
})

test.concurrent('by age: five pages without a change for a year are in the prompt', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const workspaceFiles = { 'prompt.md': 'what the script has written' }
  const scriptOutputs = { pages: { count: '5' } }

  const [script, docs] = await runOnlyJob(world, readRecipe('Refresh the oldest pages'), bySchedule, {
    workspaceFiles,
    scriptOutputs,
  })

  const years = ['2019', '2021', '2018', '2999', '2017', '2020', '2022']
  const log = `case "$*" in *log*) echo "$(basename "$5" .mdx)-01-02";; *) printf '%s.mdx\\n' ${years.join(' ')};; esac`
  const { outputs, written } = runScript(script, { git: log }, 'prompt.md')
  expect(outputs).toBe('count=5\n')
  const oldest = ['2017', '2018', '2019', '2020', '2021'].map((year) => `${year}-01-02 ${year}.mdx`)
  expect(written.trim().split('\n').slice(1)).toEqual(oldest)
  expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
})

test.concurrent('manually: the prompt reaches the service, and the link the next step', async () => {
  await using world = await createQuickWorld(PRIVATE)
  const prompt = 'Explain "retries" & $HOME'

  const [docs, next] = await runOnlyJob(world, readRecipe('Write documentation manually'), byHand(prompt))

  expect(readPrompts(world)).toEqual([expect.stringContaining(prompt)])
  expect(next?.environment).toEqual({ PR_LINK: readLink(world, docs) })
  expect(readWarnings(docs)).toEqual([])
})

test.concurrent('private repository: the token of an app continues, and shows the pages', async () => {
  await using world = await createQuickWorld({ github: { privateRepositories: ['acme/docs'] } })
  const recipe = replaceSteps('Private documentation repository')
  const issue = await world.github.createIssue()

  const steps = []
  for (const command of ['/docs document the configuration of retries', '/docs mention the timeouts']) {
    const asked = await world.github.comment(issue.number, command, 'writer')
    steps.push(...(await runOnlyJob(world, recipe, asked)).slice(1))
  }

  expectOnePullRequest(world, steps)
  expect((await world.github.commentsOf(issue.number)).at(-1)?.body).toMatch(/^\| `configuration\.mdx` \| \+\d+/m)
})
