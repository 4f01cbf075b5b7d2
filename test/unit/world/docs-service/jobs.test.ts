import { expect, test } from 'vitest'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { call, create, jobsPath, read } from './service-calls.ts'

// Create agent job

test.each([
  ['no body', undefined],
  ['no JSON', 'prompt=x'],
  ['broken JSON', '{"prompt":"x"'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"x"'],
  ['no prompt', '{}'],
  ['an empty prompt', '{"prompt":""}'],
  ['a number as prompt', '{"prompt":1}'],
  ['null as prompt', '{"prompt":null}'],
])('the service refuses to create from %s with 400', async (_name, body) => {
  await using world = await startDocsService()
  const answer = await call(world, jobsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
  expect(world.jobs).toEqual([])
})

test('the service wants JSON to be called JSON', async () => {
  await using world = await startDocsService()
  const headers = { 'content-type': 'text/plain' }
  expect((await call(world, jobsPath, { json: { prompt: 'x' }, headers })).status).toBe(400)
})

test('the service creates an active job, with every field, and 201', async () => {
  await using world = await startDocsService({ now: () => Date.UTC(2026, 7, 1, 12) })
  const answer = await call(world, jobsPath, { json: { prompt: 'Document rate limits\nplease' } })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual({
    id: world.jobs[0]?.id,
    status: 'active',
    source: { repository: 'https://github.com/acme/docs', ref: 'main' },
    model: expect.any(String),
    prLink: null,
    createdAt: '2026-08-01T12:00:00.000Z',
    archivedAt: null,
  })
  expect(world.jobs[0]?.prompt).toBe('Document rate limits\nplease')
})

test('the service allows 100 creates per project and hour', async () => {
  let now = Date.UTC(2026, 0, 1)
  await using world = await startDocsService({ now: () => now, projects: ['other'] })
  for (let count = 0; count < 100; count += 1) await create(world)
  const refused = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: expect.any(String) })
  expect(refused.headers.get('retry-after')).toBeNull()
  expect(world.jobs).toHaveLength(100)
  expect((await call(world, '/v2/agent/other/job', { json: { prompt: 'x' } })).status).toBe(201)
  now += 60 * 60 * 1000
  expect((await call(world, jobsPath, { json: { prompt: 'x' } })).status).toBe(201)
})

test.each([
  ['seconds', '3540'],
  ['date', 'Thu, 01 Jan 2026 01:00:00 GMT'],
] as const)('the service says when to come back in %s, if asked to', async (retryAfter, expected) => {
  let now = Date.UTC(2026, 0, 1)
  await using world = await startDocsService({ now: () => now, rateLimits: { createPerHour: 1, retryAfter } })
  await create(world)
  now += 60_000
  const refused = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(refused.headers.get('retry-after')).toBe(expected)
})

// Get agent job: states and transitions

test('a job is active, without a link, until its time has come; then it has one', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { durationMs: 5000 } })
  const { id } = await create(world)
  now = 4999
  expect(await read(world, id)).toMatchObject({ id, status: 'active', prLink: null, archivedAt: null })
  now = 5000
  const ended = await read(world, id)
  expect(ended).toMatchObject({ id, status: 'completed', archivedAt: null })
  expect(ended.prLink).toMatch(/^https:\/\/github\.com\/acme\/docs\/pull\/\d+$/)
  expect(await read(world, id)).toEqual(ended)
})

test.each([
  ['no-pull-request', 'completed', null],
  ['failed', 'failed', null],
  ['archived', 'archived', '1970-01-01T00:00:00.000Z'],
] as const)('a job can end as %s', async (endsAs, status, archivedAt) => {
  await using world = await startDocsService({ now: () => 0, scenario: { durationMs: 0, endsAs } })
  const { id } = await create(world)
  expect(await read(world, id)).toMatchObject({ status, prLink: null, archivedAt })
})

test('a job can stay active for ever, until the world ends it', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { endsAs: 'never' } })
  const { id } = await create(world)
  now = 1e12
  expect(await read(world, id)).toMatchObject({ status: 'active' })
  await world.jobs[0]?.finish('failed')
  expect(await read(world, id)).toMatchObject({ status: 'failed' })
})

test('without a clock of its own, a job ends by itself', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 1 } })
  await create(world)
  await expect.poll(() => world.jobs[0]?.status).toBe('completed')
})

test('a completed job can be archived, and keeps its link', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 0 } })
  const { id } = await create(world)
  const { prLink } = await read(world, id)
  world.jobs[0]?.archive()
  const archived = await read(world, id)
  expect(archived).toMatchObject({ status: 'archived', prLink })
  expect(archived.archivedAt).not.toBeNull()
})

test('a scenario decides by reads, hides the link for a while, overrides fields, and has the last word', async () => {
  await using world = await startDocsService({ now: () => 0 })
  world.nextJob({ activeReads: 2, prLinkAfterReads: 1, prLink: 'https://git.example/mr/7' })
  world.nextJob({ terminalOnCreate: true, fields: { status: 'paused', model: undefined } })
  world.nextJob({ answer: (body, { operation, number }) => [operation, number, body['status']] })
  const first = await create(world)
  const second = await create(world)
  expect(second).toMatchObject({ status: 'paused', prLink: expect.any(String) })
  expect(second).not.toHaveProperty('model')
  expect(await create(world)).toEqual(['create', 0, 'active'])
  const reads = []
  for (let count = 0; count < 4; count += 1) reads.push(await read(world, first.id))
  expect(reads.map(({ status, prLink }) => [status, prLink])).toEqual([
    ['active', null],
    ['active', null],
    ['completed', null],
    ['completed', 'https://git.example/mr/7'],
  ])
  expect(world.jobs[0]?.reads).toBe(4)
})
