import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createPageViews, type PageViews, servePageViews } from '../docs-service/page-views.ts'
import { agentBot } from '../github/people.ts'
import type { FileChanges } from '../github/world.ts'
import type { Step, World } from '../index.ts'
import { bySchedule } from '../workflow/deliveries.ts'
import { readRecipe } from '../workflow/recipes.ts'
import { type PullRequest, readDocumentation, readPullRequest, readThread } from './facts.ts'

/** Everything that happens, in order. Without a pull request for the first command, nothing follows it. */
export type Story = Awaited<ReturnType<typeof playStory>>

/** A command and its answer. */
export type Turn = Awaited<ReturnType<typeof ask>>

/** A merged pull request of the code, and the documentation that the workflow requests for it. */
export type Merge = Awaited<ReturnType<typeof merge>>

/** The merges of a week, documented together. */
export type Week = Awaited<ReturnType<typeof documentWeek>>

/** Prints lines. */
type Tell = (...lines: string[]) => void

/** Grace reports missing documentation; Ada may request it. */
export const people = { grace: { permission: 'read' }, ada: { permission: 'write' } } as const

const site = createPageViews()

/** The views of a site with fewer than 1,000 pages, which a job's comment can search completely. */
export const traffic: PageViews = {
  select: (range) =>
    servePageViews(
      site.select(range).rows.filter(({ path }) => !/^\/(v\d|guides|tutorials|changelog)\//.test(path)),
    ).select({}),
}

/**
 * Uses the built actions as people do: setup, a command, a follow-up, a merge, the merges of a week, page views, and outcomes.
 * The agent takes `agentMs` for the first command.
 */
export async function playStory(world: World, prompt: string, agentMs: number, tell: Tell) {
  // The story ends today, because the report of outcomes counts whole days. The setup is before its period.
  world.pass(-16)
  const setup = await setUp(world, tell)
  world.pass(6)
  tell('', '2. A command on an issue', '', `grace opens an issue: ${missing.title}`)
  const { number } = await world.github.createIssue({ ...missing, asLogin: 'grace' })
  const issue = await readThread(world, number)
  world.docsService.nextJob({ durationMs: agentMs })
  const first = await ask(world, tell, number, { text: `/docs ${prompt}`, inputs: {} })
  if (first.pullRequest === undefined) return { setup, issue, turns: [first] }
  tell('', '3. A follow-up, for the same pull request')
  world.docsService.nextMessage({ durationMs: 700 })
  const second = await ask(world, tell, number, { text: `/docs ${further}`, inputs: {} })
  const turns = [first, second]
  const merged = await merge(world, tell)
  world.pass(1)
  tell('', '5. The documentation is reviewed and merged', '')
  await review(world, tell, first.pullRequest)
  await review(world, tell, merged.documentation, {
    'changelog.mdx': '# Changelog\n\nThe pause between retries is configurable.\n',
  })
  // The first run with `since: last-run` covers seven days, and not the merge above.
  world.pass(1)
  const week = await documentWeek(world, tell)
  const views = await exportViews(world, tell)
  const outcomes = await reportOutcomes(world, tell, views.thread)
  return { setup, issue, turns, merge: merged, week, views, outcomes }
}

const missing = {
  title: 'Missing docs: when to change retries',
  body: `One of our calls failed and was **sent four times** before we noticed. The configuration page lists \`retries\`, but doesn't explain when to change it.

- [ ] When to raise it
- [ ] When to set it to \`0\``,
}

const further = 'Document the configuration of timeouts. Explain what happens after `timeoutMs`.'

/** Checks a new workflow: first without the secret, then with it. */
async function setUp(world: World, tell: Tell) {
  tell('', '1. Setup: the secret with the API key is missing at first')
  const body = 'The workflow is merged. Next: save the secret, then comment `/docs check`.'
  const opened = await world.github.createIssue({ title: 'Set up the docs agent', body, asLogin: 'ada' })
  const thread = await readThread(world, opened.number)
  const failed = await ask(world, tell, opened.number, { text: '/docs check', inputs: { 'api-key': '' } })
  tell('', 'ada saves the secret, and checks again')
  const passed = await ask(world, tell, opened.number, { text: '/docs check', inputs: {} })
  return { thread, turns: [failed, passed] }
}

/** The inputs of the README's first workflow, so that pictures show what it produces. */
const {
  'api-key': _key,
  'project-id': _project,
  ...firstWorkflow
} = parse(readRecipe('Get started')).jobs.docs.steps[0].with as Record<string, string>

async function ask(
  world: World,
  tell: Tell,
  issue: number,
  { text, inputs }: { text: string; inputs: Record<string, string> },
) {
  tell('', `ada comments on issue #${issue}: ${text}`, '')
  const before = (await world.github.commentsOf(issue)).length
  const trigger = await world.github.comment(issue, text, 'ada')
  const ran = await watch(world, tell, { trigger, inputs: { ...firstWorkflow, 'poll-interval': '400ms', ...inputs } })
  const { comments } = await readThread(world, issue)
  // The command and its answer, as they are after the run.
  return { ...ran, posts: comments.slice(before), pullRequest: await readDocumentation(world) }
}

/** Runs a step, and prints its log. */
async function watch(world: World, tell: Tell, step: Step) {
  const log: string[] = []
  let margin = '  '
  const started = world.start({
    ...step,
    onLog: (line, phase) => {
      const shown = phase === 'post' ? `post ${line}` : line
      log.push(shown)
      if (line.startsWith('##[endgroup]')) margin = '  '
      else if (line.trim() !== '') {
        const text = shown.replace(/##\[\w+\]/, '').replaceAll('\n', `\n${margin}`)
        tell(`${margin}${text}${line.startsWith('##[group]') ? ':' : ''}`)
      }
      if (line.startsWith('##[group]')) margin = '  │ '
    },
  })
  return { run: await started.result, log }
}

const change = {
  title: 'Configurable pause between retries',
  body: 'Sends fewer requests to a service that is down.',
  files: {
    'src/config.ts': `export interface Config {
  retries: number
  pauseMs: number
  timeoutMs: number
}

export const defaults: Config = { retries: 5, pauseMs: 100, timeoutMs: 30_000 }
`,
    'package-lock.json': '{ "lockfileVersion": 3 }\n',
  },
}

/** Merges a pull request of the code. The workflow requests its documentation. */
async function merge(world: World, tell: Tell) {
  const { github, docsService } = world
  tell('', '4. A merged pull request, documented without a command', '', `ada merges: ${change.title}`, '')
  const { number } = await github.createPullRequest({ ...change, asLogin: 'ada' })
  const trigger = await github.closePullRequest(number, 'merged')
  docsService.nextJob({ durationMs: 300 })
  const prompt = 'Document what this merge changes in the configuration.'
  const inputs = { prompt, context: 'diff', 'poll-interval': '400ms' }
  const { run } = await watch(world, tell, { trigger, inputs })
  return {
    merged: await readPullRequest(world, 'acme/app', number),
    thread: await readThread(world, number),
    prompt: docsService.jobs.at(-1)?.prompt ?? '',
    run,
    documentation: await readDocumentation(world),
  }
}

/** Merges a documentation pull request, after another commit if there are `files`. */
async function review({ github }: World, tell: Tell, pull: PullRequest | undefined, files?: FileChanges) {
  if (pull === undefined) return
  if (files !== undefined) await github.updatePullRequest(pull.number, [{ files, asLogin: 'ada' }], 'acme/docs')
  await github.closePullRequest(pull.number, 'merged', 'acme/docs')
  tell(`ada ${files === undefined ? 'merges' : 'adds a page to it, and merges'}: ${pull.title}`)
}

const week = [
  ['Shorter default timeout', 'src/timeouts.ts', 'export const timeoutMs = 10_000\n', 'merge'],
  ['Host name in errors', 'src/errors.ts', "export const message = 'No answer from {host}.'\n", 'squash'],
  ['Persistent connections', 'src/connections.ts', 'export const keepAlive = true\n', 'rebase'],
] as const

/** Merges pull requests on three days of a week. A scheduled workflow requests their documentation. */
async function documentWeek(world: World, tell: Tell) {
  const { github, docsService } = world
  tell('', '6. A week of merges, documented together', '')
  const thread = { title: 'Weekly documentation', body: 'Lists what each weekly run covers.', asLogin: 'ada' }
  const { number } = await github.createIssue(thread)
  const merged: { title: string; html_url: string }[] = []
  for (const [title, file, text, how] of week) {
    world.pass(1)
    tell(`ada merges: ${title}`)
    const opened = await github.createPullRequest({ title, files: { [file]: text }, asLogin: 'ada' })
    await github.merge(opened.number, how)
    merged.push(opened)
  }
  world.pass(3)
  tell('The schedule starts the workflow, with `since: last-run`', '')
  docsService.nextJob({ durationMs: 300 })
  const since = { since: 'last-run', 'issue-number': number, context: 'diff', 'poll-interval': '400ms' }
  const inputs = { prompt: 'Document what changed in the configuration this week.', ...since }
  const { run } = await watch(world, tell, { trigger: bySchedule, runId: 1_658_821_500, inputs })
  return {
    run,
    merged,
    prompt: docsService.jobs.at(-1)?.prompt ?? '',
    report: await readThread(world, number),
    documentation: await readDocumentation(world),
  }
}

const dayMs = 24 * 60 * 60 * 1000
const periodMs = 28 * dayMs

/** Exports four full weeks and compares them with the previous four, like the third run of a scheduled workflow. */
async function exportViews(world: World, tell: Tell) {
  tell('', '7. Page views of four weeks, compared with the previous four', '')
  const to = Math.floor(Date.now() / dayMs) * dayMs
  const from = to - periodMs
  const thread = { title: 'Documentation reports', body: 'Page views and outcomes.', asLogin: 'ada' }
  const { number } = await world.github.createIssue(thread)
  const formatDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
  const describe = (periodsBack: number, inputs: Step['inputs']): Step => {
    const start = from - periodsBack * periodMs
    const dates = { 'date-from': formatDay(start), 'date-to': formatDay(start + periodMs) }
    return { action: 'page-views', inputs: { 'issue-number': number, ...dates, ...inputs } }
  }
  // The report remembers only totals of earlier periods, and the first page of rows has them.
  for (const back of [2, 1]) await world.run(describe(back, { 'max-requests': 1 }))
  const { run } = await watch(world, tell, describe(0, { compare: 'previous', daily: true, top: 5 }))
  const { rows, totals } = traffic.select({ from, to })
  return {
    run,
    file: await readFile(join(run.files, run.outputs['file'] || 'none'), 'utf8').catch(() => ''),
    /** The service's own numbers for the same days. */
    expected: { rows: rows.length, views: totals.total },
    thread: number,
  }
}

/** Reports what became of the documentation pull requests. */
async function reportOutcomes(world: World, tell: Tell, thread: number) {
  tell('', '8. Outcomes of the documentation pull requests', '')
  world.pass(2)
  const own = { repository: 'acme/docs', author: agentBot }
  const inputs = { ...own, period: '14d', traffic: '30d', 'issue-number': thread }
  const { run } = await watch(world, tell, { action: 'outcomes', trigger: bySchedule, inputs })
  return { run, report: await readThread(world, thread) }
}
