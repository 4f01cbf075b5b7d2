import { describe, expect, test } from 'vitest'
import { API_KEY } from '../../../fuzz/hostile-text.ts'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { askOnIssue } from '../conversation.ts'
import { checkTracesOf, createHostileWorld } from './traces.ts'

const deep = `{"id":"job-1","status":"completed","source":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`

// Which values are taken for what: `unit/docs-service/schema.test.ts`, `unit/untrusted` and `unit/github/thread.test.ts`.

describe.concurrent('what the service answers', () => {
  test.each<[string, string]>([
    ['nested without end', deep],
    ['with a prototype', '{"__proto__":{"status":"completed"},"constructor":{"prototype":{}},"id":"job-1"}'],
    ['with a getter that is none', '{"id":"job-1","toString":"x","valueOf":"x","then":"x","toJSON":"x"}'],
  ])('a reply of the service ends in an outcome: %s', async (_, body) => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    const json = { 'content-type': 'application/json' }
    const respond = { kind: 'answer' as const, status: 200, headers: json, body }
    world.docsService.faults.add({ respond, times: Number.POSITIVE_INFINITY })

    const result = await world.run({ trigger: asked, inputs: { timeout: '30s', 'poll-interval': '10s' } })

    expect(['unknown', 'timed-out', 'no-pull-request', 'failed']).toContain(result.outputs['outcome'])
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
    await checkTracesOf(world, result, [issue.number])
  })
})

test('a redirect is not followed: the key goes to the origin of base-url only', async () => {
  await using elsewhere = await startDocsService()
  await using world = await createHostileWorld()
  const { asked } = await askOnIssue(world)
  const respond = { kind: 'redirect' as const, status: 307, location: elsewhere.url }
  world.docsService.faults.add({ respond, times: Number.POSITIVE_INFINITY })

  const result = await world.run({ trigger: asked, inputs: { timeout: '30s', 'poll-interval': '10s' } })

  expect(result.outputs['outcome']).toBe('unknown')
  expect(result.log.shown).toMatch(/redirect/i)
  expect(elsewhere.requests).toEqual([])
  expect(world.docsService.requests).toHaveLength(1)
  for (const { headers } of world.github.requests) expect(JSON.stringify(headers)).not.toContain(API_KEY)
})
