import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { listDeclaredOutputs } from '../world/declared-outputs.ts'
import type { FaultResponse } from '../world/docs-service/faults.ts'
import { startDocsService } from '../world/docs-service/server.ts'
import type { RunResult } from '../world/runner/action-run.ts'
import { startAction } from '../world/runner/run-action.ts'
import { inProcess } from './answer-in-process.ts'
import { isRepeat, reportLongRun, testProperty } from './fuzz-parameters.ts'
import { API_KEY, hostileText, mostly } from './hostile-text.ts'
import { checkTraces } from './invariants.ts'
import { oddReply } from './run-script.ts'
import type { Reply } from './scripted-network.ts'

const OUTPUTS = listDeclaredOutputs('page-views').toSorted()

const count = mostly(9, fc.nat({ max: 1e6 }), fc.constantFrom(0, 1.5, 1e300))
const counts = { human: count, ai: count, total: count }

const page = fc
  .record({
    totals: mostly(9, fc.constant({ human: 5, ai: 3, total: 8 }), fc.record(counts)),
    views: fc.array(fc.record({ path: hostileText, ...counts }), { maxLength: 4 }),
    hasMore: mostly(3, fc.constant(false), fc.constant(true)),
  })
  .map((value): Reply => ({ kind: 'json', status: 200, value }))

const pages = fc.array(mostly(6, page, oddReply), { minLength: 1, maxLength: 4 })

const inputs = fc.record(
  {
    exclude: mostly(6, fc.constantFrom('', '*a*', '/**/b, {x,y}'), hostileText),
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
  },
  { requiredKeys: ['file'] },
)

const dates: fc.Arbitrary<Record<string, string>> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'date-from': '2026-01-01' },
      ...['7d', 'last-week', 'this-month'].map((period) => ({ period, compare: 'previous' })),
    ),
  },
  hostileText.map((text) => ({ 'date-from': text })),
  hostileText.map((period) => ({ period })),
  fc.constantFrom<Record<string, string>>({ 'date-from': '2026-02-30' }, { period: '7d', 'date-to': 'today' }),
)

const service = await startDocsService()
afterAll(() => service.close())

let cases = 0
let complete = 0

testProperty(
  'whatever paths visitors make up and whatever the service answers, an export keeps its promises',
  200,
  [inputs, dates, pages],
  async (given, range, replies) => {
    const requestsBefore = service.requests.length
    cases += 1
    answerWith(replies)
    await using run = startAction({
      ...inProcess('page-views'),
      event: { name: 'schedule', text: '{}' },
      inputs: {
        'api-key': API_KEY,
        'project-id': 'docs-project',
        'base-url': service.url,
        ...given,
        ...range,
      },
    })
    const result = await run.result
    checkTraces(result)
    for (const { path } of service.requests.slice(requestsBefore)) expect(path).toBe('/v1/analytics/docs-project/views')
    complete += checkExport(result) ? 1 : 0
  },
  () => {
    reportLongRun({ cases, complete })
    expect(isRepeat || complete > 15).toBe(true)
  },
)

/** The service answers so from now on, the last one for ever. */
function answerWith(replies: readonly Reply[]): void {
  service.faults.clear()
  for (const [index, reply] of replies.entries()) {
    const times = index === replies.length - 1 ? Number.POSITIVE_INFINITY : 1
    service.faults.add({ times, respond: toFault(reply) })
  }
}

function toFault(reply: Reply): FaultResponse {
  if (reply.kind === 'refused' || reply.kind === 'reset') return { kind: 'cut' }
  const { status, headers = {} } = reply
  if (reply.kind === 'json') return { kind: 'answer', status, headers, body: JSON.stringify(reply.value) }
  return { kind: 'answer', status, headers: { 'content-type': 'text/html', ...headers }, body: reply.text }
}

/** @returns whether it was complete */
function checkExport({ outputs, exitCode, files }: RunResult): boolean {
  const { file = '', rows, complete, change, changeHuman, top = '', rising = '', falling = '', noViews = '' } = outputs
  expect(Object.keys(outputs).sort()).toEqual(OUTPUTS)
  expect(complete).toMatch(/^(true|false)$/u)
  if (complete === 'true') expect(exitCode).toBe(0)
  for (const list of [top, rising, falling, noViews]) JSON.parse(list)
  for (const each of [change, changeHuman]) expect(each).toMatch(/^(-?\d+\.\d)?$/u)
  expect(readdirSync(files).filter((name) => !file.startsWith(name))).toEqual([])
  if (file !== '') checkFile(readFileSync(join(files, file), 'utf8'), file, Number(rows))
  return complete === 'true'
}

function checkFile(text: string, name: string, rows: number): void {
  expect(text).not.toContain(API_KEY)
  const readLines = () => text.split('\n').slice(0, -1)
  if (name.endsWith('.json')) expect(JSON.parse(text).views.length).toBe(rows)
  else if (name.endsWith('.ndjson')) expect(readLines().map((line) => JSON.parse(line)).length).toBe(rows)
  else checkCsv(readCsv(text), rows)
}

function checkCsv([header = [], ...records]: string[][], rows: number): void {
  expect(header.join()).toMatch(/^path,human,ai,total(?:,|$)/u)
  expect(records.length).toBe(rows)
  for (const record of records) {
    expect(record.length).toBe(header.length)
    // A change may be a negative number.
    for (const field of record.filter((each) => !/^-\d+(?:\.\d+)?(?:e\+\d+)?$/u.test(each)))
      expect(field).not.toMatch(/^[\s\p{C}]*[=+@]|^[\t\r-]/u)
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
