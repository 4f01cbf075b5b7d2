import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startExport } from '../../src/page-views/start-export.ts'
import { listDeclaredOutputs } from '../world/declared-outputs.ts'
import { InProcessRunner, type RunTraces } from './answer-in-process.ts'
import { FUZZ_TIMEOUT_MS, isRepeat, reportLongRun, runParameters } from './fuzz-parameters.ts'
import { API_KEY, hostileText } from './hostile-text.ts'
import { checkTraces } from './invariants.ts'
import { oddReply } from './run-script.ts'
import type { Reply } from './scripted-network.ts'
import { startScriptedServer } from './scripted-server.ts'

const OUTPUTS = listDeclaredOutputs('page-views').toSorted()

const count = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 1e6 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1.5, 1e300) },
)
const counts = { human: count, ai: count, total: count }

const page = fc.record({
  totals: fc.record(counts),
  views: fc.array(fc.record({ path: hostileText, ...counts }), { maxLength: 4 }),
  hasMore: fc.boolean(),
})

const pages = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: page.map((value): Reply => ({ kind: 'json', status: 200, value })) },
    { weight: 1, arbitrary: oddReply },
  ),
  { minLength: 1, maxLength: 4 },
)

const inputs = fc.record(
  {
    'date-from': fc.oneof(fc.constantFrom('', '7d', '2026-01-01', '2026-02-30'), hostileText),
    limit: fc.constantFrom('1', '4', '250', '0', '1e2'),
    'max-requests': fc.constantFrom('1', '5', '100'),
    concurrency: fc.constantFrom('1', '4'),
    file: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('views.csv', 'views.json', 'views.ndjson') },
      { weight: 1, arbitrary: fc.constantFrom('../views.csv', '/tmp/../etc/views.csv', 'output') },
      { weight: 1, arbitrary: hostileText },
    ),
    top: fc.constantFrom('0', '3', '100'),
    'top-by': fc.constantFrom('total', 'human', 'ai'),
    compare: fc.constantFrom('none', 'previous'),
  },
  { requiredKeys: ['file'] },
)

test(
  'whatever paths visitors make up and whatever the service answers, an export keeps its promises',
  async () => {
    using runner = new InProcessRunner(startExport, 'page-views/action.yml')
    await using service = await startScriptedServer()
    let cases = 0
    let complete = 0

    await fc.assert(
      fc.asyncProperty(inputs, pages, async (given, get) => {
        const before = readdirSync(runner.workspace)
        cases += 1
        service.answerWith(get)
        const traces = await runner.run({
          eventName: 'schedule',
          eventText: '{}',
          inputs: { 'api-key': API_KEY, 'project-id': 'docs-project', 'base-url': service.url, ...given },
        })
        checkTraces(traces)
        for (const path of service.requests) expect(path).toMatch(/^\/v1\/analytics\/docs-project\/views\?/u)
        const written = readdirSync(runner.workspace).filter(
          (name) => !before.includes(name) && !OWN_FILES.has(name),
        )
        complete += checkExport(traces, written, runner.workspace) ? 1 : 0
        for (const name of written) rmSync(join(runner.workspace, name), { recursive: true })
      }),
      runParameters(200),
    )

    reportLongRun({ cases, complete })
    expect(isRepeat || complete > 15).toBe(true)
  },
  FUZZ_TIMEOUT_MS,
)

/** Those of the runner. */
const OWN_FILES = new Set(['output', 'state', 'summary', 'event.json'])

/** @returns whether it was complete */
function checkExport(
  { outputs, exitCode }: RunTraces,
  written: readonly string[],
  workspace: string,
): boolean {
  const values = new Map(outputs)
  expect([...values.keys()].sort()).toEqual(OUTPUTS)
  expect(values.get('complete')).toMatch(/^(true|false)$/u)
  const file = values.get('file') ?? ''
  const isComplete = values.get('complete') === 'true'
  if (isComplete) expect(exitCode).toBe(0)
  for (const name of ['top', 'rising', 'falling']) JSON.parse(values.get(name) ?? '')
  expect(values.get('change')).toMatch(/^(-?\d+\.\d)?$/u)
  expect(written.filter((name) => !file.startsWith(name))).toEqual([])
  if (file !== '') checkFile(readFileSync(join(workspace, file), 'utf8'), file, Number(values.get('rows')))
  return isComplete
}

function checkFile(text: string, name: string, rows: number): void {
  expect(text).not.toContain(API_KEY)
  if (name.endsWith('.json')) expect((JSON.parse(text) as { views: unknown[] }).views.length).toBe(rows)
  else if (name.endsWith('.ndjson')) {
    const lines = text.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line) as unknown).length).toBe(rows)
  } else {
    const records = readCsv(text)
    const [header = []] = records
    expect(header.join()).toMatch(/^path,human,ai,total(?:,|$)/u)
    expect(records.length - 1).toBe(rows)
    for (const record of records) {
      expect(record.length).toBe(header.length)
      // A change may be a negative number.
      for (const field of record.filter((each) => !/^-\d+(?:\.\d+)?$/u.test(each)))
        expect(field).not.toMatch(/^[\s\p{C}]*[=+@]|^[\t\r-]/u)
    }
  }
}

/** RFC 4180, read strictly. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    record.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
