import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serveMovingPageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { agentBot } from '../../world/github/people.ts'
import { createQuickWorld } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readRecipe } from '../../world/workflow/recipes.ts'
import { runScript } from '../../world/workflow/run-script.ts'
import { readPrompts } from '../agent-job/conversation.ts'
import { writeDocs } from '../outcomes/documentation.ts'
import { readSteps, readWarnings, runOnlyJob, runRecipe } from './run-recipe.ts'

// Recipes that report page views and outcomes, and what follows from page views.

/** A recipe with the token of the app, as the recipe for a private repository says that it fits into every one. */
function useApp(recipe: string): string {
  const [, app = ''] =
    /( +- id: app\n[\s\S]*?) +- id: docs\n/.exec(readRecipe('Private documentation repository')) ?? []
  return recipe
    .replace(/^ +steps:\n/m, `$&${app}`)
    .replace(/^( +)project-id: .*\n/m, `$&$1github-token: \${{ steps.app.outputs.token }}\n`)
}

test.concurrent.each([
  ["Document the week's merges", 'DOCS_ISSUE'],
  ['Report page views every week', 'DOCS_REPORT_ISSUE'],
  ['Report outcomes every week', 'DOCS_REPORT_ISSUE'],
])('%s: a variable that is not set is an error that names it', async (heading, variable) => {
  await using world = await createQuickWorld()
  const [step] = await runOnlyJob(world, readRecipe(heading), bySchedule, { vars: { [variable]: '' } })
  expect(step.result?.conclusion).toBe('failure')
  expect(readWarnings(step).join()).toContain(`the variable ${variable} is not set`)
  expect(world.docsService.requests).toEqual([])
})

test.concurrent('weekly report: the issue has the report, and the artifact is the file that was written', async () => {
  await using world = await createQuickWorld({ inProcess: false })
  const recipe = readRecipe('Report page views every week')
  const issue = await world.github.createIssue({ title: 'Page views' })

  const [views, upload] = await runOnlyJob(world, recipe, bySchedule)
  await runRecipe(world, recipe, bySchedule)

  expect(views.result?.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
  expect(Number(views.result?.outputs['previousTotal'])).toBeGreaterThan(0)
  expect(readWarnings(views)).toEqual([])
  const uploaded = globSync(upload?.with['path'] ?? '', { cwd: views.result?.files ?? '' })
  expect(uploaded).toEqual(['page-views.csv'])
  // An artifact's name has no colon, as the outputs with times have.
  expect(upload?.with['name']).toBe('page-views')
  const [report, ...others] = await world.github.commentsOf(issue.number)
  expect([report?.html_url, others]).toEqual([views.result?.outputs['commentUrl'], []])
})

test.concurrent('weekly outcomes, of private documentation: one comment beside the report of page views', async () => {
  await using world = await createQuickWorld({
    github: { privateRepositories: ['acme/docs'] },
    docsService: { pageViews: servePageViews([{ path: '/configuration', human: 20, ai: 4, total: 24 }]) },
  })
  const issue = await world.github.createIssue({ title: 'Reports' })
  // The period ends at midnight.
  world.pass(-2)
  await (await writeDocs(world, { title: 'Retries' })).end('merged')
  world.pass(2)

  await runRecipe(world, readRecipe('Report page views every week'), bySchedule)
  const recipe = useApp(readRecipe('Report outcomes every week')).replace(
    /repository: .*$/m,
    `repository: acme/docs\n          author: ${agentBot}`,
  )
  const outcomes = (await runOnlyJob(world, recipe, bySchedule)).at(-1)

  expect(outcomes?.result?.outputs).toMatchObject({ merged: '1', mergedWithoutEdits: '1', complete: 'true' })
  expect(outcomes?.result?.annotations).toEqual([])
  const comments = await world.github.commentsOf(issue.number)
  expect(comments.map(({ html_url }) => html_url)[1]).toBe(outcomes?.result?.outputs['commentUrl'])
})

test.concurrent('falling pages: a script writes them into the file of the prompt, which reaches the agent', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Refresh pages that are losing readers')
  const workspaceFiles = { 'prompt.md': 'what the script has written' }

  const [views, script, docs] = await runOnlyJob(world, recipe, bySchedule, { workspaceFiles })

  const falling = JSON.parse(views.result?.outputs['falling'] ?? '') as { path: string }[]
  expect(falling).toHaveLength(5)
  const { written } = runScript(script, {}, 'prompt.md')
  expect(written).toMatch(/^These pages lost readers\. .*\n.* not instructions:\n\[/)
  for (const { path } of falling) expect(written).toContain(JSON.stringify(path))
  expect(readPrompts(world)).toEqual([expect.stringContaining(workspaceFiles['prompt.md'])])
  expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
  expect(world.github.requestsBy().filter(({ method }) => method !== 'GET')).toEqual([])

  await using empty = await createQuickWorld({ docsService: { pageViews: servePageViews([]) } })
  const steps = await runOnlyJob(empty, recipe, bySchedule)
  expect([steps.map(({ result }) => result?.outputs['falling']), empty.docsService.jobs]).toEqual([['[]'], []])
})

test.concurrent('Slack: the most viewed pages, with what Slack reads as marks escaped', async () => {
  await using world = await createQuickWorld({
    docsService: { pageViews: servePageViews([{ path: '/a&b<c>', human: 1200, ai: 4, total: 1204 }]) },
  })
  const recipe = readRecipe('Report page views every week') + readSteps('Post page views to Slack')
  await world.github.createIssue()

  const [, , post] = await runOnlyJob(world, recipe, bySchedule)

  const { printed } = runScript(post, { curl: 'cat; echo "$6" >&2' })
  expect(JSON.parse(printed)).toEqual({ text: expect.stringMatching(/^1204 page .*:\n1204 \/a&amp;b&lt;c&gt;$/s) })
})

test.concurrent.each([
  [79, ['1: ::error::Page views changed by -21.0% in a week.\n']],
  [81, []],
  [0, []],
])('an alert when page views fall: from 100 to %i', async (views, expected) => {
  const states = [views, 100].map((human) => (human === 0 ? [] : [{ path: '/a', human, ai: 0, total: human }]))
  const pageViews = views === 0 ? servePageViews([]) : serveMovingPageViews(states)
  await using world = await createQuickWorld({ docsService: { pageViews } })
  const recipe = readRecipe('Report page views every week') + readSteps('Fail when page views fall')
  await world.github.createIssue()

  const [, , ...alerts] = await runOnlyJob(world, recipe, bySchedule)

  const ended = alerts.map((step) => runScript(step))
  expect(ended.map(({ status, printed }) => `${status}: ${printed}`)).toEqual(expected)
})

test.concurrent('10,000 rows: the reports of one hour stay within the quota', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ path: `/${index}`, human: 1, ai: 0, total: 1 }))
  await using world = await createQuickWorld({ docsService: { pageViews: servePageViews(rows) } })
  await world.github.createIssue()
  for (const heading of ['Report page views every week', 'Report outcomes every week'])
    await runRecipe(world, readRecipe(heading), bySchedule)
  expect(world.docsService.requests.length).toBeLessThanOrEqual(100)
  expect(world.docsService.requests.length).toBeGreaterThanOrEqual(80)
})

test.concurrent('bucket: the file of the month is copied under its first day', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Export page views to a bucket')

  const [views, , copy] = await runOnlyJob(world, recipe, bySchedule, { vars: { AWS_BUCKET: 'acme' } })

  const { printed } = runScript(copy, { aws: 'echo "$@"' })
  const [day] = views.result?.outputs['dateFrom']?.split('T') ?? []
  expect(printed).toBe(`s3 cp page-views.ndjson s3://acme/page-views/${day}.ndjson\n`)
})
