import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/github/faults.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, createWorld } from '../../world/index.ts'
import {
  askOnIssue,
  listRequests,
  readAnnotations,
  readPrompts,
  readReactions,
  readReplies,
} from './what-people-see.ts'

const COMMAND = '/docs Add a page about retries'
const CHECK = /\/collaborators\//u

test('a stranger on a public repository gets a 👎 and no comment, and the service no request', async () => {
  await using world = await createWorld()
  const { issue, asked } = await askOnIssue(world, COMMAND, 'stranger')

  const result = await world.run({ trigger: asked })

  expect(result.outputs).toMatchObject({ outcome: 'denied', jobId: '', commentUrl: '' })
  expect(result.conclusion).toBe('success')
  expect(readAnnotations(result, 'notice')).toEqual([
    expect.stringContaining('`stranger` has the `none` permission, and `minimum-permission` is `write`.'),
  ])
  expect(await readReplies(world, issue.number)).toEqual([])
  expect(await readReactions(world, asked)).toEqual(['eyes', '-1'])
  const reaction = `POST /repos/acme/app/issues/comments/${asked.comment.id}/reactions`
  const check = 'GET /repos/acme/app/collaborators/stranger/permission'
  expect(listRequests(world).sort()).toEqual([check, reaction, reaction])
})

describe('the permission of the commenter reaches minimum-permission', () => {
  test.each<[login: string, minimum: string, isLetIn: boolean]>([
    ['maintainer', '', true],
    ['writer', '', true],
    ['curator', '', true],
    ['reader', '', false],
    ['triager', '', false],
    ['reader', 'read', true],
    ['triager', 'read', true],
    ['stranger', 'read', false],
    ['writer', 'write', true],
    ['writer', 'admin', false],
    ['curator', 'admin', false],
    ['maintainer', 'Admin', true],
  ])('%s, where it is %j: %s', async (login, minimum, isLetIn) => {
    await using world = await createQuickWorld()
    const { asked } = await askOnIssue(world, COMMAND, login)
    // What the event says of the author decides nothing.
    const comment = { ...asked.comment, author_association: isLetIn ? 'NONE' : 'OWNER' }
    const trigger = { ...asked, payload: { ...asked.payload, comment } }
    const { outputs } = await world.run({ trigger, inputs: { 'minimum-permission': minimum } })
    expect(outputs['outcome']).toBe(isLetIn ? 'pull-request' : 'denied')
    expect(readPrompts(world)).toHaveLength(isLetIn ? 1 : 0)
  })

  test('it is read at every attempt', async () => {
    await using world = await createQuickWorld()
    const { github, docsService } = world
    const { asked } = await askOnIssue(world, COMMAND)
    docsService.nextJob({ endsAs: 'failed' })
    await world.run({ trigger: asked })
    github.people['writer'] = { permission: 'read' }
    const again = await world.run({ trigger: asked, runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('denied')
    github.people['writer'] = { permission: 'write' }
    const last = await world.run({ trigger: asked, runAttempt: 3 })
    expect(last.outputs['outcome']).toBe('pull-request')
    expect(readPrompts(world)).toHaveLength(2)
  })
})

describe('an account that is no user', () => {
  test.each<[login: string, allowed: string, isLetIn: boolean]>([
    ['acme-docs[bot]', '', false],
    ['acme-docs[bot]', 'dependabot[bot]', false],
    ['acme-docs[bot]', 'acme-docs', false],
    ['acme-docs[bot]', 'dependabot[bot], ACME-Docs[bot]', true],
    ['Copilot', '', false],
    ['Copilot', 'copilot', true],
    ['github-actions[bot]', '', false],
  ])('%s, where allowed-bots is %j: %s', async (login, allowed, isLetIn) => {
    await using world = await createQuickWorld()
    const { issue, asked } = await askOnIssue(world, COMMAND, login)
    const result = await world.run({ trigger: asked, inputs: { 'allowed-bots': allowed } })
    expect(result.outputs['outcome']).toBe(isLetIn ? 'pull-request' : 'denied')
    expect(world.github.requests.filter(({ path }) => CHECK.test(path))).toEqual([])
    if (isLetIn) return
    expect(readAnnotations(result, 'notice')[0]).toContain(`\`${login}\` isn't a person, and isn't listed`)
    expect(await world.github.commentsOf(issue.number)).toHaveLength(1)
  })

  test('an organization, or an account without a type, is refused', async () => {
    await using world = await createQuickWorld()
    const { asked } = await askOnIssue(world, COMMAND)
    for (const type of ['Organization', 'Mannequin', undefined]) {
      const user = { ...Object(asked.payload['sender']), type }
      const payload = { ...asked.payload, comment: { ...asked.comment, user }, sender: user }
      const { outputs } = await world.run({ trigger: { ...asked, payload } })
      expect([type, outputs['outcome']]).toEqual([type, 'denied'])
    }
    expect(world.docsService.requests).toEqual([])
  })
})

test('who caused the event has to be the author of the comment', async () => {
  await using world = await createQuickWorld()
  const { issue, asked } = await askOnIssue(world, COMMAND, 'stranger')
  const other = await world.github.comment(issue.number, 'Hello', 'maintainer')
  const trigger = { ...asked, payload: { ...asked.payload, sender: other.payload['sender'] } }
  const result = await world.run({ trigger })
  expect(result.outputs['outcome']).toBe('denied')
  expect(readAnnotations(result, 'notice')[0]).toContain(
    'The comment is by `stranger`, but `maintainer` caused the event. Post the command as a new comment.',
  )
  expect(await readReplies(world, issue.number)).toEqual([])
  expect(world.docsService.requests).toEqual([])
})

describe('where the permission cannot be read, nobody is let in, and the log names the cause', () => {
  const allowList =
    'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list ' +
    'enabled, and your IP address is not permitted to access this resource.'
  const metadata = { ...knownFaults.notAccessible, headers: { 'x-accepted-github-permissions': 'metadata=read' } }
  const refuse = (status: number, message: string): FaultResponse => ({ status, body: { message } })
  test.each<[string, FaultResponse, said: RegExp, not: RegExp]>([
    ['a missing permission', metadata, /Add `metadata: read` to `permissions:`/u, /allow list/u],
    ['an IP allow list', refuse(403, allowList), /has an IP allow list enabled/u, /permissions:/u],
    ['an unknown account', refuse(404, 'Not Found'), /returned 404 .*`github-token` can't see it/u, /permissions:/u],
    ['an expired token', refuse(401, 'Bad credentials'), /Bad credentials.*an hour/u, /permissions:/u],
    ['a GitHub that is down', knownFaults.badGateway, /returned 502 .*Check GitHub's status page/u, /permissions:/u],
    ['a proxy', knownFaults.pageWithSuccess, /permission/u, /Unexpected error|bug in the action/u],
    ['an answer without a permission', { status: 200, body: {} }, /permission/u, /Unexpected error|undefined/u],
  ])('%s', async (_name, respond, said, not) => {
    await using world = await createQuickWorld()
    const { issue, asked } = await askOnIssue(world, COMMAND)
    world.github.faults.add({ path: CHECK, respond })
    const { outputs, conclusion, log } = await world.run({ trigger: asked })
    expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
    expect(outputs['error']).toMatch(said)
    expect(log.shown).not.toMatch(not)
    expect(log.shown).not.toMatch(/^ +at /mu)
    expect(await readReplies(world, issue.number)).toEqual([])
    expect(await readReactions(world, asked)).toEqual(['eyes', 'confused'])
    expect(world.docsService.requests).toEqual([])
  })

  test('a failure that passes is waited for', async () => {
    await using world = await createQuickWorld()
    const { asked } = await askOnIssue(world, COMMAND)
    world.github.faults.add({ path: CHECK, respond: knownFaults.badGateway, times: 2 })
    world.github.limiter.hit({ path: CHECK, skip: 2, seconds: 20 })
    const { outputs } = await world.run({ trigger: asked })
    expect(outputs['outcome']).toBe('pull-request')
  })
})

test.each<[string, inputs: Record<string, string>, said: RegExp]>([
  ['there is no token', { 'github-token': '' }, /`github-token` is empty.*reads the commenter's permission/u],
  ['minimum-permission is wrong', { 'minimum-permission': 'maintain' }, /`minimum-permission` is `maintain`/u],
  ['allowed-bots has a pattern', { 'allowed-bots': '*[bot]' }, /`allowed-bots` is `\*\[bot\]`/u],
])('where %s, nobody is let in, and nothing is asked', async (_name, inputs, said) => {
  await using world = await createQuickWorld()
  const { issue, asked } = await askOnIssue(world, COMMAND)
  const { outputs, conclusion } = await world.run({ trigger: asked, inputs })
  expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
  expect(outputs['error']).toMatch(said)
  expect(listRequests(world)).toEqual([])
  expect(await readReplies(world, issue.number)).toEqual([])
})

test('a stranger who asks for help, or breaks an input, gets no comment either', async () => {
  await using world = await createQuickWorld()
  for (const [text, inputs] of [
    ['/docs help', {}],
    ['/docs check', { 'api-key': '' }],
  ] as const) {
    const { issue, asked } = await askOnIssue(world, text, 'stranger')
    const { outputs } = await world.run({ trigger: asked, inputs })
    expect(outputs['outcome']).toBe('denied')
    expect(await readReplies(world, issue.number)).toEqual([])
  }
})
