import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { API_KEY } from '../../../fuzz/hostile-text.ts'
import { askOnIssue } from '../conversation.ts'
import { checkTracesOf, createHostileWorld } from './traces.ts'

const deep = `{"id":"job-1","status":"completed","source":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`

describe.concurrent('what the service answers', () => {
  test.each<[string, string]>([
    ['nested without end', deep],
    [
      'with a prototype',
      '{"__proto__":{"status":"completed"},"constructor":{"prototype":{"status":"failed"}},"id":"job-1"}',
    ],
    ['twice', '{"id":"job-1","id":"job-2","status":"completed","status":"failed"}'],
    [
      'with other types',
      '{"id":"job-1","status":["completed"],"prLink":{"href":"x"},"source":"x","model":7}',
    ],
    [
      'with numbers beyond all bounds',
      '{"id":"job-1","status":"active","createdAt":1e999,"archivedAt":-1e999}',
    ],
    ['with a mark at its start', '\uFEFF{"id":"job-1","status":"completed"}'],
    ['as an array with a name', '[{"id":"job-1"}]'],
    ['with a getter that is none', '{"id":"job-1","toString":"x","valueOf":"x","then":"x","toJSON":"x"}'],
  ])('a reply of the service ends in an outcome: %s', async (_, body) => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    const json = { 'content-type': 'application/json' }
    const respond = { kind: 'answer' as const, status: 200, headers: json, body }
    world.docsService.faults.add({ respond, times: Number.POSITIVE_INFINITY })

    const result = await world.run({ trigger: asked, inputs: { timeout: '1s' } })

    expect(['unknown', 'timed-out', 'no-pull-request', 'failed']).toContain(result.outputs['outcome'])
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
    await checkTracesOf(world, result, [issue.number])
  })

  test.each(['..', 'a/../../b', '..%2f..', '?a=b#c', '%'])(
    'an id that climbs stays one segment of the path, or is none: %j',
    async (id) => {
      await using world = await createHostileWorld()
      const { issue, asked } = await askOnIssue(world)
      world.docsService.nextJob({ id })

      const result = await world.run({ trigger: asked })

      for (const { path } of world.docsService.requests)
        expect(path).toMatch(/^\/v2\/agent\/docs-project\/job(\/[^/]+)?$/u)
      expect(result.outputs['outcome']).toBe(id === '..' ? 'unknown' : 'pull-request')
      await checkTracesOf(world, result, [issue.number])
    },
  )
})

describe.concurrent('the key goes to the origin of base-url only', () => {
  test.each([302, 307])('a redirect with %i is not followed', async (status) => {
    const stranger = await startStranger()
    await using world = await createHostileWorld()
    const { asked } = await askOnIssue(world)
    const respond = { kind: 'redirect' as const, status, location: stranger.url }
    world.docsService.faults.add({ respond, times: Number.POSITIVE_INFINITY })

    await world.run({ trigger: asked, inputs: { timeout: '1s' } })

    expect(stranger.requests).toEqual([])
    for (const { headers } of world.github.requests) expect(JSON.stringify(headers)).not.toContain(API_KEY)
    stranger.close()
  })

  test.each([
    'http://example.org',
    'https://user:password@example.org',
    'https://example.org/?to=elsewhere',
    'http://localhost.example.org',
    '//example.org',
  ])('base-url %j is refused before anything is sent', async (url) => {
    await using world = await createHostileWorld()
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { 'base-url': url } })

    expect(result.outputs['outcome']).toBe('error')
    expect(result.annotations[0]?.message).toContain('base-url')
    expect(result.log.shown).not.toContain('password')
    expect(world.docsService.requests).toEqual([])
  })
})

describe.concurrent('what GitHub answers', () => {
  test.each<[string, unknown]>([
    ['a page', '<html>Unicorn!</html>'],
    ['null', null],
    ['an array', []],
    ['a number', 7],
    ['a permission that is an object', { permission: { toString: 'admin' } }],
    ['a permission with a prototype', JSON.parse('{"__proto__":{"permission":"admin"}}')],
    ['a permission in other letters', { permission: 'ADMIN' }],
    ['only the name of a role', { role_name: 'admin', user: { permissions: { admin: true } } }],
  ])('a reply of GitHub admits nobody who is not named as allowed: %s', async (_, body) => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    world.github.faults.add({ path: /\/permission$/u, respond: { status: 200, body } })

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toEqual([])
    await checkTracesOf(world, result, [issue.number])
  })

  test('where our comment is no comment, nothing is sent', async () => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    const odd = { id: '../../1', html_url: { href: 'x' }, body: ['x'] }
    world.github.faults.add({ method: 'POST', path: /\/comments$/u, respond: { status: 201, body: odd } })

    const result = await world.run({ trigger: asked })

    expect(result.outputs).toMatchObject({ outcome: 'error', commentUrl: '' })
    expect(world.docsService.requests).toEqual([])
    await checkTracesOf(world, result, [issue.number])
  })
})

/** A server that nobody should talk to. */
async function startStranger(): Promise<{ url: string; requests: string[]; close: () => void }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    close: () => server.close(),
  }
}
