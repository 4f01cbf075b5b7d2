import { expect, test } from 'vitest'
import { API_KEY } from '../../../fuzz/hostile-text.ts'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { askOnIssue } from '../conversation.ts'
import { createHostileWorld } from './traces.ts'

// Which values are taken for what: `unit/docs-service/schema.test.ts`; replies of any shape: `fuzz/agent-job.test.ts`.

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
