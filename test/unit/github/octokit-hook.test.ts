import { expect, test, vi } from 'vitest'
import { connectGitHub, type Octokit } from '../../../src/github/octokit.ts'
import type { ActionError } from '../../../src/runner/action-error.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { createClock } from '../fake-clock.ts'
import type { Answer } from '../loopback.ts'
import { connectToServer } from './connect-for-tests.ts'

const PLACE = { owner: 'acme', repo: 'app' }
const CALLS = {
  read: (github: Octokit) => github.rest.issues.get({ ...PLACE, issue_number: 1 }),
  post: (github: Octokit) => github.rest.issues.createComment({ ...PLACE, issue_number: 1, body: 'Hello' }),
  edit: (github: Octokit) => github.rest.issues.updateComment({ ...PLACE, comment_id: 5, body: 'Hello' }),
  delete: (github: Octokit) => github.rest.issues.deleteComment({ ...PLACE, comment_id: 5 }),
  react: (github: Octokit) => github.rest.reactions.createForIssueComment({ ...PLACE, comment_id: 5, content: 'eyes' }),
  query: (github: Octokit) => github.graphql<unknown>('query { viewer { login } }'),
  'query once': (github: Octokit) => github.graphql<unknown>('query { a }', { request: { isRepeated: false } }),
}

async function call(answers: Answer[], kind: keyof typeof CALLS, options: Parameters<typeof connectToServer>[1] = {}) {
  const { github, clock, requests } = await connectToServer(answers, options)
  const outcome = await CALLS[kind](github).then(
    (result) => ({ result, error: undefined }),
    (error: ActionError) => ({ result: undefined, error }),
  )
  return { ...outcome, pauses: clock.pauses, requests }
}

test('requests go to the server that the runner names, GraphQL to its own address', async () => {
  const answers = [{ body: { id: 1 } }, { body: { data: { viewer: { login: 'a' } } } }, { body: { data: {} } }]
  const { github, requests } = await connectToServer(answers, { graphqlPath: '/api/graphql' })
  await CALLS.read(github)
  expect(await CALLS.query(github)).toEqual({ viewer: { login: 'a' } })
  const { github: github2, requests: requests2 } = await connectToServer([{ body: { data: {} } }])
  await CALLS.query(github2)
  expect([...requests, ...requests2].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v3/repos/acme/app/issues/1',
    'POST /api/graphql',
    'POST /api/graphql',
  ])
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'token ghs_Octokit_t0ken',
    'user-agent': expect.stringContaining('docs-agent-action/1'),
    'x-github-api-version': '2022-11-28',
  })
})

test.each<[string, Answer]>([
  ['500', { status: 500, body: {} }],
  ['502 in a web page', { status: 502, body: '<html>' }],
  ['503', { status: 503, body: {} }],
  ['a reset', 'reset'],
  ['a response that breaks off', 'broken-off'],
])('what may be done twice is repeated three times after %s; a comment is posted once', async (_name, answer) => {
  const answers = [answer, answer, answer, { body: { data: {} } }]
  for (const kind of ['read', 'edit', 'delete', 'react', 'query'] as const) {
    const { error, pauses } = await call(answers, kind)
    expect([kind, error, pauses]).toEqual([kind, undefined, [1_000, 3_000, 9_000]])
  }
  expect((await call([answer, ...answers], 'read')).requests).toHaveLength(4)
  for (const kind of ['post', 'query once'] as const) {
    const { error, requests } = await call(answers, kind)
    expect([kind, requests.length, error?.isTrouble, error?.isRefused]).toEqual([kind, 1, true, false])
  }
})

const limits: [string, Answer][] = [
  ['429', { status: 429, headers: { 'retry-after': '7' }, body: {} }],
  ['403 with a time', { status: 403, headers: { 'retry-after': '7' }, body: { message: 'Slow down.' } }],
]

test.each(limits)(
  'a limit is waited for, even to post a comment, and never for a reaction: %s',
  async (_name, answer) => {
    for (const kind of ['read', 'post', 'edit', 'query once'] as const) {
      const { error, pauses } = await call([answer, { body: { data: {} } }], kind)
      expect([kind, error, pauses]).toEqual([kind, undefined, [7_000]])
    }
    const { error, requests } = await call([answer, { body: {} }], 'react')
    expect([error?.limitMs, requests.length]).toEqual([7_000, 1])
  },
)

test.each<[string, Answer]>([
  ['403', { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }],
  ['429', { status: 429, body: '<html>' }],
  ['RATE_LIMIT', { body: { errors: [{ type: 'RATE_LIMIT', message: 'API rate limit exceeded' }] } }],
  ['RATE_LIMITED', { body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'x' }] } }],
])('a limit without a time lasts a minute: %s', async (_name, answer) => {
  const { error, pauses } = await call([answer, { body: { data: {} } }], 'query')
  expect([error, pauses]).toEqual([undefined, [60_000]])
})

test('a limit of an hour ends it at once, and the text tells the time', async () => {
  const reset = String(Date.parse('2026-11-16T13:00:00Z') / 1_000)
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, date: 'Mon, 16 Nov 2026 12:00:00 GMT' }
  const { error, pauses } = await call([{ status: 403, headers, body: { message: 'API rate limit exceeded' } }], 'read')
  expect(error?.hint).toBe("GitHub's rate limit ends at 01:01 UTC. Try again then.")
  expect([error?.said, pauses]).toEqual(['GitHub says: "API rate limit exceeded".', []])
})

test('a node that GraphQL does not find is no failure; another error is told, and its query repeated', async () => {
  const missing = { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message: 'Could not resolve.' }] }
  expect((await call([{ body: missing }], 'query')).result).toEqual({ repository: null })
  const failing = { body: { data: { repository: null }, errors: [{ message: 'Something went wrong' }] } }
  const { error, requests } = await call([failing, failing, failing, failing], 'query')
  expect(error?.message).toBe('GitHub returned errors for POST /api/graphql.')
  expect([error?.said, requests.length]).toEqual(['GitHub says: "Something went wrong".', 4])
  const both = [...missing.errors, { type: 'FORBIDDEN', message: 'Resource not accessible by integration' }]
  const refused = (await call([{ body: { data: null, errors: both } }], 'query')).error
  expect(refused).toMatchObject({ status: 403, isTrouble: false })
  expect(refused?.hint).toContain('`issues: read` or `pull-requests: read`')
})

const NOT_ACCESSIBLE = { message: 'Resource not accessible by integration' }
const accepts = (permissions: string) => ({ 'x-accepted-github-permissions': permissions })

test.each<[string, Answer, hint: RegExp]>([
  [
    'one of two permissions',
    { status: 403, headers: accepts('issues=write; pull_requests=write'), body: NOT_ACCESSIBLE },
    /^Add `issues: write` or `pull-requests: write` to `permissions:` of the workflow's job\.$/u,
  ],
  [
    'two permissions',
    { status: 403, headers: accepts('contents=read,metadata=read'), body: NOT_ACCESSIBLE },
    /^Add `contents: read` and `metadata: read` to/u,
  ],
  ['no permission', { status: 403, body: NOT_ACCESSIBLE }, /^The token lacks a permission\./u],
  [
    "GitHub's own reason",
    {
      status: 403,
      headers: accepts('metadata=read'),
      body: {
        message:
          'Although you appear to have the correct authorization credentials, the organization has an IP allow list enabled',
      },
    },
    /^$/u,
  ],
  ['a wrong token', { status: 401, body: { message: 'Bad credentials' } }, /^Check `github-token`/u],
  ['what is missing', { status: 404, body: { message: 'Not Found' } }, /can't see it/u],
  ['what GitHub refuses', { status: 422, body: { message: 'Validation Failed' } }, /^$/u],
  ['a gone conversation', { status: 410, body: { message: 'Gone' } }, /^$/u],
])('the error names %s, and quotes GitHub', async (_name, answer, hint) => {
  const { error, requests } = await call([answer], 'post')
  expect(error?.hint).toMatch(hint)
  expect(error?.message).toMatch(/^GitHub returned \d+ for POST \/api\/v3\/repos\/acme\/app\/issues\/1\/comments\.$/u)
  expect(error?.said).toMatch(/^GitHub says: ".+"\.?$/u)
  expect([error?.isRefused, requests.length]).toEqual([true, 1])
})

test('without a response, the error says why, and claims no status', async () => {
  const { error } = await call(['reset'], 'post')
  expect(error?.message).toMatch(/^GitHub sent no usable response \((UND_ERR_SOCKET|ECONNRESET)\) for POST /u)
  expect([error?.status, error?.said]).toEqual([undefined, ''])
})

test('a canceled run sends nothing more, ends a read at once, and waits a moment for the answer to a change', async () => {
  const reason = new CancelledError('The run was canceled.')
  const controller = new AbortController()
  const cancel: Answer = () => controller.abort(reason)
  const { github, requests } = await connectToServer([cancel], { signal: controller.signal })
  await expect(CALLS.read(github)).rejects.toBe(reason)
  await expect(CALLS.post(github)).rejects.toBe(reason)
  expect(requests).toHaveLength(1)

  const later = new AbortController()
  const cancelAndAnswer: Answer = (response) => {
    later.abort(reason)
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}')
  }
  const posting = await connectToServer([cancelAndAnswer], { signal: later.signal })
  expect((await CALLS.post(posting.github)).data.id).toBe(7)
})

test("a signal ends a pause with the signal's reason", async () => {
  const reason = new CancelledError('The run was canceled.')
  const controller = new AbortController()
  const answer = { status: 503, body: {} }
  const { github, clock, requests } = await connectToServer([answer, answer], { signal: controller.signal })
  const { sleep } = clock
  clock.sleep = (...pause) => {
    controller.abort(reason)
    return sleep(...pause)
  }
  await expect(CALLS.edit(github)).rejects.toBe(reason)
  expect(requests).toHaveLength(1)
})

test('without an address, GitHub.com is asked', () => {
  vi.stubEnv('GITHUB_API_URL', '')
  const { signal } = new AbortController()
  const github = connectGitHub({ token: 'x', clock: createClock(), lifetime: { signal, deadline: 0 }, signal })
  expect(github.request.endpoint('GET /user').url).toBe('https://api.github.com/user')
  vi.unstubAllEnvs()
})
