import { expect, test } from 'vitest'
import { type DocsServiceWorld, startDocsService } from '../../../world/docs-service/server.ts'
import { startGithub } from './agent-github.ts'
import { call, create, failure, type JobBody, jobsPath, read, sendMessage } from './service-calls.ts'

/** A job that has completed. */
async function complete(world: DocsServiceWorld, prompt?: string): Promise<JobBody> {
  const { id } = await create(world, prompt)
  await world.jobs.at(-1)?.finish()
  return read(world, id)
}

async function readStatuses(world: DocsServiceWorld, id: string, count: number): Promise<string[]> {
  const statuses: string[] = []
  while (statuses.length < count) statuses.push((await read(world, id)).status)
  return statuses
}

test('a message makes a job active again, and it ends once more', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { durationMs: 5000 } })
  const { id, prLink } = await complete(world)
  now = 60_000
  expect(await sendMessage(world, id, 'Explain webhooks, too')).toMatchObject({
    id,
    status: 'active',
    prLink: null,
  })
  now = 64_999
  expect(await read(world, id)).toMatchObject({ status: 'active', prLink: null })
  now = 65_000
  expect(await read(world, id)).toMatchObject({ id, status: 'completed', prLink })
  expect(world.jobs).toMatchObject([{ prompt: 'Document rate limits', messages: ['Explain webhooks, too'] }])
})

test('without a clock of its own, the service ends the work on a message by itself', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 1 } })
  const { id } = await complete(world)
  await sendMessage(world, id)
  await expect.poll(() => world.jobs[0]?.status).toBe('completed')
})

test('a message interrupts a job that is still active', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { durationMs: 5000 } })
  const { id } = await create(world)
  now = 4999
  await sendMessage(world, id)
  now = 9998
  expect(await read(world, id)).toMatchObject({ status: 'active' })
  now = 9999
  expect(await read(world, id)).toMatchObject({ status: 'completed' })
})

test('a message has a course of its own: of the service, or the next one', async () => {
  await using world = await startDocsService({
    now: () => 0,
    scenario: { activeReads: 0 },
    messageScenario: { activeReads: 1 },
  })
  world.nextMessage({ endsAs: 'failed' })
  world.nextMessage({ prLink: null, activeReads: 0 })
  const { id, prLink } = await complete(world)
  await sendMessage(world, id)
  expect(await readStatuses(world, id, 2)).toEqual(['active', 'failed'])
  await sendMessage(world, id)
  expect(await read(world, id)).toMatchObject({ status: 'completed', prLink: null })
  await sendMessage(world, id)
  expect(await readStatuses(world, id, 2)).toEqual(['active', 'completed'])
  expect(await read(world, id)).toMatchObject({ prLink })
})

test('the old status can stay for a number of reads after a message', async () => {
  await using world = await startDocsService({ now: () => 0, scenario: { activeReads: 0 } })
  world.nextMessage({ staleReads: 2, activeReads: 1 })
  const done = await complete(world)
  expect(await sendMessage(world, done.id)).toEqual(done)
  expect(await read(world, done.id)).toEqual(done)
  expect(await readStatuses(world, done.id, 3)).toEqual(['completed', 'active', 'completed'])
})

test('the old status can stay for a time after a message', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { durationMs: 0 } })
  world.nextMessage({ staleMs: 1000, endsAs: 'never' })
  const { id } = await complete(world)
  expect(await sendMessage(world, id)).toMatchObject({ status: 'completed' })
  now = 999
  expect(await read(world, id)).toMatchObject({ status: 'completed' })
  now = 1000
  expect(await read(world, id)).toMatchObject({ status: 'active', prLink: null })
})

test.each([
  ['no body', undefined],
  ['broken JSON', '{"prompt":"x"'],
  ['no prompt', '{}'],
  ['an empty prompt', '{"prompt":""}'],
  ['a number as prompt', '{"prompt":1}'],
])('the service refuses a message with %s with 400', async (_name, body) => {
  await using world = await startDocsService()
  const { id } = await complete(world)
  const answer = await call(world, `${jobsPath}/${id}/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
  expect(world.jobs[0]).toMatchObject({ status: 'completed', messages: [] })
})

test('the service refuses a message to a job that is not there with 404, to an archived one with 400', async () => {
  await using world = await startDocsService({ projects: ['other'] })
  const { id } = await complete(world)
  const send = (path: string): Promise<Response> => call(world, path, { json: { prompt: 'x' } })
  expect((await send(`${jobsPath}/unknown/message`)).status).toBe(404)
  expect((await send(`/v2/agent/other/job/${id}/message`)).status).toBe(404)
  world.jobs[0]?.archive()
  const refused = await send(`${jobsPath}/${id}/message`)
  expect([refused.status, await refused.json()]).toEqual([400, { error: 'The job is archived' }])
  expect(world.jobs[0]).toMatchObject({ status: 'archived', messages: [] })
})

test('the service allows 100 messages per project and hour, counted apart from the creates', async () => {
  let now = Date.UTC(2026, 0, 1)
  await using world = await startDocsService({ now: () => now })
  const { id } = await complete(world)
  for (let count = 0; count < 100; count += 1) await sendMessage(world, id)
  const refused = await call(world, `${jobsPath}/${id}/message`, { json: { prompt: 'x' } })
  expect([refused.status, await refused.json()]).toEqual([429, { error: expect.any(String) }])
  expect(world.jobs[0]?.messages).toHaveLength(100)
  await create(world)
  expect(world.jobs).toHaveLength(2)
  now += 60 * 60 * 1000
  await sendMessage(world, id)
})

test('faults hit messages as they hit other requests: before their effect, or after it', async () => {
  await using world = await startDocsService()
  const { id } = await complete(world)
  const operation = 'send-message'
  world.faults.add(
    { operation, respond: { kind: 'cut' } },
    { operation, when: 'after handling', respond: { kind: 'cut' } },
    { operation, respond: { kind: 'truncated-json' } },
    { operation, when: 'after handling', respond: { kind: 'answer', status: 200 } },
    { operation, when: 'after handling', respond: { kind: 'answer', status: 200, body: { id: 'another' } } },
  )
  const messages = world.jobs[0]?.messages
  expect(await failure(sendMessage(world, id))).toBe('ECONNRESET')
  expect(messages).toHaveLength(0)
  expect(await failure(sendMessage(world, id))).toBe('ECONNRESET')
  expect(messages).toHaveLength(1)
  expect(await failure(sendMessage(world, id))).toContain('SyntaxError')
  expect(messages).toHaveLength(2)
  expect(await failure(sendMessage(world, id))).toContain('SyntaxError')
  expect(await sendMessage(world, id)).toEqual({ id: 'another' })
  expect(messages).toHaveLength(4)
})

test('the answer to a message can be changed by the scenario of its job', async () => {
  await using world = await startDocsService()
  world.nextJob({ answer: (body, { operation, number }) => ({ ...body, model: `${operation} ${number}` }) })
  const { id } = await complete(world)
  expect(await sendMessage(world, id)).toMatchObject({ model: 'message 1' })
})

// The agent on GitHub

const twoSections = ['+## Rate limits', '+## Webhooks']

test('the agent adds a commit to its open pull request', async () => {
  await using github = await startGithub()
  await using world = await startDocsService({ github: github.place, scenario: { durationMs: 0 } })
  const first = await complete(world)
  await sendMessage(world, first.id, 'Document webhooks')
  await world.jobs[0]?.finish()
  const { prLink, status } = await read(world, first.id)
  expect({ prLink, status }).toEqual({ prLink: first.prLink, status: 'completed' })
  expect(await github.ask('/pulls?state=all')).toHaveLength(1)
  const { branch } = world.jobs[0]?.pullRequest ?? {}
  const { files } = (await github.ask(`/compare/main...${branch}`)) as { files: { patch: string }[] }
  expect(files).toHaveLength(1)
  for (const section of twoSections) expect(files[0]?.patch).toContain(section)
  expect(await github.ask(`/commits?sha=${branch}`)).toMatchObject([
    { commit: { message: 'Document webhooks' } },
    { commit: { message: 'Document rate limits' } },
    {},
  ])
})

test.each([
  ['closed', '', { method: 'PATCH', json: { state: 'closed' } }],
  ['merged', '/merge', { method: 'PUT', json: {} }],
])('the agent opens another pull request when its own was %s', async (_name, path, change) => {
  await using github = await startGithub()
  await using world = await startDocsService({ github: github.place, scenario: { durationMs: 0 } })
  const first = await complete(world, 'Document webhooks')
  const { number } = world.jobs[0]?.pullRequest ?? {}
  await github.ask(`/pulls/${number}${path}`, change)
  expect(await github.ask(`/pulls/${number}`)).toMatchObject({ state: 'closed' })
  await sendMessage(world, first.id, 'Document webhooks')
  await world.jobs[0]?.finish()
  const { prLink, status } = await read(world, first.id)
  expect([status, world.jobs[0]?.agentFailure]).toEqual(['completed', undefined])
  expect(prLink).not.toBe(first.prLink)
  expect(await github.ask('/pulls?state=open')).toMatchObject([{ html_url: prLink }])
})

test('the agent puts down what it does when a message comes, and both end in one pull request', async () => {
  await using github = await startGithub()
  await using world = await startDocsService({ github: github.place, now: () => 0 })
  const { id } = await create(world)
  const interrupted = world.jobs[0]?.finish()
  await sendMessage(world, id, 'Document webhooks')
  await Promise.all([interrupted, world.jobs[0]?.finish()])
  const { prLink } = await read(world, id)
  expect(await github.ask('/pulls?state=all')).toMatchObject([{ html_url: prLink }])
})
