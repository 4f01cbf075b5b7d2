import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../../world/declared-outputs.ts'
import { createWorldInProcess, type Step, type World } from '../../../world/index.ts'

/** A comment event, with something else in the place of a part of it. */
function commentEvent(change: object): string {
  const user = { login: 'writer', id: 5, type: 'User' }
  return JSON.stringify({
    action: 'created',
    issue: { number: 1, title: 'A title', html_url: 'https://github.com/acme/app/issues/1' },
    comment: { id: 9, body: '/docs write it', user },
    sender: user,
    ...change,
  })
}

// How each part is read: `unit/agent-job/request/read-trigger.test.ts`.
const ODD: [name: string, text: string][] = [
  ['null', 'null'],
  ['nested without end', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a prototype', '{"__proto__":{"action":"created","comment":{"id":9,"body":"/docs write it"}}}'],
  ['an id that is a path', commentEvent({ comment: { id: '../../9', body: '/docs write it' } })],
  ['an action that is an object', commentEvent({ action: { toString: 'created' } })],
]

describe.concurrent('event files', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorldInProcess()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.each<[string, Step, string]>([
    ['no JSON', { trigger: { event: 'issue_comment', text: '::error::owned' } }, "isn't JSON"],
    ['missing', { environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } }, "can't be read"],
  ])("an event file that can't be read is an error: %s", async (_, step, reason) => {
    const result = await world.run(step)

    const nothing = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))
    expect(result.outputs).toEqual({ ...nothing, outcome: 'error' })
    expect(result.exitCode).toBe(1)
    expect(result.annotations).toMatchObject([{ message: expect.stringContaining(reason) }])
    expect(result.log.shown).not.toMatch(/^\s+at /mu)
  })

  test.each(ODD)('an event that GitHub would not send starts no job: %s', async (_, text) => {
    const result = await world.run({ trigger: { event: 'issue_comment', text } })

    expect(['skipped', 'denied']).toContain(result.outputs['outcome'])
    expect(result.exitCode).toBe(0)
    expect(result.log.shown).not.toMatch(/^\s+at /mu)
    expect(world.docsService.requests).toEqual([])
  })
})
