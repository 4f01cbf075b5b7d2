import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { startDocsService } from '../../world/docs-service/server.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'

// Every answer there is, and how often a request is sent after it: `unit/docs-service/client.test.ts`.

const POST = { method: 'POST' }

/** A job that is over when it is created, so that a run has nothing to wait for. */
const OVER_AT_ONCE = { terminalOnCreate: true, prLink: 'https://github.com/acme/docs/pull/7' }

function ask(world: World, inputs: Record<string, string> = {}) {
  return world.run({ inputs: { prompt: 'Explain the retries option.', ...inputs }, post: false })
}

/** An address on loopback at which nobody listens. */
async function findClosedUrl(): Promise<string> {
  await using service = await startDocsService()
  return service.url
}

describe.concurrent('create', () => {
  test('the create request is what the interface asks for, and is sent once', async () => {
    await using world = await createWorld()
    world.docsService.nextJob(OVER_AT_ONCE)

    const result = await ask(world, { prompt: '  Explain "retries" – all of them. \n', context: 'none' })

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', status: 'completed', prNumber: '7' })
    expect(world.docsService.requests).toHaveLength(1)
    expect(world.docsService.requests[0]).toMatchObject({
      method: 'POST',
      target: '/v2/agent/docs-project/job',
      body: { prompt: 'Explain "retries" – all of them.' },
      headers: {
        authorization: `Bearer ${world.docsService.apiKey}`,
        'content-type': expect.stringMatching(/^application\/json/),
        'user-agent': expect.stringMatching(/^docs-agent-action\/\d/),
      },
    })
    expect(Object.keys(world.docsService.requests[0]?.body as object)).toEqual(['prompt'])
  })

  test('a job that has failed when it is created is not asked about again', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ terminalOnCreate: true, endsAs: 'failed' })

    const { outputs } = await ask(world)

    expect(outputs).toMatchObject({ outcome: 'failed', status: 'failed' })
    expect(world.docsService.requests).toHaveLength(1)
  })
})

describe.concurrent('create: nobody can tell whether there is a job', () => {
  test.each<[string, FaultResponse]>([
    ['503 that says when to come back', { kind: 'answer', status: 503, headers: { 'retry-after': '1' } }],
    ['a reset', { kind: 'cut' }],
    ['a page', { kind: 'html', status: 200 }],
    ['an id that climbs', { kind: 'answer', status: 201, body: { id: '..', status: 'active' } }],
    ['a body that stops', { kind: 'stall-body' }],
  ])(
    'nobody can tell whether there is a job when the answer to the create request is %s',
    async (_name, respond) => {
      await using world = await createWorldInProcess()
      world.docsService.faults.add({ ...POST, respond, times: Number.POSITIVE_INFINITY })

      const result = await ask(world, { timeout: '3s' })

      expect(result.outputs).toMatchObject({ outcome: 'unknown', status: '', jobId: '', job: '' })
      expect(world.docsService.requests.map(({ method }) => method)).toEqual(['POST'])
      expect(result.conclusion).toBe('failure')
      expect(result.annotations).toMatchObject([
        { level: 'error', properties: { title: 'Nobody can tell whether the prompt was received' } },
      ])
      expect(result.log.shown).toContain('Look for a new job in the dashboard')
      expect(result.summary).toContain('Nobody can tell')
    },
  )

  test('nobody can tell whether there is a job when the answer to the create request is lost', async () => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...POST, respond: { kind: 'cut' }, when: 'after handling' })

    const { outputs } = await ask(world)

    expect(outputs['outcome']).toBe('unknown')
    expect(world.docsService.jobs).toHaveLength(1)
    expect(world.docsService.requests).toHaveLength(1)
  })

  test('a create request that is redirected does not go elsewhere', async () => {
    await using elsewhere = await startDocsService()
    await using world = await createWorldInProcess()
    const location = `${elsewhere.url}/v2/agent/docs-project/job`
    world.docsService.faults.add({ ...POST, respond: { kind: 'redirect', status: 307, location } })

    const result = await ask(world)

    expect(elsewhere.requests).toEqual([])
    expect(world.docsService.requests).toHaveLength(1)
    expect(result.outputs['outcome']).toBe('unknown')
    expect(result.log.shown).toMatch(/redirect/i)
  })
})

test('a wrong key, a key without the scope and a project that is not there are told apart', async () => {
  await using world = await createWorldInProcess({
    docsService: { keys: [{ key: 'mint_read', scopes: ['read'] }] },
  })
  for (const [inputs, status, title] of [
    [{ 'api-key': 'mint_wrong' }, 401, 'The service refused the API key'],
    [{ 'api-key': 'mint_read' }, 403, 'The API key may not write'],
    [{ 'project-id': 'elsewhere' }, 404, 'There is no such project'],
  ] as const) {
    const { outputs, annotations, conclusion } = await ask(world, inputs)

    expect([outputs['outcome'], outputs['jobId'], conclusion]).toEqual(['error', '', 'failure'])
    expect(annotations).toMatchObject([{ level: 'error', properties: { title } }])
    expect(annotations[0]?.message).toContain(`was answered with status ${status}`)
    expect(annotations[0]?.message).toContain('The answer says: "')
  }
  expect(world.docsService.requests).toHaveLength(3)
  expect(world.docsService.jobs).toEqual([])
})

describe.concurrent('create: certainly not accepted', () => {
  test('a refused connection is tried again, and the service that came up meanwhile takes the job once', async () => {
    const url = await findClosedUrl()
    await using world = await createWorldInProcess()
    await using run = world.start({ inputs: { prompt: 'Write.', 'base-url': url }, post: false })
    const warned = Promise.withResolvers<void>()
    run.onLog((line) => {
      if (line.includes('certainly not accepted')) warned.resolve()
    })
    await warned.promise
    await using service = await startDocsService({ port: Number(new URL(url).port), scenario: OVER_AT_ONCE })

    const { outputs } = await run.result

    expect(outputs['outcome']).toBe('pull-request')
    expect(service.requestsTo(POST)).toHaveLength(1)
  })

  test.each([
    ['a port that nobody listens on', findClosedUrl, 'ECONNREFUSED'],
    // Too long for a name, so that no name server has to be asked.
    ["a name that can't be found", () => `https://${'a'.repeat(64)}.invalid`, 'ENOTFOUND'],
  ])('a base-url with %s is unavailable at the deadline', async (_name, findUrl, code) => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { 'base-url': await findUrl(), timeout: '4s' })

    expect([result.outputs['outcome'], result.conclusion]).toEqual(['unavailable', 'failure'])
    expect(result.log.shown).toContain(code)
    expect(result.log.shown).toContain('a re-run is safe')
    const repeats = result.log.shown.match(/certainly not accepted/g) ?? []
    expect(repeats.length).toBeGreaterThanOrEqual(1)
    expect(repeats.length).toBeLessThanOrEqual(3)
  })

  test('a create request is sent again when the TLS handshake fails', async () => {
    // Without a certificate no handshake succeeds.
    const server = createServer({})
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await using world = await createWorldInProcess()

    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const result = await ask(world, { 'base-url': baseUrl, timeout: '4s' })
    server.close()

    expect(result.outputs['outcome']).toBe('unavailable')
    expect(connections).toBeGreaterThanOrEqual(2)
    expect(connections).toBeLessThanOrEqual(4)
    expect(result.log.shown).toContain('NODE_EXTRA_CA_CERTS')
  })

  test('a create request that gets 429 is repeated when Retry-After says', async () => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({
      ...POST,
      respond: { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
    })
    world.docsService.nextJob(OVER_AT_ONCE)

    const { outputs } = await ask(world)

    expect(outputs['outcome']).toBe('pull-request')
    const [first, second, ...more] = world.docsService.requests.map(({ at }) => at)
    expect(more).toEqual([])
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990)
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test.each([
    ['is not repeated for ever', {}, 4],
    ['ends at once when the wait is longer than the time left', { 'retry-after': '3600' }, 1],
  ])('a create request that always gets 429 %s', async (_name, headers, requests) => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...POST, respond: { kind: 'answer', status: 429, headers }, times: 99 })

    const result = await ask(world, { timeout: '10m' })

    expect(result.outputs['outcome']).toBe('unavailable')
    expect(world.docsService.requests).toHaveLength(requests)
    expect(result.log.shown).toContain('100 jobs')
  })
})
