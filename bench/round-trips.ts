import { join } from 'node:path'
import type { ActionOptions } from '../test/world/runner/action-run.ts'
import { commentEvent } from './comment-event.ts'
import { type Exchange, type Loopback, startLoopback } from './loopback.ts'
import { prepareStep, timeProcess } from './step.ts'
import type { BenchSection } from './table.ts'

const LATENCY_MS = 100
const ROUNDS = 7

interface Scenario {
  what: string
  /** The requests that can't be had side by side: each needs the answer of the previous one. */
  needed: string[]
  options: Pick<ActionOptions, 'event' | 'inputs'>
}

const claim = ['permission', 'eyes', 'comment', 'is it ours']
const SCENARIOS: Scenario[] = [
  {
    what: 'comment',
    needed: [...claim, 'create'],
    options: { event: commentEvent('/docs describe the options') },
  },
  {
    what: 'comment on a pull request, `context: full`',
    needed: [...claim, 'context', 'create'],
    options: {
      event: commentEvent('/docs describe the options', { isPullRequest: true }),
      inputs: { context: 'full' },
    },
  },
  {
    what: 'issue opened',
    needed: ['previous comment', 'comment', 'is it ours', 'create'],
    options: {
      event: { name: 'issues', payload: { ...commentEvent('').payload, action: 'opened' } },
      inputs: { prompt: 'Describe the options.' },
    },
  },
  { what: 'manually', needed: ['create'], options: { inputs: { prompt: 'Describe the options.' } } },
]

/** Measures the time from the start of the process until the service has answered that the job is created. */
export async function benchRoundTrips(dist: string): Promise<BenchSection> {
  await using server = await startLoopback(LATENCY_MS)
  const rows: string[][] = []
  for (const scenario of SCENARIOS) rows.push(await measure(scenario, dist, server))
  return {
    title: 'Round trips',
    text: `GitHub and the service answer after ${LATENCY_MS} ms. Times are the best of ${ROUNDS}, from the start of the process to the response that the job is created. *One after the other* is the length of the longest chain of requests that each need the previous response.`,
    columns: ['started by', 'longest chain of requests', 'one after the other', 'all requests', 'until created'],
    rows,
  }
}

async function measure({ what, needed, options }: Scenario, dist: string, server: Loopback): Promise<string[]> {
  const inputs = {
    'api-key': 'mint_benchmark',
    'project-id': 'acme',
    'base-url': server.url,
    wait: false,
    ...options.inputs,
  }
  await using step = prepareStep(join(dist, 'agent-job/index.js'), { ...options, inputs, apiUrl: server.url })
  let best = Number.POSITIVE_INFINITY
  let sequential = 0
  let sent = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    server.forget()
    const startedAt = performance.now()
    await timeProcess(step.start)
    const untilCreated = takeUntilCreated(server.exchanges)
    best = Math.min(best, (untilCreated.at(-1)?.endedAt ?? Number.NaN) - startedAt)
    sequential = Math.max(sequential, countSequential(untilCreated))
    sent = untilCreated.length
  }
  return [
    what,
    needed.join(', '),
    `${sequential}${sequential > needed.length ? `, NOT ${needed.length}` : ''}`,
    `${sent}`,
    `${best.toFixed(0)} ms`,
  ]
}

function takeUntilCreated(exchanges: readonly Exchange[]): Exchange[] {
  const created = exchanges.findIndex(({ route }) => route.startsWith('POST /v2/agent/'))
  if (created < 0) throw new Error('No job was created.')
  return exchanges.slice(0, created + 1)
}

/** The most requests that follow each other without overlap. */
function countSequential(exchanges: readonly Exchange[]): number {
  let count = 0
  let lastEnd = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of exchanges.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < lastEnd) continue
    count += 1
    lastEnd = endedAt
  }
  return count
}
