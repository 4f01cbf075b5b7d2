import { expect, onTestFinished, test, vi } from 'vitest'
import { connectGitHub, type Octokit } from '../../../src/github/octokit.ts'
import type { ActionError } from '../../../src/runner/action-error.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { createClock } from '../fake-clock.ts'
import { type Answer, startServer } from '../loopback.ts'

const PLACE = { owner: 'acme', repo: 'app' }
const CALLS = {
  read: (github: Octokit) => github.rest.issues.get({ ...PLACE, issue_number: 1 }),
  post: (github: Octokit) => github.rest.issues.createComment({ ...PLACE, issue_number: 1, body: 'Hello' }),
  'post in a repository of that name': (github: Octokit) =>
    github.rest.issues.createComment({ ...PLACE, repo: 'reactions', issue_number: 1, body: 'Hello' }),
  edit: (github: Octokit) => github.rest.issues.updateComment({ ...PLACE, comment_id: 5, body: 'Hello' }),
  delete: (github: Octokit) => github.rest.issues.deleteComment({ ...PLACE, comment_id: 5 }),
  react: (github: Octokit) => github.rest.reactions.createForIssueComment({ ...PLACE, comment_id: 5, content: 'eyes' }),
  query: (github: Octokit) => github.graphql<unknown>('query { viewer { login } }'),
  'query in parts': (github: Octokit) => github.graphql<unknown>('query { a }', { request: { isDivisible: true } }),
}

/** Octokit, connected to a server that gives `answers` in turn. It ends with the test. */
async function connect(answers: readonly Answer[], controller = new AbortController(), graphqlPath = '') {
  const server = await startServer(answers)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('GITHUB_API_URL', `${server.url.origin}/api/v3`)
  vi.stubEnv('GITHUB_GRAPHQL_URL', graphqlPath && `${server.url.origin}${graphqlPath}`)
  onTestFinished(async () => {
    write.mockRestore()
    vi.unstubAllEnvs()
    await server[Symbol.asyncDispose]()
  })
  const clock = createClock()
  const { signal } = controller
  const github = connectGitHub({ token: 'ghs_Octokit_t0ken', clock, lifetime: { signal, deadline: 1_800_000 }, signal })
  return { github, clock, requests: server.requests }
}

async function call(answers: Answer[], kind: keyof typeof CALLS) {
  const { github, clock, requests } = await connect(answers)
  const outcome = await CALLS[kind](github).then(
    (result) => ({ result, error: undefined }),
    (error: ActionError) => ({ result: undefined, error }),
  )
  return { ...outcome, pauses: clock.pauses, requests }
}

const DATA = { body: { data: {} } }

test('requests go to the server that the runner names, GraphQL to its own address', async () => {
  const { github, requests } = await connect([{ body: { id: 1 } }, DATA], undefined, '/graphql')
  await CALLS.read(github)
  await CALLS.query(github)
  const without = await call([DATA], 'query')
  expect([...requests, ...without.requests].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v3/repos/acme/app/issues/1',
    'POST /graphql',
    'POST /api/graphql',
  ])
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'token ghs_Octokit_t0ken',
    'user-agent': expect.stringContaining('docs-agent-action/1'),
    'x-github-api-version': '2022-11-28',
  })
})

test.each<[string, Answer]>([
  ['502 in a web page', { status: 502, body: '<html>' }],
  ['a page of a proxy', { body: '<html>' }],
  ['nothing', { body: '' }],
  ['a reset', 'reset'],
  ['a response that breaks off', 'broken-off'],
])('what may be done twice is repeated three times after %s; a comment is posted once', async (_name, answer) => {
  const answers = [answer, answer, answer, DATA]
  for (const kind of ['read', 'edit', 'delete', 'react', 'query'] as const) {
    const { error, pauses } = await call(answers, kind)
    expect([kind, error, pauses]).toEqual([kind, undefined, [1_000, 3_000, 9_000]])
  }
  expect((await call([answer, ...answers], 'read')).requests).toHaveLength(4)
  const isResponse = typeof answer === 'object' && 'status' in answer
  const once = [
    'post',
    'post in a repository of that name',
    ...(isResponse ? ['query in parts' as const] : []),
  ] as const
  for (const kind of once) {
    const { error, requests } = await call(answers, kind)
    expect([kind, requests.length, error?.isTrouble, error?.isRefused]).toEqual([kind, 1, true, false])
    expect(error?.message).toMatch(/^GitHub (returned 502|didn't send a valid response \(.+\)) for POST /u)
  }
})

const after = { 'retry-after': '7' }

test.each<[string, Answer, pauseMs: number]>([
  ['429 with a time', { status: 429, headers: after, body: {} }, 7_000],
  ['403 with a time', { status: 403, headers: after, body: { message: 'Slow down.' } }, 7_000],
  ['403 that says so', { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }, 60_000],
  ['429 in a web page', { status: 429, body: '<html>' }, 60_000],
  ['RATE_LIMIT', { body: { errors: [{ type: 'RATE_LIMIT', message: 'API rate limit exceeded' }] } }, 60_000],
  ['RATE_LIMITED', { body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'x' }] } }, 60_000],
])('a limit is waited for, without a time a minute, and never for a reaction: %s', async (name, answer, pauseMs) => {
  const kinds = ['query', 'query in parts'] as const
  for (const kind of name.startsWith('RATE') ? kinds : ([...kinds, 'read', 'post', 'edit'] as const)) {
    const { error, pauses } = await call([answer, DATA], kind)
    expect([kind, error, pauses]).toEqual([kind, undefined, [pauseMs]])
  }
  if (name.startsWith('RATE')) return
  const { error, requests } = await call([answer, DATA], 'react')
  expect([error?.limitMs, requests.length]).toEqual([pauseMs, 1])
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

const refuse = (message: string, permissions?: string): Answer => ({
  status: 403,
  headers: permissions === undefined ? {} : { 'x-accepted-github-permissions': permissions },
  body: { message },
})
const NOT_ACCESSIBLE = 'Resource not accessible by integration'

test.each<[string, Answer, hint: RegExp]>([
  [
    'one of two permissions',
    refuse(NOT_ACCESSIBLE, 'issues=write; pull_requests=write'),
    /^Add `issues: write` or `pull-requests: write` to `permissions:` in the workflow's job\.$/u,
  ],
  ['two permissions', refuse(NOT_ACCESSIBLE, 'contents=read,metadata=read'), /^Add `contents: read` and `metadata: /u],
  [
    'a permission, with the last request of an hour',
    {
      status: 403,
      body: { message: NOT_ACCESSIBLE },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' },
    },
    /^The token lacks a permission\./u,
  ],
  ['no permission', refuse(NOT_ACCESSIBLE), /^The token lacks a permission\./u],
  ["GitHub's own reason", refuse('The organization has an IP allow list enabled', 'metadata=read'), /^$/u],
  ['a wrong token', { status: 401, body: { message: 'Bad credentials' } }, /^`github-token` is wrong/u],
  ['what is missing', { status: 404, body: { message: 'Not Found' } }, /can't access it/u],
  ['what GitHub refuses', { status: 422, body: { message: 'Validation Failed' } }, /^$/u],
])('the error names %s, and quotes GitHub', async (_name, answer, hint) => {
  const { error, requests } = await call([answer], 'post')
  expect(error?.hint).toMatch(hint)
  expect(error?.message).toMatch(/^GitHub returned \d+ for POST \/api\/v3\/repos\/acme\/app\/issues\/1\/comments\.$/u)
  expect(error?.said).toMatch(/^GitHub says: ".+"\.?$/u)
  expect([error?.isRefused, requests.length]).toEqual([true, 1])
})

test('a canceled run sends nothing more, ends a read at once, and waits a moment for the answer to a change', async () => {
  const reason = new CancelledError('The run was canceled.')
  const [controller, later] = [new AbortController(), new AbortController()]
  const { github, requests } = await connect([() => controller.abort(reason)], controller)
  await expect(CALLS.read(github)).rejects.toBe(reason)
  await expect(CALLS.post(github)).rejects.toBe(reason)
  expect(requests).toHaveLength(1)

  const cancelAndAnswer: Answer = (response) => {
    later.abort(reason)
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}')
  }
  const posting = await connect([cancelAndAnswer], later)
  expect((await CALLS.post(posting.github)).data.id).toBe(7)
})
