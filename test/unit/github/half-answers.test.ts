import { expect, test } from 'vitest'
import { connectGitHub } from '../../../src/github/connect.ts'
import type { GitHub } from '../../../src/github/github.ts'
import { createFetch } from '../../../src/network/fetch.ts'
import { readWorkflowRun } from '../../../src/runner/event.ts'
import { type FaultResponse, knownFaults } from '../../world/github/faults.ts'
import { passTimeLimits } from '../../world/github/time-limits.ts'
import { startWorld } from '../world/github/world-for-tests.ts'
import { createClock } from './fake-github.ts'

// With a server, since the connection breaks.

const NOW = Date.parse('2026-01-02T03:04:05Z')

/** A GitHub with an issue #1 and a pull request #2, and a client whose pauses take no time. */
async function start() {
  const { github: world } = await startWorld({ now: () => NOW })
  await world.createIssue()
  await world.createPullRequest()
  const { comment } = await world.comment(1, 'On #1')
  const clock = createClock()
  const connection = connectGitHub({
    run: readWorkflowRun({ GITHUB_API_URL: world.apiUrl, GITHUB_REPOSITORY: 'acme/app' }),
    token: world.actionsToken,
    fetch: createFetch({}),
    clock,
    signal: new AbortController().signal,
    threadKind: 'issue',
  })
  return { world, connection, clock, comment: { kind: 'issue comment', id: comment.id } as const }
}

const FAULTS: Record<string, FaultResponse> = {
  'is cut': { cut: 'middle' },
  stalls: { hang: 'middle' },
  'never comes': { hang: true },
  'is a page': knownFaults.pageWithSuccess,
  'is of another form': { status: 200, body: { message: 'Hello' } },
  'is a 404 that is cut': { status: 404, body: { message: 'Not Found' }, cut: 'middle' },
}

type Ask = (github: GitHub, comment: { kind: 'issue comment'; id: number }) => Promise<unknown>
const REPEATABLE: Record<string, Ask> = {
  permission: (github) => github.fetchPermission('writer'),
  thread: (github) => github.fetchThread(1),
  comments: (github) => github.fetchComments(1),
  'repository comments': (github) => github.fetchRepositoryComments('2020-01-01T00:00:00Z', 3_000),
  comment: (github, comment) => github.hasComment(comment),
  edit: (github, { id }) => github.updateComment(id, 'Edited'),
  reaction: (github, comment) => github.react(comment, 'eyes'),
  files: (github) => github.fetchChangedFiles(2),
  comparison: (github) => github.fetchComparison('main', 'change-1'),
  'pull request': (github) => github.fetchPullRequest({ owner: 'acme', repo: 'app', number: 2 }),
  'commits of it': (github) => github.fetchPullRequestCommits({ owner: 'acme', repo: 'app', number: 2 }, 250),
  'pull requests of a commit': (github) => github.fetchPullRequestsOfCommit('change-1'),
  'closed pull requests': (github) => github.fetchClosedPullRequests('main', 500),
  commits: (github) => github.fetchCommitsSince('main', '2020-01-01T00:00:00Z'),
  releases: (github) => github.fetchReleases(() => true),
}

test.each(Object.entries(FAULTS))('a request is repeated if the answer %s', async (_, respond) => {
  const { world, connection, comment } = await start()
  using _limits = passTimeLimits(world)
  for (const [name, ask] of Object.entries(REPEATABLE)) {
    const expected = await ask(connection.github, comment)
    const before = world.requests.length
    world.faults.add({ times: 1, respond })
    const found = await ask(connection.github, comment)
    if (name !== 'reaction') expect([name, found]).toEqual([name, expected])
    expect([name, world.requests.length - before]).toEqual([name, 2])
  }
})

test("a new comment whose answer is cut isn't created again", async () => {
  const { world, connection } = await start()
  world.faults.add({ method: 'POST', respond: { cut: 'middle' } })
  const lost = { name: 'GitHubError', status: undefined, isTransient: true }
  await expect(connection.github.createComment(1, 'Hello')).rejects.toMatchObject(lost)
  expect((await world.commentsOf(1)).map(({ body }) => body)).toEqual(['On #1', 'Hello'])
})

test("from the first answer on, the time is that of GitHub's clock", async () => {
  const { connection, clock } = await start()
  expect(connection.now()).toBe(clock.wallClock())
  await connection.github.fetchThread(1)
  clock.pass(2_500)
  expect(new Date(connection.now()).toISOString()).toBe('2026-01-02T03:04:07.500Z')
})

test('when the signal aborts, each request rejects, and requests in flight continue', async () => {
  const { world, connection } = await start()
  const controller = new AbortController()
  const github = connection.untilAborted(controller.signal)
  expect(await github.fetchPermission('writer')).toBe('write')
  const [arrived, reason] = [Promise.withResolvers<void>(), new Error('The run was cancelled.')]
  const goOn = Promise.withResolvers<void>()
  world.onRequest = () => {
    arrived.resolve()
    return goOn.promise
  }
  const posted = github.createComment(1, 'Hello')
  await arrived.promise
  controller.abort(reason)
  await expect(posted).rejects.toBe(reason)
  goOn.resolve()
  await expect.poll(() => world.requests.at(-1)?.status).toBe(201)
})
