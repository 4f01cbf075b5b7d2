import { describe, expect, test } from 'vitest'
import { GitHubError, hintFor } from '../../../src/github/errors.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { createRequest, networkError, READ, WRITE } from './fake-github.ts'

const ROUTE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const PARAMETERS = { owner: 'acme', repo: 'app', issue_number: 1, body: 'Hello' }
const OK = { status: 201, body: { id: 5 } }

async function fail(promise: Promise<unknown>): Promise<GitHubError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GitHubError)
  return error as GitHubError
}

test('a request says who asks, and goes to the address that was given', async () => {
  const { request, sent } = createRequest([{ ...OK, headers: { link: '<https://x>; rel="next"' } }])
  expect(await request(WRITE, ROUTE, PARAMETERS)).toEqual({
    status: 201,
    data: { id: 5 },
    link: '<https://x>; rel="next"',
  })
  const [{ method, url, headers, body, redirect } = {} as never] = sent
  expect([method, url.href, body, redirect]).toEqual([
    'POST',
    'https://github.example/api/v3/repos/acme/app/issues/1/comments',
    { body: 'Hello' },
    'manual',
  ])
  expect(headers.get('authorization')).toBe('token ghs_token')
  expect(headers.get('user-agent')).toContain('docs-agent-action/test')
})

test('an empty answer is one', async () => {
  const { request } = createRequest([{ status: 204 }])
  expect((await request(WRITE, ROUTE, PARAMETERS)).status).toBe(204)
})

test('names in a path are encoded', async () => {
  const { request, sent } = createRequest([{ status: 200, body: {} }])
  await request(READ, 'GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
    owner: 'acme',
    repo: 'app',
    username: '../../x?y#z',
  })
  expect(sent[0]?.url.pathname).toBe('/api/v3/repos/acme/app/collaborators/..%2F..%2Fx%3Fy%23z/permission')
})

describe('what may be repeated is, where it may help', () => {
  test.each([
    ['500', { status: 500, body: { message: 'Server Error' } }],
    ['502 with a page', { status: 502, body: '<html>Unicorn!</html>' }],
    ['503', { status: 503, body: {} }],
    ['408', { status: 408, body: {} }],
    ['a reset', networkError('ECONNRESET')],
    ['a name that is not found', networkError('ENOTFOUND')],
  ])('%s', async (_name, answer) => {
    const { request, sent, pauses } = createRequest([answer, answer, { status: 200, body: {} }])
    expect((await request(READ, ROUTE, PARAMETERS)).status).toBe(200)
    expect(sent).toHaveLength(3)
    expect(pauses).toHaveLength(2)
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? Number.POSITIVE_INFINITY)

    const hopeless = createRequest([answer])
    await fail(hopeless.request(READ, ROUTE, PARAMETERS))
    expect(hopeless.sent).toHaveLength(3)

    const write = createRequest([answer])
    await fail(write.request(WRITE, ROUTE, PARAMETERS))
    expect(write.sent).toHaveLength(1)
  })
})

test.each([301, 302, 307, 308, 400, 401, 403, 404, 405, 410, 415, 422, 451])(
  '%d is final',
  async (status) => {
    const { request, sent } = createRequest([
      { status, body: { message: 'No' }, headers: { location: 'https://evil.example' } },
    ])
    const error = await fail(request(READ, ROUTE, PARAMETERS))
    expect([error.status, error.isRateLimited, sent.length]).toEqual([status, false, 1])
    expect(error.message).toContain('read comment 1 of acme/app')
    expect(error.message).toContain(String(status))
    expect(error.message).not.toContain('evil')
  },
)

describe('rate limits are waited for, by writes as well: nothing was done yet', () => {
  const reset = (seconds: number) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(1_000 + seconds),
  })
  const secondary = { message: 'You have exceeded a secondary rate limit.' }
  test.each<[string, { status: number; body?: unknown; headers?: Record<string, string> }, number]>([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '7' } }, 7_000],
    ['403 with nothing left', { status: 403, headers: reset(20) }, 21_000],
    ['429 with nothing left', { status: 429, headers: reset(20) }, 21_000],
    ['a reset that is past', { status: 403, headers: reset(-20) }, 1_000],
    ['a secondary one that does not say how long', { status: 403, body: secondary }, 60_000],
    ['429 that says so, and not how long', { status: 429, body: secondary }, 60_000],
    ['429 that says nothing', { status: 429 }, 500],
    ['Retry-After that can not be read', { status: 429, headers: { 'retry-after': 'soon' } }, 500],
  ])('%s', async (_name, answer, pauseMs) => {
    for (const facts of [READ, WRITE]) {
      const { request, sent, pauses } = createRequest([{ body: { message: 'no' }, ...answer }, OK])
      await request(facts, ROUTE, PARAMETERS)
      expect([sent.length, pauses]).toEqual([2, [pauseMs]])
    }
  })

  test.each([
    { 'retry-after': '91' },
    { 'retry-after': '3600' },
    reset(3_600),
    { 'retry-after': '9'.repeat(30) },
  ])('not longer than a runner is worth: %j', async (headers) => {
    const { request, sent, pauses } = createRequest([{ status: 429, body: {}, headers }])
    const error = await fail(request(READ, ROUTE, PARAMETERS))
    expect([error.isRateLimited, sent.length, pauses]).toEqual([true, 1, []])
    expect(error.hint).toContain('rate limit')
  })

  test('not for ever', async () => {
    const { request, sent } = createRequest([{ status: 429, body: {}, headers: { 'retry-after': '1' } }])
    await fail(request(READ, ROUTE, PARAMETERS))
    expect(sent).toHaveLength(3)
  })

  test('a 403 that is none names the permission that is missing', async () => {
    const body = { message: 'Resource not accessible by integration' }
    const { request, sent } = createRequest([
      { status: 403, body, headers: { 'x-ratelimit-remaining': '4999' } },
    ])
    const error = await fail(request(WRITE, ROUTE, PARAMETERS))
    expect([error.isRateLimited, sent.length]).toEqual([false, 1])
    expect(error.message).toContain('`issues: write`')
  })
})

describe('a cancelled run', () => {
  const reason = new CancelledError('The run was cancelled.')

  test('asks nothing any more', async () => {
    const { request, sent } = createRequest([OK], { signal: AbortSignal.abort(reason) })
    await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('gets its reason, whatever the network made of it', async () => {
    const controller = new AbortController()
    const fetch = async () => {
      controller.abort(reason)
      throw new DOMException('This operation was aborted', 'AbortError')
    }
    const { request } = createRequest([], { signal: controller.signal, fetch })
    await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(reason)
  })

  test('does not wait for a limit', async () => {
    const controller = new AbortController()
    const clock = {
      now: () => 0,
      wallClock: () => 0,
      async sleep(_ms: number, signal?: AbortSignal) {
        controller.abort(reason)
        signal?.throwIfAborted()
      },
    }
    const { request, sent } = createRequest([{ status: 429, body: {} }], { signal: controller.signal, clock })
    await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
  })
})

test('an error says what was tried and what came back, but nothing that GitHub wrote', async () => {
  const { request } = createRequest([{ status: 422, body: { message: '::error::hello @everyone' } }])
  const error = await fail(request(WRITE, ROUTE, PARAMETERS))
  expect(error.message).toMatch(/^GitHub: comment on #1 of acme\/app: it answered 422\. \S/)
  expect(error.message).not.toContain('everyone')
  expect(error.message).not.toContain('ghs_token')
  expect(error.cause).toBeDefined()
})

test('no answer is named by its code', async () => {
  const error = await fail(createRequest([networkError('ECONNREFUSED')]).request(WRITE, ROUTE, PARAMETERS))
  expect([error.status, error.message]).toEqual([
    undefined,
    expect.stringContaining('no answer (ECONNREFUSED)'),
  ])
})

test.each([undefined, 302, 400, 401, 403, 404, 410, 418, 422, 429, 500, 503])('%s has a hint', (status) => {
  expect(hintFor(status, 'issues: write')).toMatch(/^[A-Z].*[.?]$/)
})

test.each([403, 404])('status %s never asks for a line that `permissions:` does not know', (status) => {
  expect(hintFor(status, 'metadata: read')).not.toContain('permissions:')
  expect(hintFor(status, 'issues: write')).toContain('`issues: write`')
})
