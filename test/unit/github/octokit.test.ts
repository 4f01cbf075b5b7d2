import { expect, test, vi } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { createFailureBudget } from '../../../src/github/failure-budget.ts'
import type { GitHubOptions } from '../../../src/github/octokit.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { type Answer, createClock, createRequest, networkError, READ, WRITE } from './fake-github.ts'

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

/** The error of a request that gets this answer. */
async function failWith(answer: Answer, facts = WRITE): Promise<GitHubError> {
  return fail(createRequest([answer]).request(facts, ROUTE, PARAMETERS))
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
  expect(Object.fromEntries(headers)).toMatchObject({
    authorization: 'token ghs_token',
    'user-agent': expect.stringContaining('docs-agent-action/test'),
    'x-github-api-version': '2022-11-28',
    accept: 'application/vnd.github.v3+json',
  })
})

test('a request may ask for another media type', async () => {
  const { request, sent } = createRequest([OK])
  const headers = { accept: 'application/vnd.github.full+json' }
  await request(READ, 'GET /repos/{owner}/{repo}/issues/{issue_number}', { ...PARAMETERS, headers })
  expect(sent[0]?.headers.get('accept')).toBe('application/vnd.github.full+json')
  expect(sent[0]?.headers.get('x-github-api-version')).toBe('2022-11-28')
  expect(sent[0]?.url.searchParams.has('headers')).toBe(false)
})

test('names in a path are encoded', async () => {
  const { request, sent } = createRequest([{ status: 200, body: {} }])
  const parameters = { owner: 'acme', repo: 'app', username: '../../x?y#z' }
  await request(READ, 'GET /repos/{owner}/{repo}/collaborators/{username}/permission', parameters)
  expect(sent[0]?.url.pathname).toBe('/api/v3/repos/acme/app/collaborators/..%2F..%2Fx%3Fy%23z/permission')
})

test.each<[string, Answer]>([
  ['500', { status: 500, body: { message: 'Server Error' } }],
  ['502 with a page', { status: 502, body: '<html>Unicorn!</html>' }],
  ['503', { status: 503, body: {} }],
  ['408', { status: 408, body: {} }],
  ['a reset', networkError('ECONNRESET')],
  ['a name that is not found', networkError('ENOTFOUND')],
])(
  'after %s, what is safe to repeat is repeated for 30 s, and a comment is sent once',
  async (_name, trouble) => {
    const passing = createRequest([trouble, trouble, OK])
    expect((await passing.request(READ, ROUTE, PARAMETERS)).status).toBe(201)
    const lasting = createRequest([trouble])
    await fail(lasting.request(READ, ROUTE, PARAMETERS))
    expect([lasting.sent.length, lasting.elapsedMs()]).toEqual([11, 30_000])
    const comment = createRequest([trouble, OK])
    await fail(comment.request(WRITE, ROUTE, PARAMETERS))
    expect(comment.sent).toHaveLength(1)
  },
)

test.each([301, 302, 307, 308, 400, 401, 403, 404, 405, 410, 415, 422, 451])(
  'a request that is answered with %d is not repeated',
  async (status) => {
    const answer = { status, body: { message: 'No' }, headers: { location: 'https://evil.example' } }
    const { request, sent } = createRequest([answer])
    const error = await fail(request(READ, ROUTE, PARAMETERS))
    expect([error.status, error.isRateLimited, sent.length]).toEqual([status, false, 1])
    expect(error.message).toContain('read comment 1 of acme/app')
    expect(error.message).toContain(String(status))
    expect(error.message).not.toContain('evil')
  },
)

const reset = (seconds: number) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(1_000 + seconds),
})
const secondary = { message: 'You have exceeded a secondary rate limit.' }

test.each<[string, Exclude<Answer, Error>, number]>([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  ['403 with Retry-After', { status: 403, headers: { 'retry-after': '7' } }, 7_000],
  ['403 with nothing left', { status: 403, headers: reset(20) }, 21_000],
  ['429 with nothing left', { status: 429, headers: reset(20) }, 21_000],
  ['a reset that is past', { status: 403, headers: reset(-20) }, 1_000],
  ['a reset that is no time', { status: 403, headers: { ...reset(0), 'x-ratelimit-reset': 'soon' } }, 500],
  [
    'a reset, and something left',
    { status: 429, headers: { ...reset(20), 'x-ratelimit-remaining': '1' } },
    500,
  ],
  ['a secondary one that does not say how long', { status: 403, body: secondary }, 500],
  ['429 that says nothing', { status: 429 }, 500],
])('a request that reaches a rate limit is repeated after the wait: %s', async (_name, answer, pauseMs) => {
  for (const facts of [READ, WRITE]) {
    const { request, sent, pauses } = createRequest([{ body: { message: 'no' }, ...answer }, OK])
    await request(facts, ROUTE, PARAMETERS)
    expect([sent.length, pauses]).toEqual([2, [pauseMs]])
  }
})

test.each([{ 'retry-after': '31' }, { 'retry-after': '9'.repeat(30) }, reset(3_600)])(
  'a rate limit that asks for a long wait ends at once: %j',
  async (headers) => {
    const { request, sent, pauses } = createRequest([{ status: 429, body: {}, headers }])
    const error = await fail(request(READ, ROUTE, PARAMETERS))
    expect([error.isRateLimited, sent.length, pauses]).toEqual([true, 1, []])
    expect(error.message).toContain('rate limit')
  },
)

const CANCELLED = new CancelledError('The run was cancelled.')

test('a cancelled run sends no more requests', async () => {
  const { request, sent } = createRequest([OK], { signal: AbortSignal.abort(CANCELLED) })
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(CANCELLED)
  expect(sent).toEqual([])
})

test("a cancelled run gets the signal's reason, whatever the network reports", async () => {
  const controller = new AbortController()
  const fetch = async () => {
    controller.abort(CANCELLED)
    throw new DOMException('This operation was aborted', 'AbortError')
  }
  const { request } = createRequest([], { signal: controller.signal, fetch })
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(CANCELLED)
})

test('a cancelled run does not wait for a rate limit', async () => {
  const controller = new AbortController()
  const { request, sent, pauses } = createRequest([{ status: 429, body: {} }], {
    signal: controller.signal,
    random() {
      controller.abort(CANCELLED)
      return 0
    },
  })
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBe(CANCELLED)
  expect([sent.length, pauses]).toEqual([1, []])
})

test('an error says what was tried, what came back, and quotes GitHub in one line', async () => {
  const message = `Blocked.\r\n::error::"hello"\u202E ${'x'.repeat(300)}`
  const error = await failWith({ status: 422, body: { message, errors: [{ message: 'And more' }] } })
  expect(error.message).toMatch(
    /^GitHub: comment on #1 of acme\/app: it answered 422 and said "Blocked\. ::error::'hello'\\u\{202e\} x+…"\. \S/,
  )
  expect(error.message.length).toBeLessThan(400)
  expect(error.message).not.toContain('ghs_token')
  expect(error.cause).toBeDefined()
})

test.each<[unknown, string]>([
  [
    { message: 'No.', errors: [{ message: 'And more' }, 'and more', 7] },
    ' and said "No.; And more; and more"',
  ],
  [{ message: 'No.', errors: [...'abcdefg'] }, ' and said "No.; a; b; c; d; e"'],
  [{ message: 'No.', errors: 'And more' }, ' and said "No."'],
  ['<html>Unicorn!</html>', ''],
  [{}, ''],
  [{ message: 7 }, ''],
  [{ message: ' ' }, ''],
])('GitHub is quoted with what it says, if anything: %j', async (body, said) => {
  const { message } = await failWith({ status: 404, body }, READ)
  expect(message).toContain(`GitHub: read comment 1 of acme/app: it answered 404${said}. `)
})

test.each<[string, Record<string, string>, string]>([
  ['that the operation needs', { 'x-ratelimit-remaining': '4999' }, '`issues: write`'],
  ['that GitHub asks for', { 'x-accepted-github-permissions': 'contents=write' }, '`contents: write`'],
])('a 403 that is no rate limit names the permission %s', async (_name, headers, permission) => {
  const body = { message: 'Resource not accessible by integration' }
  const error = await failWith({ status: 403, body, headers })
  expect(error.isRateLimited).toBe(false)
  expect(error.message).toContain(
    `lacks a permission: add to the job, under \`permissions:\`, the line ${permission}`,
  )
})

test.each([
  [403, '/communities/locking-conversations', true],
  [403, '/rest/issues/comments', false],
  [404, '/communities/locking-conversations', false],
])(
  'a conversation is locked where GitHub answers %d and points to %s: %s',
  async (status, page, isLocked) => {
    const body = { message: 'No', documentation_url: `https://docs.github.com${page}` }
    expect((await failWith({ status, body })).isLocked).toBe(isLocked)
  },
)

test('a request without an answer names the error code', async () => {
  const { status, message } = await failWith(networkError('ECONNREFUSED'))
  expect([status, message]).toEqual([undefined, expect.stringContaining('no answer (ECONNREFUSED)')])
})

test.each([
  ['ten seconds', 30_000, 10_000],
  ['as long as failures may take in all', 5_000, 5_000],
  ['three seconds once that is used up', 0, 3_000],
])('an answer is waited for: %s', async (_name, failuresMs, limitMs) => {
  const limits: number[] = []
  using _timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('The time is up.', 'TimeoutError'))
  })
  const budget = createFailureBudget({ clock: createClock(), random: () => 0, failuresMs })
  const fetch: GitHubOptions['fetch'] = (_url, { signal }) =>
    signal?.aborted === true ? Promise.reject(signal.reason) : new Promise(() => {})
  const error = await fail(createRequest([], { budget, fetch }).request(WRITE, ROUTE, PARAMETERS))
  expect(limits).toEqual([limitMs])
  expect(error.message).toContain('no answer')
})
