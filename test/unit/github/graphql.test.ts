import { expect, test } from 'vitest'
import { parseActor } from '../../../src/github/account.ts'
import { findGraphqlUrl, GRAPHQL_ROUTE } from '../../../src/github/graphql.ts'
import type { PullRequestEntry } from '../../../src/github/pull-request-list.ts'
import type { Query } from '../../../src/github/requests.ts'
import { readObject } from '../../../src/untrusted/json.ts'
import { type Asked, connect } from './fake-answers.ts'
import { type Answer, createRequest, READ, send } from './fake-github.ts'

const QUERY: Query<unknown> = {
  operation: 'read the commits in acme/app',
  permissions: ['pull-requests: read'],
  route: GRAPHQL_ROUTE,
  parameters: { query: 'query X { x }', variables: { ids: ['a'] } },
  parse: readObject,
}
const DATA = { nodes: [null] }
const OK = { status: 200, body: { data: DATA } }
const withErrors = (...errors: unknown[]): Answer => ({ status: 200, body: { data: DATA, errors } })

test('a query goes to the GraphQL endpoint of the server, and returns its data', async () => {
  const { answer, sent } = await send([OK], QUERY)
  expect(answer?.data).toEqual(DATA)
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://github.example/api/graphql',
      body: { query: 'query X { x }', variables: { ids: ['a'] } },
    },
  ])
  expect(sent[0]?.body).not.toHaveProperty('owner')
})

test.each([
  ['https://api.github.com', 'https://api.github.com/graphql'],
  ['https://api.acme.ghe.com/', 'https://api.acme.ghe.com/graphql'],
])('REST at %s has GraphQL at %s', (rest, graphql) => {
  expect(findGraphqlUrl(rest)).toBe(graphql)
})

const WENT_WRONG = { message: 'Something went wrong while executing your query.' }
const NO_NODE = { type: 'NOT_FOUND', path: ['nodes', 0], message: 'Could not resolve to a node.' }
const REFUSED = { type: 'FORBIDDEN', path: ['nodes', 0, 'x'], message: 'Resource not accessible by integration' }

test('a node that is not found is no error', async () => {
  expect(await send([withErrors(NO_NODE, NO_NODE)], QUERY)).toMatchObject({ answer: { data: DATA }, tries: 1 })
})

test.each<[string, Answer]>([
  ['errors beside data', withErrors(WENT_WRONG)],
  ['errors beside a node that is not found', withErrors(NO_NODE, WENT_WRONG)],
  ['errors without data', { status: 200, body: { errors: [WENT_WRONG] } }],
  ['errors that are no list', { status: 200, body: { data: DATA, errors: 'x' } }],
  ['a page', { status: 200, body: '<html></html>' }],
])('%s is half a response: the query is repeated', async (_name, half) => {
  expect(await send([half, OK], QUERY)).toMatchObject({ answer: { data: DATA }, tries: 2 })
  expect(await send([half], QUERY)).toMatchObject({
    error: { name: 'GitHubError', isTransient: true },
    elapsedMs: 30_000,
  })
})

const RESET = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1020' }
const limited = (type: string) => ({ errors: [{ type, message: 'API rate limit exceeded' }] })

test.each<[string, Answer, number]>([
  ['200 with a reset', { status: 200, body: limited('RATE_LIMIT'), headers: RESET }, 21_000],
  ['200 with the former type', { status: 200, body: limited('RATE_LIMITED') }, 60_000],
  ['200 with Retry-After', { status: 200, body: { errors: [WENT_WRONG] }, headers: { 'retry-after': '7' } }, 7_000],
  ['200 with the text alone', { status: 200, body: { errors: [{ message: 'a secondary rate limit' }] } }, 60_000],
])('a limit is waited for: %s', async (_name, answer, pauseMs) => {
  const { tries, pauses } = await send([answer, OK], QUERY)
  expect([tries, pauses]).toEqual([2, [pauseMs]])
})

test('REST and GraphQL wait for their own limits only', async () => {
  const limit: Answer = { status: 200, body: limited('RATE_LIMIT'), headers: { 'retry-after': '700' } }
  const { request, calls, pauses } = createRequest([limit, OK])
  await expect(request(QUERY)).rejects.toMatchObject({ isRateLimited: true, retryAt: 1_700_000 })
  await request(READ)
  await expect(request(QUERY)).rejects.toMatchObject({ isRateLimited: true })
  expect([calls.length, pauses]).toEqual([2, []])
})

test.each<[string, Answer, number]>([
  ['FORBIDDEN', withErrors(NO_NODE, REFUSED), 403],
  ['NOT_FOUND', withErrors({ type: 'NOT_FOUND', path: ['repository'], message: 'No repository.' }), 404],
])('a refusal is not repeated, and names the permission that the query needs: %s', async (said, answer, status) => {
  const { error, tries } = await send([answer, OK], QUERY)
  expect(tries).toBe(1)
  expect(error).toMatchObject({ status, isTransient: false })
  expect(error?.message).toContain(`Couldn't read the commits in acme/app: GitHub returned ${said}`)
  expect(error?.hint).toContain('`pull-requests: read`')
})

test.each<[string | undefined, string | undefined, string | undefined]>([
  [undefined, undefined, undefined],
  ['dependabot', 'Bot', 'dependabot[bot]'],
  ['mintlify[bot]', 'Bot', 'mintlify[bot]'],
  ['copilot-swe-agent', 'Bot', 'Copilot'],
  ['writer', 'User', 'writer'],
  // An account can have this name.
  ['mintlify', 'User', 'mintlify'],
  ['a b', 'Bot', undefined],
])('GraphQL names an account %s of type %s, and REST %s', (login, type, rest) => {
  expect(parseActor({ login, __typename: type })).toEqual({ id: undefined, login: rest, type })
})

const PULL = {
  id: 'PR_7',
  number: 7,
  title: 'Retry five times',
  url: 'https://github.com/acme/app/pull/7',
  state: 'OPEN',
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-01-02T03:04:05Z',
}
const DOCS = { owner: 'acme', repo: 'docs' }
const listVariables = (asked: Asked[]) => asked.map(({ parameters }) => parameters['variables'])
const commit = (oid: string, ...nodes: object[]) => ({ oid, associatedPullRequests: { nodes } })

test('commits are asked for a hundred at a time, and one that is not found is left out', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `id${index}`)
  const first = [...Array.from({ length: 99 }, () => null), commit('a', PULL)]
  const { github, asked } = connect({ data: { nodes: first } }, { data: { nodes: [commit('b')] } })
  const found = await github.fetchAssociatedPullRequests(ids)
  expect(listVariables(asked)).toEqual([{ ids: ids.slice(0, 100) }, { ids: ids.slice(100) }])
  expect([...found]).toMatchObject([
    ['a', [{ number: 7, labels: [], mergedAt: undefined, repository: undefined }]],
    ['b', []],
  ])
})

function page(numbers: number[], endCursor: string) {
  const nodes = numbers.map((number) => ({ ...PULL, number }))
  return {
    data: { repository: { pullRequests: { totalCount: 9, pageInfo: { hasNextPage: true, endCursor }, nodes } } },
  }
}

test('pages end with the last one, or where GitHub repeats itself, and show a pull request once', async () => {
  const { github, asked } = connect(page([3, 2], 'a'), page([2, 1], 'b'), page([], 'b'))
  const pages: number[][] = []
  for await (const { pullRequests } of github.fetchPullRequestPages(DOCS, ['open', 'merged']))
    pages.push(pullRequests.map(({ number }) => number))
  expect(pages).toEqual([[3, 2], [1], []])
  const variables = { owner: 'acme', name: 'docs', states: ['OPEN', 'MERGED'] }
  expect(listVariables(asked)).toEqual([undefined, 'a', 'b'].map((cursor) => ({ ...variables, cursor })))
  expect(asked[0]).toMatchObject({ operation: 'list the pull requests in acme/docs', permissions: ['metadata: read'] })
})

test('files are asked for fifty pull requests at a time; what is not found, or has no list, has none', async () => {
  const removed = { totalCount: 1, nodes: [{ path: 'a.mdx', changeType: 'DELETED' }] }
  const cut = { totalCount: 101, nodes: [{ path: 'b.mdx', changeType: 'ADDED' }] }
  const first = [null, { number: 2, files: removed }, { number: 3, files: cut }]
  const { github, asked } = connect({ data: { nodes: first } }, { data: { nodes: [{ number: 4, files: null }] } })
  const all = Array.from({ length: 51 }, (_, index) => ({ id: `PR_${index}` }) as PullRequestEntry)
  const found: object[] = []
  for await (const page of github.fetchChangedPaths(DOCS, all)) found.push(page)
  const ids = all.map(({ id }) => id)
  expect(listVariables(asked)).toEqual([{ ids: ids.slice(0, 50) }, { ids: ids.slice(50) }])
  expect(found).toEqual([
    [
      { number: 2, files: [{ path: 'a.mdx', status: 'removed' }], isWhole: true },
      { number: 3, files: [{ path: 'b.mdx', status: 'added' }], isWhole: false },
    ],
    [{ number: 4, files: [], isWhole: false }],
  ])
})
