import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../world/github/faults.ts'
import { knownFaults } from '../../world/github/faults.ts'
import type { Step } from '../../world/index.ts'
import { COMMAND, countPrompts, createStory, listRequests, readAnnotations } from './story.ts'

const CHECK = /\/collaborators\//u

test('a stranger on a public repository gets a 👎 and no comment, and the service no request', async () => {
  await using story = await createStory(COMMAND, { login: 'stranger', isQuick: true })

  const result = await story.run()

  expect(result.outputs).toMatchObject({ outcome: 'denied', jobId: '', commentUrl: '' })
  expect(result.conclusion).toBe('success')
  expect(readAnnotations(result, 'notice')).toEqual([
    expect.stringContaining('`stranger` has the `none` permission, and `minimum-permission` is `write`.'),
  ])
  expect([await story.texts(), await story.reactions()]).toEqual([[], ['eyes', '-1']])
  const reaction = `POST /repos/acme/app/issues/comments/${story.asked.comment.id}/reactions`
  const check = 'GET /repos/acme/app/collaborators/stranger/permission'
  expect(listRequests(story.world).sort()).toEqual([check, reaction, reaction])
})

// What the event says of the author decides nothing.
test.each<[login: string, association: string, inputs: Step['inputs'], outcome: string, said: string]>([
  ['curator', 'NONE', {}, 'pull-request', ''],
  ['reader', 'NONE', { 'minimum-permission': 'read' }, 'pull-request', ''],
  ['triager', 'OWNER', {}, 'denied', '`triager` has the `read` permission'],
  ['writer', 'OWNER', { 'minimum-permission': 'admin' }, 'denied', '`writer` has the `write` permission'],
  [
    'acme-docs[bot]',
    'OWNER',
    { 'allowed-bots': 'dependabot[bot]' },
    'denied',
    "isn't a user account, and isn't listed",
  ],
  ['acme-docs[bot]', 'NONE', { 'allowed-bots': 'dependabot[bot], ACME-Docs[bot]' }, 'pull-request', ''],
])('%s, who is %s to GitHub, with %j: %s', async (login, association, inputs, outcome, said) => {
  await using story = await createStory(COMMAND, { login, isQuick: true })
  const comment = { ...story.asked.comment, author_association: association }
  const result = await story.run({
    trigger: { ...story.asked, payload: { ...story.asked.payload, comment } },
    inputs: { ...inputs },
  })
  expect(result.outputs['outcome']).toBe(outcome)
  expect(readAnnotations(result, 'notice').join()).toContain(said)
  expect(countPrompts(story.world)).toBe(outcome === 'denied' ? 0 : 1)
  expect(await story.texts()).toHaveLength(outcome === 'denied' ? 0 : 1)
})

test('the permission is read at every attempt', async () => {
  await using story = await createStory()
  const { github, docsService } = story.world
  docsService.nextJob({ endsAs: 'failed' })
  await story.run()
  github.people['writer'] = { permission: 'read' }
  expect((await story.run({ runAttempt: 2 })).outputs['outcome']).toBe('denied')
  expect(countPrompts(story.world)).toBe(1)
})

test('who caused the event has to be the author of the comment', async () => {
  await using story = await createStory(COMMAND, { login: 'stranger', isQuick: true })
  const other = await story.world.github.comment(story.number, 'Hello', 'maintainer')
  const payload = { ...story.asked.payload, sender: other.payload['sender'] }
  const result = await story.run({ trigger: { ...story.asked, payload } })
  expect(result.outputs['outcome']).toBe('denied')
  expect(readAnnotations(result, 'notice')[0]).toContain(
    'The comment is by `stranger`, but `maintainer` caused the event. Post the command as a new comment.',
  )
  expect([await story.texts(), story.world.docsService.requests]).toEqual([[], []])
})

describe('where the permission can’t be read, nobody is let in, and the log names the cause', () => {
  const allowList = 'Although you appear to have the correct credentials, `acme` has an IP allow list enabled.'
  const metadata = { ...knownFaults.notAccessible, headers: { 'x-accepted-github-permissions': 'metadata=read' } }
  test.each<[string, FaultResponse, said: RegExp, not: RegExp]>([
    ['a missing permission', metadata, /Add `metadata: read` to `permissions:`/u, /allow list/u],
    [
      'an IP allow list',
      { status: 403, body: { message: allowList } },
      /has an IP allow list enabled/u,
      /permissions:/u,
    ],
    ['an answer without a permission', { status: 200, body: {} }, /permission/u, /Unexpected error|undefined/u],
  ])('%s', async (_name, respond, said, not) => {
    await using story = await createStory()
    story.world.github.faults.add({ path: CHECK, respond })
    const { outputs, conclusion, log } = await story.run()
    expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
    expect(outputs['error']).toMatch(said)
    expect(log.shown).not.toMatch(not)
    expect(log.shown).not.toMatch(/^ +at /mu)
    expect([await story.texts(), await story.reactions()]).toEqual([[], ['eyes', 'confused']])
    expect(story.world.docsService.requests).toEqual([])
  })
})

test.each<[string, inputs: Record<string, string>, said: RegExp]>([
  ['there is no token', { 'github-token': '' }, /`github-token` is empty.*read the commenter's permission/u],
  ['minimum-permission is wrong', { 'minimum-permission': 'maintain' }, /`minimum-permission` is `maintain`/u],
])('where %s, nobody is let in, and nothing is asked', async (_name, inputs, said) => {
  await using story = await createStory()
  const { outputs, conclusion } = await story.run({ inputs })
  expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
  expect(outputs['error']).toMatch(said)
  expect([listRequests(story.world), await story.texts()]).toEqual([[], []])
})

test.each([
  ['/docs help', {}],
  ['/docs check', { 'api-key': '' }],
])('a stranger who posts %j gets no comment', async (text, inputs) => {
  await using story = await createStory(text, { login: 'stranger' })
  const { outputs } = await story.run({ inputs: { ...inputs } })
  expect([outputs['outcome'], await story.texts()]).toEqual(['denied', []])
})
