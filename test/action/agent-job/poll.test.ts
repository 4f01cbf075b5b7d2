import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'

const GET = { method: 'GET' }
const ALWAYS = Number.POSITIVE_INFINITY

function ask(world: World, inputs: Record<string, string> = {}) {
  return world.run({ inputs: { prompt: 'Explain the retries option.', ...inputs }, post: false })
}

/** What may go away, and so is tolerated: one of each kind that takes a wire. */
const PASSING = [
  { kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' },
  { kind: 'answer', status: 503 },
  { kind: 'html' },
  { kind: 'cut' },
  { kind: 'cut-body' },
  { kind: 'truncated-json' },
  { kind: 'answer', status: 200, body: { id: 'another', status: 'failed' } },
  { kind: 'gzip-bomb' },
] satisfies FaultResponse[]

// What is tolerated, and how long: `unit/agent-job/job/poll-job.test.ts`; what is an answer: `unit/docs-service`.

describe.concurrent('polling tolerates', () => {
  test('polling tolerates all temporary failures, one after the other', async () => {
    await using world = await createWorld()
    for (const respond of PASSING) world.docsService.faults.add({ ...GET, respond })
    world.docsService.nextJob({ activeReads: 1 })

    const result = await ask(world, { timeout: '5m' })

    expect(result.outputs['outcome']).toBe('pull-request')
    const faults = world.docsService.requestsTo(GET).map(({ fault }) => fault)
    expect(faults.filter(Boolean)).toEqual(PASSING.map(({ kind }) => kind))
    expect(world.docsService.maxInFlight).toBe(1)
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('a service whose answer never ends is not waited for beyond the timeout', async () => {
    await using world = await createWorldInProcess()
    const respond: FaultResponse = { kind: 'stall-body' }
    world.docsService.faults.add({ ...GET, respond, times: ALWAYS, when: 'before handling' })

    const inputs = { prompt: '', 'job-id': 'job-1', timeout: '1s', 'poll-interval': '200ms' }
    const result = await ask(world, inputs)

    expect(result.outputs).toMatchObject({ outcome: 'timed-out', status: '', jobId: 'job-1' })
    expect(world.docsService.requestsTo({ method: 'POST' })).toEqual([])
    expect(result.conclusion).toBe('failure')
  })
})
