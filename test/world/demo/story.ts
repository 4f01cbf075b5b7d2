import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPageViews } from '../docs-service/page-views.ts'
import type { Step, World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import {
  type Post,
  type PullRequest,
  readDocumentation,
  readPullRequest,
  readThread,
  type Thread,
} from './facts.ts'

/** An issue, what the commands in it left behind, and what needs no command. A loop that is not closed has no sequel. */
export interface Story {
  issue: Thread
  turns: Turn[]
  merge?: Merge
  views?: Export
}

/** What one command left behind. */
export interface Turn {
  /** What the thread has gained, as it reads afterwards: the command, and the comment that answers it. */
  posts: Post[]
  run: RunResult
  log: string[]
  pullRequest: PullRequest | undefined
}

/** What came of a merged pull request: no person asks, the workflow does. */
export interface Merge {
  merged: PullRequest
  /** What the documentation service was sent. */
  prompt: string
  run: RunResult
  /** What the agent opened for it. */
  documentation: PullRequest | undefined
}

/** What the export of page views left behind. */
interface Export {
  run: RunResult
  file: string
  /** What the service would say for the same days, to compare with. */
  expected: { rows: number; views: number }
  report: Thread
}

/** What happens on the way. */
export interface Audience {
  onChapter(title: string): void
  onLog(line: string): void
}

/** Who is in the story: one notices what is missing, another may ask for it. */
export const people = { grace: { permission: 'read' }, ada: { permission: 'write' } } as const

/**
 * Lets people work with the built actions: a command, a second one, a merge, and the page views. The agent takes `agentMs`
 * for the first command.
 */
export async function playStory(
  world: World,
  { prompt, agentMs }: { prompt: string; agentMs: number },
  audience: Audience,
): Promise<Story> {
  const { number } = await world.github.createIssue({ ...missing, asLogin: 'grace' })
  const issue = await readThread(world, number)
  world.docsService.nextJob({ durationMs: agentMs })
  const first = await ask(world, number, { text: `/docs ${prompt}`, inputs: { traffic: '30d' } }, audience)
  if (first.pullRequest === undefined) return { issue, turns: [first] }
  world.docsService.nextMessage({ durationMs: 700 })
  const second = await ask(world, number, { text: `/docs ${further}` }, audience)
  const turns = [first, second]
  return { issue, turns, merge: await merge(world, audience), views: await exportViews(world, audience) }
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
  issue: number,
  { text, inputs = {} }: { text: string; inputs?: Record<string, string> },
  audience: Audience,
): Promise<Turn> {
  audience.onChapter(`ada comments on issue #${issue}: ${text}`)
  const before = (await world.github.commentsOf(issue)).length
  const trigger = await world.github.comment(issue, text, 'ada')
  const step = { trigger, inputs: { 'poll-interval': '400ms', ...inputs } }
  const ran = await watch(world, step, audience)
  const { comments } = await readThread(world, issue)
  return { ...ran, posts: comments.slice(before), pullRequest: await readDocumentation(world) }
}

/** Runs a step, and passes its log on. */
async function watch(world: World, step: Step, { onLog }: Audience): Promise<Pick<Turn, 'run' | 'log'>> {
  const log: string[] = []
  const started = world.start({
    ...step,
    onLog: (line, phase) => {
      const shown = phase === 'post' ? `post ${line}` : line
      log.push(shown)
      if (!line.startsWith('##[endgroup]')) onLog(shown.replace(/^##\[group\]/, '▸ '))
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
async function merge(world: World, audience: Audience): Promise<Merge> {
  const { github, docsService } = world
  audience.onChapter(`A pull request is merged: ${change.title}`)
  const { number } = await github.createPullRequest({ ...change, asLogin: 'ada' })
  const trigger = await github.closePullRequest(number, 'merged')
  docsService.nextJob({ durationMs: 300 })
  const prompt = 'Document what this merge changes in the configuration.'
  const inputs = { prompt, context: 'diff', 'poll-interval': '400ms' }
  const { run } = await watch(world, { trigger, inputs }, audience)
  return {
    merged: await readPullRequest(world, 'acme/app', number),
    prompt: docsService.jobs.at(-1)?.prompt ?? '',
    run,
    documentation: await readDocumentation(world),
  }
}

const dayMs = 24 * 60 * 60 * 1000
const periodMs = 28 * dayMs
/** How many runs there were before the one that is shown. */
const earlierRuns = 2

/** Exports four full weeks and compares them with the four before, as a scheduled workflow would do. */
async function exportViews(world: World, audience: Audience): Promise<Export> {
  audience.onChapter('Page views of four weeks, and of the four before')
  const to = Math.floor(Date.now() / dayMs) * dayMs
  const from = to - periodMs
  const thread = { title: 'Page views', body: 'Reports every four weeks.', asLogin: 'ada' }
  const { number } = await world.github.createIssue(thread)
  const formatDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
  const describe = (start: number, inputs: Step['inputs']): Step => {
    const dates = { 'date-from': formatDay(start), 'date-to': formatDay(start + periodMs) }
    return { action: 'page-views', inputs: { 'issue-number': number, ...dates, ...inputs } }
  }
  // The first page of rows has the totals, which are all that the report remembers of an earlier period.
  for (let back = earlierRuns; back > 0; back -= 1)
    await world.run(describe(from - back * periodMs, { 'max-requests': 1 }))
  const { run } = await watch(world, describe(from, { compare: 'previous', top: 5 }), audience)
  const { count, totals } = traffic.select({ from, to })
  return {
    run,
    file: await readFile(join(run.files, run.outputs['file'] || 'none'), 'utf8').catch(() => ''),
    expected: { rows: count, views: totals.total },
    report: await readThread(world, number),
  }
}

/** A site of 4000 pages in three versions of which the newest is read most. */
export const traffic = createPageViews({ days: 120, seed: 2278, rename: namePage })

/** Pages that the repository of the documentation has files for, by what the generator calls them. */
function namePage(path: string): string {
  if (path === '/integrations/storage/limits') return '/configuration'
  if (path === '/api-reference/teams/overview') return '/quickstart'
  // The generator numbers paths that come again: `-2` and `-3` are the older versions here.
  return path.replace(/^(.*)-([23])$/, (_, rest, number) => `/v${number === '2' ? 2 : 1}${rest}`)
}
