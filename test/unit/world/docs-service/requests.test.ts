import { expect, test } from 'vitest'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { call, create, failure, jobsPath, read, sendMessage, viewsPath } from './service-calls.ts'

test('the service logs what was asked and what was answered', async () => {
  await using world = await startDocsService({ now: () => 1234 })
  await call(world, jobsPath, { json: { prompt: 'x' }, headers: { 'user-agent': 'me/1' } })
  await call(world, `${viewsPath}?limit=5&dateFrom=2026-01-01`)
  await expect.poll(() => world.requests.map((request) => request.ended)).toEqual(['answered', 'answered'])
  expect(world.requests).toMatchObject([
    { number: 1, method: 'POST', path: jobsPath, body: { prompt: 'x' }, status: 201, at: 1234, query: {} },
    { number: 2, method: 'GET', path: viewsPath, status: 200, query: { limit: '5', dateFrom: '2026-01-01' } },
  ])
  expect(world.requests[0]?.headers).toMatchObject({ 'user-agent': 'me/1' })
  expect(world.requestsTo({ method: 'post' })).toEqual([world.requests[0]])
})

test('the log names the operations, and finds requests by them', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 0 } })
  const { id } = await create(world)
  await read(world, id)
  await sendMessage(world, id)
  await call(world, viewsPath)
  await call(world, viewsPath, { method: 'DELETE' })
  expect(world.requests.map(({ operation }) => operation)).toEqual([
    'create-job',
    'get-job',
    'send-message',
    'get-page-views',
    undefined,
  ])
  expect(world.requestsTo({ operation: 'send-message' })).toEqual([world.requests[2]])
})

test('the service counts the requests in flight, and lets others wait for requests', async () => {
  await using world = await startDocsService()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  world.onRequest = () => held
  const answers = [call(world, viewsPath), call(world, viewsPath), call(world, viewsPath)]
  const third = await world.waitForRequests({ path: '/views' }, 3)
  expect(third.number).toBe(3)
  release()
  await Promise.all(answers)
  await call(world, viewsPath)
  expect(world.maxInFlight).toBe(3)
})

test('hooks see a request before it is handled, and after its answer was sent', async () => {
  const seen: unknown[] = []
  await using world = await startDocsService({
    onRequest: (request) => void seen.push(['request', request.body, world.jobs.length]),
    onAnswer: (request) => void seen.push(['answer', request.status, world.jobs.length]),
  })
  await create(world, 'x')
  await expect
    .poll(() => seen)
    .toEqual([
      ['request', { prompt: 'x' }, 0],
      ['answer', 201, 1],
    ])
})

test('the service goes on with a request whose client is gone, as a real service does', async () => {
  await using world = await startDocsService()
  const hangUp = new AbortController()
  world.onRequest = async () => {
    hangUp.abort()
    await expect.poll(() => world.requests[0]?.ended).toBe('not answered')
  }
  const answer = call(world, jobsPath, { json: { prompt: 'x' }, signal: hangUp.signal })
  expect(await failure(answer)).toContain('AbortError')
  await expect.poll(() => world.jobs.length).toBe(1)
  expect(world.requests[0]).not.toHaveProperty('status')
})

test('the service closes at once, with requests open, faults hanging and jobs under way', async () => {
  const world = await startDocsService({ scenario: { durationMs: 3_600_000 } })
  await create(world)
  world.faults.add(
    { respond: { kind: 'hang' } },
    { respond: { kind: 'stall-body' } },
    { respond: { kind: 'latency', latencyMs: 3_600_000 } },
  )
  const open = Promise.allSettled([1, 2, 3].map(async () => (await call(world, viewsPath)).text()))
  await world.waitForRequests({ path: '/views' }, 3)
  await world.close()
  expect((await open).map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await failure(fetch(world.url))).toBe('ECONNREFUSED')
})

test('the service takes an agent that waits for GitHub along when it closes', async () => {
  await using github = await startDocsService()
  github.faults.add({ respond: { kind: 'hang' } })
  const place = { apiUrl: github.url, token: 'any', owner: 'octocat', repo: 'docs' }
  const world = await startDocsService({ github: place, scenario: { durationMs: 0 } })
  await create(world)
  await github.waitForRequests({ path: '/git/ref/heads/main' })
  await world.close()
  await world.jobs[0]?.finish()
  expect(world.jobs[0]?.agentFailure?.name).toBe('AbortError')
})
