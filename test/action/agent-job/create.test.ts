import { describe, expect, test } from 'vitest'
import { startDocsService } from '../../world/docs-service/server.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'

// Every answer there is, and how often a request is sent after it: `unit/docs-service/client.test.ts`, and what can go wrong
// with a connection: `unit/network/fetch.test.ts`. Here is what follows.

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
    world.docsService.nextJob({ terminalOnCreate: true, prLink: 'https://github.com/acme/docs/pull/7' })

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

  test('a create request that nobody takes is repeated for a while, and then the service is unavailable', async () => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { 'base-url': await findClosedUrl(), timeout: '30s' })

    expect([result.outputs['outcome'], result.conclusion]).toEqual(['unavailable', 'failure'])
    expect(result.log.shown).toContain('ECONNREFUSED')
    expect(result.log.shown).toContain('re-run the job')
    const repeats = result.log.shown.match(/wasn't accepted/g) ?? []
    expect(repeats.length).toBeGreaterThanOrEqual(1)
    expect(repeats.length).toBeLessThanOrEqual(8)
  })
})
