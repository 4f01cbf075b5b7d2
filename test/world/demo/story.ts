import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPageViews } from '../docs-service/page-views.ts'
import type { Step, World } from '../index.ts'
import { bySchedule } from '../workflow/deliveries.ts'
import { readDocumentation, readPullRequest, readThread } from './facts.ts'

/** An issue, what the commands in it left behind, and what needs no command. A loop that is not closed has no sequel. */
export type Story = Awaited<ReturnType<typeof playStory>>

/** What one command left behind. */
export type Turn = Awaited<ReturnType<typeof ask>>

/** What came of a merged pull request: no person asks, the workflow does. */
export type Merge = Awaited<ReturnType<typeof merge>>

/** What came of the merges of a week, together. */
export type Week = Awaited<ReturnType<typeof documentWeek>>

/** Takes what is told on the way. */
type Tell = (...lines: string[]) => void

/** Who is in the story: one notices what is missing, another may ask for it. */
export const people = { grace: { permission: 'read' }, ada: { permission: 'write' } } as const

/** A site of which the newest version is read most. */
export const traffic = createPageViews()

/**
 * Lets people work with the built actions: a command, a second one, a merge, the merges of a week, the page views, and what became
 * of it all. The agent takes `agentMs` for the first command.
 */
export async function playStory(world: World, prompt: string, agentMs: number, tell: Tell) {
  // It ends today: the report of outcomes counts whole days.
  world.pass(-9)
  const { number } = await world.github.createIssue({ ...missing, asLogin: 'grace' })
  const issue = await readThread(world, number)
  world.docsService.nextJob({ durationMs: agentMs })
  const first = await ask(world, tell, number, { text: `/docs ${prompt}`, inputs: { traffic: '30d' } })
  if (first.pullRequest === undefined) return { issue, turns: [first] }
  world.docsService.nextMessage({ durationMs: 700 })
  const second = await ask(world, tell, number, { text: `/docs ${further}`, inputs: {} })
  const turns = [first, second]
  const merged = await merge(world, tell)
  const week = await documentWeek(world, tell)
  const views = await exportViews(world, tell)
  const outcomes = await reportOutcomes(world, tell, [first.pullRequest.number, views.thread])
  return { issue, turns, merge: merged, week, views, outcomes }
}

const missing = {
  title: 'Nothing says when a call is repeated',
  body: `A call of ours failed and was **repeated three times** before we heard of it. The page on configuration has one line on \`retries\`, but not when to change it.

- [ ] say when to raise it
- [ ] say when \`0\` is right`,
}

/** What the second command asks for, whatever the first one did. */
const further =
  'Document the configuration of timeouts. Say what happens to a call that takes longer than `timeoutMs`.'

async function ask(
  world: World,
  tell: Tell,
  issue: number,
  { text, inputs }: { text: string; inputs: Record<string, string> },
) {
  tell('', `ada comments on issue #${issue}: ${text}`, '')
  const before = (await world.github.commentsOf(issue)).length
  const trigger = await world.github.comment(issue, text, 'ada')
  const ran = await watch(world, tell, { trigger, inputs: { 'poll-interval': '400ms', ...inputs } })
  const { comments } = await readThread(world, issue)
  // What the thread has gained, as it reads afterwards: the command, and the comment that answers it.
  return { ...ran, posts: comments.slice(before), pullRequest: await readDocumentation(world) }
}

/** Runs a step, and tells its log. */
async function watch(world: World, tell: Tell, step: Step) {
  const log: string[] = []
  const started = world.start({
    ...step,
    onLog: (line, phase) => {
      const shown = phase === 'post' ? `post ${line}` : line
      log.push(shown)
      if (!line.startsWith('##[endgroup]')) tell(`  ${shown.replace(/^##\[group\]/, '▸ ')}`)
    },
  })
  return { run: await started.result, log }
}

const change = {
  title: 'Wait between retries, and try five times',
  body: 'A service that is down gets fewer requests.',
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

/** Merges a pull request of the code, and has what it changes documented. */
async function merge(world: World, tell: Tell) {
  const { github, docsService } = world
  tell('', `A pull request is merged: ${change.title}`, '')
  const { number } = await github.createPullRequest({ ...change, asLogin: 'ada' })
  const trigger = await github.closePullRequest(number, 'merged')
  docsService.nextJob({ durationMs: 300 })
  const prompt = 'Document what this merge changes in the configuration.'
  const inputs = { prompt, context: 'diff', 'poll-interval': '400ms' }
  const { run } = await watch(world, tell, { trigger, inputs })
  return {
    merged: await readPullRequest(world, 'acme/app', number),
    /** What the documentation service was sent. */
    prompt: docsService.jobs.at(-1)?.prompt ?? '',
    run,
    /** What the agent opened for it. */
    documentation: await readDocumentation(world),
  }
}

const week = [
  ['Time out after ten seconds', 'src/timeouts.ts', 'export const timeoutMs = 10_000\n', 'merge'],
  [
    'Say which host did not answer',
    'src/errors.ts',
    "export const message = 'No answer by {host}.'\n",
    'squash',
  ],
  ['Keep connections open', 'src/connections.ts', 'export const keepAlive = true\n', 'rebase'],
] as const

/** Merges pull requests on three days of a week, and has them documented together. */
async function documentWeek(world: World, tell: Tell) {
  const { github, docsService } = world
  const thread = { title: 'Documentation of the week', body: 'What each run covered.', asLogin: 'ada' }
  const { number } = await github.createIssue(thread)
  world.pass(1)
  for (const [title, file, text, how] of week) {
    world.pass(1)
    tell('', `A pull request is merged: ${title}`)
    const opened = await github.createPullRequest({ title, files: { [file]: text }, asLogin: 'ada' })
    await github.merge(opened.number, how)
  }
  world.pass(3)
  tell('', 'The week is over', '')
  docsService.nextJob({ durationMs: 300 })
  const since = { since: 'last-run', 'issue-number': number, context: 'diff', 'poll-interval': '400ms' }
  const inputs = { prompt: 'Document what changed in the configuration this week.', ...since }
  const { run } = await watch(world, tell, { trigger: bySchedule, runId: 1_658_821_500, inputs })
  return {
    run,
    titles: week.map(([title]) => title),
    report: await readThread(world, number),
    documentation: await readDocumentation(world),
  }
}

const dayMs = 24 * 60 * 60 * 1000
const periodMs = 28 * dayMs

/** Exports four full weeks and compares them with the four before, as a scheduled workflow would do for the third time. */
async function exportViews(world: World, tell: Tell) {
  tell('', 'Page views of four weeks, and of the four before', '')
  const to = Math.floor(Date.now() / dayMs) * dayMs
  const from = to - periodMs
  const thread = { title: 'Page views', body: 'Reports every four weeks.', asLogin: 'ada' }
  const { number } = await world.github.createIssue(thread)
  const formatDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
  const describe = (periodsBack: number, inputs: Step['inputs']): Step => {
    const start = from - periodsBack * periodMs
    const dates = { 'date-from': formatDay(start), 'date-to': formatDay(start + periodMs) }
    return { action: 'page-views', inputs: { 'issue-number': number, ...dates, ...inputs } }
  }
  // The first page of rows has the totals, which are all that the report remembers of an earlier period.
  for (const back of [2, 1]) await world.run(describe(back, { 'max-requests': 1 }))
  const { run } = await watch(world, tell, describe(0, { compare: 'previous', top: 5 }))
  const { rows, totals } = traffic.select({ from, to })
  return {
    run,
    file: await readFile(join(run.files, run.outputs['file'] || 'none'), 'utf8').catch(() => ''),
    /** What the service would say for the same days, to compare with. */
    expected: { rows: rows.length, views: totals.total },
    thread: number,
  }
}

/** Merges the first documentation pull request, and reports a day later what became of everything. */
async function reportOutcomes(world: World, tell: Tell, [pullRequest, thread]: [number, number]) {
  tell('', 'What became of it all', '')
  world.pass(1)
  await world.github.closePullRequest(pullRequest, 'merged', 'acme/docs')
  world.pass(1)
  const inputs = { period: '14d', traffic: '30d', 'issue-number': thread }
  const { run } = await watch(world, tell, { action: 'outcomes', trigger: bySchedule, inputs })
  return { run, report: await readThread(world, thread) }
}
