import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { startDocsService } from '../../world/docs-service/server.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'

const POST = { method: 'POST' }
const GET = { method: 'GET' }

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

  test.each([200, 201, 202, 203, 226])(
    'a create request that is answered with status %d and a job counts as created',
    async (status) => {
      await using world = await createWorldInProcess()
      const body = { id: 'job-1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' }
      world.docsService.faults.add({ ...POST, respond: { kind: 'answer', status, body } })

      const { outputs } = await ask(world)

      expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: 'job-1', prLink: body.prLink })
      expect(world.docsService.requests).toHaveLength(1)
    },
  )

  test.each([
    ['failed', 'failed'],
    ['archived', 'archived'],
  ])('a job that is %s from the start is not asked about again', async (endsAs, outcome) => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({ terminalOnCreate: true, endsAs: endsAs as 'failed' | 'archived' })

    const { outputs } = await ask(world)

    expect(outputs).toMatchObject({ outcome, status: endsAs })
    expect(world.docsService.requests).toHaveLength(1)
  })

  test('a job of which nothing but the id can be read is followed', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob({
      id: 'job-1',
      activeReads: 1,
      answer: (body, { operation }) => (operation === 'create' ? { id: 'job-1', status: 7 } : body),
    })

    const { outputs } = await ask(world)

    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: 'job-1' })
  })
})

describe.concurrent('create: nobody can tell whether there is a job', () => {
  // One of each kind; `unit/docs-service/client.test.ts` has every answer there is.
  const cases: [string, FaultResponse][] = [
    ['500', { kind: 'answer', status: 500, body: { error: 'Oops' } }],
    ['502 with a page', { kind: 'html' }],
    ['503 that says when to come back', { kind: 'answer', status: 503, headers: { 'retry-after': '1' } }],
    ['a reset', { kind: 'cut' }],
    ['an answer that breaks off', { kind: 'cut-body' }],
    ['half an object', { kind: 'truncated-json' }],
    ['an empty 201', { kind: 'answer', status: 201, body: '' }],
    ['a page', { kind: 'html', status: 200 }],
    ['no id', { kind: 'answer', status: 201, body: { status: 'active' } }],
    ['an id that climbs', { kind: 'answer', status: 201, body: { id: '..', status: 'active' } }],
    ['a gzip bomb', { kind: 'gzip-bomb', status: 201 }],
  ]
  test.each(cases)(
    'nobody can tell whether there is a job when the answer to the create request is %s',
    async (_name, respond) => {
      await using world = await createWorldInProcess()
      world.docsService.faults.add({ ...POST, respond, times: Number.POSITIVE_INFINITY })

      const result = await ask(world)

      expect(result.outputs).toMatchObject({ outcome: 'unknown', status: '', jobId: '', job: '' })
      expect(world.docsService.requests.map(({ method }) => method)).toEqual(['POST'])
      expect(result.conclusion).toBe('failure')
      expect(result.annotations.map(({ level }) => level)).toContain('error')
      expect(result.log.shown).toContain('may have been created')
      expect(result.summary).toContain('Nobody can tell')
      expect(result.log.shown).not.toMatch(/^\s+at /m)
    },
  )

  test.each<[string, FaultResponse]>([
    ['never answers', { kind: 'hang' }],
    ['stops in the headers', { kind: 'stall-headers' }],
    ['stops in the body', { kind: 'stall-body' }],
  ])('a service that %s is not waited for beyond the timeout', async (_name, respond) => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...POST, respond })

    const result = await ask(world, { timeout: '3s' })

    expect(result.outputs['outcome']).toBe('unknown')
    expect(world.docsService.requests).toHaveLength(1)
    expect(result.durationMs).toBeLessThan(25_000)
  })

  test('nobody can tell whether there is a job when the answer to the create request is lost', async () => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...POST, respond: { kind: 'cut' }, when: 'after handling' })

    const { outputs } = await ask(world)

    expect(outputs['outcome']).toBe('unknown')
    expect(world.docsService.jobs).toHaveLength(1)
    expect(world.docsService.requests).toHaveLength(1)
  })

  test.each([302, 307])(
    'a create request that is redirected with %d does not go elsewhere',
    async (status) => {
      await using elsewhere = await startDocsService()
      await using world = await createWorldInProcess()
      const location = `${elsewhere.url}/v2/agent/docs-project/job`
      world.docsService.faults.add({ ...POST, respond: { kind: 'redirect', status, location } })

      const result = await ask(world)

      expect(elsewhere.requests).toEqual([])
      expect(world.docsService.requests).toHaveLength(1)
      expect(result.outputs['outcome']).toBe('unknown')
      expect(result.log.shown).toMatch(/redirect/i)
    },
  )
})

describe.concurrent('create: refused', () => {
  test.each([
    [400, /project-id/],
    [401, /key is wrong or has expired.*`api-key`/],
    [403, /`write` scope/],
    [404, /project-id/],
    [413, /[Ss]horten the prompt/],
    [422, /refused the request/],
  ])(
    'a create request that is refused with %d ends as an error that says what to do',
    async (status, hint) => {
      await using world = await createWorldInProcess()
      const body = { error: 'No such luck' }
      world.docsService.faults.add({ ...POST, respond: { kind: 'answer', status, body }, times: 9 })

      const result = await ask(world)

      expect(result.outputs).toMatchObject({ outcome: 'error', status: '', jobId: '' })
      expect(world.docsService.requests).toHaveLength(1)
      expect(result.conclusion).toBe('failure')
      const [error] = result.annotations.filter(({ level }) => level === 'error')
      expect(error?.message).toMatch(hint)
      expect(error?.message).toContain(`POST ${world.docsService.url}/v2/agent/docs-project/job`)
      expect(error?.message).toContain(String(status))
      expect(error?.message).toContain('No such luck')
    },
  )

  test('a wrong key, a key without the scope and a project that is not there are told apart', async () => {
    await using world = await createWorldInProcess({
      docsService: { keys: [{ key: 'mint_read', scopes: ['read'] }] },
    })
    const wrongKey = await ask(world, { 'api-key': 'mint_wrong' })
    const readKey = await ask(world, { 'api-key': 'mint_read' })
    const wrongProject = await ask(world, { 'project-id': 'elsewhere' })

    expect([wrongKey, readKey, wrongProject].map(({ outputs }) => outputs['outcome'])).toEqual([
      'error',
      'error',
      'error',
    ])
    expect(wrongKey.log.shown).toContain('401')
    expect(readKey.log.shown).toContain('403')
    expect(wrongProject.log.shown).toContain('404')
    expect(world.docsService.jobs).toEqual([])
  })
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
  ])('a base-url with %s ends as an error at the deadline', async (_name, findUrl, code) => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { 'base-url': await findUrl(), timeout: '4s' })

    expect(result.outputs['outcome']).toBe('error')
    expect(result.log.shown).toContain(code)
    expect(result.log.shown).toContain('base-url')
    const repeats = result.annotations.filter(({ level }) => level === 'warning')
    expect(repeats.length).toBeGreaterThanOrEqual(1)
    expect(repeats.length).toBeLessThanOrEqual(3)
  })

  test('a server that does not speak TLS sees no request', async () => {
    await using world = await createWorldInProcess()

    const result = await ask(world, {
      'base-url': world.docsService.url.replace('http:', 'https:'),
      timeout: '2s',
    })

    expect(result.outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toEqual([])
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

    expect(result.outputs['outcome']).toBe('error')
    expect(connections).toBeGreaterThanOrEqual(2)
    expect(connections).toBeLessThanOrEqual(4)
    expect(result.log.shown).toContain('certificate')
  })

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])(
    'a create request that gets 429 with Retry-After as %s is repeated at that time',
    async (_name, retryAfter) => {
      await using world = await createWorldInProcess()
      world.docsService.faults.add({
        ...POST,
        respond: (_request, response) => {
          response.writeHead(429, { 'retry-after': retryAfter() }).end()
        },
      })
      world.docsService.nextJob(OVER_AT_ONCE)

      const { outputs } = await ask(world)

      expect(outputs['outcome']).toBe('pull-request')
      const [first, second, ...more] = world.docsService.requests.map(({ at }) => at)
      expect(more).toEqual([])
      // A date has whole seconds, so up to one of the two is lost.
      expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990)
      expect(world.docsService.jobs).toHaveLength(1)
    },
  )

  test('a create request that always gets 429 is not repeated for ever', async () => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...POST, respond: { kind: 'answer', status: 429 }, times: 99 })

    const result = await ask(world)

    expect(result.outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toHaveLength(4)
    expect(result.log.shown).toMatch(/quota/)
  })

  test.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
    ['a number beyond all bounds', () => '9'.repeat(40)],
  ])(
    'a create request that gets 429 ends at once when the wait is longer than the time left (%s)',
    async (_name, retryAfter) => {
      await using world = await createWorldInProcess()
      world.docsService.faults.add({
        ...POST,
        times: 99,
        respond: { kind: 'answer', status: 429, headers: { 'retry-after': retryAfter() } },
      })

      const result = await ask(world, { timeout: '10m' })

      expect(result.outputs['outcome']).toBe('error')
      expect(world.docsService.requests).toHaveLength(1)
      expect(world.docsService.requestsTo(GET)).toEqual([])
    },
  )
})
