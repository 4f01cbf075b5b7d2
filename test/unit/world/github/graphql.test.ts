import { expect, test } from 'vitest'
import { connectGitHub } from '../../../../src/github/connect.ts'
import { createFetch } from '../../../../src/network/fetch.ts'
import { readWorkflowRun } from '../../../../src/runner/event.ts'
import { findViolations } from '../../../world/github/description.ts'
import type { GitHubOptions, GitHubWorld } from '../../../world/github/world.ts'
import { createClock } from '../../fake-clock.ts'
import { startWorld } from './world-for-tests.ts'

// The queries of the actions, against GitHub's schema and the state that the REST routes show.

/** A world, and the actions' client with this token. */
async function start({ token, ...options }: GitHubOptions & { token?: string } = {}) {
  const { github: world } = await startWorld(options)
  const connectWith = (given: string) =>
    connectGitHub({
      run: readWorkflowRun({ GITHUB_REPOSITORY: 'acme/app', GITHUB_API_URL: world.apiUrl }),
      token: given,
      redact: (text) => text,
      fetch: createFetch(),
      clock: createClock(),
      signal: new AbortController().signal,
      threadKind: undefined,
    }).github
  const github = connectWith(token ?? world.actionsToken)
  /** Which pull requests brought what came to `main` since a commit, oldest first. */
  async function relate(base: string) {
    const { commits } = await github.fetchComparison(base, 'main')
    const listed = (await (await fetch(`${world.apiUrl}/repos/acme/app/compare/${base}...main`)).json()) as {
      commits: { sha: string; node_id: string }[]
    }
    const found = await github.fetchAssociatedPullRequests(listed.commits.map(({ node_id }) => node_id))
    return commits.map(({ sha }) => found.get(sha)?.map(({ number }) => number))
  }
  return { world, github, relate, connectWith }
}

function post({ apiUrl, actionsToken }: GitHubWorld, query: string) {
  const headers = { authorization: `Bearer ${actionsToken}` }
  return fetch(`${apiUrl}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
}

const file = (name: string) => ({ files: { [name]: 'x\n' } })

test.each([
  ['squash', [[1]]],
  ['merge', [[1], [1], [1]]],
  ['rebase', [[1], [1]]],
] as const)('a %s relates each commit that it brings', async (how, expected) => {
  const { world, relate } = await start()
  const base = world.tipOf()
  const { number } = await world.createPullRequest(file('a'))
  await world.updatePullRequest(number, [file('b')])
  await world.merge(number, how)
  await world.push([file('c')])
  expect(await relate(base)).toEqual([...expected, []])
  expect(world.requests.flatMap(findViolations)).toEqual([])
})

test('a commit may be related late, or to several pull requests, one of them of the parent', async () => {
  let nowMs = Date.parse('2026-01-02T03:04:05.600Z')
  const { world, github, relate } = await start({ now: () => nowMs })
  const base = world.tipOf()
  await world.createBranch('develop')
  await world.createPullRequest({ ...file('a'), base: 'develop', labels: ['no-docs'], asLogin: 'docs-agent[bot]' })
  await world.merge(1, 'squash')
  await world.createPullRequest({ head: 'develop', title: 'Release' })
  world.relateAfter(2_500)
  await world.merge(2, 'merge')
  world.bringFromUpstream(world.tipOf(), { number: 9, title: 'Theirs', mergedAt: '2026-01-01T00:00:00Z' })
  expect(await relate(base)).toEqual([[1], [9]])
  nowMs += 2_500
  expect(await relate(base)).toEqual([
    [1, 2],
    [9, 2],
  ])
  const ids = [
    Buffer.from(`Commit${world.hub.repositories[0]?.git.find('main')?.parents[1]}`).toString('base64url'),
    'gone',
  ]
  expect([...(await github.fetchAssociatedPullRequests(ids)).values()]).toMatchObject([
    [
      {
        number: 1,
        labels: ['no-docs'],
        repository: 'acme/app',
        author: { login: 'docs-agent[bot]', type: 'Bot' },
      },
      { number: 2 },
    ],
  ])
})

test.each([false, true])('the viewer is named by its ID, on GitHub Enterprise Server: %s', async (enterprise) => {
  const { world, connectWith } = await start({ enterprise })
  expect(await connectWith(world.actionsToken).fetchViewer()).toEqual({ id: 41_898_282, login: 'github-actions[bot]' })
  expect(await connectWith(world.tokenFor('writer')).fetchViewer()).toMatchObject({ login: 'writer' })
  expect(world.requests.flatMap(findViolations)).toEqual([])
})

test('pull requests are listed with the last changed first, as far as they are asked for', async () => {
  let nowMs = Date.parse('2026-01-02T03:04:05Z')
  const { world, github } = await start({ now: () => nowMs })
  for (let count = 0; count < 102; count += 1) await world.createPullRequest({ asLogin: 'Copilot' }, 'acme/docs')
  nowMs += 60_000
  await world.closePullRequest(1, 'merged', 'acme/docs')
  const list = github.fetchPullRequestPages({ owner: 'acme', repo: 'docs' })
  const { value: first } = await list.next()
  expect(first?.totalCount).toBe(102)
  expect(first?.pullRequests.slice(0, 2)).toMatchObject([
    { number: 1, state: 'merged', mergedAt: '2026-01-02T03:05:05Z' },
    { number: 102, state: 'open', author: { login: 'Copilot' } },
  ])
  expect((await list.next()).value?.pullRequests).toHaveLength(2)
  expect((await list.next()).done).toBe(true)
  const { value: open } = await github.fetchPullRequestPages({ owner: 'acme', repo: 'docs' }, ['open']).next()
  expect(open).toMatchObject({ totalCount: 101 })
  expect(world.requests.flatMap(findViolations)).toEqual([])
})

test('what the token may not read is refused, and a repository that it cannot see is not there', async () => {
  const { world, connectWith } = await start({ privateRepositories: ['acme/app', 'acme/docs'] })
  const id = Buffer.from(`Commit${world.tipOf()}`).toString('base64url')
  const github = connectWith(world.actionsTokenWith({ contents: 'read' }))
  await expect(github.fetchAssociatedPullRequests([id])).rejects.toMatchObject({ status: 403 })
  const list = github.fetchPullRequestPages({ owner: 'acme', repo: 'docs' })
  await expect(list.next()).rejects.toMatchObject({ status: 404, isGone: true })
  const granted = connectWith(world.actionsTokenWith({ contents: 'read', pull_requests: 'read' }))
  expect((await granted.fetchAssociatedPullRequests([id])).size).toBe(1)
})

test('GraphQL has a limit of its own, which it tells with status 200', async () => {
  const { world, github } = await start()
  const { number } = await world.createIssue()
  world.limiter.hit({ path: /graphql$/, seconds: 3_600, told: 'reset' })
  const limited = await post(world, '{ viewer { login } }')
  expect([limited.status, limited.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
  expect(await limited.json()).toMatchObject({ errors: [{ type: 'RATE_LIMIT' }] })
  expect(await github.fetchThread(number)).toMatchObject({ kind: 'issue' })
})

test('half a response has its errors beside the data', async () => {
  const { world, github } = await start()
  world.faults.add({ path: /graphql$/, respond: { errors: [{ message: 'Something went wrong.' }] }, times: 1 })
  expect(await github.fetchViewer()).toMatchObject({ id: 41_898_282 })
  expect(world.requests.map(({ responseBody }) => Object.keys(Object(responseBody)))).toEqual([
    ['data', 'errors'],
    ['data'],
  ])
})

test("a query that isn't in the schema fails the test", async () => {
  const { world } = await start()
  await post(world, '{ nonsense }')
  expect(world.requests.flatMap(findViolations).join()).toContain('Cannot query field "nonsense"')
})
