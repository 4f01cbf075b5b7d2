import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveMovingPageViews, servePageViews } from '../world/docs-service/page-views.ts'
import type { WebhookEvent } from '../world/github/world.ts'
import { createWorld, type World, type WorldOptions } from '../world/index.ts'
import { byHand, bySchedule, later } from '../world/workflow/deliveries.ts'
import { listRecipes, readRecipe } from '../world/workflow/recipes.ts'
import { type JobRun, runWorkflow, type StepRun, type WorkflowStart } from '../world/workflow/run-workflow.ts'
import { readPrompts, readReports } from './agent-job/conversation.ts'
import { writeComment, writeDocs } from './outcomes/comments.ts'

/**
 * A world whose jobs are over when they begin, and in which a message keeps its job active for one read.
 * Actions run in process, except for one run of each action and of each way to call it.
 */
function createQuickWorld({ docsService, ...options }: WorldOptions = {}): Promise<World> {
  const quick = { scenario: { terminalOnCreate: true }, messageScenario: { activeReads: 1 } }
  return createWorld({ inProcess: true, ...options, docsService: { ...quick, ...docsService } })
}

/** Runs a recipe in a repository that has stored what the README and the recipes say; reports go to its first issue. */
async function runRecipe(
  world: World,
  recipe: string,
  trigger: WebhookEvent,
  { vars, ...rest }: Partial<Omit<WorkflowStart, 'trigger' | 'secrets'>> = {},
): Promise<JobRun[]> {
  const { apiKey, keys, projectId } = world.docsService
  const secrets = {
    ...{ DOCS_API_KEY: apiKey, DOCS_READ_KEY: apiKey, DOCS_API_KEY_2: keys.at(-1)?.key ?? '' },
    DOCS_APP_PRIVATE_KEY: 'a key of the app',
  }
  const issues = { DOCS_ISSUE: '1', DOCS_REPORT_ISSUE: '1' }
  const stored = { DOCS_PROJECT_ID: projectId, DOCS_APP_CLIENT_ID: 'Iv1.app', ...issues, ...vars }
  return await runWorkflow(world, recipe, { trigger, secrets, vars: stored, ...rest })
}

/** Runs a recipe that has one job. The steps of that, without a checkout. */
async function runOnlyJob(...start: Parameters<typeof runRecipe>): Promise<[StepRun, ...StepRun[]]> {
  const jobs = await runRecipe(...start)
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

/** Step after step goes to one pull request, without a warning. */
function expectOnePullRequest(world: World, steps: readonly StepRun[]): void {
  expect(new Set(steps.map((step) => readLink(world, step))).size).toBe(1)
  const followUps = steps.map(({ result }) => result?.outputs['followUp'])
  expect(followUps).toEqual(['false', ...steps.slice(1).map(() => 'true')])
  expect(steps.flatMap(readWarnings)).toEqual([])
}

function readWarnings(step: StepRun): string[] {
  const annotations = step.result?.annotations ?? []
  return annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message)
}

/** The number of the issue or pull request that a delivery is about. */
function readThread({ payload }: WebhookEvent): number {
  return ((payload['issue'] ?? payload['pull_request']) as { number: number }).number
}

/** What somebody does, and the delivery that GitHub makes of it. */
type Cause = (github: World['github']) => Promise<WebhookEvent>

const onIssue =
  (text: string, login: 'writer' | 'reader' = 'writer'): Cause =>
  async (github) =>
    await github.comment((await github.createIssue()).number, text, login)

const onPullRequest =
  (how: 'comment' | 'reviewComment', text: string): Cause =>
  async (github) =>
    await github[how]((await github.createPullRequest()).number, text, 'writer')

/** The pull request that a recipe follows, with a change that its `paths` count. */
const followed = { title: 'Retry later', files: { 'src/retries.ts': 'export const retries = 7\n' } }
const patch = '+export const retries = 7'
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

/** The steps of a recipe that shows only those. */
function readSteps(heading: string): string {
  const [, steps] = /with: \{ api-key: x, project-id: x \}\n([\s\S]*)$/.exec(readRecipe(heading)) ?? []
  return steps ?? expect.fail(`${heading} is a whole workflow.`)
}

/** The steps of a recipe in the workflow of the README, in place of its own. */
function replaceSteps(heading: string): string {
  return `${GET_STARTED.slice(0, GET_STARTED.indexOf('      - uses:'))}${readSteps(heading)}`
}

/** A delivery about a pull request with labels; the last one was just added or removed. */
const withLabels = (action: string, ...names: string[]): Cause => {
  const changed = action.includes('label') ? { label: { name: names.at(-1) } } : {}
  const labels = names.slice(0, action === 'unlabeled' ? -1 : undefined).map((name) => ({ name }))
  return onFollowed(action, { labels }, changed)
}

const GET_STARTED = readRecipe('Get started')
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
  ['a new key: a command on an issue', replaceSteps('Replace the API key'), onIssue('/docs add it'), 'add it'],
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

test('README: the block to paste saves the key and the project, and opens a pull request with the workflow', async () => {
  const [, block = ''] = /^```sh\n(\{\n[\s\S]*?)^```$/m.exec(await readFile('README.md', 'utf8')) ?? []
  const run = `${block}\necho "ended with $?"`
  const commands = { gh: 'echo "gh $*"; test "$1" != "$FAILS"', git: 'echo "git $*"' }
  let workflow = ''
  const { printed } = await runScript({ run, environment: {} }, commands, async (folder) => {
    workflow = await readFile(join(folder, '.github/workflows/docs.yml'), 'utf8')
  })

  expect(workflow).toBe(GET_STARTED)
  const ran = printed.split('\n').filter((line) => /^(?:gh|git|ended) /.test(line))
  expect(ran).toEqual([
    ...['gh secret set DOCS_API_KEY', 'gh variable set DOCS_PROJECT_ID', 'git switch --force-create docs-agent'],
    ...['git add .github/workflows/docs.yml', 'git commit --message Add the docs agent'],
    ...['git push --set-upstream origin docs-agent', 'gh pr create --fill --web', 'ended with 0'],
  ])
  const stopped = await runScript({ run: `set +e\n${run}`, environment: { FAILS: 'variable' } }, commands)
  expect(stopped.printed).toMatch(/gh variable set DOCS_PROJECT_ID\nended with 1\n$/)
})

test.concurrent('approval: a reader may request, and the environment has the key', async () => {
  await using world = await createQuickWorld()
  const recipe = readRecipe('Approve each request')
  const [docs] = await runOnlyJob(world, recipe, await onIssue('/docs add a page', 'reader')(world.github))
  expect(recipe).toMatch(/^ {4}environment: docs /m)
  expect(readPrompts(world)).toEqual([expect.stringContaining('add a page')])
  expect(readLink(world, docs)).toMatch(/./)
})

const edited: Cause = async (github) => {
  const { comment } = await github.comment((await github.createIssue()).number, 'Hello', 'writer')
  return await github.editComment(comment.id, '/docs now with the command', 'writer')
}
const onLineOfFork: Cause = async (github) => {
  const asked = await onPullRequest('reviewComment', '/docs document this line')(github)
  return later(asked, 'pull_request_review_comment', 'created', fork)
}

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

/** Runs a script of a recipe with stand-ins for some commands, which are shell scripts. Gives what it prints, and its outputs. */
async function runScript(
  step: Pick<StepRun, 'run' | 'environment'>,
  commands: Record<string, string>,
  read: (folder: string) => unknown = () => {},
): Promise<{ printed: string; outputs: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'))
  // Vitest's hooks would belong to any of the tests that run side by side.
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  for (const [name, text] of Object.entries(commands))
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const output = join(folder, 'output')
  await writeFile(output, '')
  const env = {
    ...{ PATH: `${folder}:${process.env['PATH']}`, GITHUB_OUTPUT: output },
    ...{ GITHUB_REPOSITORY: 'acme/app', GITHUB_REPOSITORY_OWNER: 'acme', GITHUB_SERVER_URL: 'https://github.com' },
    ...step.environment,
  }
  const script = ['--norc', '-e', '-c', step.run ?? '']
  const printed = execFileSync('bash', script, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  await read(folder)
  return { printed, outputs: await readFile(output, 'utf8') }
}

test.for<[state: string, outputs: Record<string, string>]>([
  ['active', { member: 'true' }],
  ['pending', {}],
  ['{"message":"Not Found"}', {}],
])('team: membership "%s" decides about the job', async ([state, scriptOutputs]) => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs add a page')(world.github)

  const steps = await runOnlyJob(world, TEAM, asked, { scriptOutputs: { team: scriptOutputs } })

  const script = await runScript(steps[1] as StepRun, { gh: `echo "$2" >&2; echo '${state}'` })
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

test.concurrent('private repository: the token of an app continues, and shows the pages', async () => {
  await using world = await createQuickWorld({ github: { privateRepositories: ['acme/docs'] } })
  const recipe = replaceSteps('Private documentation repository')
  const issue = await world.github.createIssue()
  const commands = ['/docs document the configuration of retries', '/docs mention the timeouts']

  const steps: StepRun[] = []
  for (const command of commands) {
    const asked = await world.github.comment(issue.number, command, 'writer')
    steps.push((await runOnlyJob(world, recipe, asked))[1] as StepRun)
  }

  expectOnePullRequest(world, steps)
  expect((await world.github.commentsOf(issue.number)).at(-1)?.body).toMatch(/^\| `configuration\.mdx` \| \+\d+/m)
})

test.concurrent('a review is requested from everyone who approved the code, or else from the commenter', async () => {
  await using world = await createQuickWorld()
  const asked = await onIssue('/docs add a page')(world.github)

  const [, review] = (await runOnlyJob(world, replaceSteps('Request a review'), asked)) as [StepRun, StepRun]

  expect(review.environment).toMatchObject({ NUMBER: '1', COMMENTER: 'writer', DOCS: 'acme/app' })
  for (const [approved, reviewers] of [
    ['', ['writer']],
    ['echo ada; echo bob', ['ada', 'bob']],
  ] as const) {
    const gh = `[ "$1" = api ] && echo "$2 $4" || { ${approved || 'exit 1'}; }`
    const { printed } = await runScript(review, { gh })
    const path = 'repos/acme/app/pulls/1/requested_reviewers'
    expect(printed.trim().split('\n')).toEqual(reviewers.map((name) => `${path} reviewers[]=${name}`))
  }
})

/** A recipe with the token of the app, as the recipe for a private repository says that it fits into every one. */
function useApp(recipe: string): string {
  const [, app = ''] =
    /( +- id: app\n[\s\S]*?)( +- id: docs\n)/.exec(readRecipe('Private documentation repository')) ?? []
  return recipe
    .replace(/^ +steps:\n/m, `$&${app}`)
    .replace(/^( +)project-id: .*\n/m, `$&$1github-token: \${{ steps.app.outputs.token }}\n`)
}

describe.concurrent('the life of a pull request', () => {
  test('opened, pushed to, merged by squash: one documentation pull request', async () => {
    await using world = await createQuickWorld()
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

  test('closed without a merge: its open documentation pull requests are told', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Comment on the documentation pull request')
    const pull = await world.github.createPullRequest(followed)
    const closed = await world.github.closePullRequest(pull.number, 'closed')
    const [, tell] = (await runOnlyJob(world, recipe, closed)) as [StepRun, StepRun]

    expect(await runRecipe(world, recipe, later(closed, 'pull_request', 'reopened'))).toEqual([])
    expect(await runRecipe(world, recipe, later(closed, 'pull_request', 'closed', { merged: true }))).toEqual([])
    const [docs, other] = ['https://github.com/acme/docs/pull/', 'https://github.com/else/docs/pull/9']
    const gh = `case "$1 $2" in
      api*) echo "[1](${docs}1) [1](${docs}1), ${docs}23, ${other}";;
      'pr view') case "$3" in */1) echo OPEN;; *) echo MERGED;; esac;;
      *) echo "$2 $3: $5";;
    esac`
    const { printed } = await runScript(tell, { gh })
    expect(printed).toBe(
      `comment ${docs}1: acme/app#${pull.number} was closed without a merge. Is this still needed?\n`,
    )
  })
})

describe.concurrent('the recipe', () => {
  test('the merges of weeks go to one documentation pull request, by the schedule and manually', async () => {
    await using world = await createQuickWorld()
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

  test('release: notes and patches are in the prompt, and another job puts the link into the notes', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Document a release')
    await world.github.release({ tag: 'v1.0.0', publishedAt: '2026-01-02T03:04:05Z' })
    await world.github.push([{ message: 'Retry later', files: followed.files }])
    const released = await world.github.release({ tag: 'v2.0.0', body: 'Retries wait twice as long.' })

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

  test('release without waiting: the notes go to the agent, and the release continues whatever it does', async () => {
    await using world = await createQuickWorld()
    world.docsService.nextJob({ endsAs: 'failed', terminalOnCreate: true })
    const workspaceFiles = { 'notes.md': 'Retries wait twice as long.' }
    // Only its own steps.
    const recipe = readRecipe('Release without waiting').replace(/^ +- id: views\n(?: {8}.*\n)+/m, '')

    const jobs = await runRecipe(world, recipe, byHand(''), { workspaceFiles })

    expect(readPrompts(world)).toEqual([expect.stringContaining('Retries wait twice as long.')])
    expect(jobs).toMatchObject([{ conclusion: 'success' }])
    expect(jobs[0]?.steps.at(-1)).toMatchObject({ environment: { PR_LINK: '' } })
  })

  test('several projects: only the one whose files changed gets a job', async () => {
    await using world = await createQuickWorld({ docsService: { projects: ['web-docs', 'api-docs'] } })
    const pushed = await world.github.push([{ files: { 'openapi.yaml': 'openapi: 3.1.0\n' } }])

    const jobs = await runRecipe(world, readRecipe('Several projects'), pushed)

    const steps = jobs.flatMap((job) => job.steps)
    expect(steps.map(({ result }) => result?.outputs['outcome'])).toEqual(['skipped', 'pull-request'])
    expect(steps.flatMap(readWarnings)).toEqual([])
    expect(world.docsService.jobs.map(({ projectId }) => projectId)).toEqual(['api-docs'])
  })

  test.each([
    ["Document the week's merges", 'DOCS_ISSUE'],
    ['Report page views every week', 'DOCS_REPORT_ISSUE'],
    ['Report outcomes every week', 'DOCS_REPORT_ISSUE'],
  ])('%s: a variable that is not set is an error that names it', async (heading, variable) => {
    await using world = await createQuickWorld()
    const recipe = readRecipe(heading)
    const push = await world.github.push([{ files: followed.files }])

    const trigger = recipe.includes('push:') ? push : bySchedule
    const [step] = await runOnlyJob(world, recipe, trigger, { vars: { [variable]: '' } })

    expect(step.result?.conclusion).toBe('failure')
    expect(readWarnings(step).join()).toContain(`the variable ${variable} is not set`)
    expect(world.docsService.requests).toEqual([])
  })

  test('weekly report: the issue has the report, and the artifact is the file that was written', async () => {
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

  test('weekly outcomes, of private documentation: one comment beside the report of page views', async () => {
    await using world = await createQuickWorld({
      github: { privateRepositories: ['acme/docs'] },
      docsService: { pageViews: servePageViews([{ path: '/configuration', human: 20, ai: 4, total: 24 }]) },
    })
    const issue = await world.github.createIssue({ title: 'Reports' })
    // The period ends at midnight.
    world.pass(-2)
    const asked = await world.github.createIssue()
    const { number, url } = await writeDocs(world, { title: 'Retries' })
    const prompts = [new Date(Date.now() - 2 * 86_400_000).toISOString()]
    await writeComment(world, asked.number, { job: { jobId: 'one', prLink: url }, prompts })
    await world.github.closePullRequest(number, 'merged', 'acme/docs')
    world.pass(2)

    await runRecipe(world, readRecipe('Report page views every week'), bySchedule)
    const recipe = useApp(readRecipe('Report outcomes every week'))
    const outcomes = (await runOnlyJob(world, recipe, bySchedule)).at(-1)

    expect(outcomes?.result?.outputs).toMatchObject({ requests: '1', merged: '1', unreadable: '0' })
    expect(outcomes?.result?.annotations).toEqual([])
    const comments = await world.github.commentsOf(issue.number)
    expect(comments.map(({ html_url }) => html_url)[1]).toBe(outcomes?.result?.outputs['commentUrl'])
  })

  test('falling pages: a script writes them into the file of the prompt, which reaches the agent', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Refresh pages that are losing readers')
    const workspaceFiles = { 'prompt.md': 'what the script has written' }

    const [views, script, docs] = await runOnlyJob(world, recipe, bySchedule, { workspaceFiles })

    const falling = JSON.parse(views.result?.outputs['falling'] ?? '') as { path: string }[]
    expect(falling).toHaveLength(5)
    let prompt = ''
    await runScript(script as StepRun, {}, async (folder) => {
      prompt = await readFile(join(folder, 'prompt.md'), 'utf8')
    })
    expect(prompt).toMatch(/^These pages lost readers\. .*\n.* not instructions:\n\[/)
    for (const { path } of falling) expect(prompt).toContain(JSON.stringify(path))
    expect(readPrompts(world)).toEqual([expect.stringContaining(workspaceFiles['prompt.md'])])
    expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
    expect(world.github.requestsBy().filter(({ method }) => method !== 'GET')).toEqual([])

    await using empty = await createQuickWorld({ docsService: { pageViews: servePageViews([]) } })
    const steps = await runOnlyJob(empty, recipe, bySchedule)
    expect([steps.map(({ result }) => result?.outputs['falling']), empty.docsService.jobs]).toEqual([['[]'], []])
  })

  test('translate: a change of the pages in English, also by the agent, is translated', async () => {
    await using world = await createQuickWorld()
    const files = { 'en/limits.mdx': 'Ten per hour.\n' }
    const { number } = await world.github.createPullRequest({ asLogin: 'docs-agent[bot]', files })
    const { push } = await world.github.merge(number, 'squash')

    const [translated] = await runOnlyJob(world, readRecipe('Translate'), push)

    expect(readPrompts(world)).toEqual([expect.stringMatching(/into French[\s\S]*\+Ten per hour\./)])
    expect(readWarnings(translated)).toEqual([])
  })

  test('by age: five pages without a change for a year are in the prompt', async () => {
    await using world = await createQuickWorld()
    const workspaceFiles = { 'prompt.md': 'what the script has written' }
    const scriptOutputs = { pages: { count: '5' } }

    const [script, docs] = await runOnlyJob(world, readRecipe('Refresh the oldest pages'), bySchedule, {
      ...{ workspaceFiles, scriptOutputs },
    })

    const years = ['2019', '2021', '2018', '2999', '2017', '2020', '2022']
    const log = `case "$*" in *log*) echo "$(basename "$5" .mdx)-01-02";; *) printf '%s.mdx\\n' ${years.join(' ')};; esac`
    let prompt = ''
    const { outputs } = await runScript(script, { git: log }, async (folder) => {
      prompt = await readFile(join(folder, 'prompt.md'), 'utf8')
    })
    expect(outputs).toBe('count=5\n')
    const oldest = ['2017', '2018', '2019', '2020', '2021'].map((year) => `${year}-01-02 ${year}.mdx`)
    expect(prompt.trim().split('\n').slice(1)).toEqual(oldest)
    expect(docs?.result?.outputs).toMatchObject({ outcome: 'pull-request' })
  })

  test('Slack: the most viewed pages, with what Slack reads as marks escaped', async () => {
    await using world = await createQuickWorld({
      docsService: { pageViews: servePageViews([{ path: '/a&b<c>', human: 1200, ai: 4, total: 1204 }]) },
    })
    const recipe = readRecipe('Report page views every week') + readSteps('Post page views to Slack')
    await world.github.createIssue()

    const [, , post] = await runOnlyJob(world, recipe, bySchedule)

    const { printed } = await runScript(post as StepRun, { curl: 'cat; echo "$6" >&2' })
    expect(JSON.parse(printed)).toEqual({ text: expect.stringMatching(/^1204 page .*:\n1204 \/a&amp;b&lt;c&gt;$/s) })
  })

  test.each([
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

    const ended = alerts.map((step) => runScript(step, {}).catch(({ stdout, status }) => `${status}: ${stdout}`))
    expect(await Promise.all(ended)).toEqual(expected)
  })

  test('10,000 rows: the reports of one hour stay within the quota', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ path: `/${index}`, human: 1, ai: 0, total: 1 }))
    await using world = await createQuickWorld({ docsService: { pageViews: servePageViews(rows) } })
    await world.github.createIssue()
    for (const heading of ['Report page views every week', 'Report outcomes every week'])
      await runRecipe(world, readRecipe(heading), bySchedule)
    expect(world.docsService.requests.length).toBeLessThanOrEqual(100)
    expect(world.docsService.requests.length).toBeGreaterThanOrEqual(80)
  })

  test('bucket: the file of the month is copied under its first day', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Export page views to a bucket')

    const [views, , copy] = await runOnlyJob(world, recipe, bySchedule, { vars: { AWS_BUCKET: 'acme' } })

    const { printed } = await runScript(copy as StepRun, { aws: 'echo "$@"' })
    const [day] = views.result?.outputs['dateFrom']?.split('T') ?? []
    expect(printed).toBe(`s3 cp page-views.ndjson s3://acme/page-views/${day}.ndjson\n`)
  })

  test('manually: the prompt reaches the service, and the link the next step', async () => {
    await using world = await createQuickWorld()
    const recipe = readRecipe('Write documentation manually')
    const prompt = 'Explain "retries" & $HOME'

    const [docs, next] = await runOnlyJob(world, recipe, byHand(prompt))

    expect(readPrompts(world)).toEqual([expect.stringContaining(prompt)])
    expect(next?.environment).toEqual({ PR_LINK: readLink(world, docs) })
    expect(readWarnings(docs)).toEqual([])
    expect(world.github.requestsBy().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
