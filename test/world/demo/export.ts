import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViewTotals } from '../docs-service/page-views.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import type { LogEntry } from './loop.ts'
import { traffic } from './traffic.ts'

/** What the export of page views left behind. */
export interface Export {
  run: RunResult
  /** Text of the file; undefined when there is none. */
  file: string | undefined
  /** What the service would say for the same days, to compare with. */
  expected: { rows: number; totals: ViewTotals }
}

const day = 24 * 60 * 60 * 1000

/** Exports four full weeks, which is what a weekly workflow would do. */
export async function runExport(world: World, onLog: (entry: LogEntry) => void): Promise<Export> {
  const until = Math.floor(Date.now() / day) * day
  const from = until - 28 * day
  const started = world.start({
    action: 'page-views',
    inputs: { 'date-from': formatDay(from), 'date-to': formatDay(until) },
  })
  started.onLog((line, phase) => onLog({ line, phase }))
  const run = await started.result
  const name = run.outputs['file'] ?? ''
  const selection = traffic.select({ from, to: until })
  return {
    run,
    file: name === '' ? undefined : await readFile(join(run.files, name), 'utf8'),
    expected: { rows: selection.count, totals: selection.totals },
  }
}

function formatDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
