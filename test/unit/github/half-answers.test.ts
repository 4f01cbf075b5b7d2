import { expect, test } from 'vitest'
import { connectGitHub } from '../../../src/github/connect.ts'
import { createFetch } from '../../../src/network/fetch.ts'
import { readWorkflowRun } from '../../../src/runner/event.ts'
import { type FaultResponse, knownFaults } from '../../world/github/faults.ts'
import { passTimeLimits } from '../../world/github/time-limits.ts'
import { createClock } from '../fake-clock.ts'
import { startWorld } from '../world/github/world-for-tests.ts'

// With a server, since the connection breaks.

const NOW = Date.parse('2026-01-02T03:04:05Z')

/** A GitHub with an issue #1, and a client whose pauses take no time. */
async function start() {
  const { github: world } = await startWorld({ now: () => NOW })
  await world.createIssue()
  const clock = createClock()
  const connection = connectGitHub({
    run: readWorkflowRun({ GITHUB_API_URL: world.apiUrl, GITHUB_REPOSITORY: 'acme/app' }),
    token: world.actionsToken,
    fetch: createFetch({}),
    clock,
    signal: new AbortController().signal,
    threadKind: 'issue',
  })
  return { world, connection, clock }
}

const FAULTS: Record<string, FaultResponse> = {
  'is cut': { cut: 'middle' },
  stalls: { hang: 'middle' },
  'never comes': { hang: true },
  'is a page': knownFaults.pageWithSuccess,
  'is of another form': { status: 200, body: { message: 'Hello' } },
  'is a 404 that is cut': { status: 404, body: { message: 'Not Found' }, cut: 'middle' },
}

test.each(Object.entries(FAULTS))('a request is repeated if the answer %s', async (_, respond) => {
  const { world, connection } = await start()
  using _limits = passTimeLimits(world)
  world.faults.add({ times: 1, respond })
  expect(await connection.github.fetchPermission('writer')).toBe('write')
  expect(world.requests).toHaveLength(2)
})

test("from the first answer on, the time is that of GitHub's clock", async () => {
  const { connection, clock } = await start()
  expect(connection.now()).toBe(clock.wallClock())
  await connection.github.fetchThread(1)
  clock.pass(2_500)
  expect(new Date(connection.now()).toISOString()).toBe('2026-01-02T03:04:07.500Z')
})
