import { type PageViews, servePageViews } from '../test/world/docs-service/page-views.ts'
import { agentBot } from '../test/world/github/people.ts'
import type { Step, World } from '../test/world/index.ts'
import { bySchedule } from '../test/world/workflow/deliveries.ts'

/** What starts a step: a scene of the test world, up to its delivery. */
export interface Scene {
  name: string
  pageViews?: PageViews
  /** Whether GitHub's clock is a day late. */
  isYesterday?: true
  prepare: (world: World) => Promise<Step>
}

const command = async ({ github }: World, text = '/docs Add a page about retries') => {
  const { number } = await github.createIssue()
  return { trigger: await github.comment(number, text) }
}

/** A step that starts a job with what changed. */
const PROMPT = { prompt: 'Document what has changed.' }

const openPull = ({ github }: World, title = 'Add retries') =>
  github.createPullRequest({ title, files: { 'src/retries.ts': 'export const retries = 3\n' } })

export const COMMAND: Scene = { name: 'a command on an issue', prepare: (world) => command(world) }

/** What starts an agent job. */
export const JOBS: Scene[] = [
  COMMAND,
  {
    name: 'a command on a pull request, `context: full`',
    async prepare(world) {
      const { number } = await openPull(world)
      return { trigger: await world.github.comment(number, '/docs Document this'), inputs: { context: 'full' } }
    },
  },
  {
    name: 'a merge, started by its push',
    async prepare(world) {
      const { number } = await openPull(world)
      const { push } = await world.github.merge(number)
      return { trigger: push, inputs: { ...PROMPT, context: 'full' } }
    },
  },
  {
    name: 'a release',
    async prepare({ github }) {
      await github.release({ tag: 'v1.0.0' })
      await github.push([{ files: { 'src/retries.ts': 'export const retries = 3\n' } }])
      return { trigger: await github.release({ tag: 'v1.1.0' }), inputs: { ...PROMPT, context: 'full' } }
    },
  },
  {
    name: '`since` with 20 merged pull requests',
    async prepare(world) {
      for (let number = 1; number <= 20; number += 1)
        await world.github.merge((await openPull(world, String(number))).number)
      const { number } = await world.github.createIssue()
      const inputs = { ...PROMPT, since: '7d', context: 'reference', 'issue-number': number }
      return { trigger: bySchedule, inputs }
    },
  },
  { name: 'a manual run', prepare: async () => ({ inputs: PROMPT }) },
]

/** Runs without a job. */
export const OTHERS: Scene[] = [
  { name: 'a comment without the command', prepare: (world) => command(world, 'Thanks, that was it!') },
  { name: '`/docs check`', prepare: (world) => command(world, '/docs check') },
  {
    name: '`outcomes` of 5 merged pull requests',
    // A period ends at midnight.
    isYesterday: true,
    async prepare({ github }) {
      for (let index = 1; index <= 5; index += 1) {
        const about = { title: `Page ${index}`, asLogin: agentBot, files: { [`page-${index}.mdx`]: 'Text\n' } }
        const { number } = await github.createPullRequest(about, 'acme/docs')
        await github.closePullRequest(number, 'merged', 'acme/docs')
      }
      const inputs = { repository: 'acme/docs', period: '7d' }
      return { action: 'outcomes', trigger: bySchedule, inputs }
    },
  },
  ...[300, 2_500, 10_000].flatMap((rows) => [exportOf(rows, ''), exportOf(rows, 'previous')]),
]

function exportOf(rows: number, compare: string): Scene {
  const compared = compare === '' ? '' : ', `compare: previous`'
  return {
    name: `\`page-views\` of ${rows.toLocaleString('en-US')} rows${compared}`,
    pageViews: createRows(rows),
    prepare: async () => ({ action: 'page-views', inputs: { period: '7d', compare } }),
  }
}

export function createRows(rows: number): PageViews {
  return servePageViews(Array.from({ length: rows }, (_, index) => ({ path: `/${index}`, human: 1, ai: 0, total: 1 })))
}
