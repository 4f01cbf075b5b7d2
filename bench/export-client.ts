import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocsService } from '../src/docs-service/client.ts'
import { createFetch } from '../src/network/fetch.ts'
import { exportPageViews } from '../src/page-views/export-page-views.ts'
import { openExportFile } from '../src/page-views/file/export-file.ts'
import { systemClock } from '../src/runner/clock.ts'
import { createSecrets } from '../src/runner/secrets.ts'

// One measurement, in a process that is as fresh as the action's.
// Usage: node bench/export-client.ts <export|bare> <port> <concurrency>

export interface Measurement {
  durationMs: number
  rows: number
}

/** As long as a real key. */
export const API_KEY = 'mint_0123456789abcdef0123456789abcdef'

if (import.meta.main) {
  const [kind, port, concurrency] = process.argv.slice(2)
  const baseUrl = new URL(`http://127.0.0.1:${port}`)
  const startedAt = performance.now()
  const rows = kind === 'bare' ? await readBare(baseUrl) : await runExport(baseUrl, Number(concurrency))
  const durationMs = performance.now() - startedAt
  const measurement: Measurement = { durationMs, rows }
  process.send?.(measurement)
  process.disconnect?.()
}

/** The whole export: with the file, the checks, and the search for the key. */
async function runExport(baseUrl: URL, concurrency: number): Promise<number> {
  const secrets = createSecrets()
  secrets.hide(API_KEY)
  const workspace = mkdtempSync(join(tmpdir(), 'bench-export-'))
  try {
    const service = createDocsService({
      baseUrl,
      apiKey: API_KEY,
      projectId: 'docs',
      fetch: createFetch({}),
      ...systemClock,
      random: Math.random,
      redact: secrets.redact,
    })
    const { rows, failure } = await exportPageViews(
      {
        range: { dateTo: '2026-08-01' },
        limit: 250,
        offset: 0,
        maximumRequests: 1_000_000,
        concurrency,
        extension: '.csv',
        topCount: 10,
        topBy: 'total',
        previousRange: undefined,
        isToDate: false,
      },
      {
        service,
        openFile: () => openExportFile(workspace, 'views.csv'),
        signal: new AbortController().signal,
      },
    )
    if (failure !== undefined) throw failure
    return rows
  } finally {
    rmSync(workspace, { recursive: true })
  }
}

/** The minimum work of any client for the same bytes. */
async function readBare(baseUrl: URL): Promise<number> {
  let rows = 0
  for (let offset = 0, hasMore = true; hasMore; offset += 250) {
    const response = await fetch(`${baseUrl}v1/analytics/docs/views?limit=250&offset=${offset}`)
    const page = JSON.parse(await response.text())
    rows += page.views.length
    hasMore = page.hasMore
  }
  return rows
}
