import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveMovingPageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { agentBot } from '../../world/github/people.ts'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createQuickWorld } from '../../world/index.ts'
import { byHand, bySchedule } from '../../world/workflow/deliveries.ts'
import { readRecipe } from '../../world/workflow/recipes.ts'
import { runScript } from '../../world/workflow/run-script.ts'
import { readPrompts } from '../agent-job/conversation.ts'
import { writeDocs } from '../outcomes/documentation.ts'
import { row } from '../page-views/rows.ts'
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
})

test.concurrent('weekly report: the issue has the report, and the artifact is the file that was written', async () => {
  await using world = await createQuickWorld({ inProcess: false })
  const recipe = readRecipe('Report page views every week')
  const issue = await world.github.createIssue({ title: 'Page views' })

  const [views, upload] = await runOnlyJob(world, recipe, bySchedule)
  await runRecipe(world, recipe, bySchedule)

  expect(views.result?.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
  expect(Number(views.result?.outputs['previousHuman'])).toBeGreaterThan(0)
  expect(views.result?.summary).toContain('Views by day')
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
  const [now = [], before = []] = [20, 90].map((human) =>
    Array.from({ length: 9 }, (_, at) => row(`/docs/${at}`, human + at, 9)),
  )
  await using world = await createQuickWorld({ docsService: { pageViews: serveMovingPageViews([now, before]) } })
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

  // A site where nothing changes starts no job.
  await using same = await createQuickWorld({ docsService: { pageViews: servePageViews(now) } })
  const steps = await runOnlyJob(same, recipe, bySchedule)
  expect([steps.map(({ result }) => result?.outputs['falling']), same.docsService.jobs]).toEqual([['[]'], []])
})

test.concurrent('Slack: the most viewed pages, with what Slack reads as marks escaped', async () => {
  await using world = await createQuickWorld({
    docsService: { pageViews: servePageViews([{ path: '/a&b<c>', human: 1200, ai: 4, total: 1204 }]) },
  })
  const recipe = readRecipe('Report page views every week') + readSteps('Post page views to Slack')
  await world.github.createIssue()

  const [, , post] = await runOnlyJob(world, recipe, bySchedule)

  const { printed } = runScript(post, { curl: 'cat; echo "$6" >&2' })
  expect(JSON.parse(printed)).toEqual({
    text: expect.stringMatching(/^1200 page views by people and 4 by AI .*:\n1204 \/a&amp;b&lt;c&gt;$/s),
  })
})

const ALERT = '1: ::error::Page views by people changed by -21.0% in a week.\n'

test.concurrent.each([
  // A crawler comes, and a scanner goes.
  ['fall', [row('/a', 79, 500)], [row('/a', 100, 9), row('/x.php', 900)], [ALERT]],
  ['stay, but for those of a scanner', [row('/a', 81)], [row('/a', 100), row('/x.php', 900)], []],
  ['were none', [row('/a', 1)], [], []],
])('an alert when views by people %s', async (_name, now, before, expected) => {
  const pageViews = serveMovingPageViews([now, before])
  await using world = await createQuickWorld({ docsService: { pageViews } })
  const report = readRecipe('Report page views every week').replace(/^( +)compare: /m, "$1exclude: '*.php, .*'\n$&")
  const recipe = report + readSteps('Fail when page views fall')
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
})

test.concurrent('bucket: the file of the month is copied under its first day', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Export page views to a bucket')

  const [views, , copy] = await runOnlyJob(world, recipe, bySchedule, { vars: { AWS_BUCKET: 'acme' } })

  const { printed } = runScript(copy, { aws: 'echo "$@"' })
  const [day] = views.result?.outputs['dateFrom']?.split('T') ?? []
  expect(printed).toBe(`s3 cp page-views.ndjson s3://acme/page-views/${day}.ndjson\n`)
})

test.concurrent('a year by month, in as many runs as the quota needs: the files are one table', async () => {
  // 2,500 rows a month: 10 requests.
  const rows = Array.from({ length: 2500 }, (_, at) => row(`/${at}`, 1))
  await using world = await createQuickWorld({ docsService: { pageViews: servePageViews(rows) } })
  const recipe = readRecipe('Export a year by month')
  const inputs = { from: '2025-01-01', to: '2026-01-01', offset: '0' }
  const months: string[] = []
  // The quota of an hour is reached once.
  while (inputs.from !== '') {
    const [views, upload] = await runOnlyJob(world, recipe, startWith(inputs))
    const { outputs = {}, files = '' } = views.result ?? {}
    expect(upload?.with['path']).toBe('page-views.csv')
    months.push(...(readFileSync(join(files, 'page-views.csv'), 'utf8').match(/^2025-\d\d/gm) ?? []))
    Object.assign(inputs, { from: outputs['nextFrom'], offset: outputs['nextOffset'] })
  }
  expect(inputs).toMatchObject({ from: '', offset: '' })
  const expected = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
  expect([months.length, [...new Set(months)]]).toEqual([12 * 2500, expected])
})

/** Somebody starts the workflow in the browser, with these inputs. */
function startWith(inputs: object): WebhookEvent {
  const started = byHand('')
  return { ...started, payload: { ...started.payload, inputs } }
}
