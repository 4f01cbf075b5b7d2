import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViewTotals } from '../docs-service/page-views.ts'
import type { Step, World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import type { LogEntry } from './loop.ts'
import { type Issue, type Post, readPost, readThread } from './post.ts'
import { traffic } from './traffic.ts'

/** What the export of page views left behind. */
export interface Export {
  run: RunResult
  /** Text of the file; undefined when there is none. */
  file: string | undefined
  /** What the service would say for the same days, to compare with. */
  expected: { rows: number; totals: ViewTotals }
  /** The issue that the report is kept in. */
  report: { issue: Issue; comments: Post[] }
}

const day = 24 * 60 * 60 * 1000

const periodMs = 28 * day
/** How many runs there were before the one that is shown. */
const earlierRuns = 2

/** What happens on the way, once the earlier runs are over. */
export interface ExportListener {
  onStart(): void
  onLog(entry: LogEntry): void
}

/** Exports four full weeks and compares them with the four before, as a scheduled workflow would do. */
export async function runExport(world: World, { onStart, onLog }: ExportListener): Promise<Export> {
  const until = Math.floor(Date.now() / day) * day
  const from = until - periodMs
  const issue = { title: 'Page views', body: 'Reports every four weeks.', asLogin: 'ada' }
  const created = await world.github.createIssue(issue)
  const { number, title } = created
  // The first page of rows has the totals, which are all that the report remembers of an earlier period.
  for (let back = earlierRuns; back > 0; back -= 1)
    await world.run(describeStep(number, from - back * periodMs, { 'max-requests': 1 }))
  onStart()
  const started = world.start(describeStep(number, from, { compare: 'previous', top: 5 }))
  started.onLog((line, phase) => onLog({ line, phase }))
  const run = await started.result
  const name = run.outputs['file'] ?? ''
  const selection = traffic.select({ from, to: until })
  return {
    run,
    file: name === '' ? undefined : await readFile(join(run.files, name), 'utf8'),
    expected: { rows: selection.count, totals: selection.totals },
    report: {
      issue: { ...readPost(created.payload['issue']), number, title },
      comments: await readThread(world, number),
    },
  }
}

function describeStep(issue: number, from: number, inputs: Step['inputs']): Step {
  const dates = { 'date-from': formatDay(from), 'date-to': formatDay(from + periodMs) }
  return { action: 'page-views', inputs: { 'issue-number': issue, ...dates, ...inputs } }
}

function formatDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
