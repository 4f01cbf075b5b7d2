import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { startDocsService } from '../../world/docs-service/server.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'

const GET = { method: 'GET' }
const ALWAYS = Number.POSITIVE_INFINITY

function ask(world: World, inputs: Record<string, string> = {}) {
  return world.run({ inputs: { prompt: 'Explain the retries option.', ...inputs }, post: false })
}

/** Attaches to a job, so that only polls take time. */
function attach(world: World, inputs: Record<string, string> = {}) {
  return ask(world, { prompt: '', 'job-id': 'job-1', ...inputs })
}

function pausesBetween(requests: readonly { at: number }[]): number[] {
  return requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? at))
}

/** What may go away, and so is tolerated. */
const PASSING: [string, FaultResponse][] = [
  ['a redirect, which is not followed', { kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' }],
  ['408', { kind: 'answer', status: 408 }],
  ['409', { kind: 'answer', status: 409 }],
  ['425', { kind: 'answer', status: 425 }],
  ['429', { kind: 'answer', status: 429 }],
  ['500', { kind: 'answer', status: 500, body: { error: 'Oops' } }],
  ['502 with a page', { kind: 'html' }],
  ['503', { kind: 'answer', status: 503 }],
  ['504', { kind: 'answer', status: 504 }],
  ['a reset', { kind: 'cut' }],
  ['a connection that is closed', { kind: 'cut', how: 'close' }],
  ['an answer that breaks off', { kind: 'cut-body' }],
  ['half an object', { kind: 'truncated-json' }],
  ['an empty 200', { kind: 'answer', status: 200, body: '' }],
  ['204', { kind: 'answer', status: 204 }],
  ['a page', { kind: 'html', status: 200 }],
  ['an array', { kind: 'answer', status: 200, body: [] }],
  ['null', { kind: 'answer', status: 200, body: 'null' }],
  ['another job', { kind: 'answer', status: 200, body: { id: 'another', status: 'failed' } }],
  ['fields of other types', { kind: 'answer', status: 200, body: { status: 7, prLink: [] } }],
  ['too much', { kind: 'oversized', bytes: 2 ** 20 + 1 }],
  ['a gzip bomb', { kind: 'gzip-bomb' }],
]

// When each of them is tolerated, and how long: `unit/agent-job/job/poll-job.test.ts`.

describe.concurrent('polling tolerates', () => {
  test('polling tolerates all temporary failures, one after the other', async () => {
    await using world = await createWorld()
    for (const [, respond] of PASSING) world.docsService.faults.add({ ...GET, respond })
    world.docsService.nextJob({ activeReads: 1 })

    const result = await ask(world, { timeout: '5m' })

    expect(result.outputs['outcome']).toBe('pull-request')
    const faults = world.docsService.requestsTo(GET).map(({ fault }) => fault)
    expect(faults.filter(Boolean)).toEqual(PASSING.map(([, respond]) => respond).map(kindOf))
    expect(world.docsService.maxInFlight).toBe(1)
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test.each<[string, FaultResponse]>([
    ['fails', { kind: 'answer', status: 500 }],
    ['stops in the body', { kind: 'stall-body' }],
  ])('a service that always %s is not waited for beyond the timeout', async (_name, respond) => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...GET, respond, times: ALWAYS, when: 'before handling' })

    const result = await attach(world, { timeout: '1s', 'poll-interval': '200ms' })

    expect(result.outputs).toMatchObject({ outcome: 'timed-out', status: '', jobId: 'job-1' })
    expect(world.docsService.requestsTo({ method: 'POST' })).toEqual([])
    expect(result.conclusion).toBe('failure')
    // One request alone may take 30 s when there is time.
    expect(result.durationMs).toBeLessThan(25_000)
  })

  test('polling tolerates a service that is gone for a while', async () => {
    await using world = await createWorld()
    const service = await startDocsService({ scenario: { id: 'job-1', endsAs: 'never' } })
    await using run = world.start({ inputs: { prompt: 'Write.', 'base-url': service.url }, post: false })
    await service.waitForRequests(GET)
    const gone = Promise.withResolvers<void>()
    run.onLog((line) => {
      if (line.includes('ECONNREFUSED')) gone.resolve()
    })
    await service.close()
    await gone.promise
    const answer = { id: 'job-1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' }
    await using back = await startDocsService({ port: Number(new URL(service.url).port) })
    back.faults.add({ ...GET, times: ALWAYS, respond: { kind: 'answer', status: 200, body: answer } })

    const { outputs } = await run.result

    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: 'job-1' })
    expect(back.requestsTo({ method: 'POST' })).toEqual([])
  })

  test('Retry-After of a poll does not outlast the timeout, and the last poll is sent all the same', async () => {
    await using world = await createWorldInProcess()
    const body = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' }
    world.docsService.faults.add(
      { ...GET, respond: { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } } },
      { ...GET, times: ALWAYS, respond: { kind: 'answer', status: 200, body } },
    )

    const result = await attach(world, { timeout: '2s' })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.requestsTo(GET)).toHaveLength(2)
  })
})

describe.concurrent('polling ends', () => {
  test('polling ends at once when the key is refused', async () => {
    await using world = await createWorldInProcess()
    const respond: FaultResponse = { kind: 'answer', status: 401 }
    world.docsService.faults.add({ ...GET, skip: 1, times: ALWAYS, respond })
    world.docsService.nextJob({ endsAs: 'never' })

    const result = await ask(world)

    expect(result.outputs).toMatchObject({ outcome: 'error', status: 'active' })
    expect(result.outputs['jobId']).toBe(world.docsService.jobs[0]?.id)
    expect(world.docsService.requestsTo(GET)).toHaveLength(2)
    expect(result.conclusion).toBe('failure')
    expect(result.annotations).toMatchObject([
      { level: 'error', properties: { title: 'The service refused the API key' } },
    ])
  })

  test('polling ends when a job from job-id is not found', async () => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { 'job-id': 'gone', prompt: '' })

    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: 'gone', status: '' })
    expect(world.docsService.requests.map(({ method }) => method)).toEqual(['GET'])
    expect(result.log.shown).toContain('job-id')
  })

  test('a new job may not be found for a few seconds', async () => {
    await using world = await createWorldInProcess()
    world.docsService.faults.add({ ...GET, times: 3, respond: { kind: 'answer', status: 404 } })

    const { outputs } = await ask(world)

    expect(outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })
})

describe.concurrent('polling', () => {
  test('an unknown status is waited out, with one warning', async () => {
    await using world = await createWorldInProcess()
    const names = ['queued', 'queued', '::error::paused', 'queued']
    world.docsService.nextJob({
      activeReads: names.length,
      answer: (body, { operation, number }) =>
        operation === 'get' && body['status'] === 'active' ? { ...body, status: names[number - 1] } : body,
    })

    const result = await ask(world)

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', status: 'completed' })
    const warnings = result.annotations.filter(({ level }) => level === 'warning')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.message).toContain('queued')
    expect(result.annotations.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a job that turns terminal on the last poll counts', async () => {
    await using world = await createWorld()
    world.docsService.nextJob({ durationMs: 1_000 })

    // The last poll comes when a tenth of the time is left.
    const { outputs } = await ask(world, { timeout: '10s', 'poll-interval': '10m' })

    expect(outputs['outcome']).toBe('pull-request')
    expect(world.docsService.requestsTo(GET)).toHaveLength(1)
  })
})

describe.concurrent('`completed` without a pull request', () => {
  test.each([
    [2, 'pull-request', 3],
    [3, 'no-pull-request', 3],
  ])(
    'a completed job whose link is late by %d polls: %s after %d polls',
    async (prLinkAfterReads, outcome, polls) => {
      await using world = await createWorldInProcess()
      world.docsService.nextJob({ activeReads: 0, prLinkAfterReads })

      const result = await ask(world, { 'poll-interval': '100ms' })

      expect(result.outputs).toMatchObject({ outcome, status: 'completed' })
      expect(result.outputs['prLink'] === '').toBe(outcome === 'no-pull-request')
      const requests = world.docsService.requestsTo(GET)
      expect(requests).toHaveLength(polls)
      for (const pause of pausesBetween(requests)) expect(pause).toBeGreaterThanOrEqual(90)
      expect(result.conclusion).toBe('success')
    },
  )
})

function kindOf(respond: FaultResponse): string {
  return typeof respond === 'function' ? 'function' : respond.kind
}
