import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { commentEvent } from './comment-event.ts'
import { type Loopback, startLoopback } from './loopback.ts'
import { prepareStep, type Step, timeProcess } from './step.ts'
import type { BenchSection } from './table.ts'

const ROUNDS = 40

/** What a row of the table measures, in milliseconds. */
interface Row {
  what: string
  measure: (steps: Steps, server: Loopback) => Promise<number>
}

const ROWS: Row[] = [
  { what: 'comment without a command, start to end', measure: ({ ignored }) => ignored.run() },
  { what: 'post step with nothing to do, start to end', measure: ({ post }) => post.run() },
  {
    what: 'comment with a command, to the first request (to GitHub)',
    measure: ({ asked }, server) => timeToRequest(asked, server, /permission/u),
  },
  {
    what: 'comment with a command, to the create request',
    measure: ({ asked }, server) => timeToRequest(asked, server, CREATE),
  },
  {
    what: 'run manually, to the create request',
    measure: ({ byHand }, server) => timeToRequest(byHand, server, CREATE),
  },
  {
    what: 'page views, to the first request',
    measure: ({ pageViews }, server) => timeToRequest(pageViews, server, /analytics/u),
  },
]

const CREATE = /^POST \/v2\/agent\//u

/**
 * Measures the time until a step ends or sends a request, as a multiple of bare Node.
 * @param dists the folders of one build, or of two builds that are compared in the same rounds
 */
export async function benchStartUp(dists: readonly string[]): Promise<BenchSection> {
  await using server = await startLoopback(0)
  const bare: number[] = []
  const builds = dists.map((dist) => ({ steps: prepareSteps(dist, server.url), times: ROWS.map((): number[] => []) }))
  // In turns, so that a busy moment of the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timeProcess(() => spawn(process.execPath, ['-e', '0'])))
    for (const [index, { measure }] of ROWS.entries())
      for (const { steps, times } of builds) times[index]?.push(await measure(steps, server))
  }
  await Promise.all(builds.map(({ steps }) => steps[Symbol.asyncDispose]()))

  const bareMs = Math.min(...bare)
  const rows = ROWS.map(({ what }, index) => {
    const [own = Number.NaN, other] = builds.map(({ times }) => Math.min(...(times[index] ?? [])))
    const compared = other === undefined ? [] : [describe(other, bareMs), (own / other).toFixed(2)]
    return [what, describe(own, bareMs), ...compared]
  })
  return {
    title: 'Start-up',
    text: `Best of ${ROUNDS} rounds, as a multiple of the best \`node -e 0\` (${bareMs.toFixed(0)} ms). Requests go to a loopback server without latency.`,
    columns: ['what', 'measured', ...(dists.length > 1 ? ['the other build', 'ratio'] : [])],
    rows,
  }
}

function describe(ms: number, bareMs: number): string {
  return `${(ms / bareMs).toFixed(2)} x (${ms.toFixed(0)} ms)`
}

type Steps = ReturnType<typeof prepareSteps>

function prepareSteps(dist: string, url: string) {
  const service = { 'api-key': 'mint_benchmark', 'project-id': 'acme', 'base-url': url }
  const agentJob = join(dist, 'agent-job/index.js')
  const inputs = { ...service, prompt: 'Describe the options.', wait: false }
  const steps = {
    ignored: prepareStep(agentJob, { inputs, apiUrl: url, event: commentEvent('Thanks, that was it!') }),
    post: prepareStep(join(dist, 'agent-job/post.js'), { inputs, apiUrl: url }),
    byHand: prepareStep(agentJob, { inputs, apiUrl: url }),
    asked: prepareStep(agentJob, { inputs, apiUrl: url, event: commentEvent('/docs describe the options') }),
    pageViews: prepareStep(join(dist, 'page-views/index.js'), { inputs: service }, 'page-views'),
  }
  const remove = () => Promise.all(Object.values(steps).map((step) => step[Symbol.asyncDispose]()))
  return Object.assign(steps, { [Symbol.asyncDispose]: async () => void (await remove()) })
}

/** Milliseconds until the first matching request arrives. The step ends by itself. */
async function timeToRequest(step: Step, server: Loopback, route: RegExp): Promise<number> {
  server.forget()
  const startedAt = performance.now()
  await timeProcess(step.start)
  const first = server.exchanges.find((exchange) => route.test(exchange.route))
  if (first === undefined) throw new Error(`The step has not sent a request that matches ${route}.`)
  return first.startedAt - startedAt
}
