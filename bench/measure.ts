import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RequestRecord } from '../test/world/docs-service/request-log.ts'
import { createWorld, createWorldInProcess } from '../test/world/index.ts'
import { createRows, type Scene } from './scenes.ts'

/** A request, with the times when it came and was answered, by `performance.now()`. */
interface Exchange {
  isCreate: boolean
  startedAt: number
  endedAt: number
}

/**
 * Runs the built action in a scene whose servers take `latencyMs` for each response.
 * @returns how long it takes from the start of the process to the create request, and how many requests that are, in a row and in all
 */
export async function measureStart({ prepare }: Scene, latencyMs: number) {
  await using world = await createWorld({ docsService: { scenario: { terminalOnCreate: true } } })
  const { inputs, ...step } = await prepare(world)
  const exchanges: Exchange[] = []
  for (const server of [world.github, world.docsService]) {
    const open = new Map<object, Exchange>()
    server.onRequest = async (request: Pick<RequestRecord, 'method' | 'path'>) => {
      const isCreate = request.method === 'POST' && /\/v2\/agent\/[^/]+\/job$/u.test(request.path)
      const exchange = { isCreate, startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY }
      open.set(request, exchange)
      exchanges.push(exchange)
      await setTimeout(latencyMs)
    }
    server.onAnswer = (request: object) => {
      const exchange = open.get(request)
      if (exchange) exchange.endedAt = performance.now()
    }
  }
  const startedAt = performance.now()
  await world.start({ ...step, inputs: { ...inputs, wait: false } }).result
  const created = exchanges.findIndex(({ isCreate }) => isCreate)
  const before = exchanges.slice(0, created + 1)
  return {
    ms: (before.at(-1)?.startedAt ?? Number.NaN) - startedAt,
    inRow: countInRow(before),
    requests: before.length,
  }
}

/** The most requests that follow each other without overlap. */
function countInRow(exchanges: readonly Exchange[]): number {
  let count = 0
  let lastEnd = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of exchanges.toSorted((one, other) => one.endedAt - other.endedAt)) {
    if (startedAt < lastEnd) continue
    count += 1
    lastEnd = endedAt
  }
  return count
}

/** Runs the sources in a scene to their end, with a job of `jobMs`. Waits are skipped, and counted. */
export async function countRequests({ prepare, pageViews, isYesterday }: Scene, jobMs: number) {
  const docsService = { scenario: { durationMs: jobMs }, ...(pageViews && { pageViews }) }
  await using world = await createWorldInProcess({
    isPatient: true,
    docsService,
    ...(isYesterday && { github: { now: yesterday } }),
  })
  const { inputs, ...step } = await prepare(world)
  const ofDefault = step.action === undefined && { 'poll-interval': '' }
  const before = world.github.requests.length
  const startedAt = world.clock.now()
  let untilCreated = 0
  world.docsService.onRequest = ({ operation }) => {
    if (operation === 'create-job') untilCreated = world.github.requests.length - before
  }
  await world.run({ ...step, inputs: { ...ofDefault, ...inputs } })
  return {
    github: world.github.requests.filter(({ login }) => login === 'github-actions[bot]').length,
    untilCreated,
    service: world.docsService.requests.length,
    ms: world.clock.now() - startedAt,
  }
}

const yesterday = () => Date.now() - 24 * 60 * 60_000

/** The best of `rounds`, in turns, so that a busy moment of the machine affects both. */
export async function compareWithNode({ prepare }: Scene, rounds: number) {
  await using world = await createWorld()
  const step = await prepare(world)
  const bare: number[] = []
  const own: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await once(spawn(process.execPath, ['-e', '0']), 'exit')
    bare.push(performance.now() - startedAt)
    own.push((await world.start(step).result).durationMs)
  }
  return { bareMs: Math.min(...bare), ownMs: Math.min(...own) }
}

/** The most memory that the built action uses for an export, in MiB. */
export async function measureMemory(rows: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const hook = join(folder, 'report.mjs')
    writeFileSync(hook, `process.on('exit', () => console.log('peak ' + process.resourceUsage().maxRSS))\n`)
    await using world = await createWorld({ docsService: { pageViews: createRows(rows) } })
    const environment = { NODE_OPTIONS: `--import ${hook}` }
    const inputs = { period: '7d', 'max-requests': rows }
    const { log } = await world.start({ action: 'page-views', inputs, environment }).result
    const [, kibibytes] = /^peak (\d+)$/mu.exec(log.raw.toString()) ?? []
    return Number(kibibytes) / 1024
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a runner downloads, in kB. */
export function measureArchive(): number {
  const size = execFileSync('sh', ['-c', 'git archive HEAD | gzip -6 | wc -c'], {
    cwd: join(import.meta.dirname, '..'),
  })
  return Number(size) / 1000
}
