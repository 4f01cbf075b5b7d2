import { describe, expect, test, vi } from 'vitest'
import { DocsServiceError } from '../../../src/docs-service/errors.ts'
import { ConnectError } from '../../../src/network/fetch.ts'
import { readUntrustedText } from '../../../src/untrusted/text.ts'
import {
  API_KEY,
  catchFailure,
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  NOON,
  networkError,
  noLimits,
  readPageViews,
} from './service-for-tests.ts'

const VIEWS = { limit: 250, offset: 0 }
const PAGE = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false }

test('the client creates a job with key, user agent and prompt, without following redirects', async () => {
  const { fetch, calls } = fakeFetch(json({ id: 'job-1', status: 'active' }, 201))
  const { service } = createServiceForTests({ fetch, baseUrl: new URL('https://docs.example/prefix/') })
  expect(await service.createAgentJob('Say "hi"\r\n', noLimits())).toEqual({ id: 'job-1', status: 'active' })
  expect(calls[0]?.url).toBe('https://docs.example/prefix/v2/agent/project-1/job')
  expect(calls[0]?.init).toMatchObject({
    method: 'POST',
    redirect: 'manual',
    body: '{"prompt":"Say \\"hi\\"\\r\\n"}',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'user-agent': 'docs-agent-action/test',
    },
  })
})

test('the client asks for a page with exactly the parameters that are set', async () => {
  const { fetch, calls } = fakeFetch(json(PAGE))
  const { service } = createServiceForTests({ fetch })
  await readPageViews(service, { ...VIEWS, dateTo: '2026-08-01T00:00:00+02:00' }, noLimits())
  const url = new URL(calls[0]?.url ?? '')
  expect(url.pathname).toBe('/v1/analytics/project-1/views')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    limit: '250',
    offset: '0',
    dateTo: '2026-08-01T00:00:00+02:00',
  })
})

test.each([
  [200, { id: 'job-1' }, { id: 'job-1' }],
  [202, { id: 'job-1', status: 'failed' }, { id: 'job-1', status: 'failed' }],
  [226, { id: 'job-1', status: 7 }, { id: 'job-1', wrongFields: ['status'] }],
])('any success with an ID that can be read counts as created: %i %j', async (status, answer, job) => {
  const { service } = createServiceForTests(fakeFetch(json(answer, status)))
  expect(await service.createAgentJob('x', noLimits())).toEqual(job)
})

test.each([
  ['an empty body', () => new Response('', { status: 201 })],
  ['no content', () => new Response(null, { status: 204 })],
  ['a web page', () => new Response('<html>Welcome</html>', { status: 200 })],
  ['a web page as an error', () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ['no JSON', () => new Response('created', { status: 201 })],
  ['half an object', () => new Response('{"id": "job-1", "sta', { status: 201 })],
  ['null', json(null, 201)],
  ['a text', json('job-1', 201)],
  ['no id', json({ status: 'active' }, 201)],
  ['an id of null', json({ id: null, status: 'active' }, 201)],
  ['an empty id', json({ id: '' }, 201)],
  ['an id that is a number', json({ id: 7 }, 201)],
  ['an id that names the parent folder', json({ id: '..' }, 201)],
  ['an id with the key in it', json({ id: `job-${API_KEY}` }, 201)],
  ['a list', json([{ id: 'job-1' }], 201)],
  ['a redirect', () => new Response('', { status: 302, headers: { location: 'https://evil.example' } })],
  ['a redirect that keeps the method', () => new Response('', { status: 307 })],
  ['408', json({}, 408)],
  ['425', json({}, 425)],
  ['500', json({}, 500)],
  ['504', json({}, 504)],
  ['503 with Retry-After', json({}, 503, { 'retry-after': '1' })],
  ['a reset', networkError('ECONNRESET')],
  ['a timeout while writing', networkError('ETIMEDOUT')],
  ['a failure without a reason', new Error('no reason')],
])('create is sent exactly once, and may have been received: %s', async (_name, answer) => {
  const { fetch, calls } = fakeFetch(answer)
  const { service, pauses } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  // What to do then is told by the result, which knows more.
  expect(failure).toMatchObject({ name: 'DocsServiceError', certainty: 'unknown', hint: '' })
  expect([calls.length, pauses.length]).toEqual([1, 0])
})

test.each([
  400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 413, 414, 415, 416, 417, 421, 422, 426, 428, 431,
  451,
])('create ends at once, refused: %i', async (status) => {
  const { fetch, calls } = fakeFetch(json({ error: 'No.' }, status))
  const { service } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', certainty: 'not-accepted', status })
  expect(failure.message).toBe(
    `Could not create agent job: POST https://docs.example/v2/agent/project-1/job was answered with status ${status}.`,
  )
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('No.')
  expect(calls).toHaveLength(1)
})

test.each([
  ['name not found', connectError('ENOTFOUND')],
  ['a proxy that refuses the way', connectError('ERR_PROXY_TUNNEL')],
  ['quota', json({ error: 'Slow down' }, 429)],
])('create is repeated when it certainly was not accepted: %s', async (_name, answer) => {
  const { fetch, calls } = fakeFetch(answer, answer, json({ id: 'job-1' }, 201))
  const { service, pauses, retries } = createServiceForTests({ fetch })
  expect(await service.createAgentJob('x', noLimits())).toEqual({ id: 'job-1' })
  expect(calls).toHaveLength(3)
  expect(pauses).toEqual([500, 1000])
  expect(retries.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
    [1, 500],
    [2, 1000],
  ])
})

test('create gives up when no connection is made for a minute, still certain', async () => {
  const { fetch, calls } = fakeFetch(connectError('ECONNREFUSED'))
  const { service, pauses } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'not-connected', certainty: 'not-accepted' })
  expect(failure.message).toContain('(ECONNREFUSED)')
  expect(failure.cause).toBeInstanceOf(ConnectError)
  expect(calls).toHaveLength(11)
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(55_500)
  expect([failure.isUnavailable, failure.code, failure.url]).toEqual([
    true,
    'ECONNREFUSED',
    'https://docs.example/v2/agent/project-1/job',
  ])
})

test('create gives up after four answers that the quota is used up', async () => {
  const { fetch, calls } = fakeFetch(json({ error: 'Slow down' }, 429))
  const { service, pauses } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ status: 429, isUnavailable: true, isJson: true, hasErrorField: true })
  expect([calls.length, pauses]).toEqual([4, [500, 1000, 2000]])
})

test('a refusal, and a read that fails, are not for want of somebody to take the prompt', async () => {
  const { service } = createServiceForTests(fakeFetch(json({}, 400)))
  const busy = createServiceForTests(fakeFetch(json({}, 429)))
  const failures = [
    await catchFailure(service.createAgentJob('x', noLimits())),
    await catchFailure(busy.service.getAgentJob('job-1', noLimits())),
  ]
  expect(failures.map(({ isUnavailable }) => isUnavailable)).toEqual([false, false])
})

test.each(['7', new Date(NOON + 7000).toUTCString()])(
  'the client waits as Retry-After says: %s',
  async (value) => {
    const { fetch } = fakeFetch(json({}, 429, { 'retry-after': value }), json({ id: 'job-1' }, 201))
    const { service, pauses } = createServiceForTests({ fetch })
    await service.createAgentJob('x', noLimits())
    expect(pauses).toEqual([7000])
  },
)

test('a wait past the deadline is not begun', async () => {
  const { fetch, calls } = fakeFetch(json({}, 429, { 'retry-after': '3600' }))
  const { service, pauses } = createServiceForTests({ fetch })
  const limits = { ...noLimits(), deadline: 60_000 }
  const failure = await catchFailure(service.createAgentJob('x', limits))
  expect(failure).toMatchObject({ certainty: 'not-accepted', status: 429, retryAfterMs: 3_600_000 })
  expect(failure.message).toMatch(/was answered with status 429 and asks to wait 3600 s\.$/)
  expect([calls.length, pauses.length]).toEqual([1, 0])
})

test('no request is sent after the deadline', async () => {
  const { fetch, calls } = fakeFetch(json({ id: 'job-1' }))
  const { service } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.createAgentJob('x', { ...noLimits(), deadline: 0 }))
  expect(failure).toMatchObject({ kind: 'deadline', certainty: 'not-accepted' })
  expect(calls).toHaveLength(0)
})

test('a create request that is cancelled before it is sent was certainly not accepted', async () => {
  const { fetch, calls } = fakeFetch(json({ id: 'job-1' }))
  const { service } = createServiceForTests({ fetch })
  const failure = await catchFailure(
    service.createAgentJob('x', { ...noLimits(), signal: AbortSignal.abort() }),
  )
  expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'not-accepted' })
  expect(calls).toHaveLength(0)
})

test('a create request that is cancelled between two tries was certainly not accepted', async () => {
  const { fetch, calls } = fakeFetch(json({}, 429))
  const controller = new AbortController()
  const { service } = createServiceForTests({
    fetch,
    sleep: async () => {
      controller.abort()
      throw new Error('aborted')
    },
  })
  const limits = { ...noLimits(), signal: controller.signal }
  const failure = await catchFailure(service.createAgentJob('x', limits))
  expect(failure).toMatchObject({ kind: 'cancelled', certainty: 'not-accepted' })
  expect(calls).toHaveLength(1)
})

test.each([
  ['on the way', (reason: unknown) => reason, 'unknown'],
  ['while connecting', (reason: unknown) => new ConnectError(reason), 'not-accepted'],
])(
  'a create request can be cancelled %s, and says whether it may have been received',
  async (_name, toError, certainty) => {
    const controller = new AbortController()
    const { service } = createServiceForTests({
      async fetch(_url, { signal }) {
        controller.abort()
        throw toError(signal.reason)
      },
    })
    const limits = { ...noLimits(), signal: controller.signal }
    expect(await catchFailure(service.createAgentJob('x', limits))).toMatchObject({
      kind: 'cancelled',
      certainty,
    })
  },
)

test('the client reads a job with one request, whatever happens', async () => {
  const { fetch, calls } = fakeFetch(json({}, 503, { 'retry-after': '2' }))
  const { service, pauses } = createServiceForTests({ fetch })
  const failure = await catchFailure(service.getAgentJob('a/b?c', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status: 503, retryAfterMs: 2000 })
  expect(calls.map(({ url }) => url)).toEqual(['https://docs.example/v2/agent/project-1/job/a%2Fb%3Fc'])
  expect(pauses).toEqual([])
})

test('another job than the one asked for is as good as unreadable; one without an id is accepted', async () => {
  const { fetch } = fakeFetch(json({ id: 'job-2' }), json({ status: 'active' }))
  const { service } = createServiceForTests({ fetch })
  expect(await catchFailure(service.getAgentJob('job-1', noLimits()))).toMatchObject({
    name: 'DocsServiceError',
    kind: 'unreadable',
    message:
      'Could not get agent job: GET https://docs.example/v2/agent/project-1/job/job-1 was answered with status 200 and another job than the one that was asked for.',
  })
  expect(await service.getAgentJob('job-1', noLimits())).toEqual({ status: 'active' })
})

test.each([
  ['408', json({}, 408)],
  ['429', json({}, 429)],
  ['500', json({}, 500)],
  ['a reset', networkError('ECONNRESET')],
  ['refused', connectError('ECONNREFUSED')],
])('a page is asked for again at the same offset, four times in all: %s', async (_name, answer) => {
  const { fetch, calls } = fakeFetch(answer)
  const { service, pauses } = createServiceForTests({ fetch })
  await catchFailure(readPageViews(service, { limit: 10, offset: 20 }, noLimits()))
  expect(new Set(calls.map(({ url }) => new URL(url).searchParams.get('offset')))).toEqual(new Set(['20']))
  expect([calls.length, pauses]).toEqual([4, [500, 1000, 2000]])
})

test.each([
  ['401', json({}, 401)],
  ['a redirect', json({}, 301)],
  ['a web page', () => new Response('<html>', { status: 200 })],
  ['another shape', json({ views: [] })],
])('a page is not asked for again: %s', async (_name, answer) => {
  const { fetch, calls } = fakeFetch(answer)
  const { service } = createServiceForTests({ fetch })
  await catchFailure(readPageViews(service, VIEWS, noLimits()))
  expect(calls).toHaveLength(1)
})

test('a success that holds an error shows the words of the service', async () => {
  const { service } = createServiceForTests(fakeFetch(json({ error: 'No such organization.', rows: [] })))
  const failure = await catchFailure(readPageViews(service, VIEWS, noLimits()))
  expect(failure).toMatchObject({ kind: 'unreadable', status: 200 })
  expect(failure.message).toMatch(/was answered with status 200 and a page of page views without `totals`\.$/)
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('No such organization.')
})

describe('a follow-up message', () => {
  const TARGET = 'POST https://docs.example/v2/agent/project-1/job/a%2Fb/message'

  test('a follow-up message goes to the job, with the prompt', async () => {
    const { fetch, calls } = fakeFetch(json({ id: 'a/b', status: 'completed' }))
    const { service } = createServiceForTests({ fetch })
    expect(await service.sendMessage('a/b', 'And now?', noLimits())).toEqual({
      id: 'a/b',
      status: 'completed',
    })
    expect(calls[0]?.url).toBe(TARGET.replace('POST ', ''))
    expect(calls[0]?.init).toMatchObject({ method: 'POST', body: '{"prompt":"And now?"}' })
  })

  test('an answer that does not say its id counts as received', async () => {
    const { service } = createServiceForTests(fakeFetch(json({ status: 'active' }, 202)))
    expect(await service.sendMessage('job-1', 'x', noLimits())).toEqual({ status: 'active' })
  })

  test.each([400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 418, 421, 422, 451])(
    'a message is certainly not accepted, and not repeated: %i',
    async (status) => {
      const { fetch, calls } = fakeFetch(json({}, status))
      const { service } = createServiceForTests({ fetch })
      const failure = await catchFailure(service.sendMessage('a/b', 'x', noLimits()))
      expect(failure).toMatchObject({ kind: 'status', certainty: 'not-accepted', status })
      expect(failure.message).toBe(
        `Could not send follow-up message: ${TARGET} was answered with status ${status}.`,
      )
      expect(calls).toHaveLength(1)
    },
  )

  test.each([
    ['408', json({}, 408)],
    ['425', json({}, 425)],
    ['a redirect', json({}, 307)],
    ['500', json({}, 500)],
    ['503', json({}, 503)],
    ['a reset', networkError('ECONNRESET')],
    ['no JSON', () => new Response('ok')],
    ['another job', json({ id: 'job-2', status: 'active' })],
  ])('a message may have been received, and is not repeated: %s', async (_name, answer) => {
    const { fetch, calls } = fakeFetch(answer)
    const { service } = createServiceForTests({ fetch })
    const failure = await catchFailure(service.sendMessage('job-1', 'x', noLimits()))
    expect(failure.certainty).toBe('unknown')
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['never connected', connectError('ECONNREFUSED')],
    ['quota', json({}, 429)],
  ])('a message is repeated when it certainly was not accepted: %s', async (_name, answer) => {
    const { fetch, calls } = fakeFetch(answer, answer, json({ id: 'job-1' }))
    const { service, pauses } = createServiceForTests({ fetch })
    await service.sendMessage('job-1', 'x', noLimits())
    expect([calls.length, pauses]).toEqual([3, [500, 1000]])
  })
})

test('no error and nothing in it shows the key or what the service wrote', async () => {
  const echo = `::error::${API_KEY} @everyone`
  const { service } = createServiceForTests(fakeFetch(json({ error: echo }, 400)))
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure.message + failure.hint).not.toMatch(/mint_|@|::/)
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('::error::*** @everyone')
  expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(API_KEY)
})

test.each([
  ['as it is', `/a ${API_KEY}`],
  ['behind escapes of JSON', `/a ${API_KEY.replaceAll('_', '\\u005f')}`],
  ['in another form, which the caller knows', '/a KEY'],
])('a path that holds the key %s is read without it', async (_name, path) => {
  const body = `{"totals":{"human":1,"ai":0,"total":1},"views":[{"path":"${path}","human":1,"ai":0,"total":1}],"hasMore":false}`
  const { service } = createServiceForTests({
    ...fakeFetch(() => new Response(body)),
    redact: (text) => text.replaceAll('KEY', '***'),
  })
  const { views } = await readPageViews(service, VIEWS, noLimits())
  expect(views.map((row) => readUntrustedText(row.path))).toEqual(['/a ***'])
})

test('half a key at the end of what is read of an error is not shown', async () => {
  const beginning = `Oops${'<i>'.repeat(5400)}`.padEnd(16 * 1024 - 10, ' ')
  const { service } = createServiceForTests(
    fakeFetch(() => new Response(beginning + API_KEY, { status: 400 })),
  )
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('Oops')
})

test('a page that is no JSON leaves no trace of its text in the error', async () => {
  const { service } = createServiceForTests(fakeFetch(() => new Response(`oops ${API_KEY}`)))
  const failure = await catchFailure(readPageViews(service, VIEWS, noLimits()))
  expect([failure.cause, failure.message]).toEqual([undefined, expect.not.stringContaining('oops')])
})

test.each([
  ['get page views', 301, 'Redirects'],
  ['get page views', 400, '`date-from`'],
  ['get page views', 401, '90 days'],
  ['get page views', 403, '`read`'],
  ['get page views', 404, '`project-id`'],
  ['get page views', 407, 'login'],
  ['get page views', 408, 'status page'],
  ['get page views', 418, 'refused'],
  ['get page views', 429, '100 analytics requests an hour'],
  ['get page views', 500, 'status page'],
  ['get agent job', 429, 'fewer requests'],
] as const)('a read that fails has a hint that fits: %s, %i', (operation, status, words) => {
  const failure = { operation, kind: 'status', certainty: 'unknown', status } as const
  expect(new DocsServiceError(failure, 'GET https://docs.example/', 'failed').hint).toContain(words)
})

test.each([
  ['not-connected', undefined, 'firewall'],
  ['no-answer', undefined, 'connection'],
  ['unreadable', false, '`base-url`'],
  ['unreadable', true, 'documented'],
  ['cancelled', undefined, 'cancelled'],
  ['deadline', undefined, '`timeout`'],
] as const)('a read without an answer has a hint that fits: %s, %s', (kind, isJson, words) => {
  const failure = { operation: 'get agent job', kind, certainty: 'unknown', isJson } as const
  expect(new DocsServiceError(failure, 'GET https://docs.example/', 'failed').hint).toContain(words)
})

test.each(['', '.', '..'])('the client refuses the project %j', (projectId) => {
  expect(() => createServiceForTests({ projectId })).toThrow(RangeError)
})

test('a prompt has two minutes for its answer, everything else half a minute, and nothing more than is left', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  const { service } = createServiceForTests(fakeFetch(json({ id: 'job-1' })))
  await service.createAgentJob('x', noLimits())
  await service.sendMessage('job-1', 'x', noLimits())
  await service.getAgentJob('job-1', noLimits())
  await service.createAgentJob('x', { ...noLimits(), deadline: 7_000 })
  expect(timeouts.mock.calls.flat()).toEqual([120_000, 120_000, 30_000, 7_000])
  timeouts.mockRestore()
})
