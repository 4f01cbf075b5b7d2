import { join } from 'node:path'
import { servePageViews } from '../test/world/docs-service/page-views.ts'
import { createWorld } from '../test/world/index.ts'
import { commentEvent } from './comment-event.ts'
import { type Exchange, startLoopback } from './loopback.ts'
import { prepareStep, timeProcess } from './step.ts'
import type { BenchSection } from './table.ts'

const LATENCY_MS = 100
const POLL_INTERVAL_MS = 2_000
/** Shortly after a poll, so that the end is seen by the third one. */
const JOB_MS = 2.2 * POLL_INTERVAL_MS

/** Measures what the author of a comment waits for, and what a run costs in requests. */
export async function benchFelt(dist: string): Promise<BenchSection> {
  return {
    title: 'What users feel',
    text: `GitHub and the service answer after ${LATENCY_MS} ms. Times begin with the start of the process. Before that, GitHub needs seconds to start the job.`,
    columns: ['what', 'measured'],
    rows: [...(await measureCommand(dist)), ...(await countExports())],
  }
}

async function measureCommand(dist: string): Promise<string[][]> {
  await using server = await startLoopback(LATENCY_MS, JOB_MS)
  const service = { 'api-key': 'mint_benchmark', 'project-id': 'acme', 'base-url': server.url }
  const inputs = { ...service, 'poll-interval': `${POLL_INTERVAL_MS}ms` }
  const event = commentEvent('/docs describe the options')
  await using step = prepareStep(join(dist, 'agent-job/index.js'), { event, inputs, apiUrl: server.url })
  const startedAt = performance.now()
  await timeProcess(step.start)
  const find = (route: RegExp) => server.exchanges.filter((each) => route.test(each.route)) as [Exchange, ...Exchange[]]
  const [eyes] = find(/\/comments\/\d+\/reactions$/u)
  const lastEdit = find(/^PATCH /u).at(-1) as Exchange
  const polls = server.exchanges.filter(({ route }) => route.startsWith('GET /v2/agent/'))
  const toGitHub = server.exchanges.length - polls.length - 1
  const format = (ms: number) => `${Math.round(ms).toLocaleString('en-US')} ms`
  return [
    ['from the start to 👀', format(eyes.endedAt - startedAt)],
    [
      'from the poll that finds the job ended to the final comment',
      format(lastEdit.endedAt - (polls.at(-1) as Exchange).startedAt),
    ],
    ['requests to GitHub for a job of any length', String(toGitHub)],
    ['requests to the service for a job of 6 minutes', String(1 + Math.ceil((6 * 60) / 15))],
  ]
}

async function countExports(): Promise<string[][]> {
  const rows: string[][] = []
  for (const size of [300, 2_500, 10_000]) {
    const counts: number[] = []
    const views = Array.from({ length: size }, (_, index) => ({ path: `/${index}`, human: 1, ai: 0, total: 1 }))
    for (const compare of ['none', 'previous']) {
      const world = await createWorld({ inProcess: true, docsService: { pageViews: servePageViews(views) } })
      await world.run({ action: 'page-views', inputs: { period: '7d', compare } })
      counts.push(world.docsService.requests.length)
      await world[Symbol.asyncDispose]()
    }
    const what = `requests for an export of ${size.toLocaleString('en-US')} rows, and with \`compare: previous\``
    rows.push([what, counts.join(', ')])
  }
  return rows
}
