import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldInProcess, type World } from '../../../world/index.ts'

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

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const UNREADABLE: [name: string, text: string][] = [
  ['empty', ''],
  ['no JSON', '::error::owned'],
  ['half of it', commentEvent({}).slice(0, 100)],
  ['a page', '<html><body>Unicorn!</body></html>'],
  ['two values', '{}{}'],
]

const ODD: [name: string, text: string][] = [
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"/docs write it"'],
  ['an array', '[{"comment":{"body":"/docs write it"}}]'],
  ['nothing in it', '{}'],
  ['nested without end', deep(100_000)],
  ['a prototype', '{"__proto__":{"action":"created","comment":{"id":9,"body":"/docs write it"}}}'],
  ['no comment', commentEvent({ comment: undefined })],
  ['a comment that is null', commentEvent({ comment: null })],
  ['a comment that is a text', commentEvent({ comment: '/docs write it' })],
  ['a body that is no text', commentEvent({ comment: { id: 9, body: ['/docs write it'] } })],
  ['an id that is a path', commentEvent({ comment: { id: '../../9', body: '/docs write it' } })],
  ['an id that is no whole number', commentEvent({ comment: { id: 1.5, body: '/docs write it' } })],
  ['an id below zero', commentEvent({ comment: { id: -1, body: '/docs write it' } })],
  ['nobody who wrote it', commentEvent({ comment: { id: 9, body: '/docs write it' } })],
  [
    'a name that is a path',
    commentEvent({
      comment: { id: 9, body: '/docs write it', user: { login: '../owner', id: 5, type: 'User' } },
    }),
  ],
  ['an action that is an object', commentEvent({ action: { toString: 'created' } })],
]

describe.concurrent('event files', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorldInProcess()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.each(UNREADABLE)("an event file that can't be read is an error: %s", async (_, text) => {
    const result = await world.run({ trigger: { event: 'issue_comment', text } })

    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '', job: '' })
    expect(result.exitCode).toBe(1)
    expect(result.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('it is not JSON'),
    ])
    expect(result.log.shown).not.toMatch(/^\s+at /mu)
  })

  test.each(ODD)('an event that GitHub would not send starts no job: %s', async (_, text) => {
    const result = await world.run({ trigger: { event: 'issue_comment', text } })

    expect(['skipped', 'denied']).toContain(result.outputs['outcome'])
    expect(result.exitCode).toBe(0)
    expect(result.log.shown).not.toMatch(/^\s+at /mu)
    expect(world.docsService.requests).toEqual([])
  })

  test('a missing event file is an error', async () => {
    const result = await world.run({ environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } })

    expect(result.outputs['outcome']).toBe('error')
    expect(result.annotations[0]?.message).toContain("it can't be read")
  })
})
