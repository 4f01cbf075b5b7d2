import { expect, onTestFinished, test, vi } from 'vitest'
import type { ActionError } from '../../../src/runner/action-error.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { connectService } from '../../../src/service/client.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { createClock } from '../fake-clock.ts'
import { type Answer, catchError, startServer } from '../loopback.ts'

const JOB = { id: 'job-1', status: 'active', prLink: null }
const VIEWS = { totals: { human: 1, ai: 2, total: 3 }, views: [], hasMore: false }
const ROW = { path: '/', human: 1, ai: 0, total: 1 }
const PAGE = '<!DOCTYPE html><title>Blocked</title>'

function connect(url: URL, { signal = new AbortController().signal, deadline = 1_800_000 } = {}) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const clock = createClock()
  const lifetime = { signal, deadline }
  const options = { baseUrl: url, apiKey: 'mint_Client_K3y', projectId: 'acme docs', clock, lifetime }
  return { service: connectService(options), clock }
}

/** Sends a prompt, or reads, and tells the end, the pauses, and what the server got. */
async function call(answers: Answer[], kind: 'create' | 'message' | 'job' | 'views') {
  await using server = await startServer(answers)
  const { service, clock } = connect(server.url)
  const calls = {
    create: () => service.createJob('Add a page'),
    message: () => service.sendMessage('job-1', 'Add a page'),
    job: () => service.getJob('job-1', { once: true }),
    views: () => service.getViews({ limit: 250, offset: 0 }),
  }
  const outcome = await calls[kind]().then(
    (result) => ({ result, error: undefined }),
    (error: ActionError) => ({ result: undefined, error }),
  )
  return { ...outcome, requests: server.requests, pauses: clock.pauses }
}

test('each call is one request, as the interface documents it, below the path of the base URL', async () => {
  await using server = await startServer([{ status: 201, body: JOB }, { body: JOB }, { body: JOB }, { body: VIEWS }])
  const { service } = connect(new URL('/prefix/', server.url))
  await service.createJob('Add `a`')
  await service.sendMessage('job/1', 'More')
  await service.getJob('job 1')
  await service.getViews({ dateFrom: '2026-11-16', limit: 250, offset: 500 })
  expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/prefix/v2/agent/acme%20docs/job', { prompt: 'Add `a`' }],
    ['POST', '/prefix/v2/agent/acme%20docs/job/job%2F1/message', { prompt: 'More' }],
    ['GET', '/prefix/v2/agent/acme%20docs/job/job%201', ''],
    ['GET', '/prefix/v1/analytics/acme%20docs/views?dateFrom=2026-11-16&limit=250&offset=500', ''],
  ])
  for (const { headers } of server.requests)
    expect(headers).toMatchObject({ authorization: 'Bearer mint_Client_K3y', 'user-agent': 'docs-agent-action/1' })
})

const after = (seconds: string) => ({ 'retry-after': seconds })

test.each<[string, Answer[], pauses: number[]]>([
  ['421', [{ status: 421 }, { body: JOB }], []],
  ['421, and after a pause', [{ status: 421 }, { status: 421 }, { body: JOB }], [1_000]],
  ['429 with a time', [{ status: 429, headers: after('7'), body: {} }, { body: JOB }], [7_000]],
  ['429 without a time', [{ status: 429, body: {} }, { body: JOB }], [60_000]],
  ['429 in a web page', [{ status: 429, headers: after('7'), body: PAGE }, { body: JOB }], [7_000]],
  ['503 with a time', [{ status: 503, headers: after('7'), body: PAGE }, { body: JOB }], [7_000]],
  ["503 in the service's JSON", [{ status: 503, body: { error: 'Busy' } }, { body: JOB }], [60_000]],
])('a prompt that was not accepted is sent again: %s', async (_name, answers, pauses) => {
  for (const kind of ['create', 'message'] as const) {
    const { result, requests, pauses: paused } = await call(answers, kind)
    expect(result).toMatchObject({ id: 'job-1' })
    expect(requests.map(({ body }) => body)).toEqual(answers.map(() => ({ prompt: 'Add a page' })))
    expect(paused).toEqual(pauses)
  }
})

test.each<[string, Answer, message: RegExp]>([
  ['500', { status: 500, body: { error: 'Oops' } }, /^The service is having problems\. POST .* returned 500\.$/u],
  ['503 of a proxy', { status: 503, body: PAGE }, /^The service's address returned a web page\./u],
  ['a gateway that sends plain text', { status: 502, body: 'Bad gateway' }, /^The service is having problems\./u],
  ['503 without a body', { status: 503 }, /returned 503\.$/u],
  ['a reset', 'reset', /^The service didn't send a complete response\. POST .* failed \(\w+\)\.$/u],
  ['a response that breaks off', 'broken-off', /^The service didn't send a complete response\./u],
  ['a 2xx without JSON', { body: 'OK {' }, /returned 200 and something other than a job\.$/u],
  ['a 2xx that is a web page', { body: PAGE }, /^The service's address returned a web page\./u],
  ['a 204', { status: 204 }, /something other than a job/u],
  ['a job without an ID', { body: { status: 'active' } }, /a job without an ID/u],
  ['a job with an ID that is a path', { body: { id: '../x' } }, /a job without an ID/u],
])('a prompt that may have been received is never sent again: %s', async (_name, answer, message) => {
  const { error, requests } = await call([answer, { body: JOB }], 'create')
  expect(error?.message).toMatch(message)
  expect(error?.isRefused).toBe(false)
  expect(requests).toHaveLength(1)
  // The response to a message needs no ID.
  if (message.source.includes('without an ID'))
    expect((await call([answer], 'message')).result).toMatchObject({ id: '' })
})

test.each<[status: number, body: unknown, message: RegExp, hint: RegExp, said?: string]>([
  [301, {}, /redirected the request.*returned 301/u, /base-url/u],
  [400, { error: 'No "prompt"' }, /refused the request/u, /message names/u, `The service says: "No 'prompt'".`],
  [401, { error: { message: 'Bad key' } }, /refused the API key/u, /90 days/u, 'The service says: "Bad key".'],
  [402, {}, /plan or its credits/u, /credits/u],
  [403, {}, /API key doesn't allow this request/u, /scope.*IP allow list.*API access/u],
  [404, { message: 'x', details: [{ message: 'y' }] }, /couldn't find/u, /project-id/u, 'The service says: "x; y".'],
  [413, {}, /prompt is too large/u, /context: reference/u],
  [422, {}, /refused the request/u, /prompt or an input/u],
  [403, PAGE, /^The service's address returned a web page/u, /firewall or proxy/u],
])('%i with %j ends it, and says what it means and what to do', async (status, body, message, hint, said = '') => {
  const headers = { location: 'https://evil.example/' }
  for (const kind of ['create', 'job'] as const) {
    const { error, requests } = await call([{ status, body, headers }], kind)
    expect(error?.message).toMatch(message)
    expect(error?.hint).toMatch(hint)
    expect(error?.said).toBe(said)
    // The status of a web page isn't the service's.
    expect(error?.status).toBe(message.source.includes('web page') ? undefined : status)
    expect(error?.isRefused).toBe(true)
    expect(requests).toHaveLength(1)
  }
})

test.each<Answer>([{ status: 503, body: {} }, 'broken-off'])(
  'views are read in five tries, half a minute in all; a look at a job is one: %j',
  async (answer) => {
    const four = Array.from({ length: 4 }, () => answer)
    const { result, pauses } = await call([...four, { body: VIEWS }], 'views')
    expect([result, pauses]).toEqual([VIEWS, [1_000, 3_000, 9_000, 17_000]])
    expect((await call([...four, answer, { body: VIEWS }], 'views')).requests).toHaveLength(5)
    expect((await call([answer, { body: JOB }], 'job')).requests).toHaveLength(1)
  },
)

test('a read that is limited is repeated when it may be; an hour is too long, and the text tells the time', async () => {
  const answer = { status: 429, headers: after('60'), body: {} }
  expect(await call([answer, { body: JOB }], 'job')).toMatchObject({ result: { id: 'job-1' }, pauses: [60_000] })
  const { error, requests } = await call([{ ...answer, headers: after('3600') }], 'create')
  expect(error).toMatchObject({ status: 429, isRefused: true, hint: expect.stringContaining('01:00 UTC') })
  expect(requests).toHaveLength(1)
})

test.each<[unknown, RegExp]>([
  [{ ...VIEWS, totals: { human: 1 } }, /`totals` isn't three numbers/u],
  [{ ...VIEWS, views: {} }, /`views` isn't a list/u],
  [{ ...VIEWS, views: [ROW, { ...ROW, human: -1 }] }, /row 2/u],
  [{ ...VIEWS, views: [{ ...ROW, path: 1 }] }, /row 1/u],
])('page views that are not in the documented form are refused, and not repeated: %j', async (body, message) => {
  const { error, requests } = await call([{ body }], 'views')
  expect(error?.message).toMatch(message)
  expect(requests).toHaveLength(1)
})

test('a prompt to a server that is not there is repeated, and certainly not received', async () => {
  const server = await startServer([])
  await server[Symbol.asyncDispose]()
  const { service, clock } = connect(server.url)
  const error = await catchError<ActionError>(service.createJob('x'))
  expect(error.message).toMatch(/^Couldn't connect to the service\. .*\(ECONNREFUSED\)\.$/u)
  expect([error.isRefused, clock.pauses]).toEqual([true, [1_000, 3_000, 9_000, 17_000]])
})

test.each([
  ['job', 30_000],
  ['create', 120_000],
] as const)('a request that no response comes to ends in time: %s, after %i ms', async (kind, limitMs) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  timeout.mockImplementation((ms) => AbortSignal.abort(ms === limitMs ? new DOMException('x', 'TimeoutError') : ms))
  const { error } = await call([() => undefined], kind).finally(() => timeout.mockRestore())
  expect(error?.message).toMatch(/^The service didn't send a complete response\. .*\(no response in time\)/u)
})

test('a key that the service echoes, escaped or not, is nowhere in the result', async () => {
  hideSecret('mint_Client_K3y')
  const escaped = '{"id": "job-1", "a": "mint\\u005fClient_K3y", "b": "mint_Client_K3y"}'
  const { result } = await call([{ body: escaped }], 'create')
  expect(result).toMatchObject({ json: { a: '***', b: '***' } })
  const { error } = await call([{ status: 400, body: { error: 'Bearer mint_Client_K3y' } }], 'create')
  expect(error?.said).toBe('The service says: "Bearer ***".')
})

test('a canceled run sends nothing; it breaks off a read at once, and waits a moment for the answer to a prompt', async () => {
  const reason = new CancelledError('The run was canceled.')
  const controller = new AbortController()
  const cancelFirst: Answer = (response) => {
    controller.abort(reason)
    response.end(JSON.stringify(JOB))
  }
  await using server = await startServer([cancelFirst])
  const { service } = connect(server.url, { signal: controller.signal })
  expect(await service.createJob('x')).toMatchObject({ id: 'job-1' })
  await expect(service.createJob('x')).rejects.toBe(reason)
  expect(server.requests).toHaveLength(1)

  const later = new AbortController()
  await using silent = await startServer([() => later.abort(reason)])
  await expect(connect(silent.url, { signal: later.signal }).service.getJob('job-1')).rejects.toBe(reason)
})
