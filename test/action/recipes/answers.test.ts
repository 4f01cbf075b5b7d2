import { expect, test } from 'vitest'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createQuickWorld } from '../../world/index.ts'
import { evaluateText } from '../../world/runner/expression.ts'
import { later } from '../../world/workflow/deliveries.ts'
import { listRecipes, readRecipe } from '../../world/workflow/recipes.ts'
import { runScript } from '../../world/workflow/run-script.ts'
import type { StepRun } from '../../world/workflow/run-workflow.ts'
import { readWorkflow } from '../../world/workflow/workflow-file.ts'
import { readPrompts, readReports } from '../agent-job/conversation.ts'
import {
  type Cause,
  followed,
  GET_STARTED,
  onIssue,
  patch,
  readLink,
  readWarnings,
  replaceSteps,
  runOnlyJob,
  runRecipe,
} from './run-recipe.ts'

// Recipes that answer comments, labels and pull requests.

/** The number of the issue or pull request that a delivery is about. */
function readThread({ payload }: WebhookEvent): number {
  return ((payload['issue'] ?? payload['pull_request']) as { number: number }).number
}

const onPullRequest =
  (how: 'comment' | 'reviewComment', text: string): Cause =>
  async (github) =>
    await github[how]((await github.createPullRequest()).number, text, 'writer')

const fork = { head: { repo: { full_name: 'reader/app' } } }

/** A delivery about it, which is otherwise in `change`. */
const onFollowed =
  (action: string, change: object = {}, payload: object = {}): Cause =>
  async (github) => {
    const delivery = later(await github.createPullRequest(followed), 'pull_request', action, change)
    return { ...delivery, payload: { ...delivery.payload, ...payload } }
  }

const labelled =
  (kind: 'createIssue' | 'createPullRequest', name: string): Cause =>
  async (github) => {
    const { event, payload } = await github[kind]({ body: 'It waits twice.' })
    return { event, payload: { ...payload, action: 'labeled', label: { name } } }
  }

/** A delivery about a pull request with labels; the last one was just added or removed. */
const withLabels = (action: string, ...names: string[]): Cause => {
  const changed = action.includes('label') ? { label: { name: names.at(-1) } } : {}
  const labels = names.slice(0, action === 'unlabeled' ? -1 : undefined).map((name) => ({ name }))
  return onFollowed(action, { labels }, changed)
}

const TEAM = replaceSteps('Allow only a team')
const BY_COMMAND = replaceSteps('Commands for several projects')
const REQUIRE = readRecipe('Block merges until documented')
const REVIEW_LINES = readRecipe('Answer on review lines')
const FOLLOW = readRecipe('Follow a pull request')
const LABEL = readRecipe('Document by label')

/** The workflow that repositories share, called as the next recipe calls it. */
const [SHARED = '', CALLER = ''] = listRecipes()
  .filter(({ heading }) => heading === 'Share one workflow')
  .map(({ text }) => text)
const [, trigger = ''] = /^(on:\n[\s\S]*?)^permissions/m.exec(CALLER) ?? []
const SHARE = SHARED.replace(/^on:\n[\s\S]*?(?=^permissions)/m, trigger)

test.concurrent.for<[string, recipe: string, Cause, prompt: string]>([
  ['README: a command on an issue', GET_STARTED, onIssue('/docs add a page'), 'add a page'],
  ['README: one on a pull request', GET_STARTED, onPullRequest('comment', '/docs add it'), 'add it'],
  ['review lines: a command on an issue', REVIEW_LINES, onIssue('/docs add a page'), 'add a page'],
  ['review lines: one on a line', REVIEW_LINES, onPullRequest('reviewComment', '/docs add it'), 'add it'],
  ['a shared workflow: a command on an issue', SHARE, onIssue('/docs add a page'), 'add a page'],
  // Its title begins like a word that keeps out.
  ['follow: a draft that is ready', FOLLOW, onFollowed('ready_for_review', { title: 'Cite tests' }), patch],
  ['label: an issue', LABEL, labelled('createIssue', 'needs-docs'), 'It waits twice.'],
  ['label: a pull request', LABEL, labelled('createPullRequest', 'Needs-Docs'), 'It waits twice.'],
  ['required: the label', REQUIRE, withLabels('labeled', 'bug', 'docs-needed'), patch],
  ['required: a push', REQUIRE, withLabels('synchronize', 'docs-needed'), patch],
])('%s is answered in its thread, with the link', async ([, recipe, cause, prompt]) => {
  await using world = await createQuickWorld()
  const trigger = await cause(world.github)

  const [docs] = await runOnlyJob(world, recipe, trigger)

  expect(readWarnings(docs)).toEqual([])
  expect(readPrompts(world)).toEqual([expect.stringContaining(prompt)])
  expect((await readReports(world, readThread(trigger))).at(-1)).toContain(readLink(world, docs))
})

test.concurrent('approval: the approver sees all that a reader asks for, and the environment has the key', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Approve each request')
  const text = '/docs add a page\r\n\n```\n<!-- \r$(exit 1) `x` $' + '{{ secrets.DOCS_API_KEY }}'
  const asked = await onIssue(text, 'reader')(world.github)

  const [request, docs] = await runRecipe(world, recipe, asked)

  expect(recipe).toMatch(/^ {4}needs: request\n[\s\S]*^ {4}environment: docs /m)
  expect(readLink(world, docs?.steps[0] as StepRun)).toMatch(/./)
  // GitHub evaluates an expression once, and keeps every line.
  const { runName } = await readWorkflow(recipe)
  expect(runName && evaluateText(runName, { github: { event: asked.payload } })).toBe(text)
  const { written } = runScript(request?.steps[0], {}, 'summary.md')
  expect(written.match(/^ {4}.*$/gm)?.map((line) => line.slice(4))).toEqual(text.split(/\r|\n/))
  expect(written.split('\n')).toHaveLength(text.split(/\r|\n/).length + 1)
})

const edited: Cause = async (github) => {
  const { comment } = await github.comment((await github.createIssue()).number, 'Hello', 'writer')
  return await github.editComment(comment.id, '/docs now with the command', 'writer')
}
const onLineOfFork: Cause = async (github) => {
  const asked = await onPullRequest('reviewComment', '/docs document this line')(github)
  return later(asked, 'pull_request_review_comment', 'created', fork)
}

test.concurrent('the shared workflow takes no runner where a variable switches it off', async () => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs add a page')(world.github)
  expect(await runRecipe(world, SHARE, asked, { vars: { DOCS_AGENT: 'off' } })).toEqual([])
})

test.concurrent.for<[string, recipe: string, Cause]>([
  ['README: a comment without the command', GET_STARTED, onIssue('What about /docs?')],
  ['README: a comment that is edited', GET_STARTED, edited],
  ['review lines: a command in a pull request from a fork', REVIEW_LINES, onLineOfFork],
  ['follow: a fork', FOLLOW, onFollowed('synchronize', fork)],
  ['follow: a draft', FOLLOW, onFollowed('synchronize', { draft: true })],
  ['follow: the label', FOLLOW, onFollowed('synchronize', { labels: ['bug', 'no-docs'].map((name) => ({ name })) })],
  ['follow: a chore', FOLLOW, onFollowed('synchronize', { title: 'chore(deps): bump' })],
  ['follow: a refactoring', FOLLOW, onFollowed('synchronize', { title: 'refactor!: move' })],
  ['label: another label on an issue', LABEL, labelled('createIssue', 'bug')],
  ['label: another label on a pull request', LABEL, labelled('createPullRequest', 'bug')],
  ['required: another label', REQUIRE, withLabels('labeled', 'docs-needed', 'bug')],
])('%s takes no runner', async ([, recipe, cause]) => {
  await using world = await createQuickWorld()

  expect(await runRecipe(world, recipe, await cause(world.github))).toEqual([])
})

const onOtherFiles: Cause = async (github) => await github.createPullRequest({ files: { 'notes.txt': 'x\n' } })
const byRenovate = { user: { login: 'renovate[bot]', type: 'Bot' } }

test.concurrent.for<[string, recipe: string, Cause, outcome: string, reports: number]>([
  ['README: /docs help', GET_STARTED, onIssue('/docs help'), 'skipped', 1],
  ['README: /docs check', GET_STARTED, onIssue('/docs check'), 'dry-run', 1],
  ['follow: a pull request of Renovate', FOLLOW, onFollowed('opened', byRenovate), 'skipped', 0],
  ['follow: no file that counts', FOLLOW, onOtherFiles, 'skipped', 0],
])('%s causes no job', async ([, recipe, cause, outcome, reports]) => {
  await using world = await createQuickWorld()
  const trigger = await cause(world.github)

  const [docs] = await runOnlyJob(world, recipe, trigger)

  expect(docs.result?.outputs).toMatchObject({ outcome })
  expect(readWarnings(docs)).toEqual([])
  expect(await readReports(world, readThread(trigger))).toHaveLength(reports)
  expect(world.docsService.jobs).toEqual([])
})

const inMergeQueue: Cause = async (github) => {
  const { payload } = await github.push([{ files: followed.files }])
  return { event: 'merge_group', payload: { ...payload, action: 'checks_requested' } }
}

test.concurrent.for<[string, Cause, passes: boolean]>([
  ['no label', onFollowed('opened'), false],
  ['a label that was removed', withLabels('unlabeled', 'docs-needed'), false],
  ['a fork with docs-needed', onFollowed('synchronize', { ...fork, labels: [{ name: 'docs-needed' }] }), false],
  ['docs-not-needed', withLabels('labeled', 'docs-needed', 'docs-not-needed'), true],
  ['a merge queue', inMergeQueue, true],
])('required: the check reports without a job, %s', async ([, cause, passes]) => {
  await using world = await createQuickWorld()

  const jobs = await runRecipe(world, REQUIRE, await cause(world.github))

  expect(jobs).toHaveLength(1)
  const scripts = jobs.flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  expect(scripts).toEqual(passes ? [] : [expect.stringMatching(/Add the label.*\nexit 1/)])
  expect(world.docsService.jobs).toEqual([])
  // With the label, the job decides.
  world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
  const [failed] = await runRecipe(world, REQUIRE, await withLabels('opened', 'docs-needed')(world.github))
  expect(failed).toMatchObject({ conclusion: 'failure' })
})

test.for<[state: string, outputs: Record<string, string>]>([
  ['active', { member: 'true' }],
  ['pending', {}],
  ['{"message":"Not Found"}', {}],
])('team: membership "%s" decides about the job', async ([state, scriptOutputs]) => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs add a page')(world.github)

  const steps = await runOnlyJob(world, TEAM, asked, { scriptOutputs: { team: scriptOutputs } })

  const script = runScript(steps[1], { gh: `echo "$2" >&2; echo '${state}'` })
  expect(script.outputs).toBe(scriptOutputs['member'] === undefined ? '' : 'member=true\n')
  expect(steps[1]?.environment).toMatchObject({ COMMENTER: 'writer' })
  expect(world.docsService.jobs).toHaveLength(Object.keys(scriptOutputs).length)
})

test.concurrent.for<[string, labels: string[], project: string]>([
  ['/docs add a page', [], 'web-docs'],
  ['/docs add a page', ['api'], 'api-docs'],
  ['/Docs-API add a page', [], 'api-docs'],
])('commands for several projects: "%s" with the labels %s', async ([text, labels, project]) => {
  await using world = await createQuickWorld({ docsService: { projects: ['web-docs', 'api-docs'] } })
  const asked = await onIssue(text)(world.github)
  const issue = { ...(asked.payload['issue'] as object), labels: labels.map((name) => ({ name })) }

  await runOnlyJob(world, BY_COMMAND, { ...asked, payload: { ...asked.payload, issue } })

  expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual([project])
  expect(readPrompts(world)).toEqual([expect.stringMatching(/^add a page/)])
})

test.concurrent('a review is requested from everyone who approved the code, or else from the commenter', async () => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs add a page')(world.github)

  const [, review] = await runOnlyJob(world, replaceSteps('Request a review'), asked)

  expect(review?.environment).toMatchObject({ NUMBER: '1', COMMENTER: 'writer', DOCS: 'acme/app' })
  for (const [approved, reviewers] of [
    ['', ['writer']],
    ['echo ada; echo bob', ['ada', 'bob']],
  ] as const) {
    const gh = `[ "$1" = api ] && echo "$2 $4" || { ${approved || 'exit 1'}; }`
    const { printed } = runScript(review, { gh })
    const path = 'repos/acme/app/pulls/1/requested_reviewers'
    expect(printed.trim().split('\n')).toEqual(reviewers.map((name) => `${path} reviewers[]=${name}`))
  }
})

test.concurrent('curl: the request is one that the service accepts', async () => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs')(world.github)
  const [step] = await runOnlyJob(world, replaceSteps('Send a prompt without this action'), asked)

  const { printed } = runScript(step, { curl: `printf '%s\\n' "$@"` })
  const [, url = '', , authorization = '', , type = '', , body = ''] = printed.trim().split('\n')
  const headers = [authorization, type].map((header) => header.split(': ') as [string, string])
  const target = url.replace('https://api.mintlify.com', world.docsService.url)
  const response = await fetch(target, { method: 'POST', headers, body })

  expect(response.status).toBe(201)
  expect(readPrompts(world)).toEqual(['Find broken links, and fix them.'])
})
