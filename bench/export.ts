import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { prepareStep } from './step.ts'
import type { BenchSection } from './table.ts'

/** As many as a page of the service has at most. */
const PAGE_SIZE = 250

/** Measures the page views export of a build: speed, memory, and the time compared with a bare loop. */
export async function benchExport(dist: string): Promise<BenchSection> {
  return {
    title: 'Export',
    text: 'The built action exports page views from a loopback service that sends prepared bytes. Times include the start of the process.',
    columns: ['what', 'measured'],
    rows: [
      ...(await measureSize(dist, 25_000, 5)),
      ...(await measureSize(dist, 1_000_000, 3)),
      ...(await measureComparison(dist)),
      ...(await measureLatency(dist)),
    ],
  }
}

async function measureSize(dist: string, rows: number, repeats: number): Promise<string[][]> {
  await using server = await startServer(rows, 0)
  await using compressing = await startServer(rows, 0, 'gzip')
  const name = `export of ${rows.toLocaleString('en-US')} rows`
  const bare = await best(repeats, () => runBareLoop(server.url))
  const run = ({ url }: { url: string }) => best(repeats, () => runExport(dist, url, {}))
  const usual = await run(server)
  const beside = ({ durationMs }: Measurement) => `${(durationMs / bare.durationMs).toFixed(2)} x`
  return [
    [`${name}: rows per second`, Math.round(rows / (usual.durationMs / 1000)).toLocaleString('en-US')],
    [`${name}: peak memory of the action`, formatPeak(usual)],
    [`${name}: peak memory with gzip`, formatPeak(await run(compressing))],
    [`${name}: time, as a multiple of a bare loop of fetch and JSON.parse`, beside(usual)],
  ]
}

const formatPeak = ({ peakMiB }: Measurement) => `${peakMiB.toFixed(0)} MiB`

/** The largest site whose pages are compared. Every page has as many rows in the previous period. */
async function measureComparison(dist: string): Promise<string[][]> {
  await using server = await startServer(12_500, 0)
  const compared = { compare: 'previous', 'date-from': '7d', 'date-to': '2026-08-01' }
  const measured = await runExport(dist, server.url, compared)
  return [['export of 12,500 rows: peak memory with `compare: previous`', formatPeak(measured)]]
}

/** Pages are read one after the other, so latency adds up. */
async function measureLatency(dist: string): Promise<string[][]> {
  await using server = await startServer(10_000, 60)
  const { durationMs } = await runExport(dist, server.url, {})
  return [['export of 10,000 rows at 60 ms latency', `${(durationMs / 1000).toFixed(2)} s`]]
}

interface Measurement {
  durationMs: number
  peakMiB: number
}

async function best(repeats: number, run: () => Promise<Measurement>): Promise<Measurement> {
  let fastest = await run()
  for (let repeat = 1; repeat < repeats; repeat += 1) {
    const measurement = await run()
    if (measurement.durationMs < fastest.durationMs) fastest = measurement
  }
  return fastest
}

async function runExport(dist: string, url: string, given: Record<string, string | number>): Promise<Measurement> {
  // As long as a real key.
  const service = { 'api-key': 'mint_0123456789abcdef0123456789abcdef', 'project-id': 'docs', 'base-url': url }
  const inputs = { ...service, 'max-requests': 1_000_000, file: 'page-views.csv', ...given }
  await using step = prepareStep(join(dist, 'page-views/index.js'), { inputs }, 'page-views')
  return await measure(step.start(['--import', REPORT_MEMORY]))
}

const REPORT_MEMORY =
  'data:text/javascript,process.on("exit", () => console.log("peak " + process.resourceUsage().maxRSS))'

/** The minimum work of any client for the same bytes. */
const BARE_LOOP = `
  for (let offset = 0, hasMore = true; hasMore; offset += ${PAGE_SIZE}) {
    const response = await fetch(process.argv[1] + '/v1/analytics/docs/views?offset=' + offset)
    hasMore = JSON.parse(await response.text()).hasMore
  }
  console.log('peak ' + process.resourceUsage().maxRSS)`

async function runBareLoop(url: string): Promise<Measurement> {
  return await measure(spawn(process.execPath, ['--input-type=module', '--eval', BARE_LOOP, url]))
}

async function measure(child: ReturnType<typeof spawn>): Promise<Measurement> {
  const startedAt = performance.now()
  const { stdout } = child
  if (stdout === null) throw new Error('The output of the export is ignored.')
  const [output, [status]] = await Promise.all([text(stdout), once(child, 'exit')])
  const kibibytes = /^peak (\d+)$/m.exec(output)?.[1]
  if (status !== 0 || kibibytes === undefined) throw new Error(`The export failed: ${output}`)
  return { durationMs: performance.now() - startedAt, peakMiB: Number(kibibytes) / 1024 }
}

async function startServer(rows: number, latencyMs: number, encoding = ''): Promise<{ url: string } & AsyncDisposable> {
  const script = join(import.meta.dirname, 'export-server.ts')
  const child = fork(script, [String(rows), String(PAGE_SIZE), String(latencyMs), encoding])
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
