import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentEvent } from './comment-event.ts'
import { type Loopback, startLoopback } from './loopback.ts'
import { prepareStep, type Step, timeProcess } from './step.ts'
import { type BenchSection, tabulate } from './table.ts'

const ROUNDS = 40

/** A measured process, and its times in milliseconds. */
interface Candidate {
  what: string
  limit?: number
  measure: () => Promise<number>
  times: number[]
}

/** Measures the time until the step ends or sends its first request, compared with bare Node. */
export async function benchStartUp(dist: string): Promise<BenchSection> {
  await using server = await startLoopback(0)
  await using steps = prepareSteps(dist, server.url)
  using core = bundleCore()
  const toService = (step: Step) => () => timeToRequest(step, server, /^\w+ \/v[12]\//u)
  const candidates: Candidate[] = [
    candidate('`node -e 0`', () => timeProcess(() => spawn(process.execPath, ['-e', '0']))),
    candidate('`@actions/core` alone, bundled', () => timeProcess(() => spawn(process.execPath, [core.script]))),
    candidate('comment without a command, start to end', () => steps.ignored.run(), 1.3),
    candidate('post step with nothing to do, start to end', () => steps.post.run()),
    candidate('run manually, to the first request (to the service)', toService(steps.byHand), 3.3),
    candidate('comment with a command, to the first request (to GitHub)', () =>
      timeToRequest(steps.asked, server, /permission/u),
    ),
    candidate('the same, to the first request to the service', toService(steps.asked)),
    candidate('page views, to the first request', toService(steps.pageViews), 3.3),
  ]
  // In turns, so that a busy moment of the machine affects all of them.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { measure, times } of candidates) times.push(await measure())

  const rows = [...describeTimes(candidates), ...describeSizes(dist, core.folder)]
  return {
    title: 'Start-up',
    text: `Best of ${ROUNDS} rounds in which each is started once, as a multiple of the best \`node -e 0\`. Requests go to loopback without latency.`,
    tables: [tabulate(rows)],
  }
}

function candidate(what: string, measure: () => Promise<number>, limit?: number): Candidate {
  return { what, measure, times: [], ...(limit !== undefined && { limit }) }
}

function describeTimes(candidates: readonly Candidate[]) {
  const [bare = Number.NaN] = candidates.map(({ times }) => Math.min(...times))
  return candidates.map(({ what, limit, times }) => {
    const best = Math.min(...times)
    const ratio = best / bare
    return {
      what,
      value: `${ratio.toFixed(2)} x (${best.toFixed(0)} ms)`,
      ...(limit !== undefined && { limit: `${limit} x`, isWithin: ratio <= limit }),
    }
  })
}

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

/** The minimum of every JavaScript action, bundled in the usual way. */
function bundleCore(): { script: string; folder: string } & Disposable {
  const root = join(import.meta.dirname, '..')
  // Inside the project, so that packages are found.
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'))
  const entry = join(folder, 'entry.js')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(entry, "import * as core from '@actions/core'\ncore.getInput('command')\n")
  const ncc = join(root, 'node_modules', '.bin', 'ncc')
  execFileSync(ncc, ['build', entry, '--out', join(folder, 'dist'), '--no-cache', '--quiet'])
  return {
    script: join(folder, 'dist', 'index.js'),
    folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

function describeSizes(dist: string, coreFolder: string) {
  const bundles = [
    ['`@actions/core` alone', join(coreFolder, 'dist'), 'index.js'],
    ['agent job', join(dist, 'agent-job'), 'main.js'],
    ['page views', join(dist, 'page-views'), 'main.js'],
  ] as const
  return bundles.map(([name, folder, first]) => {
    const sizes = readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, bytes: statSync(join(folder, file)).size }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const start = sizes.find(({ file }) => file === first)?.bytes ?? 0
    return {
      what: `size of the bundle: ${name}`,
      value: `${kilobytes(start)} at start, ${kilobytes(total)} in all`,
    }
  })
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}
