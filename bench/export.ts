import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { API_KEY, type Measurement } from './export-client.ts'
import { benchCollisions } from './export-collisions.ts'
import type { BenchRow } from './table.ts'

const ROWS_A_PAGE = 250

/**
 * Measures the export of page views: speed, memory, concurrency, and the time compared with a bare loop.
 * @param dist the folder of the build whose memory is measured
 */
export async function benchExport(dist: string): Promise<BenchRow[]> {
  return [
    ...(await measureSize(dist, 25_000, 5)),
    ...(await measureSize(dist, 1_000_000, 3)),
    ...(await measureConcurrency()),
    benchCollisions(),
  ]
}

async function measureSize(dist: string, rows: number, repeats: number): Promise<BenchRow[]> {
  await using server = await startServer(rows, 0)
  await using compressing = await startServer(rows, 0, 'gzip')
  const name = `export of ${rows.toLocaleString('en-US')} rows`
  const bare = await best(repeats, () => measure('bare', server.port, 1))
  const measured = await best(repeats, () => measure('export', server.port, 4))
  const alone = await best(repeats, () => measure('export', server.port, 1))
  const memory = [
    { what: 'peak memory of the action', limit: 150, peak: await measureActionMemory(dist, server.port) },
    { what: 'the same with gzip', limit: 300, peak: await measureActionMemory(dist, compressing.port) },
  ]
  // It grows with the number of pages, of which the quota of an hour is the most.
  if (rows === 25_000)
    memory.push({
      what: 'the same with `compare: previous`',
      limit: 150,
      peak: await measureActionMemory(dist, server.port, COMPARED),
    })
  const ratio = measured.durationMs / bare.durationMs
  const ratioAlone = alone.durationMs / bare.durationMs
  return [
    { what: `${name}: rows per second`, value: formatSpeed(measured) },
    ...memory.map(({ what, limit, peak }) => ({
      what: `${name}: ${what}`,
      value: `${peak.toFixed(0)} MiB`,
      limit: `${limit} MiB`,
      isWithin: peak <= limit,
    })),
    {
      what: `${name}: time beside a bare loop of fetch and JSON.parse`,
      value: `${ratio.toFixed(2)} x`,
      limit: '2 x',
      isWithin: ratio <= 2,
    },
    {
      what: `${name}: the same, one request at a time`,
      value: `${ratioAlone.toFixed(2)} x`,
      limit: '2 x',
      isWithin: ratioAlone <= 2,
    },
  ]
}

async function measureConcurrency(): Promise<BenchRow[]> {
  await using server = await startServer(10_000, 60)
  const alone = await measure('export', server.port, 1)
  const rows: BenchRow[] = []
  for (const concurrency of [1, 4, 8]) {
    const measured = concurrency === 1 ? alone : await measure('export', server.port, concurrency)
    const speedUp = alone.durationMs / measured.durationMs
    rows.push({
      what: `10,000 rows at 60 ms latency, concurrency ${concurrency}`,
      value: `${(measured.durationMs / 1000).toFixed(2)} s, ${speedUp.toFixed(1)} x as fast`,
    })
  }
  return rows
}

async function best(repeats: number, run: () => Promise<Measurement>): Promise<Measurement> {
  let fastest = await run()
  for (let repeat = 1; repeat < repeats; repeat += 1) {
    const measurement = await run()
    if (measurement.durationMs < fastest.durationMs) fastest = measurement
  }
  return fastest
}

/** The peak of resident memory of the built action, in MiB. */
async function measureActionMemory(dist: string, port: number, inputs: Record<string, string> = {}): Promise<number> {
  const workspace = mkdtempSync(join(tmpdir(), 'bench-action-'))
  try {
    const environment = { ...describeStep(workspace, port), ...inputs }
    for (const name of ['outputs', 'summary']) writeFileSync(join(workspace, name), '')
    const action = spawn(process.execPath, ['--import', REPORT_MEMORY, join(dist, 'page-views/index.js')], {
      env: environment,
      stdio: 'pipe',
    })
    const output = await text(action.stdout)
    const kibibytes = /^peak (\d+)$/m.exec(output)?.[1]
    if (kibibytes === undefined || !output.includes('Wrote ')) throw new Error(`The action failed: ${output}`)
    return Number(kibibytes) / 1024
  } finally {
    rmSync(workspace, { recursive: true })
  }
}

const REPORT_MEMORY =
  'data:text/javascript,process.on("exit", () => console.log("peak " + process.resourceUsage().maxRSS))'

/** Every page has as many rows in the previous period. */
const COMPARED = { INPUT_COMPARE: 'previous', 'INPUT_DATE-FROM': '7d', 'INPUT_DATE-TO': '2026-08-01' }

/** The environment of the step, with the defaults of `action.yml` except for the number of requests. */
function describeStep(workspace: string, port: number): Record<string, string> {
  return {
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: join(workspace, 'outputs'),
    GITHUB_STEP_SUMMARY: join(workspace, 'summary'),
    'INPUT_API-KEY': API_KEY,
    'INPUT_PROJECT-ID': 'docs',
    'INPUT_BASE-URL': `http://127.0.0.1:${port}`,
    INPUT_LIMIT: '250',
    INPUT_OFFSET: '0',
    'INPUT_MAX-REQUESTS': '1000000',
    INPUT_CONCURRENCY: '4',
    INPUT_FILE: 'page-views.csv',
    INPUT_TOP: '10',
  }
}

function formatSpeed({ rows, durationMs }: Measurement): string {
  return Math.round(rows / (durationMs / 1000)).toLocaleString('en-US')
}

async function measure(kind: 'export' | 'bare', port: number, concurrency: number): Promise<Measurement> {
  const script = join(import.meta.dirname, 'export-client.ts')
  // The command that masks the key isn't part of the report.
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = fork(script, [kind, String(port), String(concurrency)], { stdio: [...stdio] })
  const [measurement] = await once(child, 'message', { signal: AbortSignal.timeout(300_000) })
  return measurement as Measurement
}

async function startServer(
  rows: number,
  latencyMs: number,
  encoding = '',
): Promise<{ port: number } & AsyncDisposable> {
  const script = join(import.meta.dirname, 'export-server.ts')
  const child = fork(script, [String(rows), String(ROWS_A_PAGE), String(latencyMs), encoding])
  const [port] = await once(child, 'message')
  return {
    port: port as number,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
